internal import AccessoryBase
internal import Modem

/// One block of sound in each direction, at fixed addresses, so that a transfer allocates nothing.
/// Only one task at a time may use a block.
public final class AudioBlock: @unchecked Sendable {
    /// The samples to play, full scale = 1; silence at first.
    public let output: UnsafeMutableBufferPointer<Float>
    /// The samples captured by the last transfer, full scale = 1; silence at first.
    public let input: UnsafeMutableBufferPointer<Float>

    /// - Parameter count: The port's block size in samples. Limited to 0 to 16777216.
    public init(count: Int) {
        let count = count.limited(to: 0...1 << 24)
        output = .allocate(capacity: count)
        input = .allocate(capacity: count)
        output.initialize(repeating: 0)
        input.initialize(repeating: 0)
    }

    deinit {
        output.deallocate()
        input.deallocate()
    }

    /// - Throws: `outputFailed` for a block of another size.
    func check(_ size: Int, of device: String) throws(AudioPortError) {
        guard output.count != size else { return }
        let reason: FailureReason = "a block has \(size) samples, not \(output.count)"
        throw .outputFailed(device: device, reason: reason)
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
