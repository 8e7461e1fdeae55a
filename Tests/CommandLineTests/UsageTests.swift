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

    @Test(arguments: [
        ["jack", "--device", "no-such-card"], ["bluetooth", "--adapter", "hci9999"],
        ["serial", "--serial-folder", "/dev/null"],
    ])
    func aTransportThatCannotBeSearchedFailsAlone(_ transport: [String]) throws {
        let words = ["reader", "search", "--search", "100ms", "--transport"] + transport
        let text = try CommandLineTool.run(words)
        #expect(text.status == 69 && text.output.isEmpty, "\(text)")
        #expect(text.errors.split(separator: "\n").count == 1)
        let json = try CommandLineTool.run(words + ["--json"])
        #expect(json.status == 69 && json.output.isEmpty && json.errors.hasPrefix("{"))
    }

    @Test func aSearchNamesTheTransportsThatItLeavesOut() throws {
        let scratch = try Scratch()
        let words = ["reader", "search", "--search", "10s", "--serial-folder"]
        let jack = try CommandLineTool.run(
            words + [scratch.folder.path, "--adapter", "hci9999", "--device", "virtual"]
        )
        #expect(jack.status == 0 && jack.output == "jack\n", "\(jack)")
        #expect(
            jack.errors.hasPrefix(
                "accessory: bluetooth is not searched: there is no Bluetooth adapter hci9999"
            ) && jack.errors.split(separator: "\n").count == 1
        )
        let none = try CommandLineTool.run(
            ["reader", "search", "--search", "100ms", "--serial-folder", "/dev/null"]
                + ["--adapter", "hci9999", "--device", "no-such-card"]
        )
        #expect(none.status == 69 && none.output.isEmpty)
        for name in ["jack", "bluetooth", "serial"] {
            #expect(none.errors.contains("accessory: \(name) is not searched: "), "\(none)")
        }
    }

    @Test func aSearchThatFindsNothingSucceeds() throws {
        let scratch = try Scratch()
        let serial = try CommandLineTool.run([
            "reader", "search", "--search", "100ms", "--transport", "serial",
            "--serial-folder", scratch.folder.path,
        ])
        #expect(serial.status == 0 && serial.output.isEmpty && serial.errors.isEmpty)
        let air = try TestAir()
        let bluetooth = try air.run([
            "reader", "search", "--search", "100ms", "--transport", "bluetooth",
        ])
        #expect(bluetooth.status == 0 && bluetooth.lines.isEmpty && bluetooth.errors.isEmpty)
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

    /// An example that runs until Ctrl-C. A machine without the adapter is no misuse of an interface.
    @Test func anAppReportsAMissingAdapter() throws {
        // next to the test bundle: the program may be the release build's
        let app = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "HeartRateApp")
        let result = try CommandLineTool.run(
            URL(filePath: "/usr/bin/timeout"),
            ["2", app.path],
            environment: ["ACCESSORY_ADAPTER": "hci9998"]
        )
        #expect(
            result.errors
                == "[CoreBluetooth] there is no Bluetooth adapter hci9998; plug it in, or choose another\n"
        )
    }
}
