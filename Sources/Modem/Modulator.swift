internal import CAccessory

/// A modulator of frames and tones. Not thread-safe.
package struct Modulator: ~Copyable {
    private let state: UnsafeMutablePointer<acc_modulator>
    private let rate: Int
    /// The FEC number in a frame's header.
    private let fec: UInt8

    package init(
        _ profile: ModemProfile,
        rate: Int,
        amplitude: Float,
        correctsErrors: Bool
    ) throws(ModemProfile.Failure) {
        try profile.check(rate: rate)
        state = .allocate(capacity: 1)
        self.rate = rate
        fec = correctsErrors ? UInt8(ACC_FEC_SCHEME) : 0
        let status = withUnsafePointer(to: profile.parameters) {
            acc_modulator_init(state, $0, UInt32(rate), amplitude)
        }
        precondition(status == .ok, "profile and rate were checked")
    }

    deinit {
        state.deallocate()
    }

    package var isBusy: Bool { acc_modulator_is_busy(state) }

    /// Sends one frame with this payload; `isDamaged` corrupts its checksum.
    package func send(_ payload: [UInt8], isDamaged: Bool = false) {
        var frame = [UInt8](repeating: 0, count: payload.count + Int(ACC_FRAME_OVERHEAD))
        let size = acc_frame_write(fec, payload, payload.count, &frame, frame.count)
        if isDamaged { frame[size - 1] ^= 0xFF }
        let status = acc_modulator_send_frame(state, frame, size)
        precondition(status == .ok, "a frame is sent while the modulator is at rest")
    }

    /// Sends the tone that wakes an accessory.
    package func sendWakeTone(_ duration: Duration) {
        let samples = UInt64(duration.inSeconds * Double(rate))
        let status = acc_modulator_send_tone(state, ACC_TONE_WAKE_HERTZ, samples)
        precondition(status == .ok, "a tone is sent while the modulator is at rest")
    }

    /// Writes the next samples to play. Returns their number; fewer than `output.count` mark the
    /// end.
    package func render(into output: Slice<UnsafeMutableBufferPointer<Float>>) -> Int {
        let output = UnsafeMutableBufferPointer(rebasing: output)
        return acc_modulator_render(state, output.baseAddress!, output.count)
    }

    /// Duration in seconds of a frame with `size` payload bytes. Must not be called while a frame
    /// is being sent.
    package func airTime(payload size: Int) -> Double {
        send([UInt8](repeating: 0, count: size))
        var scratch = [Float](repeating: 0, count: 1024)
        var samples = 0
        while isBusy { samples += acc_modulator_render(state, &scratch, scratch.count) }
        return Double(samples) / Double(rate)
    }
}
