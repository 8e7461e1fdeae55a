import Foundation
import Testing

/// Command lines that are wrong, or that the parser alone would refuse.
@Suite struct UsageTests {
    @Test func theFlagOfTheProgramIsNotThatOfACommand() throws {
        let incomplete = try CommandLineTool.run(["suota", "make", "--version", "2.0", "x"])
        #expect(incomplete.status == 64)
        #expect(incomplete.errors.hasPrefix("Error: Missing expected argument '<image>'"))
        #expect(incomplete.errors.contains("Usage: accessory suota make "))
        let version = try CommandLineTool.run(["--version"])
        #expect(version.status == 0 && version.output.hasPrefix("0."))
        let unknown = try CommandLineTool.run(["--versoin"])
        #expect(unknown.status == 64 && unknown.errors.contains("--versoin"))
    }

    @Test func negativeNumbersAreValues() throws {
        let duration = try CommandLineTool.run(["scan", "--duration", "-5"])
        #expect(duration.status == 64)
        #expect(
            duration.errors.hasPrefix(
                "Error: The value '-5' is invalid for '--duration <duration>'"
            )
        )
        for arguments in [["Temperature", "-5"], ["Temperature", "--quiet", "--", "-5"]] {
            let encoded = try CommandLineTool.run(["gatt", "encode"] + arguments)
            #expect(encoded.output == "0cfe\n" && encoded.status == 0)
        }
        let json = try CommandLineTool.run(["gatt", "encode", "Temperature", "-5", "--json"])
        #expect(json.output == "{\"value\":\"0cfe\"}\n")
        // an option is none
        let option = try CommandLineTool.run(["gatt", "encode", "Temperature", "5", "-x"])
        #expect(option.status == 64 && option.errors.contains("-x"))
    }

    /// 65 is for files and streams.
    @Test(
        arguments: [
            ["advert", "decode", "zz"], ["gatt", "decode", "2A19", "zz"],
            ["gatt", "decode", "ZZZZ", "32"],
            ["gatt", "encode", "2A19", "500"], ["gatt", "encode", "2A19", "--", "-5"],
            ["gatt", "A4:C1:38:00:00:01", "write", "2A19", "500", "--adapter", "virtual"],
            ["advertise", "zz", "--adapter", "virtual"],
            ["advertise", "0501", "--adapter", "virtual"],
            ["beacon", "set", "A4:C1:38:00:00:01", "--beacon", "11=00", "--adapter", "virtual"],
            ["txrx", "send", "A4:C1:38:00:00:01", "--hex", "zz", "--adapter", "virtual"],
            ["reader", "exchange", "--hex", "zz", "--transport", "jack", "--device", "virtual"],
        ]
    )
    func wrongValuesAreUsageErrors(arguments: [String]) throws {
        let result = try CommandLineTool.run(arguments)
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains("; "))
    }

    @Test func wrongValuesInAStreamAreBadInput() throws {
        for arguments in [["advert", "decode", "-"], ["gatt", "decode", "-"]] {
            #expect(try CommandLineTool.run(arguments, input: Data("zz\n".utf8)).status == 65)
        }
    }

    @Test func profilesAreListedAsTheCommandAcceptsThem() throws {
        let encode = try CommandLineTool.run(["jack", "encode", "--profile", "xyz", "a", "b"])
        for name in [
            "bell202", "manchester:BAUD", "same", "cable[:BITRATE]", "rtty", "callerid",
            "a bit rate",
        ] {
            #expect(encode.errors.contains(name), "\(name)")
        }
        let exchange = try CommandLineTool.run(["jack", "exchange", "--profile", "xyz"])
        #expect(exchange.errors.contains("cable[:BITRATE]") && exchange.status == 64)
    }

    @Test func severalFilesNeedAFolder() throws {
        let scratch = try Scratch()
        for name in ["a.mp3", "b.mp3", "c.mp3"] { try Data([1]).write(to: scratch.url(name)) }
        let paths = try scratch.contents.map { scratch.url($0).path }
        let result = try CommandLineTool.run(["convert"] + paths)
        #expect(result.status == 64)
        #expect(
            result.errors.contains(
                "c.mp3 is a file; several files are converted into a folder; name the folder last"
            )
        )
        #expect(try scratch.contents == ["a.mp3", "b.mp3", "c.mp3"])
    }

    @Test func aSearchWithoutATransportFails() throws {
        let arguments = ["reader", "search", "--adapter", "hci9999", "--search", "100ms"]
        let one = try CommandLineTool.run(arguments + ["--transport", "bluetooth"])
        #expect(one.status == 69 && one.errors.split(separator: "\n").count == 1)
        let all = try CommandLineTool.run(arguments)
        // this machine may have a reader on another transport
        guard all.output.isEmpty else { return #expect(all.status == 0) }
        #expect(all.status == 69)
        #expect(
            all.errors.contains("no reader was found, and not all transports could be searched")
        )
    }

    @Test func theSimulatedReaderIsDrawn() throws {
        let scratch = try Scratch()
        let picture = scratch.url("scope.svg")
        let arguments = ["jack", "scope", "--device", "virtual", "--out", picture.path]
        let drawn = try CommandLineTool.run(
            arguments + ["--profile", "reader", "--duration", "1s"]
        )
        #expect(drawn.status == 0 && drawn.errors == "drew 1.00 s of virtual\n", "\(drawn.errors)")
        #expect(try String(contentsOf: picture, encoding: .utf8).contains("<svg"))
        let long = try CommandLineTool.run(arguments + ["--duration", "11s"])
        #expect(long.status == 64 && long.errors.contains("at most 10s"))
    }

    /// The option precedes the environment.
    @Test func theEnvironmentNamesTheAdapter() throws {
        func errors(_ adapter: String, _ arguments: [String] = []) throws -> String {
            try CommandLineTool.run(
                CommandLineTool.program,
                ["scan", "--duration", "100ms"] + arguments,
                environment: ["ACCESSORY_ADAPTER": adapter]
            ).errors
        }
        #expect(try errors("hci9998").contains("there is no Bluetooth adapter hci9998"))
        #expect(try errors("hci9998", ["--adapter", "hci9997"]).contains("adapter hci9997"))
        #expect(try !errors("").contains("hci999"))
        let air = try Scratch()
        let virtual = try CommandLineTool.run(
            CommandLineTool.program,
            ["scan", "--duration", "100ms"],
            environment: air.asRuntimeFolder.merging(["ACCESSORY_ADAPTER": "virtual"]) { $1 }
        )
        #expect(virtual.status == 0 && virtual.errors.isEmpty, "\(virtual.errors)")
    }
}
