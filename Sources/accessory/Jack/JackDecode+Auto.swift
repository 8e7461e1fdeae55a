internal import Modem

/// Finding the mode of a recording's characters.
extension JackDecode {
    /// Decodes a recording with the mode that reads most of its characters.
    func decodeAuto() throws {
        try overwrite.check(output, inputs: [input], reading: .wav, .otherSound)
        let sound = try Recording(input, channel: channel)
        guard let mode = try ModeSearch(sound).best(showing: options) else {
            throw Failure(
                .badInput,
                "no characters of a known mode in \(input)",
                nextStep: "name --profile and --character"
            )
        }
        if !options.quiet { Console.note("found \(mode.words)") }
        try decode(sound, mode.profile)
    }
}

/// Tries the known modes on a part of a recording.
private struct ModeSearch {
    struct Attempt {
        var profile: ModemProfile
        let bytes: [UInt8]
        let unread: UnreadCharacters?
        let parityErrors: Int
        /// SNR in dB, which the right tones increase.
        let snr: Double

        /// The seconds that the characters explain: fast modes find characters in the bits of slow ones.
        var score: Double {
            let bits = profile.format.dataBits + (profile.format.hasParity ? 3 : 2)
            return Double(bits * (bytes.count - 3 * ((unread?.count ?? 0) + parityErrors)))
                / profile.baud
        }
        var words: String {
            "--profile \(profile.name) --character \(profile.format.name): "
                + "\(profile.baud.formatted(2)) bit/s, \(bytes.count) characters tried"
        }
    }

    /// The first 20 s from the signal's begin.
    private let samples: [Float]
    private let rate: Int

    init(_ sound: Recording) {
        rate = sound.rate
        let peak = sound.samples.reduce(0) { max($0, abs($1)) }
        let begin = sound.samples.firstIndex { abs($0) > peak / 4 } ?? 0
        samples = Array(sound.samples[max(0, begin - rate / 2)...].prefix(20 * rate))
    }

    /// The mode with the most characters; nil if no mode reads any.
    func best(showing options: CommonOptions) throws -> Attempt? {
        // before modes with the same tones, whose characters have a meaning
        let names =
            ["50", "75", "110", "150", "200", "600", "1000", "1200", "2400"] + ModemProfile.modes
        var progress = ProgressReport("search", total: names.count, options: options)
        let began = ContinuousClock.now
        var attempts: [Attempt] = []
        for (index, name) in names.enumerated() {
            try Task.checkCancellation()
            if let attempt = try attempt(ModemProfile(name)) { attempts.append(attempt) }
            progress.update(index + 1, after: .now - began)
        }
        progress.finish()
        // the right ones have the highest SNR of those that read as much
        attempts += try measuredProfiles().compactMap { try attempt($0) }.sorted { $0.snr > $1.snr }
        let best = attempts.reduce(nil as Attempt?) { best, next in
            next.score > best?.score ?? 0 ? next : best
        }
        return try best.map { try refine($0) }
    }

    /// Profiles with the measured tones and bit rate. Tones half a bit rate apart must be right within 1 %, and
    /// most senders have round ones: rounded tones are tried, too.
    private func measuredProfiles() -> [ModemProfile] {
        guard let survey = ToneSurvey(Array(samples.prefix(10 * rate)), rate: rate) else {
            return []
        }
        let baud = survey.baud.formatted(survey.baud == survey.baud.rounded() ? 0 : 2)
        var names: [String] = []
        for step in [1.0, 10, 50, 100] {
            let tones = [survey.low, survey.high].map {
                (($0 / step).rounded() * step).formatted(0)
            }
            for order in [tones, tones.reversed()] {
                let name = "fsk:\(baud),\(order[0]),\(order[1])"
                if !names.contains(name) { names.append(name) }
            }
        }
        return names.compactMap { try? ModemProfile($0) }
    }

    /// Recognizes caller ID, and seven bits with parity: it is right in all characters.
    private func refine(_ found: Attempt) throws -> Attempt {
        let caller = try ModemProfile("callerid")
        var decoder = CharacterDecoder(caller)
        if !decoder.decode(found.bytes).messages.isEmpty {
            return try attempt(caller) ?? found
        }
        guard found.profile.format.name == "8N1", found.bytes.count >= 16 else { return found }
        for (name, parity) in [("7E1", 0), ("7O1", 1)]
        where found.bytes.allSatisfy({ $0.nonzeroBitCount % 2 == parity }) {
            var profile = found.profile
            profile.format = CharacterFormat(name)!
            return try attempt(profile) ?? found
        }
        return found
    }

    private func attempt(_ profile: ModemProfile) throws -> Attempt? {
        guard (try? profile.check(rate: rate)) != nil else { return nil }
        var demodulator = try Demodulator(profile, rate: rate, mode: .characters)
        let events = demodulator.push(samples) + demodulator.finish()
        let bytes = events.flatMap { event -> [UInt8] in
            if case .characters(let characters) = event { characters } else { [] }
        }
        return Attempt(
            profile: profile,
            bytes: bytes,
            unread: demodulator.unread,
            parityErrors: demodulator.quality.parityErrors,
            snr: demodulator.quality.signalToNoise
        )
    }
}
