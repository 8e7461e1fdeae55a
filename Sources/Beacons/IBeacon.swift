public import BluetoothLE
internal import CAccessory

/// Apple's proximity beacon.
public struct IBeacon: Sendable, Hashable {
    /// Proximity UUID.
    public var uuid: BluetoothUUID
    /// The major number, which identifies a group of beacons.
    public var major: UInt16
    /// The minor number, which identifies a beacon of the group.
    public var minor: UInt16
    /// Power received at 1 m, dBm, -128 to 127.
    public var measuredPower: Int

    /// Creates a frame.
    public init(uuid: BluetoothUUID, major: UInt16, minor: UInt16, measuredPower: Int = -59) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.measuredPower = measuredPower
    }

    /// Estimated distance in metres, 0 to `DistanceModel.farthest`; -1 if the RSSI is unknown.
    public func accuracy(rssi: Int?, model: DistanceModel = .default) -> Double {
        accuracy(smoothedRSSI: rssi.map(Double.init), model: model)
    }

    /// The distance from a smoothed RSSI, such as `PeripheralItem.smoothedRSSI` or the value of an
    /// `RSSISmoother`; single readings vary by several dB.
    public func accuracy(smoothedRSSI: Double?, model: DistanceModel = .default) -> Double {
        model.distance(measuredPower: measuredPower, rssi: smoothedRSSI) ?? -1
    }

    /// The proximity zone.
    public func proximity(
        rssi: Int?,
        model: DistanceModel = .default,
        zones: ProximityZones = .default
    ) -> Proximity {
        proximity(smoothedRSSI: rssi.map(Double.init), model: model, zones: zones)
    }

    /// The proximity zone from a smoothed RSSI.
    public func proximity(
        smoothedRSSI: Double?,
        model: DistanceModel = .default,
        zones: ProximityZones = .default
    ) -> Proximity {
        zones.proximity(of: model.distance(measuredPower: measuredPower, rssi: smoothedRSSI))
    }
}

extension IBeacon: BeaconFrame {
    package static var kindName: String { name(of: ACC_BEACON_IBEACON) }

    package init?(_ value: UnsafePointer<UInt8>, _ length: Int) {
        var beacon = acc_ibeacon()
        guard acc_ibeacon_read(value, length, &beacon) == .ok else { return nil }
        uuid = withUnsafeBytes(of: beacon.uuid) {
            BluetoothUUID(
                high: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        (major, minor, measuredPower) = (beacon.major, beacon.minor, Int(beacon.power))
    }

    package func add(
        to builder: inout AdvertisementBuilder
    ) throws(AdvertisementBuilder.BuildError) {
        var c = acc_ibeacon()
        set(&c.uuid, uuid.littleEndian128.reversed())
        (c.major, c.minor) = (major, minor)
        c.power = try encoded(power: measuredPower)
        try builder.write { acc_ibeacon_put(&$0, &c) }
    }

    package var fields: [BeaconField] {
        [
            BeaconField("uuid", .text(uuid.description), label: "uuid"),
            BeaconField("major", .integer(Int(major)), label: "major"),
            BeaconField("minor", .integer(Int(minor)), label: "minor"),
            .measuredPower(measuredPower),
        ]
    }

    package var summary: String { "iBeacon \(major)/\(minor) \(uuid)" }
}
