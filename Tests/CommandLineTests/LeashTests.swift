import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct LeashTests {
    /// A FIFO that the helper of a test run holds open.
    private static func fifo(of run: pid_t) -> String {
        FileManager.default.temporaryDirectory.appending(path: "leash-\(run)").path
    }

    /// The helper would write to the FIFO after a minute. Its end and that of its child close the FIFO.
    @Test func aKilledTestRunLeavesNoHelper() async throws {
        let path = Self.fifo(of: getpid())
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let file = open(path, O_RDONLY | O_NONBLOCK)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let helper = Process()
            let output = Pipe()
            helper.executableURL = URL(filePath: "/bin/sh")
            helper.arguments = [
                "-c", #"exec 8>"$0"; echo ready; sleep 60; echo late >&8"#,
                Self.fifo(of: getppid()),
            ]
            helper.standardOutput = output
            try helper.runOnLeash()
            #expect(output.fileHandleForReading.availableData == Data("ready\n".utf8))
            kill(getpid(), SIGKILL)
        }
        _ = fcntl(file, F_SETFL, 0)
        let fifo = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        #expect(try fifo.readToEnd() ?? Data() == Data())
    }
}
