internal import AccessoryBase
internal import CAccessoryALSA

/// Owns an open ALSA port. It is Sendable because only one task at a time uses it.
struct ALSAHandle: ~Copyable, @unchecked Sendable {
    let info: acc_alsa_info
    private let port: OpaquePointer

    init(_ configuration: ALSAConfiguration) throws(AudioPortError) {
        var fault = acc_alsa_fault()
        let port = configuration.withC { acc_alsa_open($0, &fault) }
        guard let port else { throw AudioPortError(fault, configuration) }
        self.port = port
        var info = acc_alsa_info()
        acc_alsa_get_info(port, &info)
        self.info = info
    }

    deinit {
        acc_alsa_close(port)
    }

    var waitDescriptor: CInt { acc_alsa_wait_fd(port) }

    var counts: ALSACounts {
        var counts = acc_alsa_counts()
        acc_alsa_get_counts(port, &counts)
        return ALSACounts(counts)
    }

    var fault: acc_alsa_fault? {
        var fault = acc_alsa_fault()
        return acc_alsa_has_fault(port, &fault) ? fault : nil
    }

    /// Plays samples; returns false when there is not enough room for all of them.
    func play(_ samples: UnsafeMutableBufferPointer<Float>) -> Bool {
        acc_alsa_play(port, samples.baseAddress!, samples.count)
    }

    /// Fills `samples`; returns false while fewer are available.
    func capture(_ samples: UnsafeMutableBufferPointer<Float>) -> Bool {
        acc_alsa_capture(port, samples.baseAddress!, samples.count)
    }

    func nextEvent() -> AudioPortEvent? {
        var event = acc_alsa_event()
        return acc_alsa_next_event(port, &event) ? AudioPortEvent(event) : nil
    }
}

extension AudioPortEvent {
    init(_ event: acc_alsa_event) {
        switch event.kind {
        case .plugged: self = .plugged
        case .unplugged: self = .unplugged
        case .route: self = .routeChanged
        case .focusLost: self = .focusLost
        case .interrupted: self = .interrupted
        case .serverEnded: self = .serverEnded
        case .xrun: self = .xrun(lostFrames: Int(event.frames))
        }
    }
}

extension AudioPortError {
    init(_ fault: acc_alsa_fault, _ configuration: ALSAConfiguration) {
        let device = fault.in_capture ? configuration.capture : configuration.play
        let reason = withUnsafeBytes(of: fault.reason) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        switch fault.status {
        case .noDevice: self = .noSuchDevice(device)
        case .denied: self = .permissionDenied(device)
        case .busy: self = .deviceBusy(device)
        case .lost: self = .deviceLost(device, reason: FailureReason(reason))
        case .ok, .unfit, .failed:
            self =
                fault.in_capture
                ? .inputFailed(device: device, reason: FailureReason(reason))
                : .outputFailed(device: device, reason: FailureReason(reason))
        }
    }
}

extension ALSAHandle {
    var summary: String {
        let mixer =
            switch info.mixer {
            case .none: "no mixer"
            case .set: "volumes set"
            case .shared: "volumes set by another session"
            case .unsaved: "volumes left alone (their state cannot be saved)"
            }
        let priority = info.is_real_time ? "real-time thread" : "ordinary thread"
        return "\(info.rate) Hz, blocks of \(info.block), latency \(info.latency) frames, "
            + "out \(info.play.text), in \(info.capture.text), \(mixer), \(priority)"
    }
}

extension acc_alsa_stream {
    fileprivate var text: String {
        let name =
            switch format {
            case .unsigned8: "U8"
            case .signed16: "S16"
            case .signed24: "S24_3"
            case .signed32: "S32"
            case .float32: "float"
            case .float64: "double"
            case .padded24: "S24"
            case .aLaw: "A-law"
            case .muLaw: "µ-law"
            }
        return "\(name) x \(channels), period \(period) of \(buffer)"
    }
}
