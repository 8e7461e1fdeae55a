/// The limits of the zones immediate, near and far. Apple does not publish its limits; the defaults
/// are those of public libraries.
public struct ProximityZones: Sendable, Hashable, Codable {
    /// Upper limit of the immediate zone, metres (exclusive).
    public var immediate: Double
    /// Upper limit of the near zone, metres (inclusive).
    public var near: Double

    /// Creates limits.
    public init(immediate: Double, near: Double) {
        self.immediate = immediate
        self.near = near
    }

    /// The default limits, 0.5 m and 4 m.
    public static let `default` = ProximityZones(immediate: 0.5, near: 4)

    /// The zone for a distance in metres; unknown for nil and negative values.
    public func proximity(of distance: Double?) -> Proximity {
        guard let distance, distance >= 0 else { return .unknown }
        return distance < immediate ? .immediate : distance <= near ? .near : .far
    }
}
