import BluetoothLE
import BluetoothProfiles
import Testing

/// Formulas against values computed by hand.
@Suite struct SensorTagTests {
    private func close(_ one: Double, _ other: Double, _ within: Double = 1e-9) -> Bool {
        abs(one - other) <= within
    }

    @Test func accelerometer() throws {
        let data: TISensorTag.AccelerometerService.Data? = Serde.deserialize([64, 0xC0, 32])
        let value = try #require(data)
        #expect(value.x == -1 && value.y == 1 && value.z == 0.5)
        #expect(Serde.serialize(value) == [64, 0xC0, 32])
    }

    @Test(arguments: [(0, 10), (1, 10), (10, 100), (255, 2550)] as [(UInt8, Int)])
    func period(raw: UInt8, milliseconds: Int) {
        let value = TISensorTag.AccelerometerService.UpdatePeriod(rawValue: raw)
        #expect(value.period == .milliseconds(milliseconds))
    }

    @Test func magnetometerAndGyroscope() throws {
        // 0x0400 = 1024: 1024 * 2000 / 65536 = 31.25; 1024 * 500 / 65536 = 7.8125
        let bytes: [UInt8] = [0x00, 0x04, 0x00, 0xFC, 0x00, 0x04]
        let field: TISensorTag.MagnetometerService.Data? = Serde.deserialize(bytes)
        let rotation: TISensorTag.GyroscopeService.Data? = Serde.deserialize(bytes)
        let (first, second) = (try #require(field), try #require(rotation))
        #expect(first.x == -31.25 && first.y == 31.25 && first.z == 31.25)
        #expect(second.x == -7.8125 && second.y == 7.8125 && second.z == 7.8125)
    }

    @Test func hygrometer() throws {
        // half of the range: -46.86 + 87.86 = 41.00; -6 + 62.5 = 56.5
        let data: TISensorTag.HygrometerService.Data? = Serde.deserialize([0, 0x80, 0, 0x80])
        let value = try #require(data)
        #expect(close(value.temperature, 41) && value.humidity == 56.5)
    }

    @Test func infrared() throws {
        // the tag at 25 °C: d = 0, so S = 6.4e-14 and Vos = -2.94e-5; raw 0 gives
        // f = 2.94e-5 + 13.4 * 2.94e-5² = 2.94115824e-5, f / S = 459555975.4,
        // (298.15⁴ + 459555975.4)^¼ = 302.3934
        let value = TISensorTag.TemperatureService.Data(rawValue1: 0, rawValue2: 3200)
        #expect(value.ambient == 25)
        #expect(close(value.object, 29.2434, 1e-4), "\(value.object)")
    }

    @Test func barometer() throws {
        let bytes: [UInt8] = try #require(
            TISensorTag.BarometerService.Calibration.initialValue
        )
        let read: TISensorTag.BarometerService.Calibration? = Serde.deserialize(bytes)
        let calibration = try #require(read)
        #expect(calibration.rawValue1 == [45697, 25592, 48894, 36174])
        #expect(calibration.rawValue2 == [7001, 1990, -2369, 5542])
        #expect(Serde.serialize(calibration) == bytes)
        // TR = 0: S = c3, O = c6 * 2¹⁴; P = c3 * PR / 2¹⁴ + c6 = 48894 * 2 + 1990 for PR = 2¹⁵
        let cold = TISensorTag.BarometerService.Data(rawValue1: 0, rawValue2: 32768)
        #expect(cold.pressure(calibration) == 99778)
        #expect(cold.temperature(calibration) == 25592.0 / 1024)
        // TR = 8192 = 2¹³: S = 48894 + 36174 / 16 + 7001 / 256 = 51182.22265625,
        // O = 1990 * 16384 - 2369 * 1024 + 5542 * 128 = 30887680
        // P = (51182.22265625 * 32768 + 30887680) / 16384 = 104249.679…
        let warm = TISensorTag.BarometerService.Data(rawValue1: 8192, rawValue2: 32768)
        #expect(close(warm.pressure(calibration), 51182.22265625 * 2 + 30887680.0 / 16384))
        #expect(warm.temperature(calibration) == 25592.0 / 1024 + 45697.0 / 2048)
    }

    @Test func casesReadByTheirNames() {
        let profile = CharacteristicProfile(TISensorTag.BarometerService.Enabled.self)
        #expect(profile.stringValues == ["no", "yes", "calibrate"])
        #expect(profile.stringValue([2]) == ["Barometer Enabled": "calibrate"])
        #expect(profile.bytes(["Barometer Enabled": "yes"]) == [1])
        #expect(profile.stringValue([3]) == nil)
        #expect(profile.bytes(["Barometer Enabled": "maybe"]) == nil)
    }
}
