internal import AccessoryLink
internal import CAccessory

/// The modems of one end of a link at work: sound in and frames to the link, the link's frames and sound out. Not for two
/// threads at once.
///
/// The first modem carries the handshake, and everything unless both ends have the cable modem.
final class AudioEnd {
    /// The cable modem's bit among the features of the handshake.
    static let cableFeature: UInt8 = 1

    /// What the first modem is sending.
    private enum Leaving {
        case nothing
        /// A frame or tone of the link.
        case output
        /// A word of the cable modem about its line.
        case word
    }

    private let modulator: Modulator
    private let demodulator: Demodulator
    private var detector: WakeToneDetector
    private let line: CableLine?
    private let rate: Int
    private var leaving = Leaving.nothing
    /// A frame of the link that waits for the cable modem.
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

    /// Whether this end has the line, or a frame that has to leave.
    var isSending: Bool {
        if case .nothing = leaving { line?.isSending ?? false || held != nil } else { true }
    }

    /// Whether something is under way that must not wait for the link.
    var isBusy: Bool { isSending || (line?.isBusy ?? false) }

    /// Samples after which what was heard is decoded: the cable modem reads six symbols and a block at once.
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
                // a burst of the cable modem is no frame, whatever it looks like
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

    /// A frame that came by the first modem.
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

    /// The link's timeouts follow the modem that its frames leave by.
    private func changePace(of line: CableLine, _ core: isolated LinkCore) {
        guard line.rate != pace else { return }
        pace = line.rate
        if let pace {
            // a block waits for the one before it, and for six symbols at the receiver, both ways
            core.pace(rate: pace, latency: .milliseconds(700))
        } else {
            core.pace(rate: Int(demodulator.baud), latency: .milliseconds(200))
        }
    }

    // MARK: Sound out

    /// The next block to play. Once a frame has left there is room for the next one.
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

    /// Starts what the first modem sends next, if anything.
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

    /// The link's next frame for the cable modem. A sleeping device needs no tone in a session.
    private func takeFrame(_ core: isolated LinkCore) -> (payload: [UInt8], isDamaged: Bool)? {
        guard let output = takeOutput(core) else { return nil }
        core.sent()
        guard case .frame(let payload, let isDamaged) = output else { return nil }
        return (payload, isDamaged)
    }
}
