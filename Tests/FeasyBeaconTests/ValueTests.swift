import BluetoothLE
import FirmwareUpdate
import Testing

@testable import FeasyBeacon

/// Values, texts and lines without a module.
@Suite struct ValueTests {
    @Test func piecesWaitForTheirInterval() {
        var pacer = WritePacer(interval: .milliseconds(30), size: 2)
        #expect(pacer.isEmpty && pacer.deadline(at: .zero) == nil)
        #expect(pacer.nextPiece(at: .zero) == nil)
        pacer.append([1, 2, 3])
        pacer.append([4, 5])
        #expect(!pacer.isEmpty && pacer.deadline(at: .seconds(1)) == .seconds(1))
        #expect(pacer.nextPiece(at: .seconds(1)) == [1, 2])
        #expect(pacer.deadline(at: .seconds(1)) == .milliseconds(1030))
        #expect(pacer.nextPiece(at: .milliseconds(1029)) == nil)
        #expect(pacer.nextPiece(at: .milliseconds(1030)) == [3, 4])
        // a late piece delays the next one
        #expect(pacer.deadline(at: .seconds(2)) == .seconds(2))
        #expect(pacer.nextPiece(at: .seconds(2)) == [5] && pacer.isEmpty)
        #expect(pacer.nextPiece(at: .seconds(3)) == nil)
        pacer.append([6])
        pacer.removeAll()
        #expect(pacer.isEmpty && pacer.deadline(at: .zero) == nil)
        pacer.append([7])
        #expect(pacer.deadline(at: .seconds(2)) == .milliseconds(2030))
    }

    @Test func piecesHaveLimits() {
        var usual = WritePacer()
        usual.append(0..<21)
        #expect(usual.nextPiece(at: .zero) == Array(0..<20))
        #expect(usual.deadline(at: .zero) == .milliseconds(10))
        var least = WritePacer(interval: .milliseconds(9), size: 0)
        least.append([1, 2])
        #expect(least.nextPiece(at: .zero) == [1])
        #expect(least.deadline(at: .zero) == .milliseconds(10))
    }

    @Test func linesAreClassified() {
        var reader = ATLineReader()
        func push(_ text: String) -> [ATLine] { reader.push(text.utf8) }
        #expect(push("OK\r\n\r\nERROR\rERR12\n") == [.ok, .error, .error])
        #expect(
            push("+NAME=Door=4\r\n+EMPTY=\r\n") == [
                .value(name: "NAME", value: "Door=4"), .value(name: "EMPTY", value: ""),
            ]
        )
        #expect(
            push("FscAtEngine Opened!\r\nOKAY\r\n+NAME\r\nNAME=1\r\n") == [
                .opened, .other("OKAY"), .other("+NAME"), .other("NAME=1"),
            ]
        )
        // control characters are dropped, other bytes are not
        #expect(push("\u{1}O\u{7F}K\u{1F}\r") == [.ok])
        #expect(push(" ~é\r") == [.other(" ~é")])
        #expect(push("O") == [] && reader.rest == "O" && push("K") == [] && reader.rest == "OK")
        #expect(reader.takeRest() == .ok && reader.rest == "" && reader.takeRest() == nil)
    }

    @Test func linesAreLimited() {
        var reader = ATLineReader()
        let longest = String(repeating: "x", count: 1024)
        #expect(reader.push((longest + "\r").utf8) == [.other(longest)])
        #expect(reader.push((longest + "y\rOK\r").utf8) == [.ok])
        #expect(reader.push(longest.utf8) == [] && reader.push("y".utf8) == [])
        #expect(reader.takeRest() == nil)
    }

    @Test func thePlainLoginComparesThePIN() {
        let login = PlainLogin()
        #expect(login.request(pin: "123456", mac: []) == Array("AUTH123456".utf8))
        #expect(login.verdict(on: Array("AUTHOK\r\n".utf8)) == true)
        #expect(login.verdict(on: Array("xAUTHERROR".utf8)) == false)
        #expect(login.verdict(on: Array("AUTHE".utf8)) == nil && login.verdict(on: []) == nil)
        func answer(_ text: String) -> (String, Bool)? {
            login.answer(to: Array(text.utf8), pin: "123456", mac: []).map {
                (String(decoding: $0.answer, as: UTF8.self), $0.isAuthenticated)
            }
        }
        #expect(answer("AUTH12345") == nil)
        #expect(answer("AUTH123456")! == ("AUTHOK\r\n", true))
        #expect(answer("AUTH123457")! == ("AUTHERROR\r\n", false))
        #expect(answer("AUTH1234567")! == ("AUTHERROR\r\n", false))
    }

    private static let powers = [
        TransmitPower(decibels: -3, wire: "0"), TransmitPower(decibels: 1.5, wire: "1"),
    ]

    /// Values and their text, both ways.
    @Test func rangesConvertBothWays() throws {
        let rows: [(ParameterRange, ParameterValue, String)] = [
            (.text(1...3), .text("~"), "~"), (.text(1...3), .text(" a "), " a "),
            (.text(0...3), .text(""), ""), (.pin, .text("000000"), "000000"),
            (.pin, .text("999999"), "999999"), (.number(3...5), .number(3), "3"),
            (.number(3...5), .number(5), "5"), (.interval(mayBeOff: false), .number(100), "100"),
            (.interval(mayBeOff: true), .number(0), "0"),
            (.interval(mayBeOff: false), .number(10_000), "10000"), (.flag, .flag(true), "1"),
            (.flag, .flag(false), "0"), (.invertedFlag, .flag(true), "0"),
            (.invertedFlag, .flag(false), "1"), (.power(Self.powers), .decibels(-3), "0"),
            (.power(Self.powers), .decibels(1.5), "1"),
            (.burst, .burst(interval: 0, duration: 100), "0,100"),
            (.burst, .burst(interval: 100, duration: 65_535), "100,65535"),
            (.burst, .burst(interval: 10_000, duration: 200), "10000,200"),
        ]
        for (range, value, wire) in rows {
            #expect(try range.wire(value, name: "x") == wire)
            #expect(range.value(wire) == value)
        }
        #expect(ParameterRange.readOnly.value("1.2") == .text("1.2"))
    }

    @Test func valuesOutsideARangeAreRefused() {
        let rows: [(ParameterRange, ParameterValue)] = [
            (.text(2...3), .text("a")), (.text(2...3), .text("abcd")), (.text(0...3), .text("é")),
            (.text(0...3), .text("a,b")), (.text(0...3), .text("\u{1F}")),
            (.text(0...3), .text("\u{7F}")), (.pin, .text("12345")), (.pin, .text("1234567")),
            (.pin, .text("12345/")), (.pin, .text("12345:")), (.number(3...5), .number(2)),
            (.number(3...5), .number(6)), (.interval(mayBeOff: false), .number(0)),
            (.interval(mayBeOff: true), .number(1)), (.interval(mayBeOff: true), .number(99)),
            (.interval(mayBeOff: true), .number(10_001)), (.power(Self.powers), .decibels(0)),
            (.burst, .burst(interval: 99, duration: 100)),
            (.burst, .burst(interval: 10_001, duration: 100)),
            (.burst, .burst(interval: 0, duration: 99)),
            (.burst, .burst(interval: 0, duration: 65_536)),
        ]
        for (range, value) in rows {
            #expect(
                throws: BeaconParameterError.outOfRange("x", allowed: range.summary),
                "\(value)"
            ) { try range.wire(value, name: "x") }
        }
        #expect(throws: BeaconParameterError.readOnly("x")) {
            try ParameterRange.readOnly.wire(.text(""), name: "x")
        }
        #expect(throws: BeaconParameterError.wrongKind("x")) {
            try ParameterRange.flag.wire(.number(1), name: "x")
        }
        let texts: [(ParameterRange, String)] = [
            (.pin, "12345"), (.pin, "1234567"), (.number(3...5), "2"), (.number(3...5), "6"),
            (.number(3...5), "x"), (.interval(mayBeOff: true), ""), (.flag, "2"), (.flag, ""),
            (.invertedFlag, "2"), (.power(Self.powers), "2"), (.burst, "1"), (.burst, "1,2,3"),
            (.burst, "x,2"), (.burst, "1,"),
        ]
        for (range, text) in texts { #expect(range.value(text) == nil, "\(text)") }
    }

    @Test func rangesAreDescribed() {
        let rows: [(ParameterRange, String)] = [
            (.text(1...18), "1 to 18 characters of ASCII"), (.pin, "six digits"),
            (.number(3...5), "3 to 5"), (.interval(mayBeOff: false), "100 to 10000 ms"),
            (.interval(mayBeOff: true), "100 to 10000 ms or 0"), (.flag, "on or off"),
            (.invertedFlag, "on or off"), (.power(Self.powers), "-3.0, 1.5 dBm"),
            (.burst, "interval 0 or 100 to 10000 ms, duration 100 to 65535 ms"),
            (.readOnly, "nothing"),
        ]
        for (range, text) in rows { #expect(range.summary == text) }
    }

    /// The steps of the models, from their documents.
    @Test func powersOfTheModels() {
        #expect(BeaconConfiguration.powers(of: 0x1E).map(\.decibels) == (0...10).map(Double.init))
        for model in [0x24, 0x27] {
            #expect(
                BeaconConfiguration.powers(of: model).map(\.decibels)
                    == [-19.5, -13.5, -10, -7, -5, -3.5, -2, -1, 0, 1, 1.5, 2.5]
            )
        }
        #expect(
            BeaconConfiguration.powers(of: 0x15).map(\.decibels)
                == [-21, -18, -15, -12, -9, -6, -3, 0, 1, 2, 3, 4, 5]
        )
        for model in [0x1E, 0x24, 0x27, 0x15] {
            let powers = BeaconConfiguration.powers(of: model)
            #expect(powers.map(\.wire) == powers.indices.map { "\($0)" })
        }
        let tenths = BeaconConfiguration.powers(of: 0x1F)
        #expect(tenths.count == 25 && tenths.allSatisfy { "\(Int($0.decibels * 10))" == $0.wire })
        #expect(tenths.map(\.decibels) == tenths.map(\.decibels).sorted())
    }

    @Test func configurationsListTheirParameters() throws {
        let plain = BeaconConfiguration(model: 0x15)
        #expect(
            plain.paramKeys == [
                "model", "firmware", "mac", "name", "pin", "interval", "power", "connectable",
                "extension", "telemetry",
            ]
        )
        #expect(
            plain.parameters.map(\.key) == [
                "MODEL", "VER", "MAC", "NAME", "PIN", "ADVIN", "TXPOWER", "BWMODE", "EXTEND", "TLM",
            ]
        )
        #expect(plain["name"]?.factoryValue == .text("Feasycom"))
        #expect(plain["pin"]?.factoryValue == .text("000000"))
        #expect(plain["interval"]?.factoryValue == .number(152))
        #expect(plain["connectable"]?.factoryValue == .flag(true))
        #expect(plain["model"]?.factoryValue == nil && plain["colour"] == nil)
        #expect(
            plain["name"]?.range == .text(1...18) && plain["extension"]?.range == .text(0...238)
        )
        let optional: [(BeaconConfiguration.Features, String, String)] = [
            (.gSensor, "gSensor", "GSCFG"), (.key, "key", "KEYCFG"), (.led, "led", "LED"),
            (.buzzer, "buzzer", "BUZ"), (.longRange, "longRange", "ADVEXT"),
        ]
        for (feature, name, key) in optional {
            let configuration = BeaconConfiguration(model: 0x15, features: feature)
            #expect(configuration.paramKeys == plain.paramKeys + [name])
            #expect(configuration[name]?.key == key)
            // advertising may be off if something can start it
            let moves = feature == .gSensor || feature == .key
            #expect(configuration["interval"]?.range == .interval(mayBeOff: moves))
        }
        let bits = [BeaconConfiguration.Features.led, .buzzer, .gSensor, .key, .longRange]
        #expect(bits.map(\.rawValue) == [1, 2, 4, 8, 16])
        #expect(BeaconConfiguration.slots == 0..<10)
        #expect(BeaconConfiguration.offeredIntervals.count == 19)
        let ranges = BeaconConfiguration.offeredIntervals
        #expect(ranges.first == 100 && ranges.last == 10_000 && ranges == ranges.sorted())
    }

    @Test func onlyChangedIntervalsAreComparedWithTheOthers() throws {
        let configuration = BeaconConfiguration(model: 0x15, features: [.gSensor, .key])
        let off = ParameterValue.burst(interval: 0, duration: 100)
        let known: [String: ParameterValue] = ["interval": .number(0), "gSensor": off]
        // no interval changes
        try configuration.check(["name": .text("a")], besides: known)
        #expect(throws: BeaconParameterError.neverAdvertises) {
            try configuration.check(["key": off], besides: known)
        }
        try configuration.check(["key": off], besides: ["interval": .number(100)])
        // a read-only value is not written, and not checked
        try configuration.check(["model": .number(1)])
        #expect(throws: BeaconParameterError.unknownName("x")) {
            try configuration.check(["x": .number(1)])
        }
    }

    @Test func slotsHaveTheirText() throws {
        let data: [UInt8] = [0x02, 0x01, 0xAF]
        let slot = try #require(BeaconSlot(number: 0, advertisement: data))
        #expect(slot.isEnabled && slot.wire == "0,0201AF,1" && slot.name == "beacon 0")
        #expect(BeaconSlot(number: 9, advertisement: data, isEnabled: false)?.wire == "9,0201AF,0")
        #expect(BeaconSlot(number: -1, advertisement: data) == nil)
        #expect(BeaconSlot(number: 10, advertisement: data) == nil)
        #expect(BeaconSlot(number: 1, advertisement: .init(repeating: 0, count: 31)) != nil)
        #expect(BeaconSlot(wire: "0,0201AF,1") == slot && BeaconSlot(wire: ",0,0201af,1") == slot)
        for text in ["x,0,0201AF,1", "0,0201AF,1,", "0,0201AF,2", "0,0201A,1", "0,,", "0,,1,0"] {
            #expect(BeaconSlot(wire: text) == nil, "\(text)")
        }
    }

    @Test func errorsOfALinkBecomeThoseOfAModule() {
        let uuid: BluetoothUUID = 0xFFF0
        let rows: [(any Error, BeaconModuleError?)] = [
            (BeaconModuleError.pinNeeded, .pinNeeded),
            (CentralError.disconnected(.connectionTimeout), .lost),
            (CentralError.disconnected(nil), .notConnected(.disconnected(nil))),
            (GATTError.disconnected, .lost), (CentralError.servicesChanged, .lost),
            (CentralError.forcedDisconnect, .notOpen),
            (CentralError.serviceNotFound(uuid), .noModule),
            (CentralError.characteristicNotFound(uuid), .noModule),
            (CentralError.notifyNotSupported, .noModule),
            (CentralError.connectionTimeout, .notConnected(.connectionTimeout)),
            (GATTError.timedOut, .refused(.timedOut)), (CancellationError(), nil),
            (ATFailure.Other(), .loginFailed("Other()")),
        ]
        for (error, expected) in rows { #expect(BeaconModuleError(error) == expected, "\(error)") }
    }

    @Test func outcomesHaveTheirNumbersAndTexts() {
        let rows: [(ATOutcome, Int, String)] = [
            (.ok([]), 1, "done"), (.notNeeded("a"), 3, "the module already has this value"),
            (.timedOut, 4, "the module did not answer in time; move closer and try again"),
            (
                .failed(.refused), 0,
                "the module refused; check that this model has the parameter, and its range"
            ),
            (.failed(.differs("b")), 0, "the module shows b instead; set it again"),
            (.failed(.differs(nil)), 0, "the module shows no value after setting; set it again"),
            (
                .failed(.badText), 0,
                "the text cannot be part of a command; remove line ends"
            ),
            (
                .failed(.disconnected), 0,
                "the connection was lost; move closer to the module and try again"
            ),
        ]
        for (outcome, code, text) in rows {
            #expect(outcome.code == code && outcome.description == text)
        }
        let requests: [(ATRequest, String)] = [
            (.open, "opening the AT engine"), (.query("VER"), "VER"), (.set("LED", "1"), "LED"),
            (.command("BADVDATA=1,0"), "BADVDATA"),
        ]
        for (request, text) in requests { #expect(request.description == text) }
        // only a request that changes something may have been performed
        for request in [ATRequest.set("LED", "1"), .command("REBOOT")] {
            for outcome in [ATOutcome.timedOut, .failed(.disconnected)] {
                let error = ATCommandError(request: request, outcome: outcome)
                #expect(error.cause == "\(request): \(outcome.cause) (it may have been performed)")
                #expect(error.nextStep == outcome.nextStep)
            }
            let refused = ATCommandError(request: request, outcome: .failed(.refused))
            #expect(refused.description == "\(request): \(ATOutcome.failed(.refused))")
        }
        let query = ATCommandError(request: .query("LED"), outcome: .timedOut)
        #expect(query.description == "LED: \(ATOutcome.timedOut)")
    }

    @Test func requestsKnowTheirPIN() {
        #expect(ATRequest.set("PIN", "123456").pin == "123456")
        #expect(ATRequest.command("PIN=654321").pin == "654321")
        #expect(ATRequest.command("RESTORE").pin == "000000")
        for request in [ATRequest.open, .query("PIN"), .set("NAME", "1"), .command("REBOOT")] {
            #expect(request.pin == nil)
        }
    }

    @Test func reportsListWhatHappened() {
        var report = BeaconSaveReport()
        #expect(report.isWhole && report.description == "")
        report.saved = ["name", "led"]
        report.unchanged = ["pin"]
        #expect(report.isWhole && report.description == "saved: name, led; unchanged: pin")
        report.unverified = ["beacon 1"]
        #expect(!report.isWhole)
        #expect(report.description.hasSuffix("; unverified: beacon 1"))
        report = BeaconSaveReport()
        report.left = ["key"]
        #expect(!report.isWhole && report.description == "not saved: key")
        report = BeaconSaveReport()
        report.failed = "led"
        report.outcome = .timedOut
        #expect(
            !report.isWhole
                && report.description == "failed: led; the module did not answer in time"
        )
    }

    @Test func numbersAreThoseOfTheVendor() {
        #expect(DFUProgress.begun.rawValue == 110 && DFUProgress.running.rawValue == 121)
        #expect(DFUProgress.failed.rawValue == 120 && DFUProgress.done.rawValue == 10_086)
        #expect(
            [PINCheck.checking, .accepted, .refused, .timedOut].map(\.rawValue) == [0, 1, 2, 3]
        )
        let options = BeaconModuleSession.Options()
        #expect(options.packetSize == 20 && options.writeInterval == .milliseconds(10))
        #expect(options.timeout == .seconds(10) && options.loginTimeout == .seconds(3))
        #expect(options.writeWithoutResponse && options.login == nil)
        #expect(options.writeCharacteristic == 0xFFF2)
        #expect(BeaconModuleSession.service == 0xFFF0 && BeaconModuleSession.notifying == 0xFFF1)
    }

    @Test func firmwareStatesItsTransport() throws {
        let dfu = DFUFile.make(
            program: [1],
            programCRC: 0,
            bootloader: 1,
            versions: 1...2,
            model: 0x15
        )
        #expect(try ModuleFirmware(name: "a.dfu", bytes: dfu).transport == .xmodem)
        let image = try SuotaImage.file(family: .da1458x, version: "1.0", time: 1, code: [1, 2])
        #expect(try ModuleFirmware(name: "a.img", bytes: image).transport == .suota)
        #expect(throws: ModuleUpgradeError.file(.truncated)) {
            try ModuleFirmware(name: "a", bytes: dfu + [0])
        }
        #expect(throws: ModuleUpgradeError.suota(.invalidFirmwareCRC)) {
            try ModuleFirmware(name: "a", bytes: image.dropLast() + [7])
        }
        #expect(throws: ModuleUpgradeError.notFirmware("a")) {
            try ModuleFirmware(name: "a", bytes: [1, 2, 3])
        }
    }
}

extension ATFailure {
    /// An error that no layer knows.
    fileprivate struct Other: Error {}
}
