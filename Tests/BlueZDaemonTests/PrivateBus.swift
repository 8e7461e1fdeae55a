import Foundation
import TestSupport

/// A private bus, run by dbus-daemon.
final class PrivateBus: @unchecked Sendable {
    private static let program = "/usr/bin/dbus-daemon"
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    let address: String
    private let folder: String
    private var process = Process()
    private var isStarted = false

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
        if isStarted { stop() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Returns when the daemon listens, which is when it prints its address.
    func start() throws {
        let output = Pipe()
        process = Process()
        process.executableURL = URL(filePath: Self.program)
        process.arguments = ["--nofork", "--print-address=1", "--config-file=\(folder)/bus.conf"]
        process.standardOutput = output
        try process.runOnLeash()
        isStarted = true
        guard !output.fileHandleForReading.availableData.isEmpty else { throw POSIXError(.ENOENT) }
    }

    /// Does not use a signal that tests may block.
    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitForEnd()
        isStarted = false
    }
}
