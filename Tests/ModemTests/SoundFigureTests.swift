import CAccessory
import Foundation
import Testing

@testable import Modem

/// Figures of sound: levels, spectra, tracks of symbols, and the report's advice.
@Suite struct SoundFigureTests {
    private static func sine(_ hertz: Double, _ count: Int, rate: Double = 48_000, peak: Double = 1)
        -> [Float]
    {
        (0..<count).map { Float(peak * sin(2 * .pi * hertz * Double($0) / rate)) }
    }

    /// Blocks of 10 samples (10 ms at 1000 samples/s) with these levels.
    private static func blocks(_ levels: [Float]) -> LevelMeter {
        LevelMeter(levels.flatMap { [Float](repeating: $0, count: 10) }, rate: 1000)
    }

    @Test(
        "levels: loud blocks are within 10 dB of the loudest twentieth, the quietest hundredth is noise"
    )
    func levels() {
        let meter = Self.blocks(
            [Float](repeating: 0.01, count: 50) + [Float](repeating: 0.5, count: 50)
        )
        #expect(abs(meter.loud - 0.5) < 1e-6 && abs(meter.quiet - 0.01) < 1e-6)
        #expect(meter.active == 500..<1000)
        // -9.9 dB is loud, -10.1 dB is not
        let near = Self.blocks(
            [Float](repeating: 0.32, count: 50) + [Float](repeating: 1, count: 50)
        )
        #expect(abs(near.loud - ((1 + 0.1024) / 2).squareRoot()) < 1e-6 && near.active == 0..<1000)
        let far = Self.blocks(
            [Float](repeating: 0.312, count: 50) + [Float](repeating: 1, count: 50)
        )
        #expect(abs(far.loud - 1) < 1e-6 && far.active == 500..<1000)
        // one of a hundred blocks, and two of two hundred
        let rest = Self.blocks([0.1, 0.3] + [Float](repeating: 1, count: 198))
        #expect(abs(rest.quiet - ((0.01 + 0.09) / 2).squareRoot()) < 1e-6)
        let hundred = Self.blocks([0.1, 0.3] + [Float](repeating: 1, count: 97))
        #expect(abs(hundred.quiet - 0.1) < 1e-6)
        // a twentieth of loud blocks sets the level; fewer do not
        #expect(
            Self.blocks([Float](repeating: 0.1, count: 95) + [1, 1, 1, 1, 1]).active == 950..<1000
        )
        #expect(Self.blocks([Float](repeating: 0.1, count: 96) + [1, 1, 1, 1]).active == 0..<1000)
    }

    @Test("the longest signal has gaps of up to 50 ms")
    func gaps() {
        func active(_ text: String) -> Range<Int> {
            Self.blocks(text.map { $0 == "#" ? 1 : 0 }).active
        }
        #expect(active("##.....#") == 0..<80)
        #expect(active("##......###") == 80..<110)
        #expect(active("###......##") == 0..<30)
        #expect(active("##......##") == 0..<20)
        #expect(active(".#.") == 10..<20)
        #expect(active("...") == 0..<30)
        #expect(active("#......##......###......#") == 150..<180)
    }

    @Test("recordings shorter than a block have no level")
    func short() {
        let none = LevelMeter([1, 1, 1], rate: 1000)
        #expect(none.active == 0..<3 && none.loud == 0 && none.quiet == 0)
        let one = LevelMeter([Float](repeating: 0.5, count: 10), rate: 1000)
        #expect(one.active == 0..<10 && one.loud == 0.5 && one.quiet == 0.5)
        #expect(LevelMeter([], rate: 50).active == 0..<0)
        #expect(LevelMeter([0.5, 0.5], rate: 50).loud == 0.5)
    }

    @Test("the sum of a spectrum is the mean square, at the signal's frequency")
    func spectrum() {
        let spectrum = Spectrum(size: 256)
        for band in [5, 40, 126] {
            let power = spectrum.power(Self.sine(Double(band) * 48_000 / 256, 256)[...])
            #expect(power.count == 128)
            #expect(abs(power.reduce(0, +) - 0.5) < 0.02)
            #expect(power.indices.max { power[$0] < power[$1] } == band)
            // a Hann window leaves nothing beyond the neighbours
            for (i, p) in power.enumerated() where abs(i - band) > 1 { #expect(p < 1e-9) }
            #expect(abs(power[band] - 1 / 3) < 1e-3)
        }
        // samples after the end count as silence, and further ones not at all
        let sound = Self.sine(3000, 400)
        #expect(spectrum.power(sound[...]) == spectrum.power(sound[..<256]))
        let half = spectrum.power(sound[..<128])
        #expect(half == spectrum.power((sound[..<128] + [Float](repeating: 0, count: 128))[...]))
    }

    @Test("a transform agrees with its definition")
    func transform() {
        let spectrum = Spectrum(size: 8)
        let samples: [Float] = [1, -0.5, 0.25, 0.75, -1, 0.5, 0, 0.125]
        let power = spectrum.power(samples[...])
        for band in 0..<4 {
            var (re, im) = (0.0, 0.0)
            for (n, x) in samples.enumerated() {
                let windowed = Double(x) * (0.5 - 0.5 * cos(2 * .pi * (Double(n) + 0.5) / 8))
                re += windowed * cos(2 * .pi * Double(band * n) / 8)
                im -= windowed * sin(2 * .pi * Double(band * n) / 8)
            }
            #expect(abs(Double(power[band]) - 2 * (re * re + im * im) / (64 * 0.375)) < 1e-6)
        }
    }

    @Test("a mean spectrum overlaps by half")
    func average() {
        let spectrum = Spectrum(size: 8)
        let samples = Self.sine(7000, 19, peak: 0.7).enumerated().map { $1 * Float($0) }
        let mean = spectrum.average(samples[1...])
        let parts = [1, 5, 9].map { spectrum.power(samples[$0..<$0 + 8]) }
        for band in 0..<4 {
            #expect(abs(mean[band] - parts.reduce(0) { $0 + $1[band] } / 3) < 1e-6)
        }
        #expect(spectrum.average(samples[..<3]) == spectrum.power(samples[..<3]))
        #expect(spectrum.average([]) == [0, 0, 0, 0])
    }

    @Test("decibels of full scale, with -120 for silence")
    func decibels() {
        #expect(SignalReport.decibels(1) == 0 && abs(SignalReport.decibels(0.1) + 20) < 1e-9)
        #expect(SignalReport.decibels(1e-6) == -120 && SignalReport.decibels(0) == -120)
        #expect(abs(SignalReport.decibels(1.1e-6) + 119.17) < 0.01)
    }

    @Test("the band holds 99 % of the power")
    func band() {
        let report = SignalReport(samples: Self.sine(3000, 48_000, peak: 0.5), rate: 48_000)
        // bands of 11.7 Hz; the window spreads a line over three
        #expect(report.band.lowerBound > 2970 && report.band.lowerBound < 3000)
        #expect(report.band.upperBound > 3000 && report.band.upperBound < 3030)
        #expect(abs(report.peak + 6.02) < 0.01 && abs(report.level + 9.03) < 0.05)
        #expect(report.seconds == 1 && abs(report.offset) < 1e-6)
        // two lines of equal power
        let (low, high) = (Self.sine(1000, 48_000, peak: 0.2), Self.sine(9000, 48_000, peak: 0.2))
        let two = SignalReport(samples: zip(low, high).map { $0 + $1 }, rate: 48_000)
        #expect(abs(two.band.lowerBound - 1000) < 36 && abs(two.band.upperBound - 9000) < 36)
        // half a percent of the power is beyond the band
        let weak = zip(low, high).map { $0 + $1 * 0.06 }
        #expect(abs(SignalReport(samples: weak, rate: 48_000).band.upperBound - 1000) < 36)
        let strong = zip(low, high).map { $0 + $1 * 0.09 }
        #expect(abs(SignalReport(samples: strong, rate: 48_000).band.upperBound - 9000) < 36)
        #expect(
            SignalReport(samples: [Float](repeating: 0, count: 4800), rate: 48_000).band == 0...0
        )
    }

    @Test("clipped: runs of at least three samples at an extreme")
    func clipped() {
        func clipped(_ text: String, top: Float = 1) -> Int {
            // an unclipped lead: more than three quarters of the recording
            let lead = Self.sine(997, 100, peak: Double(top) * 0.5)
            let part = text.map { c -> Float in c == "+" ? top : c == "-" ? -top : 0 }
            return SignalReport(samples: lead + part + lead, rate: 8000).clipped
        }
        #expect(clipped(".++.") == 0)
        #expect(clipped(".+++.") == 3)
        #expect(clipped(".+++++.---.++.") == 8)
        #expect(clipped(".+++---.") == 6 || clipped(".+++---.") == 3)
        #expect(clipped(".+++.", top: 0.11) == 3 && clipped(".+++.", top: 0.1) == 0)
        // the end of the recording ends a run
        let tail = Self.sine(997, 100, peak: 0.5) + [1, 1, 1]
        #expect(SignalReport(samples: tail, rate: 8000).clipped == 3)
        // almost as loud counts, a little less does not
        let near: [Float] = [1, 0.99995, 1]
        #expect(
            SignalReport(samples: Self.sine(997, 100, peak: 0.5) + near, rate: 8000).clipped == 3
        )
        let less: [Float] = [1, 0.9998, 1]
        #expect(
            SignalReport(samples: Self.sine(997, 100, peak: 0.5) + less, rate: 8000).clipped == 0
        )
    }

    @Test("a square wave is clipped only near full scale")
    func square() {
        func square(_ top: Float, share: Int) -> Int {
            let wave = (0..<400).map { $0 / 10 % 2 == 0 ? top : -top }
            let rest = Self.sine(997, 400 * (share - 1), peak: Double(top) / 2)
            return SignalReport(samples: wave + rest, rate: 8000).clipped
        }
        #expect(square(0.98, share: 1) == 0 && square(1, share: 1) > 300)
        // a quarter of a recording, or less, is no square wave
        #expect(square(0.98, share: 5) > 300)
    }

    /// A reading with an SNR.
    private static func advice(
        _ snr: Double?,
        isMinimum: Bool = false,
        rest: Double = 0
    ) -> [String] {
        let reading = Reading(
            name: "hijack",
            found: 1,
            damaged: 0,
            snr: snr,
            snrIsMinimum: isMinimum,
            clock: nil,
            isInverted: nil,
            isFramed: false
        )
        let (profile, reason) = SignalReport.recommend(reading, rest: rest, hasSignal: true)
        return [profile, String(reason.prefix { $0 != ":" })]
    }

    @Test("the profile that fits an SNR")
    func advice() {
        let clean = ["reader", "a clean path"]
        let fair = ["reader --fec", "a fair path at least"]
        let noisy = ["reader --fec", "noise that correction takes away"]
        #expect(Self.advice(12) == clean)
        #expect(Self.advice(11.9, rest: 50) == noisy && Self.advice(3) == noisy)
        #expect(
            Self.advice(2.9) == ["bell202", "noise"] && Self.advice(0) == ["bell202", "noise"]
        )
        #expect(Self.advice(-0.1) == ["bell202 --fec", "more noise than signal"])
        #expect(Self.advice(nil) == ["hijack", "the profile that the signal has"])
        // a lower limit: the pause may show more
        #expect(Self.advice(5, isMinimum: true, rest: 12) == clean)
        #expect(Self.advice(5, isMinimum: true, rest: 4.9) == fair)
        #expect(Self.advice(5, isMinimum: true, rest: 5) == noisy)
        #expect(Self.advice(2, isMinimum: true, rest: 3) == noisy)
        #expect(Self.advice(2, isMinimum: true, rest: 1) == ["bell202", "noise"])
        #expect(
            SignalReport.recommend(nil, rest: 0, hasSignal: true).1 == "no known signal was found"
        )
        #expect(SignalReport.recommend(nil, rest: 0, hasSignal: false).1 == "no signal")
        #expect(SignalReport.recommend(nil, rest: 0, hasSignal: true).0 == "bell202 --fec")
    }

    @Test("a recording without a known signal is reported as such")
    func noReading() {
        let report = SignalReport(samples: Self.sine(3000, 48_000, peak: 0.1), rate: 48_000)
        #expect(report.profile == nil && report.found == 0 && report.damaged == 0)
        #expect(report.snr == nil && report.clock == nil && report.isInverted == nil)
        #expect(
            report.recommendation == "bell202 --fec" && report.reason == "no known signal was found"
        )
        #expect(report.hasPause && report.active == 0..<48_000)
        let faint = SignalReport(samples: Self.sine(3000, 48_000, peak: 1e-5), rate: 48_000)
        #expect(faint.reason == "no signal")
    }

    /// Text of this length as FSK characters.
    private static func characters(_ count: Int) -> [Float] {
        var profile = try! ModemProfile("bell202").parameters
        var modulator = acc_modulator()
        #expect(acc_modulator_init(&modulator, &profile, 48_000, 0.5) == .ok)
        #expect(
            acc_modulator_send_bytes(&modulator, [UInt8](repeating: 0x55, count: count), count)
                == count
        )
        var sound = [Float](repeating: 0, count: 48_000)
        _ = sound.withUnsafeMutableBufferPointer {
            acc_modulator_render(&modulator, $0.baseAddress! + 4800, $0.count - 4800)
        }
        return sound
    }

    @Test("four characters are a signal, three are not")
    func fewCharacters() {
        let four = Reading.best(of: ["bell202"], Self.characters(4), 48_000)
        #expect(four?.found == 4 && four?.isFramed == false && four?.name == "bell202")
        #expect(Reading.best(of: ["bell202"], Self.characters(3), 48_000) == nil)
        #expect(Reading.best(of: ["no profile"], Self.characters(4), 48_000) == nil)
        // a rate that the profile does not fit
        #expect(Reading.best(of: ["manchester:9600"], Self.characters(4), 8000) == nil)
    }
}
