internal import Glibc

/// A model for the distance from the RSSI. The result is an estimate: walls, bodies and antennas
/// change it by a factor of two and more.
public enum DistanceModel: Sendable, Hashable {
    /// r^10 for r = rssi / power below 1, otherwise a·r^b + c. The reference power is measured at 1
    /// m. If a curve returns less than 0.5 m at this power, results for weaker signals are at least
    /// 1 m.
    case curveFit(a: Double, b: Double, c: Double)
    /// 10^((power - rssi) / (10·n)); n is 2 in free space to 4 in buildings.
    case logarithmic(exponent: Double)

    /// The curve measured with a Nexus 5, the default of AltBeacon's library.
    public static let `default` = DistanceModel.curveFit(a: 0.42093, b: 6.9476, c: 0.54992)
    /// The curve of the first public library, measured with an iPhone 5.
    public static let iPhone5 = DistanceModel.curveFit(a: 0.89976, b: 7.7095, c: 0.111)
    /// The curve measured with a Motorola Moto X Pro.
    public static let motoXPro = DistanceModel.curveFit(a: 0.940_194_095_1, b: 6.170_094_565, c: 0)
    /// The curve measured with a Motorola XT1092.
    public static let xt1092 = DistanceModel.curveFit(
        a: 0.186_261_678_2,
        b: 8.235_367_435,
        c: -0.453_245_19
    )

    /// Maximum result in metres, which exceeds the range of all these devices.
    public static let farthest = 1000.0

    /// Distance in metres, 0 to ``farthest``. Nil if the RSSI is unknown (nil or 0), if the power
    /// is 0 (for a curve, 0 or more), or if the model's parameters are invalid.
    ///
    /// - Parameters:
    ///   - measuredPower: Power received at 1 m, dBm.
    ///   - rssi: Received power, dBm: one reading or a mean.
    public func distance(measuredPower: Int, rssi: Double?) -> Double? {
        guard let rssi, rssi != 0, measuredPower != 0 else { return nil }
        let distance =
            switch self {
            case .curveFit(let a, let b, let c):
                measuredPower < 0
                    ? Self.curve(max(rssi / Double(measuredPower), 0), a, b, c) : Double.nan
            case .logarithmic(let exponent):
                exponent > 0
                    ? pow(10, (Double(measuredPower) - rssi) / (10 * exponent)) : Double.nan
            }
        return distance.isNaN ? nil : min(max(distance, 0), Self.farthest)
    }

    private static func curve(_ ratio: Double, _ a: Double, _ b: Double, _ c: Double) -> Double {
        guard ratio >= 1 else { return pow(ratio, 10) }
        let distance = a * pow(ratio, b) + c
        return a + c < 0.5 ? max(distance, 1) : distance
    }
}
