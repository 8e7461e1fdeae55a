public import BluetoothLE

/// A snapshot of a listed device. The browser's kind determines the filled sections: basics and
/// module always, beacons for `.beacon`, the sensor for `.sensor`, all for `.any`.
public struct PeripheralItem: Sendable, Identifiable {
    // MARK: Basics

    /// The device's address.
    public let id: BluetoothAddress
    /// Whether the device accepts connections.
    public internal(set) var isConnectable = false
    /// Whether a connection to the device is open.
    public internal(set) var isConnected = false
    /// The name read over a connection.
    public internal(set) var name: String?
    /// The name in the advertising data or scan response.
    public internal(set) var advertisingName: String?
    /// Last RSSI, dBm.
    public internal(set) var rssi: Int?
    /// Mean of the last 16 readings without the extremes, dBm.
    public internal(set) var smoothedRSSI: Double?
    /// The last readings, at most 16, oldest first, dBm.
    public internal(set) var rssiHistory: [Int] = []
    /// The services in the advertising data.
    public internal(set) var serviceUUIDs: [BluetoothUUID] = []
    /// Time of the last advertisement, on the reports' clock.
    public internal(set) var advertisementTimestamp: Duration = .zero
    /// The last times between advertisements, at most 16, oldest first.
    public internal(set) var advertisementIntervals: [Duration] = []
    /// Estimated advertising interval: the median of `advertisementIntervals`.
    public internal(set) var advertisementInterval: Duration?
    /// The number of reports received.
    public internal(set) var reportCount = 0
    /// The last advertising data.
    public internal(set) var advertisement: Advertisement
    /// The last scan response.
    public internal(set) var scanResponse: Advertisement?

    // MARK: Module

    /// The module's general frame, if the device is a beacon module.
    public internal(set) var module: BeaconModule?

    // MARK: Beacons

    /// The standard beacons received from the device, in order of first reception; at most 16.
    public internal(set) var beacons: [Beacon] = []
    /// The standard beacon received last.
    public internal(set) var latestBeacon: Beacon?

    // MARK: Sensor

    /// The last sensor reading.
    public internal(set) var reading: SensorReading?

    init(id: BluetoothAddress, advertisement: Advertisement) {
        self.id = id
        self.advertisement = advertisement
    }
}

extension PeripheralItem {
    /// The address as text.
    public var uuid: String { id.description }

    /// The name to display: the advertised name, or else the name read over a connection, or else
    /// an empty string.
    public var displayedName: String {
        Self.displayedName(advertised: advertisingName, read: name)
    }

    static func displayedName(advertised: String?, read: String?) -> String {
        if let advertised, !advertised.isEmpty { return advertised }
        return read ?? ""
    }

    /// Estimated advertisements per second.
    public var advertisementRate: Double? {
        advertisementInterval.map { 1 / ($0 / .seconds(1)) }
    }

    /// Whether the device is a beacon module.
    public var isBeaconModule: Bool { module != nil }

    /// The module's model number; -1 if the device is no module.
    public var modelIndex: Int { module?.modelIndex ?? -1 }

    /// The module's MAC, `DC:0D:30:11:22:33`.
    public var macAddress: String? { module?.macAddressText }

    /// The last six digits of the module's MAC, which distinguish modules with the same name.
    public var nameSuffix: String? {
        module.map { String($0.macAddressText.filter { $0 != ":" }.suffix(6)) }
    }

    /// The module's firmware version.
    public var firmwareVersion: String? { module?.firmwareVersion }

    /// The module's battery, per cent; -1 if unknown.
    public var battery: Int { module?.battery ?? -1 }

    /// Whether the module requires a PIN for connections.
    public var hasPINCode: Bool { module?.connectability == .needsPIN }
    /// Whether the module has NFC.
    public var hasNFC: Bool { module?.hasNFC ?? false }
    /// Whether the module has long-range advertising.
    public var hasLongRange: Bool { module?.hasLongRange ?? false }
    /// Whether the module has an LED.
    public var hasLED: Bool { module?.hasLED ?? false }
    /// Whether the module has a buzzer.
    public var hasBuzzer: Bool { module?.hasBuzzer ?? false }
    /// Whether the module has an acceleration sensor.
    public var hasGSensor: Bool { module?.hasGSensor ?? false }
    /// Whether the module has a key.
    public var hasKey: Bool { module?.hasKey ?? false }

    /// Whether the device sends sensor readings.
    public var isSensor: Bool { reading != nil }
    /// Temperature, degrees Celsius.
    public var temperature: Double? { reading?.temperature }
    /// Relative humidity, per cent.
    public var humidity: Double? { reading?.humidity }

    /// The source of the power received at 1 m.
    public enum PowerBasis: String, Sendable, Codable {
        /// Stated by a beacon.
        case measuredPower = "measured-power"
        /// Estimated: the transmit power minus ``assumedLoss``.
        case txPower = "tx-power"
    }

    /// Assumed path loss over the first metre in dB, for devices that do not state it: 41 for free
    /// space at 2.4 GHz, and 21 for small antennas and their surroundings.
    public static let assumedLoss = 62

    /// The source of ``measuredPower``; nil if the device states no power.
    public var powerBasis: PowerBasis? { power?.basis }

    /// Power received at 1 m, dBm: from the latest beacon that states it, or else estimated from
    /// the transmit power.
    public var measuredPower: Int? { power?.atOneMetre }

    private var power: ReferencePower? {
        ReferencePower(latest: latestBeacon, beacons: beacons, advertisement, scanResponse)
    }

    /// Estimated distance in metres, from ``measuredPower`` and the smoothed RSSI; nil if either is
    /// unknown.
    public func distance(model: DistanceModel = .default) -> Double? {
        measuredPower.flatMap { model.distance(measuredPower: $0, rssi: smoothedRSSI) }
    }
}
