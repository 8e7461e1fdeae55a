/// Frequencies and bit rates of the cable modem at a sample rate. They are specified at 48000 Hz and scale with the rate.
struct CableScale {
    private let factor: Double

    /// - Parameter rate: Samples/s.
    init(rate: Int) throws(ModemError) {
        guard (8000...192_000).contains(rate) else {
            throw .profile(.unsuitableRate(profile: "cable", rate: rate))
        }
        factor = 48_000 / Double(rate)
    }

    func bitRate(_ bitRate: Int) -> UInt32 {
        UInt32(clamping: Int((Double(bitRate) * factor).limited(to: 0...1e10).rounded(.up)))
    }

    /// The available bit rates, for messages.
    var bitRates: ClosedRange<Int> {
        Int((3000 / factor).rounded(.up))...Int((340_000 / factor).rounded(.down))
    }

    /// The bandwidth as a core parameter, 0 for the maximum.
    func band(_ hertz: Int?) throws(ModemError) -> UInt16 {
        guard let hertz else { return 0 }
        let limits = Int((1000 / factor).rounded(.up))...Int((23_750 / factor).rounded(.down))
        guard limits.contains(hertz) else { throw .band(hertz, limits: limits) }
        return UInt16((Double(hertz) * factor).rounded(.down))
    }
}
