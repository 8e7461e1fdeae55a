/// The kind of devices that a browser lists. Raw values are the vendor's.
public enum BrowserKind: Int, Sendable, Codable, CaseIterable {
    /// Devices that send standard beacons: iBeacon, Eddystone, AltBeacon.
    case beacon = 0
    /// Devices that send sensor readings.
    case sensor = 1
    /// Beacon modules that can be configured.
    case setting = 2
    /// Every device, with every section filled. The vendor does not define this kind.
    case any = 3
}
