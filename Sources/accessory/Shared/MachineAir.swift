internal import AccessoryBase
internal import AirBroker
internal import BluetoothLE
internal import Glibc

/// The virtual air shared by the programs of one user.
enum MachineAir {
    /// Replaces the shared air; for tests, which run commands in their own process.
    @TaskLocal static var own: VirtualAir?

    /// `POSIX_SPAWN_SETSID` of spawn.h, which the headers define for GNU programs only.
    private static let newSession: Int16 = 0x80

    /// The broker's socket path.
    static var path: String { VirtualAirBroker.userPath }

    /// Creates a new adapter on the virtual air. Starts a broker if there is none.
    static func radio() async throws -> any Radio {
        if let own { return own.addAdapter() }
        let path = path
        try checkFolder(of: path)
        for _ in 0..<3 {
            do {
                return try await BrokerRadio.connect(to: path)
            } catch {
                guard case .noAdapter = error else { throw error }
                // the broker may end, or another program may start one, in between
                try beginBroker(at: path)
            }
        }
        throw Failure(
            .cannotWrite,
            "the virtual air did not start at \(path)",
            nextStep: "run accessory air to see the reason"
        )
    }

    /// - Throws: `Failure`, which names the missing folder.
    private static func checkFolder(of path: String) throws {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        var facts = stat()
        guard stat(folder, &facts) != 0 || facts.st_mode & S_IFMT != S_IFDIR else { return }
        throw Failure(
            .noInput,
            "there is no folder \(folder), which XDG_RUNTIME_DIR names",
            nextStep: "create it, or unset XDG_RUNTIME_DIR"
        )
    }

    /// Starts `accessory air` in its own session, so that Ctrl-C does not end it. Returns when it
    /// listens, or has ended because another broker listens.
    private static func beginBroker(at path: String) throws {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure.reading("a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, newSession)
        let words = ["accessory", "air", "--until-unused", "--socket", path]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        let status = posix_spawn(
            &child,
            "/proc/self/exe",
            &files,
            &attributes,
            &arguments,
            environ
        )
        close(ends[1])
        guard status == 0 else {
            throw Failure(
                .software,
                "the broker of the virtual air did not start: \(systemMessage(status))",
                nextStep: "close other programs and try again"
            )
        }
        // it prints a line when it listens, and closes the pipe when it ends
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) < 0, errno == EINTR {}
    }
}
