import ArgumentParser
import Testing

@testable import accessory

/// The defaults of options.
@Suite struct DefaultsTests {
    /// The names of the flags that are set, also in groups of options.
    private func flags(_ options: Any) -> [String] {
        Mirror(reflecting: options).children.flatMap { label, value -> [String] in
            if let flag = value as? Flag<Bool> { return flag.wrappedValue ? [label ?? ""] : [] }
            if let group = value as? any Grouped { return flags(group.options) }
            return []
        }
    }

    /// No flag is set by itself, and each is set by its name.
    @Test func flags() throws {
        let commands: [(any ParsableArguments.Type, [String], [String])] = [
            (
                JackEncode.self, ["--profile", "reader", "a", "b"],
                ["fec", "force", "json", "quiet"]
            ),
            (JackDecode.self, ["--profile", "reader", "a", "b"], ["uncoded"]),
            (ModemOptions.self, ["--profile", "bell202"], ["stream"]),
            (DeviceOptions.self, [], ["fec", "keep-mixer"]), (JackListen.self, [], ["raw"]),
            (JackDevices.self, [], ["all"]), (Demo.self, [], ["fec"]),
            (ConvertCommand.self, ["--bits", "24", "a", "b"], ["padded"]),
            (ConvertCommand.self, ["--bits", "8", "--container", "raw", "a", "b"], ["signed"]),
            (Gatt.self, ["Door"], ["text", "without-response", "no-values", "encrypt", "pair"]),
            (PairingOptions.self, [], ["yes"]), (ReaderRequest.self, ["a"], ["hex"]),
            (Scan.self, [], ["passive", "real-time", "csv"]),
            (AdvertisingOptions.self, [], ["extended"]),
            (PeripheralCommand.self, ["a"], ["updates"]), (BeaconApply.self, ["a"], ["again"]),
            (BeaconUpgrade.self, ["d", "f"], ["restore", "force"]),
            (
                SuotaUpdate.self, ["d", "f"],
                ["largest-block", "feasycom", "channel", "no-reboot", "force"]
            ),
            (SimulateBeaconModule.self, [], ["suota"]), (SimulateSuotaTarget.self, [], ["old"]),
            (TxRxConnectCommand.self, ["d"], ["listen", "hex"]),
            (TxRxSendCommand.self, ["d", "c"], ["no-answer"]),
        ]
        for (command, arguments, names) in commands {
            #expect(flags(try command.parse(arguments)).isEmpty, "\(command)")
            for name in names {
                let set = flags(try command.parse(arguments + ["--\(name)"]))
                let property = name.split(separator: "-").map(String.init).enumerated()
                    .map { $0 == 0 ? $1 : $1.capitalized }.joined()
                #expect(set == ["_\(property)"], "\(command) --\(name)")
            }
        }
    }

    @Test func sound() throws {
        let encode = try JackEncode.parse(["--profile", "reader", "a", "b"])
        #expect(encode.rate == 48_000 && encode.level == 0.9 && encode.band == nil)
        #expect(try JackDecode.parse(["--profile", "reader", "a", "b"]).channel == 1)
        let sounding = try JackSounding.parse(["a"])
        #expect(sounding.id == 1 && sounding.rate == 48_000 && sounding.level == 0.9)
        #expect(try JackReport.parse(["a", "b"]).channel == 1)
        #expect(try RecordingOptions.parse(["a"]).channel == 1)
        let convert = try ConvertCommand.parse(["a", "b"])
        #expect(convert.rate == 16_000 && convert.bits == 16 && convert.channels == 1)
        #expect(convert.jobs == nil && convert.plot == nil)
    }

    @Test func bluetooth() throws {
        #expect(try AdapterOptions.parse([]).adapter == "hci0")
        let scan = try Scan.parse([])
        #expect(scan.filterRSSI == -127 && scan.kind == .any && scan.sort == .found)
        let air = try AdvertisingOptions.parse([])
        #expect(air.interval == TimeSpan(.milliseconds(100)) && air.phy == nil)
        #expect(try SimulateBeacon.parse([]).turn == TimeSpan(.seconds(1)))
        let gatt = try Gatt.parse(["Door"])
        #expect(gatt.operation == .tree && gatt.target.timeout == TimeSpan(.seconds(10)))
        #expect(gatt.target.pairing.passkey == nil && !gatt.target.pairing.isStated)
        #expect(try PairingOptions.parse(["--yes"]).isStated)
        #expect(try PairingOptions.parse(["--passkey", "1"]).isStated)
        #expect(try TxRxScanCommand.parse([]).time == TimeSpan(.seconds(10)))
        let send = try TxRxSendCommand.parse(["d", "c"]).session
        #expect(send.scan == TimeSpan(.seconds(10)) && send.mode == nil)
        #expect(try send.bytes("41") == [0x34, 0x31])
        let hex = try TxRxSendCommand.parse(["d", "c", "--hex"]).session
        #expect(try hex.bytes("41") == [0x41] && hex.bytes("") == [])
    }

    @Test func devices() throws {
        let module = try SimulateBeaconModule.parse([])
        #expect(module.name == "Feasycom" && module.model == 21)
        #expect(module.firmware == 830 && module.bootloader == 600 && module.pin == nil)
        let target = try SimulateSuotaTarget.parse([])
        #expect(target.buffer == 512 && target.chunk == 244 && target.chip.family == .da1458x)
        #expect(target.writeTime == TimeSpan(.zero))
        let update = try SuotaUpdate.parse(["d", "f"])
        #expect(update.bank == 0 && update.restarts == 0 && update.memory == .spi)
        #expect(update.timeout == TimeSpan(.seconds(10)) && update.block == nil)
        #expect(try BeaconApply.parse(["a"]).tries == 2)
        let txRx = try SimulateTxRx.parse([])
        #expect(txRx.profile == .txrx && txRx.name == "TxRx" && txRx.count == nil)
    }

    /// Beacons: the powers of the specifications' examples.
    @Test func beacons() throws {
        let uuid = "00112233445566778899AABBCCDDEEFF"
        let iBeacon = ["--uuid", uuid, "--major", "1", "--minor", "0xFFFF"]
        #expect(try IBeaconOptions.parse(iBeacon).power == -59)
        #expect(try EddystoneURLOptions.parse(["https://a.de"]).power == -18)
        let uid = ["--namespace", "00010203040506070809", "--instance", "010203040506"]
        #expect(try EddystoneUIDOptions.parse(uid).power == -18)
        let tlm = try EddystoneTLMOptions.parse([])
        #expect(tlm.battery == nil && tlm.temperature == nil && tlm.count == 0)
        #expect(tlm.uptime == TimeSpan(.zero))
        let id = String(repeating: "00", count: 20)
        let alt = try AltBeaconOptions.parse(["--company", "280", "--id", id])
        #expect(alt.power == -59 && alt.reserved.value == 0)
    }

    /// Bytes are counted, and each fault of a beacon has its words.
    @Test func beaconsThatCannotBeBuilt() throws {
        let rows: [(any BeaconOptions.Type, [String], String)] = [
            (
                EddystoneUIDOptions.self, ["--namespace", "00", "--instance", "010203040506"],
                "The namespace must have 10 bytes: 20 hexadecimal digits"
            ),
            (
                EddystoneUIDOptions.self,
                ["--namespace", "00010203040506070809", "--instance", "01"],
                "The instance must have 6 bytes: 12 hexadecimal digits"
            ),
            (
                AltBeaconOptions.self, ["--company", "1", "--id", "00"],
                "The id must have 20 bytes: 40 hexadecimal digits"
            ),
            (
                IBeaconOptions.self, ["--uuid", "x", "--major", "1", "--minor", "2"],
                "'x' is not a UUID"
            ),
            (
                EddystoneURLOptions.self, ["https://a.de", "--power", "128"],
                "--power 128 is out of range, which is -128 to 127"
            ),
            (
                IBeaconOptions.self,
                ["--uuid", "180D", "--major", "1", "--minor", "2", "--power", "-129"],
                "--power -129 is out of range"
            ),
            (EddystoneTLMOptions.self, ["--battery", "65536"], "--battery 65536 is out of range"),
            (EddystoneTLMOptions.self, ["--uptime", "200000h"], "--uptime 720000000.0 seconds is"),
            (EddystoneURLOptions.self, ["ftp://a.de"], "the URL has a scheme or character"),
            (EddystoneURLOptions.self, ["https://abcdefghijklmnopqr.de"], "it is too long"),
            (
                EddystoneTLMOptions.self, ["--temperature", "129"],
                "--temperature 129.0 is out of range, which is -127.0 to 127.0"
            ),
        ]
        for (kind, arguments, text) in rows {
            do {
                _ = try kind.parse(arguments).advertisementData()
                Issue.record("\(arguments)")
            } catch let failure as Failure {
                #expect(failure.status == .usage && failure.cause.contains(text), "\(failure)")
                #expect(failure.nextStep == "see --help for the limits")
            } catch {
                #expect("\(error)".contains(text), "\(error)")
            }
        }
    }
}

private protocol Grouped {
    var options: Any { get }
}

extension OptionGroup: Grouped {
    fileprivate var options: Any { wrappedValue }
}
