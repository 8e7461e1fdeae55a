internal import AccessoryLink
internal import CAccessory

/// The modems of one end of a link: decode captured sound to frames, and encode the link's frames
/// to sound. Not thread-safe.
///
/// The first modem carries the handshake. It also carries everything else unless both ends have the
/// cable modem.
final class AudioEnd {
    /// The cable modem's bit in the handshake's features.
    static let cableFeature: UInt8 = 1

    /// Current output of the first modem.
    private enum Leaving {
        case nothing
        /// A frame or tone of the link.
        case output
        /// A cable modem's word about its line.
        case word
    }

    private let modulator: Modulator
    private let demodulator: Demodulator
    private var detector: WakeToneDetector
    private let line: CableLine?
    private let rate: Int
    private var leaving = Leaving.nothing
    /// A link frame that waits for the cable modem.
    private var held: LinkOutput?
    private var pace: Int?

    init(
        rate: Int,
        modulator: consuming Modulator,
        demodulator: consuming Demodulator,
        line: CableLine?
    ) {
        self.rate = rate
        self.modulator = modulator
        self.demodulator = demodulator
        self.line = line
        detector = WakeToneDetector(rate: rate)
    }

    /// Whether this end has the line, or a frame to send.
    var isSending: Bool {
        if case .nothing = leaving { line?.isSending ?? false || held != nil } else { true }
    }

    /// Whether there is work that must not wait for the link.
    var isBusy: Bool { isSending || (line?.isBusy ?? false) }

    /// Decoding delay in samples: the cable modem decodes six symbols and a block at once.
    var delay: Int { line == nil ? rate / 25 : rate / 2 }

    var quality: SignalQuality {
        var quality = demodulator.quality
        line?.describe(&quality)
        return quality
    }

    // MARK: Sound in

    func hear(_ input: [Float], at now: Duration, _ core: isolated LinkCore) {
        if core.role == .accessory, detector.hears(input) { core.heardWakeTone() }
        for finding in demodulator.push(input) {
            switch finding {
            case .frame(let payload): take(payload, at: now, core)
            case .badFrame:
                // a burst of the cable modem is never a frame, even if it resembles one
                if line?.isReceiving != true { core.garbled(.decodingFailed) }
            }
        }
        guard let line else { return }
        for payload in line.push(input, at: now).frames where line.take(payload, at: now) {
            core.receive(payload)
        }
        line.step(to: now, isLinkBusy: core.isBusy)
        changePace(of: line, core)
    }

    /// Handles a frame received by the first modem.
    private func take(_ payload: [UInt8], at now: Duration, _ core: isolated LinkCore) {
        guard let line else { return core.receive(payload) }
        guard line.take(payload, at: now) else { return }
        let signal = SessionSignal(payload)
        if signal == .hello, core.role == .accessory { line.reset() }
        core.receive(payload)
        guard core.features & Self.cableFeature != 0 else { return }
        switch (signal, core.role) {
        // the answer to READY goes first
        case (.ready, .accessory): line.begin(isPolite: true)
        case (.readyAnswered, .host): line.begin(isPolite: false)
        default: break
        }
    }

    /// Sets the link's timeouts to match the modem that sends its frames.
    private func changePace(of line: CableLine, _ core: isolated LinkCore) {
        guard line.rate != pace else { return }
        pace = line.rate
        if let pace {
            // a block waits for the previous one, and for six symbols at the receiver, in both directions
            core.pace(rate: pace, latency: .milliseconds(700))
        } else {
            core.pace(rate: Int(demodulator.baud), latency: .milliseconds(200))
        }
    }

    // MARK: Sound out

    /// Returns the next block to play. Once a frame is sent, there is room for the next one.
    func render(_ count: Int, at now: Duration, _ core: isolated LinkCore) -> [Float] {
        var block: [Float] = []
        block.reserveCapacity(count)
        while block.count < count {
            if case .nothing = leaving, line?.isSending != true { startNext(core) }
            let samples = renderNext(count - block.count, at: now, core)
            if samples.isEmpty { break }
            block += samples
        }
        return block + [Float](repeating: 0, count: count - block.count)
    }

    private func renderNext(
        _ count: Int,
        at now: Duration,
        _ core: isolated LinkCore
    ) -> [Float] {
        if case .nothing = leaving {
            return line?.render(count, at: now, isLinkBusy: core.isBusy) { takeFrame(core) } ?? []
        }
        let samples = modulator.render(count)
        guard !modulator.isBusy else { return samples }
        switch leaving {
        case .output: core.sent()
        case .word: line?.wordLeft()
        case .nothing: break
        }
        leaving = .nothing
        return samples
    }

    /// Starts the next output of the first modem, if any.
    private func startNext(_ core: isolated LinkCore) {
        switch line?.nextTurn() ?? .modem {
        case .word(let payload):
            modulator.send(payload)
            leaving = .word
        case .modem:
            send(takeOutput(core))
        case .frameThenSounding:
            send(takeOutput(core))
            line?.yielded()
            if case .nothing = leaving { startNext(core) }
        case .shortFrames:
            if held == nil { held = core.takeOutput() }
            guard case .frame(let payload, _)? = held, payload.count > 32 else {
                return send(takeOutput(core))
            }
        case .own: break
        }
    }

    private func send(_ output: LinkOutput?) {
        guard let output else { return }
        switch output {
        case .frame(let payload, let isDamaged): modulator.send(payload, isDamaged: isDamaged)
        case .tone(let duration): modulator.sendWakeTone(duration)
        }
        leaving = .output
    }

    private func takeOutput(_ core: isolated LinkCore) -> LinkOutput? {
        defer { held = nil }
        return held ?? core.takeOutput()
    }

    /// Returns the link's next frame for the cable modem. In a session, no sleeping device needs a tone.
    private func takeFrame(_ core: isolated LinkCore) -> (payload: [UInt8], isDamaged: Bool)? {
        guard let output = takeOutput(core) else { return nil }
        core.sent()
        guard case .frame(let payload, let isDamaged) = output else { return nil }
        return (payload, isDamaged)
    }
}
