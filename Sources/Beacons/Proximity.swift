/// The proximity zone of a beacon. Raw values are those of the vendors' SDKs.
public enum Proximity: Int, Sendable, Codable, CaseIterable {
    case unknown = 0
    case immediate = 1
    case near = 2
    case far = 3
}
