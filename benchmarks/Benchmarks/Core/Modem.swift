import Benchmark
import CAccessory

/// Modulates and demodulates one second of sound with a profile.
struct ModemLoad {
    static let rate: UInt32 = 48_000
    let name: String
    let mode: ModemMode
    private var profile = acc_modem_profile()

    init(_ name: String, _ mode: ModemMode) {
        self.name = name
        self.mode = mode
        let text = name.utf8.map { CChar(bitPattern: $0) }
        precondition(acc_modem_profile_parse(text, text.count, &profile) == .ok)
    }

    var title: String {
        "\(name) \(mode == .stream ? "stream" : "frames of 64 bytes"), 1 s at 48 kHz"
    }

    /// Fills `sound` with frames or characters, without gaps.
    func modulate(into sound: UnsafeMutableBufferPointer<Float>) {
        var profile = profile
        var modulator = acc_modulator()
        precondition(acc_modulator_init(&modulator, &profile, Self.rate, 0.9) == .ok)
        let payload = (0..<64).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        var frame = [UInt8](repeating: 0, count: Int(ACC_FRAME_MAX_SIZE))
        let size = acc_frame_write(0, payload, payload.count, &frame, frame.count)
        var filled = 0
        while filled < sound.count {
            if mode == .stream {
                _ = acc_modulator_send_bytes(&modulator, payload, payload.count)
            } else if !acc_modulator_is_busy(&modulator) {
                _ = acc_modulator_send_frame(&modulator, frame, size)
            }
            let block = min(512, sound.count - filled)
            filled += acc_modulator_render(&modulator, sound.baseAddress! + filled, block)
        }
    }

    /// A demodulator in memory that the caller frees.
    func makeDemodulator() -> (memory: UnsafeMutableRawPointer, handle: OpaquePointer) {
        var profile = profile
        let size = acc_demodulator_size(&profile, Self.rate, mode)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        var handle: OpaquePointer?
        let status = acc_demodulator_init(memory, size, &profile, Self.rate, mode, &handle)
        precondition(status == .ok)
        return (memory, handle!)
    }

    /// Demodulates `sound` in blocks of 512 samples. Returns the number of bytes received.
    static func demodulate(_ sound: UnsafeBufferPointer<Float>, with handle: OpaquePointer) -> Int {
        var event = acc_demodulator_event()
        var found = 0
        for start in stride(from: 0, to: sound.count, by: 512) {
            var taken = start
            let end = min(start + 512, sound.count)
            repeat {
                taken += acc_demodulator_push(
                    handle,
                    sound.baseAddress! + taken,
                    end - taken,
                    &event
                )
                found += event.len
            } while event.kind != .none
        }
        return found
    }
}
