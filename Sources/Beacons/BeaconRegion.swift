public import BluetoothLE

/// A group of iBeacons with one UUID: all of them, those with one major number, or those with one
/// major and one minor number.
public struct BeaconRegion: Sendable, Hashable, Identifiable {
    /// The application's name for the region.
    public let id: String
    /// The UUID of the beacons.
    public let uuid: BluetoothUUID
    /// The major number; nil: any.
    public let major: UInt16?
    /// The minor number; nil: any.
    public let minor: UInt16?

    /// - Parameters:
    ///   - id: The region's name.
    ///   - uuid: The UUID of the beacons.
    ///   - major: The major number; nil: any.
    ///   - minor: The minor number; nil: any. Ignored without a major.
    public init(_ id: String, uuid: BluetoothUUID, major: UInt16? = nil, minor: UInt16? = nil) {
        self.id = id
        self.uuid = uuid
        self.major = major
        self.minor = major == nil ? nil : minor
    }

    /// Whether a beacon belongs to the region.
    public func contains(_ beacon: IBeacon) -> Bool {
        beacon.uuid == uuid && (major == nil || beacon.major == major)
            && (minor == nil || beacon.minor == minor)
    }
}
