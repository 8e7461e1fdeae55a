import FeasyBeacon
import Foundation
import Testing

@testable import accessory

/// Settings and advertisements in text and files.
@Suite struct BeaconTextTests {
    private let configuration = BeaconConfiguration(model: 0x15, features: [.gSensor, .led])

    @Test func settings() throws {
        let values = try configuration.values(of: [
            "interval": "500", "name": "Door 4", "power": "-3", "connectable": "off",
            "gSensor": "100,5000", "pin": "123456",
        ])
        #expect(
            values == [
                "interval": .number(500), "name": .text("Door 4"), "power": .decibels(-3),
                "connectable": .flag(false), "gSensor": .burst(interval: 100, duration: 5000),
                "pin": .text("123456"),
            ]
        )
        for (name, value) in values {
            let range = try #require(configuration[name]).range
            #expect(range.parse(value.text) == value, "\(name)")
        }
    }

    @Test(arguments: [
        ("interval", "50", "100 to 10000 ms"), ("interval", "soon", "100 to 10000 ms"),
        ("power", "-3.5", "-21"), ("pin", "12345", "six digits"), ("led", "yes", "on or off"),
        ("name", "a name that is too long", "1 to 18"), ("gSensor", "100", "as 500,3000"),
    ])
    func refusalsNameParameterValueAndRange(name: String, text: String, range: String) {
        #expect {
            try configuration.values(of: [name: text])
        } throws: { error in
            guard let failure = error as? Failure else { return false }
            return failure.status == .badInput && failure.cause == "\(name)=\(text) is out of range"
                && failure.nextStep?.hasPrefix("\(name) accepts ") == true
                && failure.nextStep?.contains(range) == true
        }
    }

    @Test func unknownAndReadOnlyParametersAreRefused() {
        #expect(throws: Failure.self) { try configuration.values(of: ["buzzer": "on"]) }
        #expect(throws: Failure.self) { try configuration.values(of: ["mac": "00"]) }
        for text in ["", "=5", "interval"] { #expect(SettingArgument(argument: text) == nil) }
        #expect(SettingArgument(argument: "name=a=b")?.text == "a=b")
    }

    @Test func slots() throws {
        #expect(try BeaconSlot(number: "3", text: "020106").wire == "3,020106,1")
        #expect(try BeaconSlot(number: "0", text: "off").wire == "0,,0")
        #expect(try BeaconSlot(number: "0", text: "off 0201").wire == "0,0201,0")
        for text in ["020106", "off", "off 0201"] {
            #expect(try BeaconSlot(number: "1", text: text).text == text)
        }
        let beacon = try BeaconSlot(
            number: "9",
            text: "ibeacon --uuid 0112233445566778899AABBCCDDEEFF0 --major 1 --minor 2"
        )
        guard case .iBeacon(let iBeacon) = beacon.beacon else {
            Issue.record("\(beacon)")
            return
        }
        #expect(iBeacon.major == 1 && iBeacon.minor == 2 && iBeacon.measuredPower == -59)
        for (number, text) in [
            ("10", "off"), ("x", "off"), ("1", "0201 0"), ("1", "ibeacon --major 1"),
            ("1", String(repeating: "00", count: 32)), ("1", "nonsense"),
        ] {
            #expect(throws: Failure.self, "\(number)=\(text)") {
                try BeaconSlot(number: number, text: text)
            }
        }
    }
}

/// Files with the settings of many modules, and their journals.
@Suite struct FleetTests {
    private func fleet(_ json: String) throws -> FleetFile {
        let scratch = try Scratch()
        try Data(json.utf8).write(to: scratch.url("fleet.json"))
        return try InputFile(scratch.url("fleet.json").path).decode(FleetFile.self, .fleet)
    }

    @Test func modulesInheritCommonSettings() throws {
        let modules = try fleet(
            """
            {"pin": "111111", "settings": {"interval": 500, "led": true}, "beacons": {"0": "off"},
             "modules": [{"address": "DC:0D:30:00:00:01"},
                         {"address": "dc:0d:30:00:00:02", "pin": "222222",
                          "settings": {"interval": 1000, "power": -3.5, "name": "Door"}}]}
            """
        ).modules
        #expect(modules[0].pin == "111111" && modules[1].pin == "222222")
        #expect(modules[0].settings == ["interval": "500", "led": "on"])
        #expect(
            modules[1].settings
                == ["interval": "1000", "led": "on", "power": "-3.5", "name": "Door"]
        )
        #expect(modules[1].beacons == ["0": "off"])
        #expect(modules[1].key == "DC:0D:30:00:00:02")
        #expect(modules[0].fingerprint != modules[1].fingerprint)
    }

    @Test(arguments: [
        (#"{"modules": []}"#, "the list is empty"), (#"{}"#, "it is missing"),
        (#"{"modules": [{"addres": "x"}]}"#, "'addres' is none of"),
        (#"{"modules": [{"pin": "123456"}]}"#, "number 1 has no address"),
        (#"{"modules": [{"address": "x"}, {"address": "x"}]}"#, "x is listed twice"),
        (#"{"modules": [{"address": "x", "settings": {"led": [1]}}]}"#, "modules[0].settings.led"),
        ("no JSON", "fleet.json"),
    ])
    func faultsStateTheirPlace(json: String, text: String) {
        #expect {
            try fleet(json)
        } throws: { error in
            let failure = error as? Failure
            return failure?.status == .badInput && failure?.cause.contains(text) == true
        }
    }

    @Test func aJournalRecordsFinishedModules() throws {
        let scratch = try Scratch()
        let path = scratch.url("fleet.json.done").path
        let json = #"{"modules": [{"address": "a"}, {"address": "b", "settings": {"led": true}}]}"#
        let modules = try fleet(json).modules
        func held(again: Bool = false) throws -> [Bool] {
            let journal = try FleetJournal(path, again: again)
            return modules.map { journal.holds($0) }
        }
        do {
            var journal = try FleetJournal(path, again: false)
            try journal.add(modules[0])
            // while it is in use, no other user can open it
            #expect(throws: Failure.self) { try held() }
        }
        #expect(try held() == [true, false])
        // a truncated line
        let handle = try FileHandle(forWritingTo: scratch.url("fleet.json.done"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(#"{"address":"b","fing"#.utf8))
        try handle.close()
        do {
            var journal = try FleetJournal(path, again: false)
            try journal.add(modules[1])
            // the settings have changed since
            let other = try fleet(#"{"modules": [{"address": "b"}]}"#).modules[0]
            let holds = journal.holds(other)
            #expect(!holds)
        }
        #expect(try held() == [true, true])
        #expect(try held(again: true) == [false, false])
    }

    @Test(arguments: [false, true])
    func aFileThatIsNotAJournalIsUnchanged(again: Bool) throws {
        let scratch = try Scratch()
        let url = scratch.url("notes.txt")
        try Data("buy milk".utf8).write(to: url)
        do {
            _ = try FleetJournal(url.path, again: again)
            Issue.record("taken for a journal")
        } catch {
            #expect((error as? Failure)?.status == .badInput)
        }
        #expect(try Data(contentsOf: url) == Data("buy milk".utf8))
    }
}
