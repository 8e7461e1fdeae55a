public import BluetoothLE

/// A device that a browser lists, as it is at this moment. Which section is filled depends on the
/// browser's kind: basics and module always, beacons for `.beacon`, the sensor for `.sensor`, all for
/// `.any`.
public struct PeripheralItem: Sendable, Identifiable {
    // MARK: Basics

    /// The device's address.
    public let id: BluetoothAddress
    /// Whether it takes connections.
    public internal(set) var isConnectable = false
    /// Whether a connection to it is open.
    public internal(set) var isConnected = false
    /// The name that the device gave over a connection.
    public internal(set) var name: String?
    /// The name in its advertising data or scan response.
    public internal(set) var advertisingName: String?
    /// Last received signal strength, dBm.
    public internal(set) var rssi: Int?
    /// Mean of the last 16 readings without the extremes, dBm.
    public internal(set) var smoothedRSSI: Double?
    /// The last readings, at most 16, oldest first, dBm.
    public internal(set) var rssiHistory: [Int] = []
    /// The services in its advertising data.
    public internal(set) var serviceUUIDs: [BluetoothUUID] = []
    /// When its last advertisement was heard, on the reports' clock.
    public internal(set) var advertisementTimestamp: Duration = .zero
    /// The last times between advertisements, at most 16, oldest first.
    public internal(set) var advertisementIntervals: [Duration] = []
    /// The interval it advertises at, estimated: the median of `advertisementIntervals`.
    public internal(set) var advertisementInterval: Duration?
    /// How many reports came.
    public internal(set) var reportCount = 0
    /// Its last advertising data.
    public internal(set) var advertisement: Advertisement
    /// Its last scan response.
    public internal(set) var scanResponse: Advertisement?

    // MARK: Module

    /// What it says of itself when it is a beacon module.
    public internal(set) var module: BeaconModule?

    // MARK: Beacons

    /// The standard beacons heard from it, the first heard first; at most 16.
    public internal(set) var beacons: [Beacon] = []
    /// The standard beacon heard last.
    public internal(set) var latestBeacon: Beacon?

    // MARK: Sensor

    /// What it last measured.
    public internal(set) var reading: SensorReading?

    init(id: BluetoothAddress, advertisement: Advertisement) {
        self.id = id
        self.advertisement = advertisement
    }
}

extension PeripheralItem {
    /// The address as text.
    public var uuid: String { id.description }

    /// The name to show: the advertised one, else the one over a connection, else nothing.
    public var displayedName: String {
        if let advertisingName, !advertisingName.isEmpty { return advertisingName }
        return name ?? ""
    }

    /// Advertisements a second, estimated.
    public var advertisementRate: Double? {
        advertisementInterval.map { 1 / ($0 / .seconds(1)) }
    }

    /// Whether it is a beacon module.
    public var isBeaconModule: Bool { module != nil }

    /// Number of the module's model; -1 when it is none.
    public var modelIndex: Int { module?.modelIndex ?? -1 }

    /// The module's MAC, `DC:0D:30:11:22:33`.
    public var macAddress: String? { module?.macAddressText }

    /// The last six digits of the module's MAC: what tells modules of one name apart.
    public var nameSuffix: String? {
        module.map { String($0.macAddressText.filter { $0 != ":" }.suffix(6)) }
    }

    /// The module's firmware.
    public var firmwareVersion: String? { module?.firmwareVersion }

    /// The module's battery, per cent; -1 when it is not known.
    public var battery: Int { module?.battery ?? -1 }

    /// The module takes connections with a PIN only.
    public var hasPINCode: Bool { module?.connectability == .needsPIN }
    public var hasNFC: Bool { module?.hasNFC ?? false }
    public var hasLongRange: Bool { module?.hasLongRange ?? false }
    public var hasLED: Bool { module?.hasLED ?? false }
    public var hasBuzzer: Bool { module?.hasBuzzer ?? false }
    public var hasGSensor: Bool { module?.hasGSensor ?? false }
    public var hasKey: Bool { module?.hasKey ?? false }

    /// Whether it sends readings.
    public var isSensor: Bool { reading != nil }
    /// Degrees Celsius.
    public var temperature: Double? { reading?.temperature }
    /// Relative humidity, per cent.
    public var humidity: Double? { reading?.humidity }

    /// What the power received at 1 m is known from.
    public enum PowerBasis: String, Sendable, Codable {
        /// A beacon states it.
        case measuredPower = "measured-power"
        /// Only the transmit power is stated, and ``assumedLoss`` taken off it.
        case txPower = "tx-power"
    }

    /// What is lost over the first metre when a device does not state it, dB: 41 of free space at
    /// 2.4 GHz, and 21 of small antennas and what is around them.
    public static let assumedLoss = 62

    /// Where ``measuredPower`` comes from; nil when neither is stated.
    public var powerBasis: PowerBasis? {
        if statedPower != nil { return .measuredPower }
        return txPower == nil ? nil : .txPower
    }

    /// Power received at 1 m, dBm: the latest beacon's that states one, else what the transmit power
    /// makes likely.
    public var measuredPower: Int? { statedPower ?? txPower.map { $0 - Self.assumedLoss } }

    private var statedPower: Int? {
        latestBeacon?.measuredPower ?? beacons.reversed().lazy.compactMap(\.measuredPower).first
    }

    private var txPower: Int? { advertisement.txPower ?? scanResponse?.txPower }

    /// Estimated distance in metres, from ``measuredPower`` and the smoothed RSSI; nil when one of
    /// them is not known.
    public func distance(model: DistanceModel = .default) -> Double? {
        distance(smoothedRSSI: smoothedRSSI, model: model)
    }

    /// The same for another RSSI, dBm.
    package func distance(smoothedRSSI: Double?, model: DistanceModel = .default) -> Double? {
        measuredPower.flatMap { model.distance(measuredPower: $0, rssi: smoothedRSSI) }
    }
}
