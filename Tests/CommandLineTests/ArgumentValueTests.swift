import ArgumentParser
import BluetoothLE
import FirmwareUpdate
import Foundation
import RequestTransfer
import Testing

@testable import accessory

/// The values of options and arguments.
@Suite struct ArgumentValueTests {
    @Test(arguments: [
        ("0x0001", AttributeName.handle(1), "0x0001"), ("0xFFFF", .handle(0xFFFF), "0xffff"),
        ("2A00", .uuid(BluetoothUUID(0x2A00)), "2A00"),
        ("Device Name", .name("Device Name"), "Device Name"), ("a\u{1B}", .name("a\u{1B}"), "a?"),
    ])
    func attributes(text: String, name: AttributeName, description: String) {
        #expect(AttributeName(argument: text) == name && name.description == description)
    }

    @Test(arguments: ["", "0x", "0x0", "0x10000", "0xG"])
    func attributesAreRefused(text: String) {
        #expect(AttributeName(argument: text) == nil)
    }

    /// The words of bluetoothctl, and the bits of the Core Specification, Vol 3, Part G, 3.3.1.1.
    @Test(arguments: [
        ("broadcast", 0x01), ("read", 0x02), ("write-without-response", 0x04), ("write", 0x08),
        ("notify", 0x10), ("indicate", 0x20), ("authenticated-signed-writes", 0x40),
        ("extended-properties", 0x80), ("encrypt-notify", 0x100), ("encrypt-indicate", 0x200),
    ])
    func properties(word: String, bit: UInt16) throws {
        let options = try CharacteristicProperties(words: [word])
        #expect(Int(options.rawValue) == Int(bit) && options.words == [word])
    }

    @Test func permissions() throws {
        let rows: [(String, AttributePermissions)] = [
            ("read", .readable), ("write", .writeable), ("encrypt-read", .readEncryptionRequired),
            ("encrypt-write", .writeEncryptionRequired),
            ("encrypt-authenticated-read", .readAuthenticationRequired),
            ("encrypt-authenticated-write", .writeAuthenticationRequired),
        ]
        for (word, option) in rows {
            #expect(try AttributePermissions(words: [word]).contains(option))
            #expect(option.words.contains(word))
        }
        let both: AttributePermissions = [.readable, .writeable]
        #expect(try AttributePermissions(words: ["write", "read"]) == both)
        #expect(both.words == ["read", "write"])
        #expect(try AttributePermissions(words: []).words.isEmpty)
        do {
            _ = try CharacteristicProperties(words: ["read", "nod\u{7}"])
            Issue.record("an unknown word")
        } catch {
            #expect("\(error)".hasPrefix("'nod?' is none of broadcast, read, write-without-"))
        }
    }

    @Test(arguments: [
        ("spi", MemoryArgument.spi), ("SPI", .spi), ("i2c", .i2c(address: nil)),
        ("i2c:0x50", .i2c(address: 0x50)), ("I2C:3ff", .i2c(address: 0x3FF)), ("i2c:400", nil),
        ("i2c:", nil), ("i2c:0x50:1", nil), ("spi:1", nil), ("", nil), ("flash", nil),
    ])
    func memories(text: String, memory: MemoryArgument?) {
        #expect(MemoryArgument(argument: text) == memory)
    }

    @Test func pinsOfMemories() throws {
        let pins = PinsArgument(argument: "P0_1,P0_2,P0_3,P0_4")?.pins ?? []
        #expect(pins == ["P0_1", "P0_2", "P0_3", "P0_4"])
        #expect(PinsArgument(argument: "P0_1,") == nil && PinsArgument(argument: "P0_1,x") == nil)
        let usual = SuotaMemory.feasycomSPI
        #expect(try MemoryArgument.spi.memory([], usual: usual) == usual)
        #expect(
            try MemoryArgument.spi.memory(pins, usual: usual)
                == .spi(miso: "P0_1", mosi: "P0_2", cs: "P0_3", sck: "P0_4")
        )
        let i2c = MemoryArgument.i2c(address: nil)
        #expect(try i2c.memory([], usual: usual) == .dialogI2C)
        #expect(
            try MemoryArgument.i2c(address: 0x51).memory([], usual: usual)
                == .i2c(address: 0x51, scl: "P0_2", sda: "P0_3")
        )
        #expect(
            try i2c.memory(["P1_1", "P1_2"], usual: usual)
                == .i2c(address: 0x50, scl: "P1_1", sda: "P1_2")
        )
        for count in [1, 2, 3, 5] {
            let some = Array((pins + pins).prefix(count))
            #expect(throws: ValidationError.self) {
                try MemoryArgument.spi.memory(some, usual: usual)
            }
        }
        for count in [1, 3, 4] {
            let some = Array(pins.prefix(count))
            #expect(throws: ValidationError.self) { try i2c.memory(some, usual: usual) }
        }
    }

    @Test(
        arguments: [
            ("a=1", "a", JSONValue.integer(1)), ("a=text", "a", "text"), ("a=\"1\"", "a", "1"),
            ("a=", "a", ""), ("a=1,2", "a", "1,2"), ("a=[1,2]", "a", [1, 2]), ("a=b=c", "a", "b=c"),
            ("a=true", "a", true), ("a=null", "a", nil), ("a={\"b\":1}", "a", ["b": 1]),
        ] as [(String, String, JSONValue)]
    )
    func parameters(text: String, key: String, value: JSONValue) {
        let parameter = ParameterArgument(argument: text)
        #expect(parameter?.key == key && parameter?.value == value)
    }

    @Test(arguments: ["", "a", "=1"]) func parametersNeedAName(text: String) {
        #expect(ParameterArgument(argument: text) == nil)
    }

    @Test func serialProfiles() {
        #expect(SerialProfileArgument(argument: "fff0")?.profile.service == BluetoothUUID(0xFFF0))
        #expect(
            SerialProfileArgument(argument: "nordic-uart")?.defaultValueDescription == "nordic-uart"
        )
        for profile in TxRxProfileArgument.allCases {
            let found = SerialProfileArgument(argument: profile.rawValue)?.profile
            #expect(found == profile.profile.serial)
        }
        let own = SerialProfileArgument(argument: "FFE0,FFE1,FFE2")?.profile
        #expect(own?.name == "FFE0,FFE1,FFE2" && own?.service == BluetoothUUID(0xFFE0))
        #expect(own?.toPeripheral == BluetoothUUID(0xFFE1))
        #expect(own?.toCentral == BluetoothUUID(0xFFE2))
        for text in ["FFE0,FFE1", "FFE0,FFE1,FFE2,FFE3", "FFE0,FFE1,x", "FFE0,,FFE2", "x"] {
            #expect(SerialProfileArgument(argument: text) == nil, "\(text)")
        }
    }

    @Test func namesOfDevices() {
        let profiles: [(String, String)] = [
            ("sensor", "Tertium sensor"), ("txrx", "Tertium TxRx"), ("zebra", "Tertium-Zebra"),
        ]
        for (name, full) in profiles {
            #expect(TxRxProfileArgument(rawValue: name)?.profile.name == full)
        }
        #expect(ModeArgument(argument: "stream")?.mode == .stream)
        #expect(ModeArgument(argument: "local")?.mode == .localCommand)
        #expect(ModeArgument(argument: "remote")?.mode == .remoteCommand)
        #expect(ModeArgument(argument: "other") == nil)
        #expect(Chip(argument: "DA14531")?.family == .da1458x && Chip(argument: "x") == nil)
        #expect(Chip(family: .da1469x).defaultValueDescription == "DA1469x")
        #expect(LinkModeArgument(rawValue: "master-slave")?.mode == .masterSlave)
        #expect(LinkModeArgument(rawValue: "duplex")?.mode == .duplex)
        #expect("\(FlowArgument.hardware.control)" == "hardware")
        #expect("\(FlowArgument.none.control)" == "none")
        #expect(FaultArgument(argument: "wrongVersion").map { "\($0.fault)" } == "wrongVersion")
        #expect(FaultArgument(argument: "wrongversion") == nil)
    }

    @Test func radios() {
        #expect(PHYName(rawValue: "1M")?.phy == .le1M && PHYName(rawValue: "2M")?.phy == .le2M)
        #expect(PHYName(rawValue: "coded")?.phy == .coded)
        #expect(Scan.ScannedPHY.coded.phy == .coded && Scan.ScannedPHY.le1M.phy == .le1M)
        #expect(Scan.Kind.any.browserKind == .any && Scan.Kind.beacon.browserKind == .beacon)
        #expect(Scan.Kind.sensor.browserKind == .sensor)
        #expect(Scan.Kind.setting.browserKind == .setting)
        #expect(RadioName.kernel.choice == .kernel && RadioName.daemon.choice == .daemon)
    }

    @Test func soundProfiles() throws {
        func bitRate(_ name: String) throws -> Int?? {
            if case .cable(let rate) = try SoundProfile(name) { rate } else { nil }
        }
        #expect(try bitRate("cable") == .some(nil) && bitRate("cable:1") == 1)
        #expect(try bitRate("reader") == nil && SoundProfile("reader").name == "reader")
        #expect(try SoundProfile("cable:9000").name == "cable")
        let rows = [
            ("cable:0", "Use cable:BITRATE, as cable:200000."), ("cable:-1", "Use cable:BITRATE"),
            ("cable:", "Use cable:BITRATE"), ("cabel", "Did you mean cable?"),
            ("raeder", "Did you mean reader?"), ("morse", "Use bell202, reader"),
        ]
        for (name, text) in rows {
            do {
                _ = try SoundProfile(name)
                Issue.record("\(name)")
            } catch {
                #expect("\(error)".contains(text), "\(error)")
            }
        }
        #expect(try ProfileArgument("hijack").hasCharactersOnly)
        #expect(try ProfileArgument("track2").hasCharactersOnly)
        #expect(try !ProfileArgument("reader").hasCharactersOnly)
        #expect(try !ProfileArgument("bell202").hasCharactersOnly)
    }

    @Test func profilesHaveRatesAndModes() throws {
        let reader = try ProfileArgument("reader")
        try reader.check(rate: 48_000, isStream: false, status: .usage) { $0 }
        let frames = Failure(
            .usage,
            "reader carries frames only",
            nextStep: "omit --stream, or use bell202"
        )
        #expect(throws: frames) {
            try reader.check(rate: 48_000, isStream: true, status: .badInput) { $0 }
        }
        let range = reader.modem.rates
        let rate = Failure(
            .badInput,
            "reader does not fit 1000 samples a second",
            nextStep: "use \(range.lowerBound) to \(range.upperBound)"
        )
        #expect(throws: rate) {
            try reader.check(rate: 1000, isStream: false, status: .badInput) { "use \($0)" }
        }
        try ProfileArgument("bell202").check(rate: 48_000, isStream: true, status: .usage) { $0 }
    }

    @Test func modems() throws {
        func options(_ text: String) throws -> ModemOptions {
            try ModemOptions.parse(text.split(separator: " ").map(String.init))
        }
        #expect(try options("--report r").isCable && !options("--profile reader").isCable)
        #expect(try options("--profile hijack").isStream)
        #expect(try !options("--profile reader").isStream)
        #expect(try options("--profile bell202 --stream").isStream)
        #expect(try !options("--profile cable").isStream)
    }

    @Test func sounds() throws {
        func options(_ text: String) throws -> DeviceOptions {
            try DeviceOptions.parse(text.split(separator: " ").map(String.init))
        }
        let none = try options("")
        #expect(none.device == "default" && none.profile.name == "reader" && !none.offersCable)
        #expect(!none.isVirtual && none.given.isEmpty && none.stated.isEmpty)
        #expect(none.offeringCable.offersCable)
        #expect(try options("--device virtual").isVirtual)
        let defaults = try options("--device default --profile reader")
        #expect(defaults.stated.isEmpty && defaults.given == ["--device", "--profile"])
        #expect(!defaults.offeringCable.offersCable)
        #expect(try !options("--fec").offeringCable.offersCable)
        #expect(try !options("--receive-profile reader").offeringCable.offersCable)
        let all =
            "--play a --capture b --capture-channel 2 --rate 9000 --profile bell202"
            + " --receive-profile reader --fec --keep-mixer"
        let given = [
            "--play", "--capture", "--rate", "--profile", "--receive-profile", "--fec",
            "--keep-mixer",
        ]
        #expect(try options(all).given == given)
        #expect(
            try options(all).stated
                == ["--play", "--capture", "--capture-channel"] + given.dropFirst(2)
        )
        #expect(try options("--device a").stated == ["--device"])
        #expect(try options("--profile cable").stated == ["--profile"])
        let link = try options("--profile bell202 --receive-profile reader --fec").link(.duplex)
        #expect(link.correctsErrors && !link.offersCable && link.link.mode == .duplex)
        #expect(link.receives?.name == "reader" && link.sends.name == "bell202")
        let far = try options("--profile bell202 --receive-profile reader").farEnd(.masterSlave)
        #expect(far.receives?.name == "bell202")
        #expect(far.sends.name == "reader")
        #expect(try options("--profile cable").link().offersCable)
    }

    @Test func adapters() throws {
        #expect(try AdapterOptions.parse(["--adapter", "hci0"]).stated.isEmpty)
        let options = try AdapterOptions.parse(["--adapter", "hci1", "--radio", "kernel"])
        #expect(options.stated == ["--adapter", "--radio"])
        #expect(throws: ValidationError.self) { try options.requireUnused("here") }
        try AdapterOptions.parse([]).requireUnused("here")
        #expect(throws: ValidationError.self) {
            try DeviceOptions.parse(["--fec"]).requireUnused("here")
        }
        try DeviceOptions.parse([]).requireUnused("here")
    }

    @Test func pictures() {
        #expect(PictureFile.isPicture("a.svg") && PictureFile.isPicture("b/a.png"))
        #expect(!PictureFile.isPicture("a.svgz") && !PictureFile.isPicture("svg"))
    }

    @Test func requests() throws {
        #expect(try ReaderRequest.parse(["Hi"]).bytes() == [0x48, 0x69])
        #expect(try ReaderRequest.parse(["4869", "--hex"]).bytes() == [0x48, 0x69])
        #expect(try ReaderRequest.parse(["", "--hex"]).bytes() == [])
        #expect(throws: Failure.self) { try ReaderRequest.parse(["486", "--hex"]).bytes() }
        let both = ["a", "--in", "b"]
        #expect(throws: (any Error).self) { try ReaderRequest.parse(both) }
    }
}
