import BluetoothProfiles
import Testing

/// Values at the ends of the ranges of their types: they are limited, and never trap.
@Suite struct RangeTests {
    @Test("axes with too few or too many numbers", arguments: 0...4)
    func axes(_ count: Int) {
        let raw = Array([Int8](1...4).prefix(count))
        let wanted = [1, 2, 3].map { Int8($0 <= count ? $0 : 0) }
        #expect(TISensorTag.AccelerometerService.Data(axes: raw).rawValue == wanted)
        let rotation = TISensorTag.GyroscopeService.Data(axes: raw.map(Int16.init))
        #expect(rotation.rawValue == wanted.map(Int16.init))
        #expect(rotation.stringValue["zRaw"] == String(wanted[2]))
        let field = TISensorTag.MagnetometerService.Data(axes: raw.map(Int16.init))
        #expect(field.rawValue == wanted.map(Int16.init))
    }

    @Test(
        "numbers of sensors",
        arguments: [Double.nan, -Double.infinity, -1e300, 0, 1e-300, 1e300, Double.infinity]
    )
    func numbers(_ number: Double) {
        let climate = TISensorTag.HygrometerService.Data(temperature: number, humidity: number)
        #expect(number <= 1e-300 || number.isNaN || climate.temperature > 128)
        let heat = TISensorTag.TemperatureService.Data(object: number, ambient: number)
        #expect(number <= 1e-300 || number.isNaN || heat.ambient > 255)
        let place = Gnosus.LocationService.LatitudeAndLongitude(latitude: number, longitude: 0)
        #expect((place != nil) == (number.magnitude < 1))
    }

    @Test("decimal numbers and times", arguments: [Int.min, -129, 0, 128, .max])
    func decimals(_ number: Int) {
        let decimal = GATTNumber(Int64(number), exponent: number)
        #expect(!decimal.description.isEmpty && !decimal.doubleValue.isNaN)
        let time = GATTTime(year: number, month: number, day: number, hour: number)
        #expect(!"\(time)".isEmpty)
    }
}
