internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// A shell command with its whole input in a file. Its output is collected.
final class ShellProcess: Sendable {
    private struct State {
        var isTold = false
        /// Whether the process has ended; its number may then be reused.
        var isOver = false
    }

    private let number: pid_t
    private let output: CInt
    private let state = Mutex(State())

    /// Starts the command in its own process group, so that it can be ended together with its child
    /// processes.
    init(_ command: String, input: [UInt8]) throws {
        // files instead of pipes: a command that does not read its input, or leaves a process
        // running, must not block this one
        let file = Self.temporaryFile()
        let output = Self.temporaryFile()
        defer { close(file) }
        var child = pid_t()
        let isReady =
            file >= 0 && output >= 0 && writeAll(input.span.bytes, to: file)
            && lseek(file, 0, SEEK_SET) == 0
        let error = isReady ? Self.spawn(command, input: file, output: output, &child) : errno
        guard error == 0 else {
            close(output)
            throw Failure(
                .software,
                "cannot start a shell: \(String(cString: strerror(error)).lowercased())",
                nextStep: "free some space in /tmp"
            )
        }
        number = child
        self.output = output
    }

    deinit { close(output) }

    private static func temporaryFile() -> CInt {
        let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var name = Array("\(folder)/accessory-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        if file >= 0 { unlink(name) }
        return file
    }

    private static func spawn(
        _ command: String,
        input: CInt,
        output: CInt,
        _ child: inout pid_t
    ) -> CInt {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // restore the signals that this program ignores
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var words = ["sh", "-c", command].map { $0.withCString(strdup) } + [nil]
        var variables = environment.map { $0.withCString(strdup) } + [nil]
        defer { for word in words + variables { free(word) } }
        return posix_spawn(&child, "/bin/sh", &files, &attributes, &words, &variables)
    }

    /// Waits for the end; returns the output, and the exit status or the signal that ended the
    /// command.
    func finish() async -> (status: Int32, output: [UInt8]) {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                let status = reap()
                continuation.resume(returning: (status, readAll()))
            }
        }
    }

    func terminate() {
        state.withLock { state in
            state.isTold = true
            if !state.isOver { _ = kill(-number, SIGTERM) }
        }
    }

    private func reap() -> Int32 {
        var facts = siginfo_t()
        while waitid(P_PID, id_t(number), &facts, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return state.withLock { state in
            // processes started while the shell blocked signals have missed the signal; the shell
            // starts no more now
            if state.isTold { _ = kill(-number, SIGTERM) }
            var status: CInt = 0
            waitpid(number, &status, 0)
            state.isOver = true
            return status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
        }
    }

    private func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = pread(output, &block, block.count, bytes.count)
            guard count > 0 else { return bytes }
            bytes += block[..<count]
        }
    }
}
