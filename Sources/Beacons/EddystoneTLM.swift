/// Eddystone-TLM: how the beacon is.
public struct EddystoneTLM: Sendable, Hashable {
    /// 0 for what is not encrypted.
    public var version: UInt8
    /// mV; nil when the beacon is not battery-powered.
    public var batteryVoltage: Int?
    /// Degrees Celsius in steps of 1/256; nil when it is not measured.
    public var temperature: Double?
    /// Advertisements sent since power-on.
    public var advertisementCount: UInt32
    /// Since power-on, in steps of 0.1 s.
    public var uptime: Duration

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
