package import BluetoothLE
internal import CAccessory

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

extension EddystoneTLM: BeaconFrame {
    package static var kindName: String { name(of: ACC_BEACON_EDDYSTONE_TLM) }

    package init?(_ value: UnsafePointer<UInt8>, _ length: Int) {
        var tlm = acc_eddystone_tlm()
        guard acc_eddystone_tlm_read(value, length, &tlm) == .ok else { return nil }
        self.init(
            batteryVoltage: tlm.battery == 0 ? nil : Int(tlm.battery),
            temperature: tlm.temperature == .min ? nil : Double(tlm.temperature) / 256,
            advertisementCount: tlm.count,
            uptime: .milliseconds(Int64(tlm.time) * 100),
            version: tlm.version
        )
    }

    package func add(
        to builder: inout AdvertisementBuilder
    ) throws(AdvertisementBuilder.BuildError) {
        var c = acc_eddystone_tlm()
        let steps = self.temperature.map { ($0 * 256).rounded() } ?? Double(Int16.min)
        let tenths = uptime / .milliseconds(100)
        guard let battery = UInt16(exactly: batteryVoltage ?? 0),
            let temperature = Int16(exactly: steps),
            let time = UInt32(exactly: tenths.rounded())
        else { throw .outOfRange }
        (c.version, c.count) = (version, advertisementCount)
        (c.battery, c.temperature, c.time) = (battery, temperature, time)
        try builder.write { acc_eddystone_tlm_put(&$0, &c) }
    }

    package var fields: [BeaconField] {
        let count = Int(advertisementCount)
        return [
            batteryVoltage.map {
                BeaconField("batteryVoltage", .integer($0), label: "battery", unit: "mV")
            },
            temperature.map {
                BeaconField("temperature", .number($0), label: "temperature", unit: "°C")
            },
            BeaconField("advertisementCount", .integer(count), label: "count"),
            BeaconField("uptime", .number(uptime / .seconds(1)), label: "uptime", unit: "s"),
        ].compactMap(\.self)
    }

    package var summary: String {
        let voltage = batteryVoltage.map { "\($0) mV " } ?? ""
        // one decimal; the 0 makes 0 of -0
        let degrees = temperature.map { "\(($0 * 10).rounded() / 10 + 0) °C" } ?? ""
        return "TLM " + voltage + degrees
    }
}
