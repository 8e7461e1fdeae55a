/// The level of a recording, in blocks of 10 ms.
struct LevelMeter {
    /// RMS of all loud blocks, and of the quietest 1 %, full scale = 1.
    private(set) var loud = 0.0
    private(set) var quiet = 0.0
    /// The longest run of loud blocks in samples, with gaps of up to 50 ms.
    private(set) var active: Range<Int>

    init(_ samples: [Float], rate: Int) {
        let size = max(1, rate / 100)
        active = 0..<samples.count
        let powers = stride(from: 0, to: samples.count - size + 1, by: size).map { start in
            samples[start..<start + size].reduce(0.0) { $0 + Double($1) * Double($1) }
                / Double(size)
        }
        guard !powers.isEmpty else { return }
        let sorted = powers.sorted()
        let rest = sorted.prefix(max(1, sorted.count / 100))
        quiet = (rest.reduce(0, +) / Double(rest.count)).squareRoot()
        let limit = sorted[sorted.count * 19 / 20] / 10
        let isLoud = powers.map { $0 > limit && $0 > 0 }
        let chosen = zip(powers, isLoud).filter(\.1).map(\.0)
        loud = (chosen.reduce(0, +) / Double(max(1, chosen.count))).squareRoot()
        active = Self.longestRun(isLoud, gap: 5, size: size) ?? active
    }

    private static func longestRun(_ isLoud: [Bool], gap: Int, size: Int) -> Range<Int>? {
        var best = 0..<0
        var start: Int?
        var last = 0
        for (i, loud) in isLoud.enumerated() where loud {
            if let from = start, i - last > gap + 1 {
                if last + 1 - from > best.count { best = from..<last + 1 }
                start = i
            }
            start = start ?? i
            last = i
        }
        if let from = start, last + 1 - from > best.count { best = from..<last + 1 }
        return best.isEmpty ? nil : best.lowerBound * size..<best.upperBound * size
    }
}
