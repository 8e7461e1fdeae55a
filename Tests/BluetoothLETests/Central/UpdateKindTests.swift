import AccessoryConcurrency
import Testing

@testable import BluetoothLE

/// The choice between notifications and indications.
@Suite(.timeLimit(.minutes(20))) struct UpdateKindTests {
    @Test(
        arguments: [
            (.notify, .notifications, .notifications), (.notify, .indications, .notifications),
            (.indicate, .notifications, .indications), (.indicate, .indications, .indications),
            ([.notify, .indicate], .notifications, .notifications),
            ([.notify, .indicate], .indications, .indications),
            (
                [.notify, .indicate], [.notifications, .indications],
                [.notifications, .indications]
            ), ([.notify, .indicate], [], .notifications),
        ] as [(CharacteristicProperties, Subscription, Subscription)]
    )
    func theCentralChooses(
        properties: CharacteristicProperties,
        preferred: Subscription,
        wanted: Subscription
    ) async throws {
        let value = MutableCharacteristic(uuid: 0xFFF1, properties: properties)
        let bench = try await PeripheralBench(advertising: value)
        let central = Central(radio: bench.air.addAdapter(), clock: bench.clock)
        let events = bench.manager.events
        try await bench.clock.run {
            let peripheral = try await central.connect(
                to: bench.sensor.address!,
                options: ConnectOptions { $0.reconnect = .backoff }
            )
            let remote = try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
            var values = try await remote.notifications(preferring: preferred)
                .makeAsyncIterator()
            var kinds: [Subscription] = []
            for await case .subscribed(let visitor, _, let kind) in events {
                kinds.append(kind)
                // the next link renews the same
                if kinds.count == 2 { break }
                await visitor.disconnect()
            }
            #expect(kinds == [wanted, wanted])
            try value.update([5])
            #expect(try await values.next() == [5])
            await peripheral.disconnect()
        }
    }
}
