import Foundation
import Testing

/// `accessory reader` on both channels: a reader in this process at the end of a virtual cable, and
/// one in a separate process on a virtual air.
@Suite(.timeLimit(.minutes(20))) struct ReaderCommandTests {
    /// The transport of a test's reader.
    enum Channel: String, CaseIterable, Sendable {
        case jack, bluetooth
    }

    /// Runs `accessory reader` on a channel with a simulated reader.
    private final class Bench {
        private let channel: Channel
        private let scratch: Scratch
        private let air: TestAir?
        private let device: RunningTool?

        init(_ channel: Channel, simulator: [String] = []) throws {
            self.channel = channel
            scratch = try Scratch()
            guard channel == .bluetooth else {
                (air, device) = (nil, nil)
                return
            }
            let air = try TestAir()
            let device = try air.start(["simulate", "reader", "--bluetooth", "Till"] + simulator)
            #expect(device.line() == "ready")
            (self.air, self.device) = (air, device)
        }

        func run(_ arguments: [String], input: String = "") throws -> CommandLineTool.Result {
            let place =
                channel == .jack ? ["--device", "virtual"] : ["--adapter", "virtual"]
            return try CommandLineTool.run(
                CommandLineTool.program,
                ["reader"] + arguments + ["--transport", channel.rawValue] + place,
                input: Data(input.utf8),
                environment: air?.environment
            )
        }

        /// The reader's next line with this text; nil on the jack, where the reader prints no lines.
        func readerLine(with text: String) -> String? { device?.line(with: text) }

        func path(_ name: String) -> String { scratch.url(name).path }
        func url(_ name: String) -> URL { scratch.url(name) }
    }

    @Test(arguments: Channel.allCases)
    func aReaderIsFoundAndOpened(_ channel: Channel) throws {
        let bench = try Bench(channel)
        let isFound = { (result: CommandLineTool.Result) in
            channel == .jack || result.output.contains("Till")
        }
        let search = try CommandLineTool.search(until: isFound) {
            try bench.run(["search", "--search", $0])
        }
        #expect(search.status == 0, "\(search.errors)")
        #expect(search.output.hasPrefix(channel.rawValue))
        #expect(search.output.contains("Till") == (channel == .bluetooth))

        let open = try bench.run(["open"])
        #expect(open.status == 0, "\(open.errors)")
        let lines = open.output.split(separator: "\n").map(String.init)
        // the plugged-in device may be detected before the first state is read
        #expect(lines.dropLast().suffix(2) == ["state DEVICE_DETECTED", "state IDLE"])
        #expect(lines.last?.hasPrefix(channel.rawValue) == true)
    }

    @Test(arguments: Channel.allCases)
    func requestsAreAnswered(_ channel: Channel) throws {
        let bench = try Bench(channel)
        let text = try bench.run(["exchange", "read card"])
        #expect(text.status == 0, "\(text.errors)")
        #expect(text.output == "read card\n")
        #expect(text.errors.hasPrefix("exchanged 9 bytes for 9 in "))
        let hex = try bench.run(["exchange", "--hex", "00 ff 10", "-q"])
        #expect(hex.output == "00ff10\n")
        let json = try bench.run(["exchange", "hi", "--json"])
        #expect(json.output.contains(#""hex":"6869""#) && json.output.contains(#""text":"hi""#))

        let size = channel == .jack ? 2000 : 60_000
        let payload = JackCodecTests.payload(size)
        try payload.write(to: bench.url("in"))
        let files = try bench.run([
            "exchange", "--in", bench.path("in"), "--out", bench.path("out"),
        ])
        #expect(files.status == 0, "\(files.errors)")
        #expect(try Data(contentsOf: bench.url("out")) == payload)

        let close = try bench.run(["close"])
        #expect(close.output == "the reader is off\n")
        if channel == .bluetooth {
            #expect(bench.readerLine(with: "request, \(size) bytes") != nil)
            #expect(bench.readerLine(with: "closed") != nil)
        }
    }

    @Test func aBusyReaderIsCancelledOrTimesOut() throws {
        let bench = try Bench(.bluetooth, simulator: ["--work", "500s", "--steps", "2500"])
        let cancel = try bench.run(["cancel", "read card", "--after", "500ms", "--json"])
        #expect(cancel.status == 0, "\(cancel.errors)")
        #expect(cancel.output.hasPrefix(#"{"code":12,"#))
        #expect(bench.readerLine(with: "failed: cancelled") != nil)
        let step = "device reports: step 1 of 2500"
        let showsStep = { (result: CommandLineTool.Result) in result.errors.contains(step) }
        let timeout = try CommandLineTool.search(until: showsStep) {
            try bench.run(["exchange", "read card", "--timeout", $0])
        }
        #expect(timeout.status == 124)
        #expect(timeout.errors.contains(step))
    }

    @Test func aCancelledRequestOnTheJackIsConfirmed() throws {
        let bench = try Bench(.jack)
        try JackCodecTests.payload(1 << 20).write(to: bench.url("in"))
        let cancel = try bench.run(["cancel", "--in", bench.path("in"), "--after", "500ms"])
        #expect(cancel.status == 0, "\(cancel.errors)")
        #expect(cancel.output.contains("(code 12)"))
        let late = try bench.run(["cancel", "x", "--after", "5s"])
        #expect(late.status == 64)
        #expect(late.errors.contains("answered before the cancel; cancel earlier"))
    }

    @Test(arguments: Channel.allCases)
    func theShellHasEveryCommand(_ channel: Channel) throws {
        let bench = try Bench(channel)
        try Data("from a file".utf8).write(to: bench.url("in"))
        let words = [
            "exchange early", "cancel", "open", "open", "cancel", "exchange first",
            "exchange second",
            "file \(bench.path("in"))", "timeout 0ms", "exchange late", "timeout none",
            "state", "release", "state", "search", "open", "close", "nonsense", "wait 10ms", "help",
        ]
        let shell = try bench.run(
            ["shell", "--search", "1s"],
            input: words.joined(separator: "\n")
        )
        #expect(shell.status == 0, "\(shell.errors)")
        let lines = shell.output.split(separator: "\n").map(String.init)
        let telling = ["error", "first", "second", "from a file"]
        let told = lines.filter { line in telling.contains { line.hasPrefix($0) } }
        #expect(
            told == [
                "error -2: the device is not open; open it first",
                "error -2: the device is not open; open it first",
                "error -1: nothing is running that could be cancelled; start an exchange first",
                "first", "second", "from a file",
                "error: the time for the exchange is over; increase --timeout, or check that it is powered on",
                "error: unknown command nonsense; type help",
            ]
        )
        #expect(lines.filter { $0 == "state DATAEXCHANGE" }.count == 4)
        #expect(lines.filter { $0.hasPrefix(channel.rawValue) }.count >= 4)
        #expect(lines.contains { $0.contains("switch the reader off") })
    }

    @Test func theShellCancelsTheRunningCommand() throws {
        let bench = try Bench(.bluetooth, simulator: ["--work", "20s"])
        let shell = try bench.run(
            ["shell", "--json"],
            input: "open Till\nexchange hello\nwait 300ms\ncancel\nstate"
        )
        #expect(shell.status == 0, "\(shell.errors)")
        let lines = shell.output.split(separator: "\n").map(String.init)
        let failures = lines.filter { $0.contains(#""event":"failed""#) }
        #expect(failures == [#"{"cause":"cancelled","code":12,"event":"failed"}"#])
        #expect(lines.filter { $0.contains(#""event":"sent""#) }.count == 1)
        #expect(bench.readerLine(with: "failed: cancelled") != nil)
    }

    @Test func aCancelRightAfterARequestCancelsIt() throws {
        let bench = try Bench(.bluetooth, simulator: ["--work", "20s"])
        let words = Array(repeating: ["exchange hello", "cancel"], count: 20).joined()
        let shell = try bench.run(
            ["shell", "--json"],
            input: (["open Till"] + words).joined(separator: "\n")
        )
        #expect(shell.status == 0, "\(shell.errors)")
        let failures = shell.output.split(separator: "\n")
            .filter { $0.contains(#""event":"failed""#) }
        let cancelled = #"{"cause":"cancelled","code":12,"event":"failed"}"#
        #expect(failures.map(String.init) == Array(repeating: cancelled, count: 20))
        let atOnce = try bench.run(["cancel", "read card", "--after", "0ms", "--json"])
        #expect(atOnce.status == 0, "\(atOnce.errors)")
        #expect(atOnce.output.hasPrefix(#"{"code":12,"#))
    }

    @Test(arguments: Channel.allCases)
    func inDuplexModeAnswersAreMessages(_ channel: Channel) throws {
        let bench = try Bench(channel, simulator: ["--mode", "duplex"])
        let message = try bench.run(
            ["exchange", "hello", "--mode", "duplex", "--listen", "1s"]
        )
        #expect(message.status == 0, "\(message.errors)")
        #expect(message.output == "hello\n")
        #expect(message.errors.hasPrefix("sent 5 bytes"))
        guard channel == .bluetooth else { return }
        let answer = try bench.run(["exchange", "asked", "-q"])
        #expect(answer.output == "asked\n", "\(answer.errors)")
    }

    @Test(
        "readers work on every serial line",
        arguments: [
            "nordic-uart", "fff0", "sensor", "ackme", "zhaga", "txrx", "zebra", "old",
            "0000FFE0-0000-1000-8000-00805F9B34FB,FFE1,FFE2",
        ]
    )
    func serialProfiles(_ profile: String) throws {
        let bench = try Bench(.bluetooth, simulator: ["--serial-profile", profile])
        let line = ["--serial-profile", profile]
        let exchange = try bench.run(["exchange", "over \(profile)", "-q"] + line)
        #expect(exchange.output == "over \(profile)\n", "\(exchange.errors)")
    }

    @Test func aReaderOfAnotherLineIsRefused() throws {
        let bench = try Bench(.bluetooth, simulator: ["--serial-profile", "zhaga"])
        let other = try bench.run(["open", "--reader", "Till"])
        #expect(other.status == 69)
        #expect(other.errors.contains("none of the serial lines"))
        let nobody = try bench.run(["open", "--reader", "Nobody", "--search", "300ms"])
        #expect(nobody.status == 69)
        #expect(nobody.errors.contains("no reader Nobody was found; list the devices"))
    }

    @Test(
        "impossible options are refused before a device is opened",
        arguments: [
            ["exchange", "a", "--in", "b"], ["exchange", "a", "--listen", "1s"],
            ["exchange", "a", "--mode", "duplex", "--timeout", "1s"],
            ["open", "--serial-profile", "morse"], ["open", "--channel", "air"],
            ["exchange", "--hex", "0g"],
        ]
    )
    func refused(_ arguments: [String]) throws {
        let result = try CommandLineTool.run(["reader"] + arguments + ["--device", "virtual"])
        #expect([64, 65].contains(result.status))
        #expect(result.output.isEmpty)
    }

    @Test func anAnswerThatEndsInALineEndIsText() throws {
        let bench = try Bench(.bluetooth)
        try Data("two\nlines\r\n".utf8).write(to: bench.url("in"))
        let text = try bench.run(["exchange", "--in", bench.path("in"), "-q"])
        #expect(text.output == "two\nlines\n")
        let json = try bench.run(["exchange", "--in", bench.path("in"), "--json"])
        #expect(json.output.contains(#""text":"two\nlines\r\n""#))
        let binary = try bench.run(["exchange", "--hex", "1b5b0a", "-q"])
        #expect(binary.output == "1b5b0a\n")
    }

    @Test func anAnswerThatIsTooLongIsRefused() throws {
        let bench = try Bench(.bluetooth, simulator: ["--fault", "answersTooLong"])
        let result = try bench.run(["exchange", "x", "--json"])
        #expect(result.status != 0)
        #expect(result.errors.contains(#""code":4"#), "\(result.errors)")
    }

    @Test func aReaderThatDoesNotAdvertiseItsLineIsOpened() throws {
        let air = try TestAir()
        let reader = try air.start([
            "simulate", "reader", "--bluetooth", "Odd",
            "--serial-profile", "FFE0,FFE1,FFE2",
        ])
        #expect(reader.line() == "ready")
        func search(_ options: [String], until fits: ([String]) -> Bool) throws -> [String] {
            let words = ["reader", "search", "--channel", "bluetooth"] + options
            return try CommandLineTool.search(until: fits) {
                try air.run(words + ["--search", $0]).lines
            }
        }
        // it advertises a serial service, but none of this command's
        let isListed = { (lines: [String]) in
            lines.contains {
                $0.contains("Odd") && $0.hasSuffix("(advertises no serial profile)")
            }
        }
        #expect(isListed(try search([], until: isListed)))
        let isKnown = { (lines: [String]) in lines.last?.hasSuffix("Odd") == true }
        let known = try search(["--serial-profile", "FFE0,FFE1,FFE2"], until: isKnown)
        #expect(isKnown(known))
        // the name arrives with the scan response, so the device is found first and then updated
        let address = try #require(
            known.last?.split(separator: " ").first { $0.contains(":") && $0 != "update:" }
        )
        #expect(known.count { $0.contains(address) && !$0.hasPrefix("update: ") } == 1)
        let open = try air.run([
            "reader", "open", "--channel", "bluetooth", "--reader", "odd",
            "--serial-profile", "FFE0,FFE1,FFE2",
        ])
        #expect(open.status == 0, "\(open.errors)")
        // without a name only one that advertises a line is taken
        let none = try air.run(["reader", "open", "--channel", "bluetooth", "--search", "500ms"])
        #expect(none.status == 69 && none.errors.contains("no reader was found"))
        reader.interrupt()
    }

    @Test(arguments: [
        (["reader", "open", "--reader", "Till"], "--reader"),
        (["reader", "open", "--channel", "jack", "--serial-profile", "fff0"], "--serial-profile"),
        (["reader", "close", "--channel", "jack", "--adapter", "hci7"], "--adapter"),
        (["reader", "open", "--channel", "bluetooth", "--device", "hw:1"], "--device"),
        (["reader", "open", "--channel", "bluetooth", "--fec"], "--fec"),
        (["reader", "search", "--reader", "Till"], "--reader"),
        (
            ["simulate", "reader", "--device", "hw:1", "--serial-profile", "fff0"],
            "--serial-profile"
        ),
        (["simulate", "reader", "--bluetooth", "Till", "--rate", "44100"], "--rate"),
        (["simulate", "txrx", "--fault", "silent", "--delay", "3s"], "--delay"),
        (["requests", "serve", "--socket", "s", "--device", "hw:1"], "--device"),
        (["requests", "serve", "--socket", "s", "--adapter", "virtual"], "--adapter"),
    ])
    func unusedOptionsAreRefused(_ words: [String], _ option: String) throws {
        let result = try CommandLineTool.run(words)
        #expect(result.status == 64, "\(words)")
        #expect(result.errors.contains(option), "\(result.errors)")
    }

    @Test func helpShowsDefaultsAsTheyAreTyped() throws {
        for words in [
            ["simulate", "reader"], ["simulate", "txrx"], ["reader", "open"],
            ["reader", "exchange"],
            ["requests", "serve"], ["requests", "send"], ["txrx", "send"],
        ] {
            let help = try CommandLineTool.run(words + ["--help"])
            #expect(!help.output.contains("Argument("), "\(words)")
            #expect(!help.output.contains("accessory."), "\(words)")
        }
        let reader = try CommandLineTool.run(["simulate", "reader", "--help"])
        #expect(reader.output.contains("default: master-slave)"))
    }
}
