/// Where immediate, near and far end. Apple's own limits are not public; the default is what public
/// libraries use.
public struct ProximityZones: Sendable, Hashable, Codable {
    /// Below this it is immediate, metres.
    public var immediate: Double
    /// Up to this it is near, metres.
    public var near: Double

    public init(immediate: Double, near: Double) {
        self.immediate = immediate
        self.near = near
    }

    /// 0.5 m and 4 m.
    public static let `default` = ProximityZones(immediate: 0.5, near: 4)

    /// The zone of a distance in metres; unknown for nil and below 0.
    public func proximity(of distance: Double?) -> Proximity {
        guard let distance, distance >= 0 else { return .unknown }
        return distance < immediate ? .immediate : distance <= near ? .near : .far
    }
}
