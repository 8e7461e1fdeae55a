import AccessoryConcurrency
import Foundation
import Testing

@testable import AudioJack

/// One direction of a virtual cable, without its ends.
@Suite struct ImpairedPathTests {
    /// What a path makes of a sound, in blocks of 100 samples, from the first sample of the sound on.
    private static func capture(
        _ sound: [Float],
        own: [Float] = [],
        seed: UInt64 = 1,
        _ change: (inout Impairments) -> Void
    ) -> [Float] {
        var path = ImpairedPath(Impairments(change), rate: 48_000, seed: seed)
        let delay = ImpairedPath.delay
        var history = SampleHistory(start: 0, depth: 1000)
        let sent = sound + [Float](repeating: 0, count: 300)
        sent.withUnsafeBufferPointer { history.append($0) }
        var captured: [Float] = []
        for start in stride(from: 0, to: sound.count + 100, by: 100) {
            var block = [Float](repeating: 0, count: 100)
            let own = (start..<start + 100).map { own.indices.contains($0) ? own[$0] : 0 }
            own.withUnsafeBufferPointer { own in
                block.withUnsafeMutableBufferPointer {
                    path.capture(history, at: Double(start), step: 1, own: own, into: $0)
                }
            }
            captured += block
        }
        return Array(captured.dropFirst(delay).prefix(sound.count))
    }

    private static func sine(_ hertz: Double, _ count: Int, peak: Double = 1) -> [Float] {
        (0..<count).map { Float(peak * sin(2 * .pi * hertz * Double($0) / 48_000)) }
    }

    private static func rms(_ samples: some Collection<Float>) -> Double {
        (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
    }

    @Test("a path without impairments only delays, by 80 samples")
    func perfect() {
        #expect(ImpairedPath.delay == 80 && ImpairedPath.slack == 24)
        let sound = Self.sine(1000, 500)
        #expect(Self.capture(sound) { _ in } == sound)
    }

    @Test("gain, polarity, crosstalk, DC and clipping, in this order")
    func exact() {
        let (sound, own) = (Self.sine(1000, 500), Self.sine(700, 700))
        #expect(Self.capture(sound) { $0.gain = -20 } == sound.map { $0 * 0.1 })
        #expect(Self.capture(sound) { $0.invertsPolarity = true } == sound.map { -$0 })
        let crossed = Self.capture(sound, own: own) { $0.crosstalk = -20 }
        for (i, x) in crossed.enumerated() {
            #expect(abs(x - (sound[i] + own[i + 80] * 0.1)) < 1e-6)
        }
        let clipped = Self.capture(sound) { ($0.dcOffset, $0.clipping) = (0.25, -0.5) }
        #expect(clipped == sound.map { min(max($0 + 0.25, -0.5), 0.5) })
    }

    @Test(
        "an echo repeats the sound, after half a second at most",
        arguments: [(1.0, 48), (0, 1), (-5, 1)]
    )
    func echo(milliseconds: Double, samples: Int) {
        var sound = [Float](repeating: 0, count: 300)
        sound[10] = 1
        let heard = Self.capture(sound) {
            $0.echo = .init(delay: .seconds(milliseconds / 1000), decibels: -20)
        }
        #expect(heard.indices.filter { heard[$0] != 0 } == [10, 10 + samples])
        #expect(abs(heard[10 + samples] - 0.1) < 1e-6)
        var long = [Float](repeating: 0, count: 24_100)
        long[10] = 1
        let late = Self.capture(long) { $0.echo = .init(delay: .seconds(9), decibels: -20) }
        #expect(late.indices.filter { late[$0] != 0 } == [10, 24_010])
    }

    @Test("noise of a level is white and normal, with or without a signal")
    func noiseLevel() {
        let noise = Self.capture([Float](repeating: 0, count: 48_000)) {
            $0.noise = .level(decibels: -20)
        }
        #expect(abs(Self.rms(noise) - 0.1) < 0.002)
        let mean = noise.reduce(0, +) / Float(noise.count)
        #expect(abs(mean) < 0.002)
        // 4.55 % of a normal distribution are beyond two deviations
        #expect(abs(Double(noise.count { abs($0) > 0.2 }) / 48_000 - 0.0455) < 0.005)
        let pairs = zip(noise, noise.dropFirst()).reduce(0) { $0 + Double($1.0 * $1.1) } / 48_000
        #expect(abs(pairs) < 1e-4)
        let other = Self.capture([Float](repeating: 0, count: 48_000), seed: 2) {
            $0.noise = .level(decibels: -20)
        }
        #expect(other != noise)
    }

    @Test("noise relative to a signal follows the signal's power, also in its pauses")
    func noiseRatio() {
        let rest = [Float](repeating: 0, count: 4800)
        let heard = Self.capture(rest + Self.sine(1000, 24_000, peak: 0.2) + rest) {
            $0.noise = .signalToNoise(decibels: 20)
        }
        // no noise before the signal
        #expect(heard.prefix(4700).allSatisfy { $0 == 0 })
        // 0.2 / sqrt 2, 20 dB lower
        #expect(abs(Self.rms(heard.suffix(4800)) - 0.01414) < 0.001)
        // the mean power follows a change with a time constant of 20 blocks
        let change = Self.capture(
            Self.sine(1000, 9600, peak: 0.8) + Self.sine(1000, 9600, peak: 0.2) + rest
        ) {
            $0.noise = .signalToNoise(decibels: 20)
        }
        #expect(
            abs(Self.rms(change.suffix(4800)) - 0.01414 * (1 + 15 * pow(0.95, 96)).squareRoot())
                < 0.0015
        )
        // a quarter of a block is no signal, more is
        for (count, isSignal) in [(25, false), (26, true)] {
            var sound = [Float](repeating: 0, count: 600)
            for block in 0..<6 { for i in 0..<count { sound[100 * block + 20 + i] = 0.5 } }
            let noisy = Self.capture(sound) { $0.noise = .signalToNoise(decibels: 0) }
            #expect((noisy != sound) == isSignal, "\(count) samples")
        }
    }

    @Test("automatic gain moves by at most 20 dB to its target")
    func automaticGain() {
        for (peak, expected) in [(0.5, 0.1), (0.02, 0.1), (0.001, 0.00707), (4, 0.2828)] {
            let heard = Self.capture(Self.sine(3000, 48_000, peak: peak)) {
                $0.automaticGain = .init(target: 0.1, time: .milliseconds(20))
            }
            #expect(abs(Self.rms(heard.suffix(9600)) / expected - 1) < 0.03, "\(peak)")
        }
        // after one time constant, 63 % of the way in power
        let step = Self.capture(
            [Float](repeating: 0.1, count: 9600) + [Float](repeating: 0.5, count: 1000)
        ) {
            $0.automaticGain = .init(target: 0.1, time: .milliseconds(20))
        }
        #expect(abs(step[9599] - 0.1) < 1e-3)
        let power = 0.01 + (0.25 - 0.01) * (1 - exp(-1))
        #expect(abs(Double(step[9600 + 959]) - 0.5 * 0.1 / power.squareRoot()) < 1e-3)
    }

    @Test("filters are of Butterworth's second order")
    func filters() {
        func decibels(_ kind: Biquad.Kind, _ hertz: Double, corner: Double) -> Double {
            var sound = Self.sine(hertz, 48_000)
            var filter = Biquad(kind, corner: corner, rate: 48_000)
            sound.withUnsafeMutableBufferPointer { filter.filter($0) }
            return 20 * log10(Self.rms(sound.suffix(24_000)) * 2.0.squareRoot())
        }
        for corner in [300.0, 3000] {
            for kind in [Biquad.Kind.lowPass, .highPass] {
                #expect(abs(decibels(kind, corner, corner: corner) + 3.01) < 0.02)
            }
        }
        // 10 log (1 + 2^4) = 12.3 dB an octave away, and 0.26 dB on the other side
        #expect(abs(decibels(.lowPass, 600, corner: 300) + 12.3) < 0.05)
        #expect(abs(decibels(.lowPass, 150, corner: 300) + 0.26) < 0.02)
        #expect(abs(decibels(.highPass, 150, corner: 300) + 12.3) < 0.05)
        #expect(abs(decibels(.highPass, 600, corner: 300) + 0.26) < 0.02)
        // corners above the spectrum are limited
        #expect(abs(decibels(.lowPass, 1000, corner: 90_000)) < 0.01)
        let (loud, rest) = (Self.sine(12_000, 4800), Self.sine(200, 4800))
        #expect(Self.rms(Self.capture(loud) { $0.lowPass = 1000 }.suffix(2400)) < 0.01)
        #expect(Self.rms(Self.capture(rest) { $0.highPass = 4000 }.suffix(2400)) < 0.01)
    }

    @Test("values between samples are within -60 dB up to 0.4 of the rate")
    func interpolation() {
        for cycles in [0.01, 0.2, 0.39] {
            let source = (0..<400).map { Float(sin(2 * .pi * cycles * Double($0))) }
            for (fraction, step) in [(0.0, 1.0), (0.37, 1), (0.5, 1.001), (0.9, 0.97)] {
                var output = [Float](repeating: 0, count: 200)
                source.withUnsafeBufferPointer { source in
                    Interpolator.read(
                        source.baseAddress!,
                        fraction: fraction,
                        step: step,
                        count: output.count,
                        into: &output
                    )
                }
                for (i, value) in output.enumerated() {
                    let at = Double(Interpolator.before) + fraction + Double(i) * step
                    #expect(abs(Double(value) - sin(2 * .pi * cycles * at)) < 2e-3)
                }
            }
        }
        #expect(Interpolator.before == 15 && Interpolator.after == 17)
    }

    @Test("a history keeps the newest samples")
    func history() {
        var history = SampleHistory(start: 100, depth: 4)
        #expect(history.end == 100)
        func read(_ start: Int, _ count: Int) -> [Float] {
            history.withSamples(from: start, count: count) {
                Array(UnsafeBufferPointer(start: $0, count: count))
            }
        }
        #expect(read(96, 4) == [0, 0, 0, 0])
        for block in 0..<20 {
            let samples = (0..<3).map { Float(3 * block + $0) }
            samples.withUnsafeBufferPointer { history.append($0) }
            #expect(history.end == 103 + 3 * block)
            if block > 0 {
                #expect(read(history.end - 4, 4) == (-1...2).map { Float(3 * block + $0) })
            }
        }
        history.appendSilence(to: 159)
        #expect(history.end == 160)
        history.appendSilence(to: 162)
        #expect(history.end == 162 && read(159, 3) == [59, 0, 0])
    }

    @Test("the normal values have the moments of a normal distribution")
    func normal() {
        let values = NormalTable.values.map { Double($0) }
        #expect(values.count == 65_536 && NormalTable.mask == 0xFFFF)
        func moment(_ order: Double) -> Double { values.reduce(0) { $0 + pow($1, order) } / 65_536 }
        #expect(abs(moment(1)) < 0.02 && abs(moment(2) - 1) < 0.02)
        #expect(abs(moment(3)) < 0.05 && abs(moment(4) - 3) < 0.1)
    }
}
