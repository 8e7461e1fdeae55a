import Testing

@testable import Modem

@Suite("Tones and bit rate of unknown sound")
struct ToneSurveyTests {
    @Test(
        "Tones within 2 % of their distance, the bit rate within 0.5 %",
        arguments: [
            (500, 1500, 2500), (2000, 2000, 4000), (1200, 1200, 2200), (300, 1270, 1070),
            (45.45, 2125, 2295),
            (350, 900, 1300), (800, 3400, 3000), (75, 900, 960),
        ]
    )
    func measures(baud: Double, mark: Double, space: Double) throws {
        let rate = 24_000
        let profile = try ModemProfile("fsk:\(baud),\(mark),\(space)")
        var sound = try Self.sound(profile, rate: rate, count: 40)
        // quiet around the signal, and noise 10 dB below it
        sound = [Float](repeating: 0, count: 5000) + sound + [Float](repeating: 0, count: 5000)
        var random = Noise(seed: 7)
        for i in sound.indices { sound[i] += 0.11 * random.sample() }
        let survey = try #require(ToneSurvey(sound, rate: rate))
        let near = 0.04 * abs(mark - space)
        #expect(abs(survey.low - min(mark, space)) < near, "\(survey)")
        #expect(abs(survey.high - max(mark, space)) < near, "\(survey)")
        #expect(abs(survey.baud - baud) < 0.005 * baud, "\(survey)")
    }

    @Test("Silence, noise, one tone and few bits are not measured")
    func refuses() throws {
        #expect(ToneSurvey([], rate: 8000) == nil)
        #expect(ToneSurvey([Float](repeating: 0, count: 8000), rate: 8000) == nil)
        var random = Noise(seed: 1)
        #expect(ToneSurvey((0..<40_000).map { _ in random.sample() }, rate: 8000) == nil)
        #expect(ToneSurvey((0..<8000).map { $0 % 8 < 4 ? 0.5 : -0.5 }, rate: 8000) == nil)
        let short = try Self.sound(ModemProfile("bell202"), rate: 8000, count: 3)
        #expect(ToneSurvey(short, rate: 8000) == nil)
        #expect(ToneSurvey([Float](repeating: .nan, count: 8000), rate: 8000) == nil)
    }

    private static func sound(_ profile: ModemProfile, rate: Int, count: Int) throws -> [Float] {
        var noise = Noise(seed: 3)
        var modulator = try Modulator(profile, rate: rate)
        let bytes = (0..<count).map { _ in noise.byte() }
        #expect(try modulator.send(characters: bytes[...]) == count)
        return modulator.render()
    }
}

/// SplitMix64.
private struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

    /// Nearly normal, standard deviation 1: the sum of twelve uniform numbers.
    mutating func sample() -> Float {
        (0..<12).reduce(-6) { sum, _ in sum + Float(next() >> 40) * 0x1p-24 }
    }
}
