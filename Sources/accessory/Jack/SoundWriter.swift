internal import CAccessory

/// A modulator that writes its sound to a WAV file.
struct SoundWriter: ~Copyable {
    private var wav: WAVOutput
    private var modulator = acc_modulator()
    private var samples = [Float](repeating: 0, count: 4096)
    private var frame = [UInt8](repeating: 0, count: Int(ACC_FRAME_MAX_SIZE))
    private var count = 0

    /// - Parameter level: Peak, full scale = 1.
    init(
        _ wav: consuming WAVOutput,
        profile: acc_modem_profile,
        rate: Int,
        level: Float
    ) throws {
        self.wav = wav
        var profile = profile
        let status = acc_modulator_init(&modulator, &profile, UInt32(rate), level)
        precondition(status == .ok, "profile and rate were checked")
    }

    /// Writes one complete frame.
    mutating func writeFrame(_ payload: ArraySlice<UInt8>, fec: Bool) throws {
        let size = payload.withUnsafeBufferPointer { bytes in
            acc_frame_write(
                fec ? UInt8(ACC_FEC_SCHEME) : 0,
                bytes.baseAddress!,
                bytes.count,
                &frame,
                frame.count
            )
        }
        let status = acc_modulator_send_frame(&modulator, frame, size)
        precondition(status == .ok, "the modulator is idle between frames")
        try drain()
    }

    /// Appends characters to the stream; their sound may be written later.
    mutating func writeCharacters(_ bytes: ArraySlice<UInt8>) throws {
        var rest = bytes
        while true {
            let taken = rest.withUnsafeBufferPointer { bytes in
                bytes.isEmpty
                    ? 0 : acc_modulator_send_bytes(&modulator, bytes.baseAddress!, bytes.count)
            }
            rest = rest.dropFirst(taken)
            if rest.isEmpty { return }
            try render()
        }
    }

    /// Writes the remaining sound, then commits the file. Returns the total number of samples.
    consuming func finish() throws -> Int {
        try drain()
        let count = count
        try wav.commit()
        return count
    }

    private mutating func drain() throws {
        while acc_modulator_is_busy(&modulator) { try render() }
    }

    private mutating func render() throws {
        let sent = acc_modulator_render(&modulator, &samples, samples.count)
        try samples.withUnsafeBufferPointer { buffer in
            try wav.write(UnsafeBufferPointer(rebasing: buffer[..<sent]))
        }
        count += sent
    }
}
