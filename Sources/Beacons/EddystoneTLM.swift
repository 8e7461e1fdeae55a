/// Eddystone-TLM: the beacon's telemetry.
public struct EddystoneTLM: Sendable, Hashable {
    /// The version; 0 for unencrypted telemetry.
    public var version: UInt8
    /// Battery voltage, mV; nil if the beacon is not battery-powered.
    public var batteryVoltage: Int?
    /// Temperature in degrees Celsius, in steps of 1/256; nil if not measured.
    public var temperature: Double?
    /// Advertisements sent since power-on.
    public var advertisementCount: UInt32
    /// Time since power-on, in steps of 0.1 s.
    public var uptime: Duration

    /// Creates a frame.
    public init(
        batteryVoltage: Int?,
        temperature: Double?,
        advertisementCount: UInt32,
        uptime: Duration,
        version: UInt8 = 0
    ) {
        self.version = version
        self.batteryVoltage = batteryVoltage
        self.temperature = temperature
        self.advertisementCount = advertisementCount
        self.uptime = uptime
    }
}
