internal import CAccessory

/// What one profile's receiver makes of a recording.
struct Reading {
    let name: String
    let profile: acc_modem_profile
    let found: Int
    let damaged: Int
    let snr: Double?
    let clock: Double?
    let isInverted: Bool?

    /// Profiles that are tried on a recording of which nothing is known.
    static let known = [
        "bell202", "reader", "manchester:1837.5", "manchester:1378.125", "manchester:4410",
        "manchester:8820", "manchester:9600", "hijack", "track2",
    ]

    static func profile(_ name: String) -> acc_modem_profile? {
        var profile = acc_modem_profile()
        let text = name.utf8.map { CChar(bitPattern: $0) }
        return acc_modem_profile_parse(text, text.count, &profile) == .ok ? profile : nil
    }

    /// The one that read most; nil when none read anything.
    static func best(of names: [String], _ samples: [Float], _ rate: Int) -> Reading? {
        var best: Reading?
        for name in names {
            guard let profile = profile(name) else { continue }
            for mode in modes(of: profile) {
                guard let reading = Reading(name, profile, mode, samples, rate) else { continue }
                if reading.weight > best?.weight ?? 0 { best = reading }
            }
        }
        return best
    }

    /// A frame that passed its checks says more than a handful of characters, which have none.
    private var weight: Int { isFramed ? 1_000_000 * found + damaged : found }
    private let isFramed: Bool

    private static func modes(of profile: acc_modem_profile) -> [ModemMode] {
        switch profile.waveform {
        case .fsk: [.frames, .stream]
        case .manchester: [.frames]
        case .hijack, .track2: [.stream]
        }
    }

    private init?(
        _ name: String,
        _ profile: acc_modem_profile,
        _ mode: ModemMode,
        _ samples: [Float],
        _ rate: Int
    ) {
        var asked = profile
        let size = acc_demodulator_size(&asked, UInt32(rate), mode)
        guard size > 0 else { return nil }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { memory.deallocate() }
        var made: OpaquePointer?
        guard acc_demodulator_init(memory, size, &asked, UInt32(rate), mode, &made) == .ok,
            let demodulator = made
        else { return nil }
        Self.push(samples, to: demodulator)
        // silence brings the rest out
        Self.push([Float](repeating: 0, count: rate / 4), to: demodulator)
        let quality = acc_demodulator_quality(demodulator)
        isFramed = mode == .frames
        found = isFramed ? Int(quality.frames_good) : Int(quality.bytes)
        // a few characters may be chance
        guard found >= (isFramed ? 1 : 4) else { return nil }
        self.name = name
        self.profile = profile
        damaged = Int(quality.frames_bad)
        let isMeasured = quality.level > 0
        snr = isMeasured ? Double(quality.snr_db) : nil
        clock = isMeasured ? Double(quality.clock_ppm) : nil
        isInverted = profile.waveform == .manchester ? quality.inverted : nil
    }

    private static func push(_ samples: [Float], to demodulator: OpaquePointer) {
        samples.withUnsafeBufferPointer { samples in
            var event = acc_demodulator_event()
            var taken = 0
            repeat {
                taken += acc_demodulator_push(
                    demodulator,
                    samples.baseAddress! + taken,
                    samples.count - taken,
                    &event
                )
            } while event.kind != .none || taken < samples.count
        }
    }
}
