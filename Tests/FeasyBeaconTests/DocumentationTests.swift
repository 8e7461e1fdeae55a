import FeasyBeacon
import Testing

/// The examples of the documentation, run as they stand there.
@Suite struct DocumentationTests {
    @Test func exampleOfFeasyBeacon() throws {
        let configuration = BeaconConfiguration(model: 0x15, features: [.gSensor, .led])
        try configuration.check(["name": .text("Door 4"), "interval": .number(500)])
        let power = try configuration.wire(.decibels(-3), for: "power")

        var engine = ATEngine()
        let info = ModuleInfo(version: 830, bootloader: 651, model: 0x15)
        var module = BeaconModuleCore(
            configuration: configuration,
            info: info,
            mac: [0xDC, 0x0D, 0x30, 1, 2, 3]
        )

        var outcomes: [ATOutcome] = []
        for request in [ATRequest.open, .set("TXPOWER", power), .query("TXPOWER")] {
            engine.start(request, at: .zero)
            while let action = engine.nextAction(at: .zero) {
                switch action {
                case .done(_, let outcome): outcomes.append(outcome)
                case .send(let bytes):
                    module.receive(bytes, at: .zero)
                    while case .notify(let answer)? = module.nextAction(at: .zero) {
                        engine.receive(answer, at: .zero)
                    }
                }
            }
        }

        #expect(outcomes == [.ok(["830"]), .ok(["6"]), .ok(["6"])])
    }
}
