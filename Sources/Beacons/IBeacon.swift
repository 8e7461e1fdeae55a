public import BluetoothLE

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
