import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import BluetoothProfiles
import Testing

/// A simulated SensorTag and a central on one virtual air, in virtual time.
@Suite(.timeLimit(.minutes(5))) struct SensorTagSimulatorTests {
    private let clock = VirtualClock()
    private let air: VirtualAir
    private let radio: VirtualRadio
    private let tag: SensorTagSimulator

    init() {
        air = VirtualAir(clock: clock, seed: 1)
        radio = air.addAdapter()
        tag = SensorTagSimulator(radio: radio, clock: clock) { _ in
            var readings = SensorTagReadings()
            readings.acceleration = SIMD3(0.5, -0.25, 1)
            readings.rotation = SIMD3(90, 30, -45)
            return readings
        }
    }

    /// Runs `work` in virtual time with a central connected to the tag.
    private func connected(
        _ work: @escaping @Sendable (Peripheral) async throws -> Void
    ) async throws {
        let phone = Central(radio: air.addAdapter(), clock: clock)
        try await clock.run {
            try await tag.start()
            let peripheral = try await phone.connect(to: radio.address!)
            try await work(peripheral)
            await peripheral.disconnect()
            await tag.stop()
        }
    }

    /// Turns a sensor on and returns its next value.
    private static func value<Service: ServiceConfigurable>(
        of _: Service.Type,
        _ data: BluetoothUUID,
        turnedOnBy configuration: BluetoothUUID,
        to mode: UInt8 = 1,
        _ peripheral: Peripheral
    ) async throws -> [UInt8] {
        let data = try await peripheral.characteristic(data, in: Service.uuid)
        #expect(try await data.read().allSatisfy { $0 == 0 }, "\(Service.name) is off")
        let values = try await data.notifications()
        let configuration = try await peripheral.characteristic(configuration, in: Service.uuid)
        try await configuration.write([mode])
        for try await value in values { return value }
        throw RadioError.noAdapter("the link ended")
    }

    @Test func physicalValuesArrive() async throws {
        try await connected { peripheral in
            typealias Thermometer = TISensorTag.TemperatureService
            let temperatures: Thermometer.Data? = Serde.deserialize(
                try await Self.value(
                    of: Thermometer.self,
                    Thermometer.Data.uuid,
                    turnedOnBy: Thermometer.Enabled.uuid,
                    peripheral
                )
            )
            #expect(temperatures?.ambient == 22)
            // one raw step is 0.03 °C
            #expect(abs(try #require(temperatures).object - 24) < 0.03)

            typealias Accelerometer = TISensorTag.AccelerometerService
            let acceleration: Accelerometer.Data? = Serde.deserialize(
                try await Self.value(
                    of: Accelerometer.self,
                    Accelerometer.Data.uuid,
                    turnedOnBy: Accelerometer.Enabled.uuid,
                    peripheral
                )
            )
            #expect(acceleration?.x == 0.5 && acceleration?.y == -0.25 && acceleration?.z == 1)

            typealias Hygrometer = TISensorTag.HygrometerService
            let air: Hygrometer.Data? = Serde.deserialize(
                try await Self.value(
                    of: Hygrometer.self,
                    Hygrometer.Data.uuid,
                    turnedOnBy: Hygrometer.Enabled.uuid,
                    peripheral
                )
            )
            #expect(abs(try #require(air).temperature - 22) < 0.003)
            #expect(abs(try #require(air).humidity - 45) < 0.008)

            typealias Barometer = TISensorTag.BarometerService
            let pressure: Barometer.Data? = Serde.deserialize(
                try await Self.value(
                    of: Barometer.self,
                    Barometer.Data.uuid,
                    turnedOnBy: Barometer.Enabled.uuid,
                    peripheral
                )
            )
            let calibration = try await peripheral.characteristic(
                Barometer.Calibration.uuid,
                in: Barometer.uuid
            )
            let coefficients: Barometer.Calibration? = Serde.deserialize(
                try await calibration.read()
            )
            let known = try #require(coefficients)
            #expect(abs(try #require(pressure).pressure(known) - 101_325) < 2)
            #expect(abs(try #require(pressure).temperature(known) - 22) < 0.002)
        }
    }

    @Test func theGyroscopeMeasuresTheAxesThatAreOn() async throws {
        typealias Gyroscope = TISensorTag.GyroscopeService
        try await connected { peripheral in
            let rotation: Gyroscope.Data? = Serde.deserialize(
                try await Self.value(
                    of: Gyroscope.self,
                    Gyroscope.Data.uuid,
                    turnedOnBy: Gyroscope.Enabled.uuid,
                    to: Gyroscope.Enabled.xzAxis.rawValue,
                    peripheral
                )
            )
            let value = try #require(rotation)
            #expect(abs(value.x - 90) < 0.004 && value.y == 0 && abs(value.z + 45) < 0.004)
        }
    }

    @Test func valuesArriveAtThePeriodUntilTheSensorIsOff() async throws {
        typealias Accelerometer = TISensorTag.AccelerometerService
        let clock = clock
        try await connected { peripheral in
            func find(_ uuid: BluetoothUUID) async throws -> Characteristic {
                try await peripheral.characteristic(uuid, in: Accelerometer.uuid)
            }
            let enabled = try await find(Accelerometer.Enabled.uuid)
            let data = try await find(Accelerometer.Data.uuid)
            // 1 is below the shortest period, 100 ms
            for (steps, milliseconds) in [(20, 200), (1, 100)] as [(UInt8, Int)] {
                try await find(Accelerometer.UpdatePeriod.uuid).write([steps])
                let values = try await data.notifications()
                try await enabled.write([1])
                var times: [Duration] = []
                for try await _ in values.prefix(5) { times.append(clock.now.offset) }
                let mean = (times[4] - times[1]) / 3
                #expect(abs(mean / .milliseconds(milliseconds) - 1) < 0.2, "\(times)")
            }
            #expect(try await data.read().contains { $0 != 0 })
            try await enabled.write([0])
            #expect(try await data.read() == [0, 0, 0])
        }
    }

    @Test func wrongLengthsAreRefusedAndButtonsAreSent() async throws {
        typealias Keys = TISensorTag.KeyPressedService
        typealias Barometer = TISensorTag.BarometerService
        #expect(throws: MutableCharacteristicError.unconfigured) { try tag.press(.buttonOne) }
        try await connected { peripheral in
            let enabled = try await peripheral.characteristic(
                Barometer.Enabled.uuid,
                in: Barometer.uuid
            )
            await #expect(throws: (any Error).self) { try await enabled.write([1, 0]) }
            #expect(try await enabled.read() == [0])
            let keys = try await peripheral.characteristic(Keys.Data.uuid, in: Keys.uuid)
            let values = try await keys.notifications()
            try tag.press(.buttonTwo)
            var received: [[UInt8]] = []
            for try await value in values.prefix(2) { received.append(value) }
            #expect(received == [[2], [0]])
        }
    }

    @Test func eventsNameReadsAndWrites() async throws {
        typealias Hygrometer = TISensorTag.HygrometerService
        let events = tag.events
        try await connected { peripheral in
            let enabled = try await peripheral.characteristic(
                Hygrometer.Enabled.uuid,
                in: Hygrometer.uuid
            )
            try await enabled.write([1])
            #expect(try await enabled.read() == [1])
        }
        var words: [String] = []
        for await event in events {
            switch event {
            case .written(let characteristic, let request):
                words.append(
                    "write \(characteristic.uuid == Hygrometer.Enabled.uuid) \(request.value)"
                )
            case .read(let characteristic, _):
                words.append("read \(characteristic.uuid == Hygrometer.Enabled.uuid)")
            case .peripheral(.disconnected): words.append("disconnected")
            case .peripheral: break
            }
            if words.last == "disconnected" { break }
        }
        #expect(words == ["write true [1]", "read true", "disconnected"])
    }

    @Test func numbersBeyondTheRangeAreLimited() {
        let data = TISensorTag.AccelerometerService.Data(x: 100, y: -100, z: .infinity)
        #expect(data.rawValue == [-128, 127, 127])
        #expect(TISensorTag.HygrometerService.Data(temperature: -100, humidity: 200).rawValue1 == 0)
    }
}
