internal import CAccessory
internal import Glibc
internal import Modem

/// The level over time and the mean spectrum of a PCM stream. Its memory is bounded: the time steps
/// grow with the duration.
struct SoundCourse {
    /// Number of time steps at which pairs of steps are merged.
    private static let mostSteps = 4096

    let format: PCMFormat
    private let sample: SampleFormat
    private var pending: [UInt8] = []
    private var frames = 0
    private(set) var peak: Float = 0

    // mean squares, one for each time step
    private var squares: [Float] = []
    private var framesPerStep: Int
    private var sum: Float = 0
    private var summed = 0

    private let spectrum = Spectrum(size: 4096)
    private var block: [[Float]]
    private var powers: [Float]
    private var blocks = 0

    /// - Parameter format: Raw; 8 bit unsigned.
    init(_ format: PCMFormat) {
        self.format = format
        sample =
            switch format.depth {
            case .bits8: .unsigned8
            case .bits16: .signed16
            case .bits24: format.isPadded24 ? .padded24 : .signed24
            case .bits32: .signed32
            }
        framesPerStep = format.sampleRate / 100
        block = Array(repeating: [], count: format.channels)
        powers = [Float](repeating: 0, count: spectrum.size / 2)
    }

    var seconds: Double { Double(frames) / Double(format.sampleRate) }

    /// Seconds and dB of full scale (a full sine is -3), -120 for silence.
    var levels: [(Double, Double)] {
        let step = Double(framesPerStep) / Double(format.sampleRate)
        return squares.enumerated().map { ((Double($0) + 0.5) * step, Self.decibels($1)) }
    }

    /// Hertz and dB of full scale in bands of 10 Hz.
    var density: [(Double, Double)] {
        let width = Double(format.sampleRate) / Double(spectrum.size)
        let scale = Float(10 / width) / Float(max(blocks, 1) * format.channels)
        return powers.enumerated().map { ((Double($0) + 0.5) * width, Self.decibels($1 * scale)) }
    }

    mutating func append(_ pcm: [UInt8]) {
        pending += pcm
        let count = pending.count / format.bytesPerFrame
        guard count > 0 else { return }
        var samples = [Float](repeating: 0, count: count)
        var square = samples
        for channel in 0..<format.channels {
            acc_sample_read(
                sample,
                pending,
                pending.count,
                UInt32(format.channels),
                UInt32(channel),
                &samples,
                count
            )
            for (i, x) in samples.enumerated() {
                square[i] += x * x
                peak = max(peak, abs(x))
            }
            block[channel] += samples
        }
        pending.removeFirst(count * format.bytesPerFrame)
        frames += count
        addLevels(square)
        while block[0].count >= spectrum.size { addBlock() }
    }

    /// Adds the last, incomplete time step, and the only block of a short sound.
    mutating func finish() {
        if summed > 0 { endStep() }
        if blocks == 0 && !block[0].isEmpty { addBlock() }
    }

    private mutating func addLevels(_ square: [Float]) {
        for x in square {
            sum += x
            summed += 1
            if summed == framesPerStep { endStep() }
        }
    }

    private mutating func endStep() {
        squares.append(sum / Float(summed * format.channels))
        sum = 0
        summed = 0
        guard squares.count == Self.mostSteps else { return }
        squares = stride(from: 0, to: squares.count, by: 2).map {
            (squares[$0] + squares[$0 + 1]) / 2
        }
        framesPerStep *= 2
    }

    private mutating func addBlock() {
        for channel in block.indices {
            for (i, p) in spectrum.power(block[channel][...]).enumerated() { powers[i] += p }
            block[channel].removeFirst(min(spectrum.size, block[channel].count))
        }
        blocks += 1
    }

    private static func decibels(_ power: Float) -> Double {
        power > 1e-14 ? 10 * log10(Double(power)) : -140
    }
}
