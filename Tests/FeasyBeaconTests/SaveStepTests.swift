import Testing

@testable import FeasyBeacon

/// A save, request by request, and the text of its report.
@Suite struct SaveStepTests {
    private let one = BeaconSlot(number: 1, advertisement: [2, 1, 6])!
    private let five = BeaconSlot(number: 5, advertisement: [2, 1, 4], isEnabled: false)!
    private let values: [String: ParameterValue] = [
        "pin": .text("123456"), "connectable": .flag(false), "interval": .number(200),
        "name": .text("Door"),
    ]

    private func save() throws -> BeaconSave {
        try BeaconSave(values, slots: [five, one], to: BeaconConfiguration(model: 0x15))
    }

    /// Passes outcomes to the save. Returns the requests before each, and the one after them.
    private func run(_ save: inout BeaconSave, _ outcomes: [ATOutcome]) -> [ATRequest?] {
        var requests: [ATRequest?] = []
        for outcome in outcomes {
            requests.append(save.next)
            save.done(outcome)
        }
        return requests + [save.next]
    }

    private let ok = ATOutcome.ok([])

    @Test func valuesAreWrittenInOrder() throws {
        var save = try save()
        let wires = ["1,020106,1", "5,020104,0"]
        let requests = run(&save, [ok, .notNeeded("200"), ok, ok, ok, .ok(wires), ok, ok])
        let expected: [ATRequest?] = [
            .set("NAME", "Door"), .set("ADVIN", "200"), .query("BADVDATA"),
            .command("BADVDATA=1,020106,1"), .command("BADVDATA=5,020104,0"),
            .query("BADVDATA"), .set("PIN", "123456"), .set("BWMODE", "1"), nil,
        ]
        #expect(requests == expected)
        #expect(save.report.saved == ["name", "beacon 1", "beacon 5", "pin", "connectable"])
        #expect(save.report.unchanged == ["interval"] && save.report.unverified.isEmpty)
        #expect(save.report.isWhole && save.report.failed == nil && save.report.outcome == nil)
        // nothing more happens
        save.done(.timedOut)
        save.cancel()
        #expect(save.report.isWhole)
    }

    @Test func onlyDifferingAdvertisementsAreWritten() throws {
        var save = try BeaconSave([:], slots: [five, one], to: BeaconConfiguration(model: 0x15))
        let requests = run(&save, [.ok([",1,020106,1", "5,020104,1", "7,,1"])])
        #expect(requests == [.query("BADVDATA"), .command("BADVDATA=5,020104,0")])
        #expect(save.report.unchanged == ["beacon 1"])
        save.done(ok)
        #expect(save.report.unverified == ["beacon 5"] && !save.report.isWhole)
        #expect(run(&save, [.ok(["5,020104,0"])]) == [.query("BADVDATA"), nil])
        #expect(save.report.saved == ["beacon 5"] && save.report.unverified.isEmpty)
        #expect(save.report.isWhole)
        var same = try BeaconSave([:], slots: [one], to: BeaconConfiguration(model: 0x15))
        #expect(run(&same, [.ok(["1,020106,1"])]) == [.query("BADVDATA"), nil])
    }

    @Test func anAdvertisementThatIsNotThereFails() throws {
        for (lines, found) in [
            (["1,020106,1"], nil), (["1,020106,1", "5,020104,1"], "5,020104,1"),
        ] as [([String], String?)] {
            var save = try save()
            #expect(run(&save, [ok, ok, ok, ok, ok, .ok(lines)]).last == .some(nil))
            let report = save.report
            #expect(report.saved == ["name", "interval", "beacon 1"])
            #expect(report.failed == "beacon 5" && report.unverified.isEmpty)
            #expect(report.outcome == .failed(.differs(found)))
            #expect(report.left == ["pin", "connectable"] && !report.isWhole)
        }
    }

    private typealias Row = (
        done: Int, failed: String, saved: [String], unverified: [String], left: [String]
    )

    private static let rows: [Row] = [
        (0, "name", [], [], ["interval", "beacon 1", "beacon 5", "pin", "connectable"]),
        (1, "interval", ["name"], [], ["beacon 1", "beacon 5", "pin", "connectable"]),
        (2, "beacons", ["name", "interval"], [], ["beacon 1", "beacon 5", "pin", "connectable"]),
        (3, "beacon 1", ["name", "interval"], [], ["beacon 5", "pin", "connectable"]),
        (4, "beacon 5", ["name", "interval"], ["beacon 1"], ["pin", "connectable"]),
        (5, "beacons", ["name", "interval"], ["beacon 1", "beacon 5"], ["pin", "connectable"]),
    ]

    @Test(arguments: rows.indices) func aFailureEndsTheSave(_ index: Int) throws {
        let row = Self.rows[index]
        for outcome in [ATOutcome.timedOut, .failed(.refused), nil] {
            var save = try save()
            _ = run(&save, Array(repeating: ok, count: row.done))
            if let outcome { save.done(outcome) } else { save.cancel() }
            #expect(save.next == nil)
            let report = save.report
            #expect(report.failed == row.failed && report.outcome == outcome)
            #expect(report.saved == row.saved && report.unverified == row.unverified)
            #expect(report.left == row.left && !report.isWhole)
            // the end is final
            save.done(ok)
            save.cancel()
            #expect(save.report == report && save.next == nil)
        }
    }

    @Test func valuesThatCannotBeSetAreSkippedOrRefused() throws {
        let configuration = BeaconConfiguration(model: 0x15)
        let fixed = try BeaconSave(
            ["model": .text("1"), "firmware": .text("2"), "mac": .text("3")],
            to: configuration
        )
        #expect(fixed.next == nil && fixed.report.isWhole)
        #expect(throws: BeaconParameterError.unknownName("led")) {
            try BeaconSave(["led": .flag(true)], to: configuration)
        }
        // no other state in which it advertises
        let moving = BeaconConfiguration(model: 0x15, features: .gSensor)
        #expect(throws: BeaconParameterError.neverAdvertises) {
            try BeaconSave(["interval": .number(0)], to: moving)
        }
        let still = try BeaconSave(
            ["interval": .number(0)],
            besides: ["gSensor": .burst(interval: 100, duration: 100)],
            to: moving
        )
        #expect(still.next == .set("ADVIN", "0"))
    }

    @Test func aReportIsOneLine() {
        var report = BeaconSaveReport()
        #expect(report.isWhole && report.description == "")
        (report.saved, report.unchanged) = (["name", "pin"], ["led"])
        #expect(report.isWhole && report.description == "saved: name, pin; unchanged: led")
        report.unverified = ["beacon 3"]
        #expect(!report.isWhole)
        (report.failed, report.left, report.outcome) = ("buzzer", ["key"], .timedOut)
        #expect(
            report.description
                == "failed: buzzer; saved: name, pin; unchanged: led; unverified: beacon 3; "
                + "not saved: key; the module did not answer in time"
        )
        report = BeaconSaveReport()
        report.left = ["a"]
        #expect(!report.isWhole && report.description == "not saved: a")
    }

    @Test(arguments: [
        ("3,020106,1", 3, true), (",3,020106,0", 3, false), ("0,,1", 0, true),
        ("9,0a0B,0", 9, false),
        (",0,,0", 0, false),
    ])
    func advertisementsAreDecoded(_ wire: String, _ number: Int, _ isEnabled: Bool) throws {
        let slot = try #require(BeaconSlot(wire: wire))
        #expect(slot.number == number && slot.isEnabled == isEnabled)
        let plain = wire.hasPrefix(",") ? String(wire.dropFirst()) : wire
        #expect(slot.wire == plain.uppercased())
    }

    @Test(arguments: [
        "a,3,020106,1", ",,3,020106,1", "3,020106", "3,020106,", "3,020106,2", "3,020106,01",
        "3,020106,1,", "-1,,1", "10,,1", ",,1", "3,02010,1", "3,0201g6,1", "3 ,,1",
        "0,\(String(repeating: "00", count: 32)),1",
    ])
    func otherTextIsNoAdvertisement(_ wire: String) {
        #expect(BeaconSlot(wire: wire) == nil)
    }
}
