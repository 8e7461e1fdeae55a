public import BluetoothLE

/// iBeacons that belong together: all of a UUID, or those of one major, or the one of a minor.
public struct BeaconRegion: Sendable, Hashable, Identifiable {
    /// The application's name for it.
    public let id: String
    public let uuid: BluetoothUUID
    public let major: UInt16?
    public let minor: UInt16?

    /// - Parameter minor: Only counts with a major.
    public init(_ id: String, uuid: BluetoothUUID, major: UInt16? = nil, minor: UInt16? = nil) {
        self.id = id
        self.uuid = uuid
        self.major = major
        self.minor = major == nil ? nil : minor
    }

    /// Whether a beacon belongs to it.
    public func contains(_ beacon: IBeacon) -> Bool {
        beacon.uuid == uuid && (major == nil || beacon.major == major)
            && (minor == nil || beacon.minor == minor)
    }
}
