internal import CAccessory

/// Finds frames in sound. Not for two threads at once.
struct Demodulator: ~Copyable {
    /// What was found.
    enum Finding {
        case frame(payload: [UInt8])
        /// A frame was there and is lost.
        case badFrame
    }

    private let memory: UnsafeMutableRawPointer
    private let handle: OpaquePointer

    init(_ profile: ModemProfile, rate: Int) throws(ModemProfile.Failure) {
        try profile.check(rate: rate)
        var parameters = profile.parameters
        let size = acc_demodulator_size(&parameters, UInt32(rate), .frames)
        memory = .allocate(byteCount: size, alignment: 16)
        var made: OpaquePointer?
        let status = acc_demodulator_init(memory, size, &parameters, UInt32(rate), .frames, &made)
        precondition(status == .ok, "profile and rate were checked")
        handle = made!
    }

    deinit {
        memory.deallocate()
    }

    /// Takes a block and returns what was found in it.
    func push(_ samples: [Float]) -> [Finding] {
        var findings: [Finding] = []
        samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            var event = acc_demodulator_event()
            var taken = 0
            repeat {
                taken += acc_demodulator_push(handle, start + taken, samples.count - taken, &event)
                switch event.kind {
                case .frame:
                    // header in front, CRC-32 behind
                    let frame = UnsafeBufferPointer(start: event.data, count: event.len)
                    let payload = frame.dropFirst(Int(ACC_FRAME_HEADER_SIZE)).dropLast(4)
                    findings.append(.frame(payload: Array(payload)))
                case .badFrame:
                    findings.append(.badFrame)
                case .none, .bytes, .carrierOn, .carrierOff:
                    break
                }
            } while event.kind != .none
        }
        return findings
    }

    var quality: SignalQuality { SignalQuality(acc_demodulator_quality(handle)) }
}

/// Hears the tone that wakes an accessory.
struct WakeToneDetector: ~Copyable {
    private var state = acc_tone_detector()

    init(rate: Int) {
        acc_tone_detector_init(&state, UInt32(rate), ACC_TONE_WAKE_HERTZ, 100)
    }

    /// Whether the tone has lasted 100 ms.
    mutating func hears(_ samples: [Float]) -> Bool {
        acc_tone_detector_push(&state, samples, samples.count)
    }
}
