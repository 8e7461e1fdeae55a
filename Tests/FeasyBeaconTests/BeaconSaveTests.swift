import Testing

@testable import FeasyBeacon

@Suite struct BeaconSaveTests {
    private let slot = BeaconSlot(number: 2, advertisement: [2, 1, 6])!

    private func save(
        _ values: [String: ParameterValue],
        slots: [BeaconSlot] = [],
        in bench: inout ModuleBench,
        failing: String? = nil
    ) throws -> (BeaconSaveReport, [ATRequest]) {
        var save = try BeaconSave(values, slots: slots, to: bench.module.configuration)
        var requests: [ATRequest] = []
        while let request = save.next {
            requests.append(request)
            if case .set(failing, _) = request {
                save.done(.timedOut)
            } else {
                let outcome = bench.run(request)
                save.done(try #require(outcome))
            }
        }
        return (save.report, requests)
    }

    @Test("only changed values are written, the PIN last")
    func saves() throws {
        var bench = ModuleBench()
        _ = bench.run(.open)
        let values: [String: ParameterValue] = [
            "name": .text("Door"), "pin": .text("123456"), "interval": .number(152),
            "led": .flag(true),
        ]
        let (report, requests) = try save(values, slots: [slot], in: &bench)
        #expect(report.saved == ["name", "led", "beacon 2", "pin"])
        #expect(report.unchanged == ["interval"] && report.failed == nil && report.left.isEmpty)
        #expect(requests.last == .set("PIN", "123456"))
        #expect(bench.module.values["NAME"] == "Door" && bench.module.slots[2] == slot)
        let again = try save(values, slots: [slot], in: &bench).0
        #expect(again.saved.isEmpty && again.unchanged.count == 5)
    }

    @Test("a failed save lists the saved and unsaved parameters")
    func halfWay() throws {
        var bench = ModuleBench()
        _ = bench.run(.open)
        let (report, _) = try save(
            ["name": .text("Door"), "led": .flag(true), "pin": .text("123456")],
            slots: [slot],
            in: &bench,
            failing: "LED"
        )
        #expect(report.saved == ["name"] && report.failed == "led")
        #expect(report.outcome == .timedOut && report.left == ["beacon 2", "pin"])
        #expect(bench.module.values["PIN"] == "000000" && bench.module.slots.isEmpty)
    }

    @Test("a wrong value is refused before anything is written")
    func refused() {
        let configuration = BeaconConfiguration(model: 0x15)
        for (name, value) in [
            ("interval", ParameterValue.number(1)), ("colour", .text("red")), ("led", .flag(true)),
        ] {
            #expect(throws: BeaconParameterError.self) {
                try BeaconSave(["name": .text("x"), name: value], to: configuration)
            }
        }
    }
}
