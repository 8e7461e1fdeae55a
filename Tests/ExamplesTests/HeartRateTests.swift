import AccessoryConcurrency
import BluetoothLE
import CoreBluetooth
import CoreBluetoothTesting
import Testing

@testable import HeartRateApp
@testable import HeartRateMonitor
@testable import HeartRateSensor

/// Both Bluetooth examples, unchanged, on one air.
@Suite(.timeLimit(.minutes(5))) struct HeartRateTests {
    private struct Enough: Error {}

    @Test func theMonitorShowsWhatTheSensorSends() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock)
            let (rates, source) = AsyncStream<Int>.makeStream()
            let manager = PeripheralManager(radio: air.addAdapter(), clock: clock)
            let sensor = Task(executorPreference: clock) {
                try await offerHeartRate(of: rates, on: manager)
            }
            for rate in [61, 62, 300] { source.yield(rate) }

            var shown: [Int] = []
            await #expect(throws: Enough.self) {
                let central = Central(radio: air.addAdapter(), clock: clock)
                try await monitorHeartRate(with: central) { rate in
                    shown.append(rate)
                    if shown.count == 3 { throw Enough() }
                }
            }
            #expect(shown == [61, 62, 255])
            source.finish()
            try await sensor.value
        }
    }

    @Test func theAppShowsWhatTheSensorSends() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock)
            let (rates, source) = AsyncStream<Int>.makeStream()
            let manager = PeripheralManager(radio: air.addAdapter(), clock: clock)
            let sensor = Task(executorPreference: clock) {
                try await offerHeartRate(of: rates, on: manager)
            }
            for rate in [61, 62, 300] { source.yield(rate) }

            let (shown, screen) = AsyncStream<Int>.makeStream()
            nonisolated(unsafe) let app = ManagerRadio(air.addAdapter(), clock: clock).use {
                HeartRateApp(queue: DispatchQueue(label: "app")) { screen.yield($0) }
            }
            #expect(await shown.prefix(3).reduce(into: []) { $0.append($1) } == [61, 62, 255])
            withExtendedLifetime(app) {}
            source.finish()
            try await sensor.value
        }
    }
}
