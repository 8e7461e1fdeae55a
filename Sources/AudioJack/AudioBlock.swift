/// One block of sound in each direction, at fixed addresses, so that a transfer allocates nothing.
/// Only one task at a time may use a block.
public final class AudioBlock: @unchecked Sendable {
    /// The samples to play, full scale = 1; silence at first.
    public let output: UnsafeMutableBufferPointer<Float>
    /// The samples captured by the last transfer, full scale = 1; silence at first.
    public let input: UnsafeMutableBufferPointer<Float>

    /// - Parameter count: The port's block size in samples.
    public init(count: Int) {
        output = .allocate(capacity: count)
        input = .allocate(capacity: count)
        output.initialize(repeating: 0)
        input.initialize(repeating: 0)
    }

    deinit {
        output.deallocate()
        input.deallocate()
    }

    /// Plays an array with `transfer` and returns the captured array.
    static func with(
        _ samples: [Float],
        _ transfer: (AudioBlock) async throws(AudioPortError) -> Void
    ) async throws(AudioPortError) -> [Float] {
        let block = AudioBlock(count: samples.count)
        _ = block.output.update(fromContentsOf: samples)
        try await transfer(block)
        return Array(block.input)
    }
}
