import AccessoryLink
import Foundation
import Modem
import Testing

@testable import AudioJack
@testable import accessory

/// The commands of the jack on the virtual device, in the process of the tests.
@Suite(.timeLimit(.minutes(20))) struct VirtualReaderTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func path(_ name: String) -> String { scratch.url(name).path }

    private func run(_ words: String...) async -> LocalTool.End {
        await LocalTool.run(words + ["--device", "virtual"])
    }

    private func object(_ end: LocalTool.End) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data((end.output.first ?? "").utf8))
        return try #require(json as? [String: Any])
    }

    @Test func sessions() async throws {
        let open = await run("jack", "open")
        #expect(open.failure == nil && open.output.count == 1)
        #expect(open.output[0].hasPrefix("woke the accessory in "))
        let json = try object(await run("jack", "open", "--json"))
        #expect(json["resumed"] as? Bool == false && json["seconds"] as? Double ?? 0 > 0)
        #expect(open.output[0].hasSuffix(" s; it stays on"))
        #expect(await run("jack", "close").output == ["the accessory is off"])
        #expect(await run("jack", "close", "--json").output == [#"{"closed":true}"#])
        try Data([1, 2, 3]).write(to: scratch.url("in"))
        let send = await run("jack", "send", "--in", path("in"))
        #expect(send.errors == ["sent 3 bytes, 0 retransmitted"] && send.failure == nil)
        #expect(await run("jack", "send", "--in", path("in"), "-q").errors.isEmpty)
        let sent = await run("jack", "send", "--in", path("in"), "--json")
        #expect(sent.output == [#"{"bytes":3,"retransmitted":0}"#])
        let none = await run("jack", "listen", "--timeout", "50ms")
        #expect(
            none.failure
                == Failure(
                    .timeout,
                    "no more messages within 50ms",
                    nextStep: "increase --timeout"
                )
        )
        let reader = await run("reader", "close")
        #expect(reader.output == ["the reader is off"] && reader.failure == nil)
        #expect(await run("reader", "close", "--json").output == [#"{"closed":true}"#])
    }

    @Test func exchanges() async throws {
        try JackCodecTests.payload(300).write(to: scratch.url("in"))
        let words = [
            "jack", "exchange", "--in", path("in"), "--out", path("out"), "--device", "virtual",
        ]
        let json = try object(await LocalTool.run(words + ["--json"]))
        #expect(try Data(contentsOf: scratch.url("out")) == JackCodecTests.payload(300))
        let seconds = try #require(json["seconds"] as? Double)
        let rate = try #require(json["bitsPerSecond"] as? Double)
        #expect(json["requestBytes"] as? Int == 300 && json["answerBytes"] as? Int == 300)
        #expect(abs(rate - 4800 / seconds) < 1e-6 && json["samplesLost"] as? Int == 0)
        let text = await LocalTool.run(words)
        #expect(text.output.isEmpty && text.failure == nil)
        let start = "exchanged 300 bytes for 300 in "
        #expect(text.errors.last?.hasPrefix(start) == true, "\(text.errors)")
        #expect(await LocalTool.run(words + ["--quiet"]).errors.isEmpty)
        let late = await LocalTool.run(words + ["--timeout", "10ms"])
        #expect(late.failure?.status == .timeout)
    }

    private func result(
        seconds: Double = 2,
        lost: Int = 0,
        isMinimum: Bool = true
    ) -> ExchangeResult {
        var quality = SignalQuality()
        (quality.goodFrames, quality.badFrames, quality.correctedSymbols) = (7, 2, 5)
        (quality.signalToNoise, quality.signalToNoiseIsMinimum) = (250, isMinimum)
        (quality.clockOffset, quality.lostSamples) = (-3, lost)
        return ExchangeResult(
            request: 100,
            answer: 25,
            resumed: true,
            elapsed: .seconds(seconds),
            statistics: LinkStatistics(),
            quality: quality
        )
    }

    @Test func resultsOfExchanges() {
        let some = result()
        #expect(some.bitsPerSecond == 500 && some.seconds == 2 && some.resumed)
        #expect(some.framesGood == 7 && some.framesBad == 2 && some.symbolsCorrected == 5)
        #expect(some.snrDecibels == 200 && some.snrIsMinimum && some.clockPPM == -3)
        let line =
            "exchanged 100 bytes for 25 in 2.0 s: 500 bit/s, 0 retransmitted, "
            + "2 of 9 received frames damaged, 5 symbols corrected, SNR >= 200.0 dB"
        #expect(some.line == line && some.samplesLost == 0)
        #expect(result(lost: 3).line == line + ", 3 samples lost by the sound card")
        #expect(result(isMinimum: false).line.hasSuffix(", SNR 200.0 dB"))
        #expect(result(seconds: 0).bitsPerSecond == 0)
    }

    @Test func probes() async throws {
        let json = try object(await run("jack", "probe", "--json", "--profile", "reader"))
        #expect(json["sampleRate"] as? Int == 48_000 && json["resumed"] as? Bool == false)
        #expect(json["receiving"] == nil && json["sending"] == nil && json["signal"] != nil)
        #expect(json["inverted"] as? Bool == false && json["format"] == nil)
        let level = try #require(json["level"] as? Double)
        #expect(level > 0 && level <= 1)
        let latency = try #require(json["latencyMilliseconds"] as? Double)
        let size = try #require(json["blockSize"] as? Int)
        let text = await run("jack", "probe", "--profile", "reader")
        #expect(
            text.output.first
                == "device     48000 samples a second, blocks of \(size), latency \(latency.formatted(0)) ms"
        )
        #expect(json["openSeconds"] as? Double ?? 0 > 0)
        #expect(
            text.output[1] == "jack       plugged"
                || text.output[1] == "jack       not reported by the card"
        )
        #expect(text.output[2].hasPrefix("accessory  woken, answered in "))
        #expect(text.output[3].hasPrefix("signal     SNR ") && text.output[3].contains(", level "))
        #expect(text.output.contains { $0.hasPrefix("recommend  --profile ") })
        #expect(text.failure == nil && text.errors.isEmpty)
    }

    @Test func theCableModemIsProbedInBothDirections() async throws {
        let end = await run("jack", "probe")
        #expect(end.failure == nil)
        let lines = end.output
        #expect(lines.contains { $0.hasPrefix("receiving  SNR ") })
        #expect(lines.contains { $0.hasPrefix("sending    SNR ") })
    }

    @Test func requestsToReaders() async throws {
        let text = await run("reader", "exchange", "read card")
        #expect(text.output == ["read card"] && text.failure == nil)
        #expect(text.errors.last?.hasPrefix("exchanged 9 bytes for 9 in ") == true)
        let hex = await run("reader", "exchange", "--hex", "00 ff 10", "--quiet")
        #expect(hex.output == ["00ff10"] && hex.errors.isEmpty)
        let json = await run("reader", "exchange", "hi", "--json")
        #expect(
            json.output.first?.hasPrefix(#"{"answerBytes":2,"hex":"6869","requestBytes":2,"#)
                == true
        )
        #expect(json.output.count == 1 && json.errors.isEmpty)
        let file = await run("reader", "exchange", "hello", "--out", path("out"))
        #expect(file.output.isEmpty && file.errors.count == 1)
        #expect(try Data(contentsOf: scratch.url("out")) == Data("hello".utf8))
        let duplex = await run("reader", "exchange", "hello", "--mode", "duplex", "--listen", "1ms")
        #expect(duplex.failure == nil && duplex.errors.first?.hasPrefix("sent 5 bytes in ") == true)
        let wrong = await run("reader", "exchange", "--hex", "0")
        #expect(wrong.failure?.cause == "the request has an odd number of hexadecimal digits (1)")
        let late = await run("reader", "exchange", "hello", "--timeout", "10ms")
        #expect(late.failure?.status == .timeout)
        let open = await run("reader", "open")
        #expect(open.output.suffix(3) == ["state DEVICE_DETECTED", "state IDLE", "jack"])
        var search = await run("reader", "search", "--search", "100ms")
        // a busy machine may need longer
        if search.output.isEmpty { search = await run("reader", "search", "--search", "10s") }
        #expect(search.output == ["jack"] && search.failure == nil)
    }

    @Test func demonstrations() async throws {
        try JackCodecTests.payload(1000).write(to: scratch.url("in"))
        let words = ["demo", "--file", path("in"), "--profile", "reader"]
        let end = await LocalTool.run(words)
        try #require(end.failure == nil && end.output.count == 11, "\(end)")
        let lines = end.output
        #expect(
            lines[0]
                == "cable: virtual, 25 dB over the noise, AC-coupled, 5 ms of silence every 5 s, the reader's "
                + "clock 150 ppm fast; profile reader"
        )
        #expect(lines[1] == "file: \(path("in")), 1000 bytes")
        #expect(lines[2].hasPrefix("open: the reader woke and answered in "))
        let start = "exchange: 1000 bytes there and back, without errors, in "
        #expect(lines[3].hasPrefix(start))
        // a quarter of the request
        let parts = lines[9].split(separator: " ")
        let at = try #require(parts.count > 3 ? Int(parts[3]) : nil)
        #expect(at >= 250 && at < 1000)
        let rest = "of 1000 bytes, the reader confirmed (code 12)"
        #expect(lines[9] == "cancel: stopped at \(at) \(rest)")
        #expect(lines[10] == "close: the reader is off")
        let json = try object(await LocalTool.run(words + ["--json"]))
        let exchange = try #require(json["exchange"] as? [String: Any])
        #expect(json["cable"] == nil && exchange["requestBytes"] as? Int == 1000)
        #expect(json["cancelledAt"] as? Int ?? 0 >= 250)
    }

    @Test func linesOfDemonstrations() {
        #expect(
            Demo.lines(result()) == [
                "exchange: 100 bytes there and back, without errors, in 2.0 s of sound",
                "  goodput        500 bit/s", "  retransmitted  0 packets",
                "  damaged        2 of 9 received frames", "  corrected      5 symbols",
                "  signal         SNR >= 200.0 dB, clock -3 ppm",
            ]
        )
    }

    @Test func filesOfDemonstrations() throws {
        try Data([1, 2, 3]).write(to: scratch.url("a"))
        try Data().write(to: scratch.url("e"))
        let whole = try DemoFile.read(path("a"), size: 4)
        #expect(whole.bytes == [1, 2, 3] && whole.name == path("a"))
        #expect(try DemoFile.read(path("a"), size: 2).bytes == [1, 2])
        let own = try DemoFile.read(nil, size: 4)
        #expect(own.bytes == [0x7F, 0x45, 0x4C, 0x46] && own.name == "the start of this program")
        #expect(
            throws: Failure(.badInput, "\(path("e")) is empty", nextStep: "give another --file")
        ) { try DemoFile.read(path("e"), size: 4) }
    }

    @Test func benches() throws {
        let reader = SoundProfile.modem(.reader)
        let plain = DemoBench(try Demo.parse([]), reader)
        #expect(plain.options.sends.name == "reader" && !plain.options.offersCable)
        #expect(!plain.options.correctsErrors)
        let fec = DemoBench(try Demo.parse(["--fec"]), reader)
        #expect(fec.options.correctsErrors)
        let cable = DemoBench(try Demo.parse(["--fec"]), .cable(bitRate: nil))
        #expect(cable.options.offersCable && !cable.options.correctsErrors)
        #expect(cable.description.hasSuffix("; profile cable"))
        let cards = DemoBench(try Demo.parse(["--play", "a", "--capture", "b"]), reader)
        #expect(cards.description == "cable: a and b, profile reader")
        // bits both ways and a quarter of them, with headers or codes, at 3675 bit/s; 8 s of work
        let baud = plain.options.sends.baud
        for (bench, factor) in [(plain, 1.15), (fec, 3.4)] {
            let seconds = Int((8000 * 2.25 * factor / baud + 8).rounded())
            #expect(
                bench.forecast(1000) == "this takes about \(seconds) s: sound is sent in real time"
            )
        }
        #expect(DemoBench(try Demo.parse([]), reader).forecast(0).contains("about 8 s"))
    }
}
