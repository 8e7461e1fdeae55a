/// Which devices a browser lists. The raw value is the vendor's.
public enum BrowserKind: Int, Sendable, Codable, CaseIterable {
    /// Devices that send standard beacons: iBeacon, Eddystone, AltBeacon.
    case beacon = 0
    /// Devices that send readings of sensors.
    case sensor = 1
    /// Beacon modules that can be set up.
    case setting = 2
    /// Every device, with every section filled. Not in the vendor's list.
    case any = 3
}
