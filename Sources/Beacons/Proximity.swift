/// The proximity zone of a beacon. Raw values are those of the vendors' SDKs.
public enum Proximity: Int, Sendable, Codable, CaseIterable {
    /// The distance is unknown.
    case unknown = 0
    /// Below `ProximityZones.immediate`.
    case immediate = 1
    /// Up to `ProximityZones.near`.
    case near = 2
    /// Beyond `ProximityZones.near`.
    case far = 3
}
