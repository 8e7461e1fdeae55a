import Foundation
import Testing

/// The commands that talk to a device, on the virtual one.
@Suite struct JackDeviceTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    func path(_ name: String) -> String { scratch.url(name).path }

    private struct Exchange: Decodable {
        let requestBytes, answerBytes, framesGood, framesBad, retransmitted, symbolsCorrected: Int
        let seconds, bitsPerSecond, snrDecibels: Double
        let resumed: Bool
    }

    @Test(
        "a request returns unchanged",
        arguments: [
            ["--profile", "reader"], ["--profile", "bell202"], ["--fec"], ["--rate", "44100"],
            ["--profile", "reader", "--hears", "manchester:1837.5"],
        ]
    )
    func exchange(choices: [String]) throws {
        let payload = JackCodecTests.payload(1500)
        try payload.write(to: scratch.url("in"))
        let result = try CommandLineTool.run(
            ["jack", "exchange", "--device", "virtual", "--json"] + choices
                + ["--in", path("in"), "--out", path("out")]
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payload)
        let exchange = try JSONDecoder().decode(Exchange.self, from: result.data)
        #expect(exchange.requestBytes == 1500 && exchange.answerBytes == 1500)
        #expect(exchange.framesGood > 0)
        #expect(exchange.bitsPerSecond > 0 && exchange.bitsPerSecond < 2 * 3675)
        #expect(try scratch.contents == ["in", "out"])
    }

    @Test("- is standard input and output; the summary is not in the data")
    func pipes() throws {
        let payload = JackCodecTests.payload(100)
        let result = try CommandLineTool.run(
            ["jack", "exchange", "--device", "virtual", "--in", "-", "--out", "-"],
            input: payload
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.data == payload)
        #expect(result.errors.hasPrefix("exchanged 100 bytes for 100 in "))
    }

    @Test("a timeout that is too short exits with 124 and leaves no file")
    func timeout() throws {
        let result = try CommandLineTool.run(
            [
                "jack", "exchange", "--device", "virtual", "--timeout", "500ms",
                "--in", "-", "--out", path("out"),
            ],
            input: JackCodecTests.payload(3000)
        )
        #expect(result.status == 124)
        #expect(result.errors.hasPrefix("accessory: the time for the exchange is over; "))
        #expect(try scratch.contents == [])
    }

    @Test("Ctrl-C cancels the exchange, prints one line and leaves no file")
    func interrupt() throws {
        try JackCodecTests.payload(1 << 20).write(to: scratch.url("in"))
        let exchange = try RunningTool([
            "jack", "exchange", "--device", "virtual", "--quiet",
            "--in", path("in"), "--out", path("out"),
        ])
        try exchange.waitForFile("out.partial", in: scratch.folder)
        exchange.interrupt()
        let result = try exchange.finish()
        #expect(result.status == 130)
        #expect(result.errors == "accessory: cancelled\n")
        #expect(try scratch.contents == ["in"])
    }

    @Test("open, close, send and probe report the result")
    func others() throws {
        let open = try CommandLineTool.run(["jack", "open", "--device", "virtual"])
        #expect(open.status == 0, "\(open.errors)")
        #expect(open.output.hasPrefix("woke the accessory in "))
        let close = try CommandLineTool.run(["jack", "close", "--device", "virtual", "--json"])
        #expect(close.output == "{\"closed\":true}\n")
        let send = try CommandLineTool.run(
            ["jack", "send", "--device", "virtual", "--in", "-", "--json"],
            input: Data([1, 2, 3])
        )
        #expect(send.output == "{\"bytes\":3,\"retransmitted\":0}\n", "\(send.errors)")
        let probe = try CommandLineTool.run(["jack", "probe", "--device", "virtual"])
        #expect(probe.status == 0, "\(probe.errors)")
        #expect(
            probe.output.split(separator: "\n").prefix(4).map { $0.prefix(9) } == [
                "device   ", "jack     ", "accessory", "signal   ",
            ]
        )
    }

    @Test("listening ends after its duration")
    func listen() throws {
        let result = try CommandLineTool.run(
            ["jack", "listen", "--device", "virtual", "--timeout", "200ms"]
        )
        #expect(result.status == 124)
        #expect(result.errors.hasPrefix("accessory: no more messages within 200ms; "))
    }

    @Test(
        "a missing device",
        arguments: [
            ["jack", "open"], ["jack", "close"], ["jack", "probe"], ["jack", "listen"],
            ["jack", "send", "--in", "-"], ["jack", "exchange", "--in", "-", "--out", "{out}"],
            ["simulate", "reader"],
        ]
    )
    func unknownDevice(command: [String]) throws {
        let result = try CommandLineTool.run(
            command.map { $0.replacing("{out}", with: path("out")) } + ["--device", "hw:9"]
        )
        #expect(result.status == 69)
        #expect(result.errors.hasPrefix("accessory: no audio device \"hw:9\"; "))
        #expect(result.errors.count(where: \.isNewline) == 1)
        #expect(result.data.isEmpty)
        #expect(try scratch.contents == [])
    }

    @Test("a request longer than the link's limit")
    func tooLong() throws {
        let result = try CommandLineTool.run(
            ["jack", "exchange", "--device", "virtual", "--in", "-", "--out", path("out")],
            input: Data(count: 1 << 20 + 1)
        )
        #expect(result.status == 65)
        #expect(result.errors.contains("longer than 1048576 bytes"))
        #expect(try scratch.contents == [])
    }

    @Test(
        "invalid options are refused before a device is opened",
        arguments: [
            ["jack", "open", "--rate", "4000"], ["jack", "open", "--capture-channel", "0"],
            ["jack", "open", "--profile", "hijack"], ["simulate", "reader", "--device", "virtual"],
            ["jack", "exchange", "--in", "a", "--out", "b", "--timeout", "soon"],
            ["demo", "--play", "hw:0"],
        ]
    )
    func refused(command: [String]) throws {
        let result = try CommandLineTool.run(command)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("Error: "))
    }

    @Test("the demonstration is exact, and cancels on the way")
    func demo() throws {
        struct Bluetooth: Decodable {
            let sensor, battery: String
            let rates: [String]
        }
        struct Demo: Decodable {
            let bluetooth: Bluetooth
            let exchange: Exchange
            let cancelledAt: Int
            let cable: Exchange
        }
        try JackCodecTests.payload(6000).write(to: scratch.url("file"))
        let result = try CommandLineTool.run(["demo", "--json", "--file", path("file")])
        #expect(result.status == 0, "\(result.errors)")
        let demo = try JSONDecoder().decode(Demo.self, from: result.data)
        #expect(demo.exchange.requestBytes == 6000 && demo.exchange.answerBytes == 6000)
        #expect((1500..<6000).contains(demo.cancelledAt))
        #expect(
            demo.bluetooth.battery == "87 %"
                && demo.bluetooth.rates == ["72 bpm", "74 bpm", "73 bpm"]
        )
        #expect(demo.bluetooth.sensor.hasPrefix("Govee") && demo.bluetooth.sensor.contains("23.4"))
        #expect(demo.cable.requestBytes == 6000 && demo.cable.answerBytes == 6000)
        #expect(demo.cable.seconds < demo.exchange.seconds / 2)
    }
}
