internal import CAccessory

/// A receiver of frames or characters, with its memory. Not thread-safe.
///
///     var demodulator = try Demodulator(.reader, rate: 48_000)
///     for case .frame(let payload) in demodulator.push(samples) { … }
public struct Demodulator: ~Copyable {
    /// The signals to detect.
    public enum Mode: Sendable, CaseIterable {
        /// Frames, with and without error correction.
        case frames
        /// Frames without error correction, which takes less CPU time.
        case uncodedFrames
        /// Characters without frames.
        case characters
    }

    /// An event in the received sound.
    public enum Event: Sendable, Hashable {
        /// The payload of an intact frame.
        case frame([UInt8])
        /// A frame was lost, or the sound ended within a frame, a character or a card's swipe.
        case badFrame
        /// A card's swipe cannot be read.
        case badSwipe(SwipeFault)
        /// Received characters.
        case characters([UInt8])
        /// A signal of this profile began.
        case carrierOn
        /// The signal ended.
        case carrierOff
    }

    private let memory: UnsafeMutableRawPointer
    private let handle: OpaquePointer
    /// Bit rate in bit/s.
    package let baud: Double

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - profile: The waveform.
    ///   - rate: Sample rate in Hz, 8000 to 192000.
    ///   - mode: The signals to detect.
    /// - Throws: `profile`; `unsupported` for characters on Manchester, and for frames on HiJack and cards.
    public init(
        _ profile: ModemProfile,
        rate: Int,
        mode: Mode = .frames
    ) throws(ModemError) {
        do { try profile.check(rate: rate) } catch { throw .profile(error) }
        guard mode == .characters ? profile.hasCharacters : profile.hasFrames else {
            throw .unsupported(profile: profile.name)
        }
        baud = profile.baud
        var parameters = profile.parameters
        let size = acc_demodulator_size(&parameters, UInt32(rate), mode.c)
        memory = .allocate(byteCount: size, alignment: 16)
        var made: OpaquePointer?
        let status = acc_demodulator_init(memory, size, &parameters, UInt32(rate), mode.c, &made)
        precondition(status == .ok, "profile, rate and mode were checked")
        handle = made!
        guard mode == .characters, profile.isFSK else { return }
        _ = withUnsafePointer(to: profile.format.parameters) {
            acc_demodulator_set_format(handle, $0)
        }
    }

    deinit {
        memory.deallocate()
    }

    /// Measures the mains hum of a recording, so that characters may begin at once. Call it with the first second,
    /// before the first `push`.
    public mutating func learnHum(_ samples: [Float]) {
        guard !samples.isEmpty else { return }
        acc_demodulator_learn_hum(handle, samples, samples.count)
    }

    /// Receives the next samples, full scale = 1, and returns the events in them. Any number of samples is allowed;
    /// events may be reported up to 100 symbols late.
    public mutating func push(_ samples: [Float]) -> [Event] {
        samples.withUnsafeBufferPointer { push($0) }
    }

    /// Receives a block and returns the events found in it.
    package mutating func push(_ samples: UnsafeBufferPointer<Float>) -> [Event] {
        guard let start = samples.baseAddress else { return [] }
        var events: [Event] = []
        var event = acc_demodulator_event()
        var taken = 0
        repeat {
            taken += acc_demodulator_push(handle, start + taken, samples.count - taken, &event)
            if let event = Event(event) { events.append(event) }
        } while event.kind != .none
        return events
    }

    /// Ends the sound: returns the events in its last samples, and `badFrame` for an unfinished frame or character. The
    /// next `push` starts a new sound.
    public mutating func finish() -> [Event] {
        var events: [Event] = []
        var event = acc_demodulator_event()
        repeat {
            acc_demodulator_finish(handle, &event)
            if let event = Event(event) { events.append(event) }
        } while event.kind != .none
        return events
    }

    /// The quality of the received signal.
    public var quality: SignalQuality { SignalQuality(figures) }

    /// The characters that could not be read; nil without any.
    public var unread: UnreadCharacters? { UnreadCharacters(acc_demodulator_unread(handle)) }

    /// The current figures.
    var figures: acc_modem_quality { acc_demodulator_quality(handle) }
}

extension Demodulator.Mode {
    fileprivate var c: ModemMode {
        switch self {
        case .frames: .frames
        case .uncodedFrames: .uncoded
        case .characters: .stream
        }
    }
}

extension Demodulator.Event {
    /// Nil for no event.
    fileprivate init?(_ event: acc_demodulator_event) {
        let bytes = UnsafeRawBufferPointer(
            start: event.data,
            count: event.data == nil ? 0 : event.len
        )
        switch event.kind {
        case .none: return nil
        // skip the header and the CRC-32
        case .frame: self = .frame(Array(bytes[Int(ACC_FRAME_HEADER_SIZE)...].dropLast(4)))
        case .badFrame:
            // frames have other reasons, or no data
            switch event.reason {
            case .outOfRange: self = .badSwipe(.tooFast)
            case .malformed: self = .badSwipe(.noStart)
            case .badCheck where event.data != nil:
                self = .badSwipe(.damaged(character: event.len + 1))
            default: self = .badFrame
            }
        case .bytes: self = .characters(Array(bytes))
        case .carrierOn: self = .carrierOn
        case .carrierOff: self = .carrierOff
        }
    }
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
