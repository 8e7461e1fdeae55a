import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import BluetoothProfiles
import Testing

/// The values that a simulated tag measures, and its life.
@Suite(.timeLimit(.minutes(5))) struct SensorTagReadingsTests {
    @Test func aTagAtRest() {
        let rest = SensorTagReadings()
        #expect(rest.temperature == 22 && rest.objectTemperature == 24 && rest.humidity == 45)
        #expect(rest.pressure == 101_325 && rest.acceleration == [0, 0, 1])
        #expect(rest.magneticField == [-20, 0, -40] && rest.rotation == .zero)
        #expect(SensorTagReadings.indoors(at: .zero) == rest)
    }

    /// A sine of period 10π s: its quarters, and 30 degrees.
    @Test(arguments: [
        (7.853981634, 1.0), (15.707963268, 0), (23.561944902, -1), (2.617993878, 0.5),
    ])
    func indoorsFollowsASine(_ seconds: Double, _ wave: Double) {
        let found = SensorTagReadings.indoors(at: .seconds(seconds))
        for (value, expected) in [
            (found.temperature, 22 + wave), (found.objectTemperature, 24 + wave),
            (found.humidity, 45 + 5 * wave), (found.pressure, 101_325 + 90 * wave),
            (found.acceleration.x, wave / 8), (found.magneticField.x, -20 + 1.5 * wave),
            (found.rotation.x, 7.5 * wave),
        ] {
            #expect(abs(value - expected) < 1e-6, "\(value) \(expected)")
        }
        #expect(found.acceleration.z == 1 && found.magneticField.z == -40 && found.rotation.y == 0)
    }

    @Test func aTagAdvertisesWhileItIsOn() async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock)
        let (phone, radio) = (Central(radio: air.addAdapter(), clock: clock), air.addAdapter())
        let tag = SensorTagSimulator(radio: radio, clock: clock)
        @Sendable func isFound() async throws -> Bool {
            do {
                for try await report in try await phone.scan(timeout: .seconds(2)) {
                    if report.advertisement.name == "TI SensorTag" { return true }
                }
            } catch CentralError.serviceScanTimeout {}
            return false
        }
        #expect(throws: MutableCharacteristicError.unconfigured) { try tag.press(.buttonOne) }
        try await clock.run {
            #expect(try await !isFound())
            try await tag.start()
            // nothing happens
            try await tag.start()
            #expect(try await isFound())
            try radio.setPower(false)
            #expect(try await !isFound())
            try radio.setPower(true)
            #expect(try await isFound())
            let peripheral = try await phone.connect(to: radio.address!)
            let name = try await peripheral.characteristic(0x2A00, in: 0x1800).read()
            #expect(String(decoding: name, as: UTF8.self) == "TI SensorTag")
            await tag.stop()
            try await clock.sleep(for: .seconds(1))
            #expect(peripheral.connectionState != .connected)
            #expect(try await !isFound())
            try await tag.start()
            #expect(try await isFound())
            await tag.stop()
        }
    }

    @Test func theEventsEndWithTheTag() async throws {
        let clock = VirtualClock()
        let radio = VirtualAir(clock: clock).addAdapter()
        var tag: SensorTagSimulator? = SensorTagSimulator(radio: radio, clock: clock)
        let events = try #require(tag?.events)
        tag = nil
        for await event in events { Issue.record("\(event) after the end") }
    }
}
