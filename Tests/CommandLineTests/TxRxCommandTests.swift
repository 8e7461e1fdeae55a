import Foundation
import Testing

/// Two processes and more on the air that the programs of one user share.
@Suite(.timeLimit(.minutes(2))) struct TxRxCommandTests {
    /// A simulated device in a process of its own, and a folder for the air's socket.
    private final class Device {
        let scratch: Scratch
        private let process = Process()
        private let output = Pipe()

        init(_ arguments: [String]) throws {
            scratch = try Scratch()
            process.executableURL = CommandLineTool.program
            process.arguments = ["simulate", "txrx", "--adapter", "virtual"] + arguments
            process.environment = environment
            process.standardOutput = output
            try process.run()
            let ready = output.fileHandleForReading.availableData
            #expect(String(decoding: ready, as: UTF8.self) == "ready\n")
        }

        var environment: [String: String] { scratch.asRuntimeFolder }

        func run(_ arguments: [String], input: String = "") throws -> CommandLineTool.Result {
            try CommandLineTool.run(
                CommandLineTool.program,
                ["txrx"] + arguments + ["--adapter", "virtual"],
                input: Data(input.utf8),
                environment: environment
            )
        }

        /// Ends the device; what it has printed since it was ready.
        func end() -> String {
            process.interrupt()
            process.waitUntilExit()
            #expect(process.terminationStatus == 130)
            return String(
                decoding: output.fileHandleForReading.readDataToEndOfFile(),
                as: UTF8.self
            )
        }
    }

    @Test func aDeviceIsFoundAndAnswers() throws {
        let device = try Device(["--profile", "zhaga", "--name", "Lamp", "--event", "I on"])
        let scan = try device.run(["scan", "--time", "1s"])
        #expect(scan.status == 0)
        #expect(scan.output.contains("Lamp_0"))

        let connect = try device.run(["connect", "lamp"])
        #expect(connect.status == 0)
        #expect(connect.output.contains("Zhaga"))

        let send = try device.run(["send", "Lamp_0", "one", "two"])
        #expect(send.status == 0)
        #expect(send.output == "one\ntwo\n")

        let json = try device.run(["send", "Lamp", "--hex", "4142", "--json"])
        #expect(json.output.contains(#""hex":"41420d""#))

        let shell = try device.run(["shell", "Lamp"], input: "first\nsecond")
        #expect(shell.status == 0)
        let lines = shell.output.split(separator: "\n").map(String.init)
        #expect(lines.contains("first") && lines.contains("second"))
        #expect(lines.contains("event: I on"))

        let nobody = try device.run(["send", "Nobody", "x", "--scan", "300ms"])
        #expect(nobody.status == 69)
        let mode = try device.run(["connect", "Lamp", "--mode", "stream"])
        #expect(mode.status == 69)
        let transcript = device.end()
        #expect(transcript.contains("command: one\nanswered: one"))
    }

    @Test func aSilentDeviceEndsInATimeout() throws {
        let device = try Device(["--fault", "silent"])
        let send = try device.run(["send", "TxRx", "x", "--answer-timeout", "200ms", "--json"])
        #expect(send.status == 124)
        #expect(send.output.contains(#""code":18"#) || send.errors.contains(#""code":18"#))
        _ = device.end()
    }

    @Test func linesOfStandardInputAreAnsweredInOrder() throws {
        let device = try Device([])
        let input = (0..<20).map { "command number \($0)\n" }.joined()
        let send = try device.run(["send", "TxRx", "--answer-timeout", "30s"], input: input)
        #expect(send.status == 0)
        #expect(send.output == input)
        _ = device.end()
    }
}
