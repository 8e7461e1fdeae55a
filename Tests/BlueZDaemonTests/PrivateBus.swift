import Foundation
import Glibc

/// A private bus, run by dbus-daemon.
final class PrivateBus: @unchecked Sendable {
    private static let program = "/usr/bin/dbus-daemon"
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    let address: String
    private let folder: String
    private var process: pid_t = 0

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/bus-\(UUID().uuidString)"
        address = "unix:path=\(folder)/socket"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let configuration = """
            <busconfig><listen>\(address)</listen><auth>EXTERNAL</auth><policy context="default">
            <allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
            </policy></busconfig>
            """
        try configuration.write(toFile: folder + "/bus.conf", atomically: true, encoding: .utf8)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Returns when the daemon listens, which is when it prints its address.
    func start() throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        let arguments = [
            Self.program, "--nofork", "--print-address=1", "--config-file=\(folder)/bus.conf",
        ]
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let status = posix_spawn(&process, Self.program, &actions, nil, &words, nil)
        // only the daemon has this end now, so that its exit ends the wait
        close(ends[1])
        var byte: UInt8 = 0
        guard status == 0, read(ends[0], &byte, 1) == 1 else { throw POSIXError(.ENOENT) }
    }

    /// Does not use a signal that tests may block.
    func stop() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        process = 0
    }
}
