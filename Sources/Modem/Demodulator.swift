package import CAccessory

/// A receiver, with its memory. Not thread-safe.
package struct Demodulator: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let handle: OpaquePointer
    /// Bit rate in bit/s.
    package let baud: Double

    /// - Parameter mode: The signals to detect. The profile must support them (no characters on
    ///   Manchester, no frames on HiJack and cards).
    package init(
        _ profile: ModemProfile,
        rate: Int,
        mode: ModemMode = .frames
    ) throws(ModemProfile.Failure) {
        try profile.check(rate: rate)
        baud = profile.baud
        var parameters = profile.parameters
        let size = acc_demodulator_size(&parameters, UInt32(rate), mode)
        memory = .allocate(byteCount: size, alignment: 16)
        var made: OpaquePointer?
        let status = acc_demodulator_init(memory, size, &parameters, UInt32(rate), mode, &made)
        precondition(status == .ok, "profile and rate were checked, and the profile has this mode")
        handle = made!
    }

    deinit {
        memory.deallocate()
    }

    /// Measures the mains hum of a recording's first second, before the first `push`.
    package func learnHum(_ samples: [Float]) {
        samples.withUnsafeBufferPointer {
            guard let start = $0.baseAddress else { return }
            acc_demodulator_learn_hum(handle, start, $0.count)
        }
    }

    /// Receives samples and reports the events found in them.
    package func push(
        _ samples: [Float],
        found: (acc_demodulator_event) throws -> Void
    ) rethrows {
        try samples.withUnsafeBufferPointer { try push($0, found: found) }
    }

    /// Receives samples and reports the events found in them.
    package func push(
        _ samples: UnsafeBufferPointer<Float>,
        found: (acc_demodulator_event) throws -> Void
    ) rethrows {
        guard let start = samples.baseAddress else { return }
        var event = acc_demodulator_event()
        var taken = 0
        repeat {
            taken += acc_demodulator_push(handle, start + taken, samples.count - taken, &event)
            if event.kind != .none { try found(event) }
        } while event.kind != .none
    }

    /// Ends the sound: reports the events in its last samples, and an unfinished frame or character
    /// as a bad frame. The next `push` starts a new sound.
    package func finish(found: (acc_demodulator_event) throws -> Void) rethrows {
        var event = acc_demodulator_event()
        repeat {
            acc_demodulator_finish(handle, &event)
            if event.kind != .none { try found(event) }
        } while event.kind != .none
    }

    /// The current figures.
    package var figures: acc_modem_quality { acc_demodulator_quality(handle) }
}

extension acc_demodulator_event {
    /// The payload of a frame, or characters; valid until the next push.
    package var payload: UnsafeRawBufferPointer {
        let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : len)
        // skip the header and the CRC-32
        return kind == .frame
            ? .init(rebasing: bytes[Int(ACC_FRAME_HEADER_SIZE)...].dropLast(4)) : bytes
    }
}

extension Demodulator {
    /// A finding in the received sound.
    package enum Finding {
        case frame(payload: [UInt8])
        /// A frame that was lost.
        case badFrame
    }

    /// Receives a block and returns the frames found in it.
    package func push(_ samples: UnsafeBufferPointer<Float>) -> [Finding] {
        var findings: [Finding] = []
        push(samples) { event in
            switch event.kind {
            case .frame: findings.append(.frame(payload: Array(event.payload)))
            case .badFrame: findings.append(.badFrame)
            case .none, .bytes, .carrierOn, .carrierOff: break
            }
        }
        return findings
    }

    package var quality: SignalQuality { SignalQuality(figures) }
}

/// Detects the tone that wakes an accessory.
package struct WakeToneDetector: ~Copyable {
    private var state = acc_tone_detector()

    package init(rate: Int) {
        acc_tone_detector_init(&state, UInt32(rate), ACC_TONE_WAKE_HERTZ, 100)
    }

    /// Whether the tone has lasted 100 ms.
    package mutating func detects(_ samples: UnsafeBufferPointer<Float>) -> Bool {
        acc_tone_detector_push(&state, samples.baseAddress!, samples.count)
    }
}
