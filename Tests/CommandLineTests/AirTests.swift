import Foundation
import TestSupport
import Testing

/// The program's own broker, at a socket in a scratch folder.
@Suite(.timeLimit(.minutes(20))) struct AirTests {
    @Test func aRuntimeFolderThatIsMissingIsNamed() throws {
        let scratch = try Scratch()
        let folder = scratch.url("missing").path
        let result = try CommandLineTool.run(
            CommandLineTool.program,
            ["scan", "--adapter", "virtual"],
            environment: ["XDG_RUNTIME_DIR": folder]
        )
        #expect(result.status == 66)
        #expect(
            result.errors.contains("there is no folder \(folder), which XDG_RUNTIME_DIR names")
        )
    }

    @Test func programsAreCounted() throws {
        let scratch = try Scratch()
        let socket = scratch.url("swift-accessories-air").path
        let broker = try RunningTool(["air", "--socket", socket])
        #expect(broker.line(with: "listening") != nil)
        let scans = try (0..<2).map { number in
            let scan = try RunningTool(["scan", "--adapter", "virtual"], air: scratch)
            #expect(broker.line() == ["1 program", "2 programs"][number])
            return scan
        }
        for scan in scans {
            scan.interrupt()
            _ = try scan.finish()
        }
        #expect(broker.line() == "1 program")
        broker.interrupt()
        _ = try broker.finish()
    }

    @Test func aSecondBrokerIsRefusedAndCtrlCEndsTheFirst() throws {
        let scratch = try Scratch()
        let socket = scratch.url("air").path
        let process = Process()
        let output = Pipe()
        process.executableURL = CommandLineTool.program
        process.arguments = ["air", "--socket", socket]
        process.standardOutput = output
        try process.runWithLimit()
        let ready = output.fileHandleForReading.availableData
        #expect(String(decoding: ready, as: UTF8.self) == "listening at \(socket)\n")

        let second = try CommandLineTool.run(["air", "--socket", socket])
        #expect(second.status == 75)
        #expect(second.errors.contains("end the other program"))

        process.interrupt()
        #expect(process.waitForEnd() == 130)
        #expect(try scratch.contents.isEmpty)
    }
}
