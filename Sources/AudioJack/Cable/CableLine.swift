internal import AccessoryLink
internal import CAccessory

/// The cable modem of one end of a link: frames to bursts and back, soundings and reports. The other modem of the carrier
/// sends what `nextModemFrame` says. Not for two threads at once.
final class CableLine {
    /// What a block of sound was found to hold.
    struct Findings {
        var frames: [[UInt8]] = []
        /// Blocks that were lost.
        var losses = 0
    }

    private let isHost: Bool
    private(set) var dialog: CableDialog
    private var sender: CableSender
    private var receiver = CableReceiver()
    private var reader = FrameReader()
    /// Frames on their way into blocks.
    private var waiting: [UInt8] = []
    private var isBurstOpen = false
    /// Whether a burst of the peer's is being received: what the other modem makes of it is no frame.
    private(set) var isReceiving = false
    /// Since when nothing was left to put into the open burst.
    private var idleSince: Duration?

    /// How long an open burst waits for frames. A new one costs preamble and header, 45 ms.
    private static let patience = Duration.milliseconds(250)

    init(isHost: Bool, level: Float) {
        self.isHost = isHost
        dialog = CableDialog(isHost: isHost)
        sender = CableSender(level: level)
    }

    var isBusy: Bool { sender.isBusy || dialog.isBusy }
    /// Whether this end has the line now: nothing else may be sent.
    var isSending: Bool { sender.isBusy }

    /// Bits a second at which frames leave in bursts; nil: they leave by the other modem.
    var rate: Int? {
        guard case .loaded(let report) = dialog.sending,
            let mode = report.openMode(margin: dialog.margin)
        else {
            return nil
        }
        return report.rate(of: mode)
    }

    /// Puts in the figures of the last burst, if there was one; its blocks count as frames.
    func describe(_ quality: inout SignalQuality) {
        let figures = receiver.figures
        guard dialog.isActive, figures.blocks_good > 0 else { return }
        quality.level = Double(figures.level)
        quality.signalToNoise = Double(figures.snr_db)
        quality.signalToNoiseIsMinimum = false
        quality.clockOffset = -Double(figures.clock_ppm)
        quality.goodFrames += Int(figures.blocks_good)
        quality.badFrames += Int(figures.blocks_bad)
    }

    // MARK: Receiving

    /// Takes a block of sound.
    func push(_ samples: [Float], at now: Duration) -> Findings {
        var findings = Findings()
        guard dialog.isActive else { return findings }
        var events: [(acc_cable_event, [UInt8])] = []
        receiver.push(samples) { events.append(($0, Array($0.payload))) }
        for (event, bytes) in events { take(event, bytes, at: now, &findings) }
        return findings
    }

    private func take(
        _ event: acc_cable_event,
        _ bytes: [UInt8],
        at now: Duration,
        _ findings: inout Findings
    ) {
        switch event.kind {
        case .burst:
            reader = FrameReader()
            isReceiving = true
        case .block:
            dialog.count(isGood: true, at: now)
            for case .frame(let payload) in reader.push(bytes) { findings.frames.append(payload) }
        case .badBlock:
            dialog.count(isGood: false, at: now)
            findings.losses += 1
            // the frame that reached into it is lost too
            reader = FrameReader()
        case .end:
            reader = FrameReader()
            isReceiving = false
        case .sounded:
            guard let report = receiver.report, dialog.measured(report) else { break }
            receiver.expect(report)
        case .none: break
        }
    }

    /// A frame came, by either modem. Returns whether it is the link's.
    func take(_ payload: [UInt8], at now: Duration) -> Bool {
        guard CableDialog.Word.isWord(payload) else {
            dialog.heard()
            return true
        }
        if let word = CableDialog.Word(payload, isHost: isHost) { dialog.take(word, at: now) }
        return false
    }

    /// HELLO came by the modem: the host knows nothing of a line.
    func reset() {
        dialog.reset()
        waiting = []
        endBurst()
    }

    /// A session began in which both ends have the cable modem.
    func begin(isPolite: Bool) {
        dialog.begin(isPolite: isPolite)
    }

    func step(to now: Duration, isLinkBusy: Bool) {
        dialog.step(to: now, isLinkBusy: isLinkBusy)
    }

    // MARK: Sending

    /// What this end sends next, while nothing of its own is on the line.
    enum Turn {
        /// A frame by the modem that is not the link's.
        case word([UInt8])
        /// The link's next frame by the modem, then `yielded`.
        case frameThenSounding
        /// The link's frames by the modem.
        case modem
        /// The link's short frames by the modem; longer ones wait for the report.
        case shortFrames
        /// Sound of this line's own: `render`.
        case own
    }

    /// Decides what is next. The carrier calls it when neither modem sends.
    func nextTurn() -> Turn {
        if let word = dialog.word { return .word(word.payload(isHost: isHost)) }
        switch dialog.sending {
        case .due(isPolite: true): return .frameThenSounding
        case .due(isPolite: false):
            sender.sound(id: dialog.startSounding())
            return .own
        case .waiting: return .shortFrames
        case .loaded: return .own
        case .modem, .sounding: return .modem
        }
    }

    func wordLeft() {
        dialog.wordLeft()
    }

    func yielded() {
        dialog.yielded()
    }

    /// The next samples of a sounding or burst, at most `count`; `next` gives the link's frames.
    func render(
        _ count: Int,
        at now: Duration,
        isLinkBusy: Bool,
        next: () -> (payload: [UInt8], isDamaged: Bool)?
    ) -> [Float] {
        if case .loaded(let report) = dialog.sending, dialog.word == nil {
            fill(by: report, at: now, next)
            closeWhenIdle(at: now, isLinkBusy: isLinkBusy)
        } else {
            endBurst()
        }
        guard sender.isBusy else { return [] }
        let samples = sender.render(count)
        guard !sender.isBusy else { return samples }
        isBurstOpen = false
        if case .sounding = dialog.sending { dialog.soundingLeft(at: now) }
        return samples
    }

    /// Puts the frames that wait into the open burst, or opens one for them.
    private func fill(
        by report: CableReport,
        at now: Duration,
        _ next: () -> (payload: [UInt8], isDamaged: Bool)?
    ) {
        guard isBurstOpen || !sender.isBusy else { return }
        if !isBurstOpen {
            take(next, upTo: 1, at: now)
            guard !waiting.isEmpty, let mode = report.openMode(margin: dialog.margin),
                sender.open(mode, of: report) == .ok
            else { return }
            isBurstOpen = true
        }
        while case let room = sender.room, room > 0 {
            take(next, upTo: room, at: now)
            guard !waiting.isEmpty else { break }
            sender.add(waiting.prefix(room))
            waiting.removeFirst(min(room, waiting.count))
            idleSince = nil
        }
    }

    private func take(
        _ next: () -> (payload: [UInt8], isDamaged: Bool)?,
        upTo count: Int,
        at now: Duration
    ) {
        while waiting.count < count, let (payload, isDamaged) = next() {
            if SessionSignal.wantsAnswer(payload) { dialog.asked(at: now) }
            waiting += FrameReader.frame(payload, isDamaged: isDamaged)
        }
    }

    private func closeWhenIdle(at now: Duration, isLinkBusy: Bool) {
        guard isBurstOpen, waiting.isEmpty else { return }
        let since = idleSince ?? now
        idleSince = since
        if !isLinkBusy || now - since > Self.patience { endBurst() }
    }

    private func endBurst() {
        guard isBurstOpen else { return }
        sender.close()
        idleSince = nil
        isBurstOpen = false
    }
}
