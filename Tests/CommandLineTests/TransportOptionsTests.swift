import AccessoryLink
import ArgumentParser
import AudioJack
import ReaderSimulators
import Testing

@testable import accessory

/// The registry of transports, and the lists of their options.
@Suite struct TransportOptionsTests {
    /// A value for each option of a transport; nil for flags.
    private static let values: [String: String?] = [
        "--adapter": "hci1", "--baud": "9600", "--capture": "hw:1", "--capture-channel": "2",
        "--device": "hw:1", "--fec": nil, "--flow": "hardware", "--keep-mixer": nil,
        "--play": "hw:1", "--profile": "cable", "--radio": "kernel", "--rate": "44100",
        "--receive-profile": "bell202", "--serial-folder": "/tmp", "--serial-profile": "fff0",
    ]

    @Test func everyGroupIsRegistered() {
        let groups = Mirror(reflecting: TransportOptions()).children
            .compactMap { $0.value as? any TransportGroup }
        #expect(
            groups.map { type(of: $0).names } == TransportOptions.registry.map { $0.type.names }
        )
    }

    /// An option that a transport's list forgets would be ignored with another transport.
    @Test func everyOptionIsRefusedWithAnotherTransport() {
        let help = TransportOptions.helpMessage()
        let found = help.matches(of: /\n  (--[a-z-]+)/).map { String($0.1) }
        #expect(Set(found).subtracting(["--transport", "--reader"]) == Set(Self.values.keys))
        for (option, value) in Self.values {
            let takers = TransportOptions.names.filter { name in
                let arguments = ["--transport", name, option] + (value.map { [$0] } ?? [])
                return (try? TransportOptions.parse(arguments)) != nil
            }
            #expect(TransportOptions.registry.map { $0.type.names }.contains(takers), "\(option)")
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct SimulatedReaderTests {
    @Test("a simulated reader ends with the failure of its sound card")
    func endsWithItsCarrier() async throws {
        let cable = VirtualCable(seed: 1)
        let simulator = ReaderSimulator(cable.accessory) { request, _ in request }
        let follow: @Sendable (AsyncStream<LinkEvent>) async -> Void = { events in
            cable.accessory.fail(with: .inputFailed(device: "d", reason: "r"))
            for await _ in events {}
        }
        let reader = SimulatedReader(handler: { bytes, _ in bytes }, fault: nil, follow: follow)
        await #expect(throws: LinkError.readFailed) {
            try await reader.run(simulator, endsWithCarrier: true)
        }
    }

    @Test("a simulated reader ends when enough requests are answered")
    func endsItself() async throws {
        let cable = VirtualCable(seed: 1)
        let simulator = ReaderSimulator(cable.accessory) { request, _ in request }
        let reader = SimulatedReader(handler: { bytes, _ in bytes }, fault: nil, follow: { _ in })
        try await reader.run(simulator, endsWithCarrier: true)
        try await simulator.link.end()
    }
}

private protocol TransportGroup {
    static var names: [String] { get }
}

extension OptionGroup: TransportGroup where Value: TransportArguments {
    fileprivate static var names: [String] { Value.names }
}
