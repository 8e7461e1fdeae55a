internal import CAccessory

/// The result of one profile's receiver on a recording.
struct Reading {
    let name: String
    let found: Int
    let damaged: Int
    let snr: Double?
    let snrIsMinimum: Bool?
    let clock: Double?
    let isInverted: Bool?
    /// Whether `found` counts frames, and not characters.
    let isFramed: Bool

    /// Profiles to try on an unknown recording.
    static let known = [
        "bell202", "reader", "manchester:1837.5", "manchester:1378.125", "manchester:4410",
        "manchester:8820", "manchester:9600", "hijack", "card",
    ]

    /// Returns the reading with the most decoded data; nil when no profile decoded anything.
    static func best(of names: [String], _ samples: [Float], _ rate: Int) -> Reading? {
        var best: Reading?
        for name in names {
            guard let profile = try? ModemProfile(name) else { continue }
            let modes: [(Bool, Demodulator.Mode)] = [
                (profile.hasFrames, .frames), (profile.hasCharacters, .characters),
            ]
            for case (true, let mode) in modes {
                guard let reading = Reading(profile, mode, samples, rate) else { continue }
                if reading.weight > best?.weight ?? 0 { best = reading }
            }
        }
        return best
    }

    /// A frame, which passed its checks, counts more than a few characters, which have no checks.
    private var weight: Int { isFramed ? 1_000_000 * found + damaged : found }
}

extension Reading {
    private init?(
        _ profile: ModemProfile,
        _ mode: Demodulator.Mode,
        _ samples: [Float],
        _ rate: Int
    ) {
        guard var demodulator = try? Demodulator(profile, rate: rate, mode: mode) else {
            return nil
        }
        _ = demodulator.push(samples)
        _ = demodulator.finish()
        let quality = demodulator.figures
        isFramed = mode == .frames
        found = isFramed ? Int(quality.frames_good) : Int(quality.bytes)
        // a few characters may be decoded from noise
        guard found >= (isFramed ? 1 : 4) else { return nil }
        name = profile.name
        damaged = Int(quality.frames_bad)
        let isMeasured = quality.level > 0
        snr = isMeasured ? Double(quality.snr_db) : nil
        snrIsMinimum = isMeasured ? quality.snr_is_minimum : nil
        clock = isMeasured ? Double(quality.clock_ppm) : nil
        isInverted = profile.parameters.waveform == .manchester ? quality.inverted : nil
    }
}
