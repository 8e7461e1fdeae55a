package import CAccessory

/// A sender of frames, characters and tones, with its memory. Not thread-safe.
///
///     var modulator = try Modulator(.reader, rate: 48_000)
///     try modulator.send([1, 2, 3])
///     let sound = modulator.render()
public struct Modulator: ~Copyable {
    /// Maximum number of payload bytes in a frame.
    public static let maximumPayload = Int(ACC_FRAME_MAX_PAYLOAD)

    private let state: UnsafeMutablePointer<acc_modulator>
    private let profile: ModemProfile
    private let rate: Int
    /// The FEC number in a frame's header.
    private let fec: UInt8
    /// Whether the last send was one of characters.
    private var isSendingCharacters = false

    /// Creates an idle modulator.
    ///
    /// - Parameters:
    ///   - profile: The waveform.
    ///   - rate: Sample rate in Hz, 8000 to 192000.
    ///   - level: Peak of the signal, full scale = 1. Limited to 0.001 to 1.
    ///   - correctsErrors: Whether frames have forward error correction.
    public init(
        _ profile: ModemProfile,
        rate: Int,
        level: Float = 0.9,
        correctsErrors: Bool = false
    ) throws(ModemError) {
        do { try profile.check(rate: rate) } catch { throw .profile(error) }
        guard profile.canSend else { throw .unsupported(profile: profile.name) }
        state = .allocate(capacity: 1)
        self.profile = profile
        self.rate = rate
        fec = correctsErrors ? UInt8(ACC_FEC_SCHEME) : 0
        let status = withUnsafePointer(to: profile.parameters) {
            acc_modulator_init(state, $0, UInt32(rate), level.limited(to: 0.001...1))
        }
        precondition(status == .ok, "profile, rate and level were checked")
        guard profile.isFSK else { return }
        _ = withUnsafePointer(to: profile.format.parameters) {
            acc_modulator_set_format(state, $0)
        }
    }

    deinit {
        state.deallocate()
    }

    /// Whether samples are still to be rendered.
    public var isBusy: Bool { acc_modulator_is_busy(state) }

    /// Sends one frame of up to `maximumPayload` bytes.
    ///
    /// - Throws: `busy`, `payload`; `unsupported` for a profile without frames.
    public mutating func send(_ payload: [UInt8]) throws(ModemError) {
        let limits = 0...Self.maximumPayload
        guard limits.contains(payload.count) else {
            throw .payload(count: payload.count, limits: limits)
        }
        try check(sendFrame(payload))
    }

    /// Sends one frame; `isDamaged` corrupts its checksum.
    ///
    /// - Parameter payload: At most `maximumPayload` bytes.
    package mutating func sendFrame(_ payload: [UInt8], isDamaged: Bool = false) -> Status {
        var frame = [UInt8](repeating: 0, count: payload.count + Int(ACC_FRAME_OVERHEAD))
        let size = acc_frame_write(fec, payload, payload.count, &frame, frame.count)
        if isDamaged { frame[size - 1] ^= 0xFF }
        return acc_modulator_send_frame(state, frame, size)
    }

    /// Sends bytes as characters, without frames: in the profile's format for FSK, with even parity for HiJack. The queue has room for 520
    /// bytes. Returns the number of bytes that it accepted; render some samples before sending the rest.
    ///
    /// - Throws: `busy` while a frame or tone is being sent; `unsupported` for a profile without characters.
    public mutating func send(characters: ArraySlice<UInt8>) throws(ModemError) -> Int {
        guard profile.hasCharacters else { throw .unsupported(profile: profile.name) }
        let sent = characters.withUnsafeBufferPointer { bytes in
            bytes.isEmpty ? 0 : acc_modulator_send_bytes(state, bytes.baseAddress!, bytes.count)
        }
        // a full queue of characters accepts the rest later, a frame or tone does not
        guard sent > 0 || characters.isEmpty || isSendingCharacters else { throw .busy }
        isSendingCharacters = true
        return sent
    }

    /// Sends the tone that wakes an accessory.
    ///
    /// - Parameter duration: Limited to 1 ms to 1 minute.
    /// - Throws: `busy`.
    public mutating func sendWakeTone(_ duration: Duration) throws(ModemError) {
        let seconds = duration.limited(to: .milliseconds(1)...(.seconds(60))).inSeconds
        let samples = UInt64(seconds * Double(rate))
        try check(acc_modulator_send_tone(state, ACC_TONE_WAKE_HERTZ, samples))
    }

    private mutating func check(_ status: Status) throws(ModemError) {
        switch status {
        case .ok: isSendingCharacters = false
        case .busy: throw .busy
        default: throw .unsupported(profile: profile.name)
        }
    }

    /// Returns up to `count` of the next samples, fewer at the end of the signal; without a count, all of them.
    public mutating func render(_ count: Int = .max) -> [Float] {
        var sound: [Float] = []
        while isBusy, sound.count < count {
            sound += [Float](unsafeUninitializedCapacity: min(4096, count - sound.count)) {
                $1 = acc_modulator_render(state, $0.baseAddress!, $0.count)
            }
        }
        return sound
    }

    /// Writes the next samples to play. Returns their number; fewer than `output.count` mark the
    /// end.
    package mutating func render(into output: Slice<UnsafeMutableBufferPointer<Float>>) -> Int {
        let output = UnsafeMutableBufferPointer(rebasing: output)
        return acc_modulator_render(state, output.baseAddress!, output.count)
    }

    /// Duration in seconds of a frame with `size` payload bytes. Call it only while nothing is being sent.
    package mutating func airTime(payload size: Int) throws(ModemError) -> Double {
        try send([UInt8](repeating: 0, count: size))
        return Double(render().count) / Double(rate)
    }
}
