internal import Glibc

/// The values measured by a simulated SensorTag.
public struct SensorTagReadings: Sendable, Hashable {
    /// The tag's temperature in °C, for the thermometer, the hygrometer and the barometer.
    public var temperature = 22.0
    /// The temperature in °C of the object in front of the infrared sensor.
    public var objectTemperature = 24.0
    /// Relative humidity, percent.
    public var humidity = 45.0
    /// Air pressure in pascals.
    public var pressure = 101_325.0
    /// Acceleration in g; a tag at rest on a table measures 1 along z.
    public var acceleration = SIMD3(0.0, 0, 1)
    /// Magnetic field in µT.
    public var magneticField = SIMD3(-20.0, 0, -40)
    /// Rotation in degrees per second.
    public var rotation = SIMD3(0.0, 0, 0)

    /// Creates the values of a tag at rest on a table indoors.
    public init() {}

    /// Indoor values that follow a sine with a period of 31 s (10π), for demonstrations.
    public static func indoors(at time: Duration) -> SensorTagReadings {
        let wave = sin(time / .seconds(5))
        var readings = SensorTagReadings()
        readings.temperature += wave
        readings.objectTemperature += wave
        readings.humidity += 5 * wave
        readings.pressure += 90 * wave
        readings.acceleration.x = wave / 8
        readings.magneticField.x += 1.5 * wave
        readings.rotation.x = 7.5 * wave
        return readings
    }
}
