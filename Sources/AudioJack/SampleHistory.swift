/// The samples played by one cable end, by absolute sample number. Older samples are dropped once
/// the cable no longer needs them.
struct SampleHistory {
    private let depth: Int
    private var samples: [Float]
    private var first: Int

    /// Number of the sample after the newest.
    var end: Int { first + samples.count }

    /// Starts with silence before sample number `start` and keeps at least `depth` samples.
    init(start: Int, depth: Int) {
        self.depth = depth
        first = start - depth
        samples = [Float](repeating: 0, count: depth)
    }

    mutating func append(_ block: UnsafeBufferPointer<Float>) {
        trim()
        samples.append(contentsOf: block)
    }

    /// Appends silence up to sample number `end`.
    mutating func appendSilence(to end: Int) {
        trim()
        if end > self.end {
            samples.append(contentsOf: repeatElement(0, count: end - self.end))
        }
    }

    /// Calls `body` with the samples from number `start`; at least `count` samples must exist.
    func withSamples<Result>(
        from start: Int,
        count: Int,
        _ body: (UnsafePointer<Float>) -> Result
    ) -> Result {
        precondition(start >= first && start + count <= end, "outside the history")
        return samples.withUnsafeBufferPointer { body($0.baseAddress! + (start - first)) }
    }

    private mutating func trim() {
        if samples.count > 8 * depth {
            let surplus = samples.count - depth
            samples.removeFirst(surplus)
            first += surplus
        }
    }
}
