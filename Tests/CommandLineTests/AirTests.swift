import Foundation
import Testing

/// A broker of the program's own, at a socket in a scratch folder.
@Suite(.timeLimit(.minutes(1))) struct AirTests {
    @Test func aSecondBrokerIsRefusedAndCtrlCEndsTheFirst() throws {
        let scratch = try Scratch()
        let socket = scratch.url("air").path
        let process = Process()
        let output = Pipe()
        process.executableURL = CommandLineTool.program
        process.arguments = ["air", "--socket", socket]
        process.standardOutput = output
        try process.run()
        let ready = output.fileHandleForReading.availableData
        #expect(String(decoding: ready, as: UTF8.self) == "listening at \(socket)\n")

        let second = try CommandLineTool.run(["air", "--socket", socket])
        #expect(second.status == 75)
        #expect(second.errors.contains("end the other program"))

        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(try scratch.contents.isEmpty)
    }
}
