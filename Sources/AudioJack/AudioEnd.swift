internal import AccessoryLink
internal import CAccessory
internal import Modem

/// The sound of one end of a link while its port runs. One loop captures a block, decodes it to
/// frames for the link, and encodes the link's output to the next block. The sample count is the
/// time.
///
/// The first modem carries the handshake. It also carries everything else unless both ends have the
/// cable modem.
///
/// Used only on its link's actor.
final class AudioEnd: @unchecked Sendable {
    /// The cable modem's bit in the handshake's features.
    static let cableFeature: UInt8 = 1

    /// The current output of the first modem.
    private enum Leaving {
        case nothing
        /// A frame or tone of the link.
        case output
        /// A message of the cable modem about its line.
        case word
    }

    let block: AudioBlock
    private let port: any AudioPort
    /// Receives the signal quality and the cable modem's state after each block.
    private let report: (SignalQuality, CableState) -> Void
    private var modulator: Modulator
    private var demodulator: Demodulator
    private var detector: WakeToneDetector
    private let line: CableLine?
    private let rate: Int
    /// For this many samples, sent frames are still in flight and received sound is not decoded.
    private let flight: Int
    private var samples = 0
    private var lastSound = 0
    /// Whether the block to play has sound.
    private var hasSound = false
    private var leaving = Leaving.nothing
    /// A link frame that waits for the cable modem.
    private var held: LinkOutput?
    private var pace: Int?
    /// Levels of this end's own session signals, received back, and of the peer's.
    private var ownLevel = 0.0
    private var peerLevel = 0.0
    private var receivesItself = false
    private var peer = PeerQuality()

    init(
        _ port: any AudioPort,
        rate: Int,
        blockSize: Int,
        latency: Duration,
        modulator: consuming Modulator,
        demodulator: consuming Demodulator,
        line: CableLine?,
        report: @escaping (SignalQuality, CableState) -> Void
    ) {
        self.port = port
        self.rate = rate
        self.report = report
        block = AudioBlock(count: blockSize)
        // the cable modem decodes six symbols and a block at once
        flight = Int(latency.inSeconds * Double(rate)) + (line == nil ? rate / 25 : rate / 2)
        self.modulator = modulator
        self.demodulator = demodulator
        self.line = line
        detector = WakeToneDetector(rate: rate)
    }

    /// Moves sound until the link has no more work.
    func run(_ core: isolated LinkCore) async throws(LinkError) {
        do throws(AudioPortError) {
            try await move(core)
        } catch {
            throw LinkError(running: error)
        }
    }

    private func move(_ core: isolated LinkCore) async throws(AudioPortError) {
        if let port = port as? any LoopingPort {
            guard let isBusy = next(core) else { return }
            try await port.run(AudioLoop(end: self, core: core), isBusy: isBusy)
        } else {
            while let isBusy = next(core) {
                try await port.transfer(block, isBusy: isBusy)
                handle(core)
            }
        }
        guard hasSound else { return }
        // the end of the last frame must still be played and pass through the cable
        try await port.transfer(block, isBusy: true)
        block.output.update(repeating: 0)
        try await port.transfer(block, isBusy: true)
    }

    /// Handles a captured block; returns whether the next one is busy, or nil when there is none.
    fileprivate func step(_ core: isolated LinkCore) -> Bool? {
        handle(core)
        return next(core)
    }

    /// Whether the next block is busy; nil when the link has no more work.
    private func next(_ core: isolated LinkCore) -> Bool? {
        guard !core.isFinished || isSending else { return nil }
        return core.isBusy || isBusy || samples - lastSound < flight
    }

    /// Passes a captured block to the link, and renders the next one.
    private func handle(_ core: isolated LinkCore) {
        samples += block.input.count
        let now = Duration.seconds(Double(samples) / Double(rate))
        core.step(to: now)
        receive(UnsafeBufferPointer(block.input), at: now, core)
        report(quality, line?.state ?? CableState())
        hasSound = render(into: block.output, at: now, core) > 0
        if hasSound { lastSound = samples }
    }

    /// Whether this end has the line, or a frame to send.
    private var isSending: Bool {
        if case .nothing = leaving { line?.isSending ?? false || held != nil } else { true }
    }

    /// Whether there is work that must not wait for the link.
    private var isBusy: Bool { isSending || (line?.isBusy ?? false) }

    private var quality: SignalQuality {
        var quality = peer.current
        line?.describe(&quality)
        if receivesItself { quality.lineFaults.append(.ownSound) }
        return quality
    }

    // MARK: Sound in

    private func receive(
        _ input: UnsafeBufferPointer<Float>,
        at now: Duration,
        _ core: isolated LinkCore
    ) {
        if core.role == .accessory, detector.detects(input) { core.receiveWakeTone() }
        for event in demodulator.push(input) {
            switch event {
            case .frame(let payload):
                note(isOwn: SessionSignal.sender(of: payload) == core.role)
                receive(frame: payload, at: now, core)
            case .badFrame:
                let isOwn = mayBeOwn
                note(isOwn: isOwn)
                // a burst of the cable modem is never a frame, even if it resembles one
                if line?.isReceiving != true, !isOwn { core.garbled(.decodingFailed) }
            case .characters, .badSwipe, .carrierOn, .carrierOff: break
            }
        }
        peer.update(hasCarrier: demodulator.quality.hasCarrier)
        guard let line else { return }
        for payload in line.push(input, at: now).frames where line.take(payload, at: now) {
            core.receive(payload)
        }
        line.step(to: now, isLinkBusy: core.isBusy)
        changePace(of: line, core)
    }

    /// Counts a frame unless it is this end's own.
    private func note(isOwn: Bool) {
        let quality = demodulator.quality
        if isOwn { peer.omit(quality) } else { peer.add(quality) }
    }

    /// Whether a damaged frame may be this end's own, received by crosstalk: it is weaker than the
    /// peer's frames, and own frames are in flight. Louder crosstalk is not damaged.
    private var mayBeOwn: Bool {
        samples - lastSound < flight && demodulator.quality.level < 0.5 * peer.current.level
    }

    /// Compares the level of this end's own session signals with that of the peer's frames. Bit 3
    /// of a frame's type identifies its sender. Crosstalk of less than -14 dB relative to the peer
    /// is ignored; beside louder crosstalk the cable modem loses bursts whenever both ends send, so
    /// the first modem carries everything.
    private func compareLevels(_ payload: [UInt8], _ core: isolated LinkCore) {
        let level = demodulator.quality.level
        switch (SessionSignal(payload), core.role) {
        case (.hello, .host), (.ready, .host), (.readyAnswered, .accessory): ownLevel = level
        case (.readyAnswered, .host), (.hello, .accessory), (.ready, .accessory):
            peerLevel = level
        case (nil, _): return
        }
        guard peerLevel > 0, ownLevel > 0.2 * peerLevel else { return }
        receivesItself = true
        line?.giveUp()
    }

    /// Handles a frame received by the first modem.
    private func receive(frame payload: [UInt8], at now: Duration, _ core: isolated LinkCore) {
        compareLevels(payload, core)
        guard let line else { return core.receive(payload) }
        guard line.take(payload, at: now) else { return }
        let signal = SessionSignal(payload)
        if signal == .hello, core.role == .accessory { line.reset() }
        core.receive(payload)
        guard core.features & Self.cableFeature != 0, !receivesItself else { return }
        switch (signal, core.role) {
        // the answer to READY is sent first
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
            // a block waits for the previous one and, at the receiver, for six symbols, in both
            // directions
            core.pace(rate: pace, latency: .milliseconds(700))
        } else {
            core.pace(rate: Int(demodulator.baud), latency: .milliseconds(200))
        }
    }

    // MARK: Sound out

    /// Writes the next block to play: sound, then silence. The next frame may start in the block in
    /// which the last one ends. Returns the number of samples of sound.
    private func render(
        into block: UnsafeMutableBufferPointer<Float>,
        at now: Duration,
        _ core: isolated LinkCore
    ) -> Int {
        var count = 0
        while count < block.count {
            if case .nothing = leaving, line?.isSending != true { startNext(core) }
            let added = renderNext(into: block[count...], at: now, core)
            if added == 0 { break }
            count += added
        }
        block[count...].update(repeating: 0)
        return count
    }

    private func renderNext(
        into block: Slice<UnsafeMutableBufferPointer<Float>>,
        at now: Duration,
        _ core: isolated LinkCore
    ) -> Int {
        if case .nothing = leaving {
            guard let line else { return 0 }
            return line.render(into: block, at: now, isLinkBusy: core.isBusy) { nextFrame(core) }
        }
        let samples = modulator.render(into: block)
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
            send(payload)
            leaving = .word
        case .modem:
            send(nextOutput(core))
        case .frameThenSounding:
            send(nextOutput(core))
            line?.yielded()
            if case .nothing = leaving { startNext(core) }
        case .shortFrames:
            if held == nil { held = core.nextOutput() }
            guard case .frame(let payload, _)? = held, payload.count > 32 else {
                return send(nextOutput(core))
            }
        case .own: break
        }
    }

    private func send(_ output: LinkOutput?) {
        guard let output else { return }
        switch output {
        case .frame(let payload, let isDamaged): send(payload, isDamaged: isDamaged)
        case .tone(let duration):
            do { try modulator.sendWakeTone(duration) } catch { preconditionFailure("\(error)") }
        }
        leaving = .output
    }

    private func send(_ payload: [UInt8], isDamaged: Bool = false) {
        let status = modulator.sendFrame(payload, isDamaged: isDamaged)
        precondition(status == .ok, "a frame is sent while the modulator is at rest")
    }

    private func nextOutput(_ core: isolated LinkCore) -> LinkOutput? {
        defer { held = nil }
        return held ?? core.nextOutput()
    }

    /// Returns the link's next frame for the cable modem. A session needs no wake tone: the device
    /// is awake.
    private func nextFrame(_ core: isolated LinkCore) -> (payload: [UInt8], isDamaged: Bool)? {
        guard let output = nextOutput(core) else { return nil }
        core.sent()
        guard case .frame(let payload, let isDamaged) = output else { return nil }
        return (payload, isDamaged)
    }
}

/// The loop of one end, for a port that performs the steps.
struct AudioLoop: Sendable {
    fileprivate let end: AudioEnd
    fileprivate let core: LinkCore

    var block: AudioBlock { end.block }

    /// Handles the captured block and renders the next one; returns whether it is busy, or nil at
    /// the end of the loop.
    nonisolated(nonsending) func step() async -> Bool? { await end.step(core) }
}

/// A port that performs the steps of its end's loop itself: a block passes without a suspension.
protocol LoopingPort: AudioPort {
    /// Moves the blocks of a loop until it ends.
    ///
    /// - Parameter isBusy: Whether the loop is busy before its first step.
    func run(_ loop: AudioLoop, isBusy: Bool) async throws(AudioPortError)
}
