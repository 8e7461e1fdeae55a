/// How near a beacon is. The raw value is the one that vendors' SDKs use.
public enum Proximity: Int, Sendable, Codable, CaseIterable {
    case unknown = 0
    case immediate = 1
    case near = 2
    case far = 3
}
