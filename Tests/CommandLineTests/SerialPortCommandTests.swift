import Foundation
import TestSupport
import Testing

/// `accessory reader` and `accessory simulate reader` on serial ports: two processes on two ptys of the
/// kernel, joined.
@Suite(.timeLimit(.minutes(20))) struct SerialPortCommandTests {
    /// A simulated reader at one end; the other is free.
    private final class Bench {
        let modem: NullModem
        let reader: RunningTool

        init(_ options: [String] = []) throws {
            modem = try NullModem()
            reader = try RunningTool(
                ["simulate", "reader"] + Self.place("usb-reader", modem) + options
            )
            #expect(reader.line() == "ready")
        }

        static func place(_ name: String, _ modem: NullModem) -> [String] {
            ["--transport", "serial", "--serial-folder", modem.folder, "--reader", name]
        }

        func run(_ arguments: [String]) throws -> CommandLineTool.Result {
            try CommandLineTool.run(["reader"] + arguments + Self.place("usb-host", modem))
        }
    }

    @Test func bothEndsTalkThroughTheirCommands() throws {
        let bench = try Bench(["--baud", "921600"])
        let text = try bench.run(["exchange", "read card", "--baud", "921600"])
        #expect(text.status == 0, "\(text.errors)")
        #expect(text.output == "read card\n")
        let scratch = try Scratch()
        let payload = JackCodecTests.payload(100_000)
        try payload.write(to: scratch.url("in"))
        let files = try bench.run([
            "exchange", "--in", scratch.url("in").path, "--out", scratch.url("out").path,
        ])
        #expect(files.status == 0, "\(files.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payload)
        let close = try bench.run(["close"])
        #expect(close.output == "the reader is off\n", "\(close.errors)")
        #expect(bench.reader.line(with: "request, 100000 bytes") != nil)
        #expect(bench.reader.line(with: "closed") != nil)
    }

    @Test func aBusyReaderIsCancelled() throws {
        let bench = try Bench(["--work", "1h", "--steps", "100000"])
        let cancel = try bench.run(["cancel", "read card", "--after", "100ms", "--json"])
        #expect(cancel.status == 0, "\(cancel.errors)")
        #expect(cancel.output.hasPrefix(#"{"code":12,"#))
        #expect(bench.reader.line(with: "failed: cancelled") != nil)
    }

    @Test func portsAreListed() throws {
        let modem = try NullModem()
        func search(_ options: String...) throws -> CommandLineTool.Result {
            let isWhole = { (result: CommandLineTool.Result) in result.output.contains("usb-reader")
            }
            return try CommandLineTool.search(until: isWhole) { time in
                try CommandLineTool.run(
                    [
                        "reader", "search", "--transport", "serial", "--serial-folder",
                        modem.folder, "--search", time,
                    ] + options
                )
            }
        }
        let text = try search()
        #expect(text.status == 0, "\(text.errors)")
        let lines = text.output.split(separator: "\n")
        #expect(lines == ["serial  usb-host  usb-host", "serial  usb-reader  usb-reader"])
        let json = try search("--json")
        #expect(json.output.contains(#""identifier":"usb-host""#))
        #expect(json.output.contains(#""transport":"serial""#))
    }

    @Test func anUnpluggedPortEndsBothEnds() throws {
        let bench = try Bench(["--work", "1h", "--steps", "100000"])
        let host = try RunningTool(
            ["reader", "exchange", "hello"] + Bench.place("usb-host", bench.modem)
        )
        _ = bench.reader.line(with: "request, 5 bytes")
        bench.modem.unplug("usb-host")
        let lost = try host.finish()
        #expect(lost.status == 74, "\(lost.errors)")
        #expect(lost.errors.contains("unplugged"))
        bench.modem.unplug("usb-reader")
        let reader = try bench.reader.finish()
        #expect(reader.status == 74, "\(reader.errors)")
        #expect(reader.errors.contains("the serial port was removed"))
    }

    @Test(
        "what cannot be is refused",
        arguments: [
            (["reader", "open", "--baud", "12345"], 64, "--baud must be one of"),
            (["reader", "open", "--reader", "none"], 69, "there is no serial port"),
            (["reader", "open", "--adapter", "hci7"], 64, "--adapter has no effect"),
            (["simulate", "reader"], 64, "--reader PORT"),
        ] as [([String], Int32, String)]
    )
    func refusals(_ arguments: [String], _ status: Int32, _ text: String) throws {
        let modem = try NullModem()
        let result = try CommandLineTool.run(
            arguments + ["--transport", "serial", "--serial-folder", modem.folder]
        )
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(text), "\(result.errors)")
    }

    @Test func optionsOfASerialPortNeedTheTransport() throws {
        let result = try CommandLineTool.run(["reader", "open", "--baud", "9600"])
        #expect(result.status == 64)
        #expect(result.errors.contains("--baud has no effect without --transport"))
    }
}
