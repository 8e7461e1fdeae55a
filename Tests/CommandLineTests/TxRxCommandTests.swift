import Foundation
import TestSupport
import Testing

/// Two or more processes on the air shared by one user's programs.
@Suite(.timeLimit(.minutes(20))) struct TxRxCommandTests {
    /// A simulated device in a separate process, and a folder for the air's socket.
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
            try process.runWithLimit()
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

        /// Ends the device and returns its output since it was ready.
        func end() -> String {
            process.interrupt()
            #expect(process.waitForEnd() == 130)
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
        let listed = scan.output.split(separator: "\n")
        #expect(listed.count == 1)
        let words = try #require(listed.first).split(separator: " ").map(String.init)
        #expect(words.last == "Lamp" && words[0].count == 17)

        let connect = try device.run(["connect", "lamp"])
        #expect(connect.status == 0)
        #expect(connect.output.contains("Zhaga"))

        let send = try device.run(["send", words[0], "one", "two"])
        #expect(send.status == 0)
        #expect(send.output == "one\ntwo\n")

        let json = try device.run(["send", "Lamp", "--hex", "4142", "--json"])
        #expect(json.output.contains(#""hex":"41420d""#))

        let shell = try device.run(["shell", "Lamp"], input: "first\nsecond")
        #expect(shell.status == 0)
        let lines = shell.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("ready: Lamp (") == true)
        #expect(lines.filter { $0.hasPrefix("ready") }.count == 1)
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

    @Test func aNameOfSeveralDevicesIsRefusedWithTheirAddresses() throws {
        let air = try TestAir()
        let devices = try ["one", "two", "one"].map { answer in
            try air.start(["simulate", "txrx", "--name", "Reader", "--answer", answer])
        }
        for device in devices { #expect(device.line() == "ready") }
        let scan = try air.run(["txrx", "scan", "--time", "2s", "--json"])
        let listed = try scan.lines.map { line in
            try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        }
        let addresses = listed.compactMap { $0["address"] }
        #expect(Set(addresses).count == 3 && addresses.count == 3)
        #expect(listed.allSatisfy { $0["name"] == "Reader" && $0.count == 2 })

        for command in [["txrx", "send", "reader", "x"], ["gatt", "Reader", "tree"]] {
            let refused = try air.run(command)
            #expect(refused.status == 64)
            for address in addresses { #expect(refused.errors.contains(address)) }
        }
        // an address is the same device in each command
        for address in addresses {
            let answers = try (0..<2).map { _ in
                try air.run(["txrx", "send", address, "x"]).lines
            }
            #expect(answers[0] == answers[1] && answers[0].count == 1)
        }
        for device in devices { device.interrupt() }
    }

    @Test func connectedIsReportedBeforeReadyAndEachOnce() throws {
        let device = try Device(["--name", "Lamp"])
        let connect = try device.run(["connect", "Lamp", "--json"])
        let events = try connect.output.split(separator: "\n").map { line in
            try JSONDecoder().decode([String: String].self, from: Data(line.utf8))["event"]
        }
        #expect(events == ["TxRxDeviceConnected", "TxRxDeviceReady"])
        let shell = try device.run(["shell", "Lamp", "--json"], input: "x")
        let names = ["TxRxDeviceConnected", "TxRxDeviceReady"]
        let told = shell.output.split(separator: "\n").compactMap { line in
            names.first { line.contains("\"\($0)\"") }
        }
        #expect(told == names)
        _ = device.end()
    }
}
