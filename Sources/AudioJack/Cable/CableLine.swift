internal import AccessoryLink
internal import CAccessory
internal import Modem

/// The cable modem of one end of a link: packs frames into bursts, unpacks them, and exchanges
/// soundings and reports. `nextTurn` selects the next output of the cable modem or the carrier's other
/// modem. Not thread-safe.
final class CableLine {
    /// Frames and losses in one block of sound.
    struct Findings {
        var frames: [[UInt8]] = []
        /// Lost blocks.
        var losses = 0
    }

    private let isHost: Bool
    private(set) var dialog: CableDialog
    private var sender: CableSender
    private var receiver = CableReceiver()
    private var watch: LineWatch
    /// The report of the peer's last sounding.
    private(set) var received: CableReport?
    private var reader = FrameReader()
    /// Frame bytes waiting for a block.
    private var waiting: [UInt8] = []
    private var isBurstOpen = false
    /// Whether a burst from the peer is being received. Frames that the other modem decodes meanwhile
    /// are false.
    private(set) var isReceiving = false
    /// Damaged blocks since the last good one that are not counted yet. If the burst's end is lost, only its last block was
    /// damaged: the four symbols that follow it are no blocks, but are read as such.
    private var damaged = 0
    /// When the open burst ran out of data.
    private var idleSince: Duration?

    /// How long an open burst waits for frames. A new burst needs 45 ms for preamble and header.
    private static let patience = Duration.milliseconds(250)
    /// Damaged blocks in a row that cannot be a lost end: two blocks in the symbol that ends the burst, and one in each of
    /// the four that follow.
    private static let lostEnd = 6
    /// Samples rendered between two checks for a free block: half the shortest symbol.
    private static let piece = 256

    init(isHost: Bool, level: Float, rate: Int) {
        self.isHost = isHost
        watch = LineWatch(rate: rate, isLive: true)
        dialog = CableDialog(isHost: isHost)
        sender = CableSender(level: level)
    }

    var isBusy: Bool { sender.isBusy || dialog.isBusy }
    /// Whether this end occupies the line, so that nothing else may be sent.
    var isSending: Bool { sender.isBusy }

    /// Bit rate of frames in bursts; nil if the other modem sends the frames.
    var rate: Int? {
        guard case .loaded(let report) = dialog.sending,
            let mode = report.openMode(margin: dialog.margin)
        else {
            return nil
        }
        return report.rate(of: mode)
    }

    var state: CableState {
        switch dialog.sending {
        case .due, .sounding, .waiting:
            CableState(isMeasuring: dialog.isActive, received: received, sent: nil)
        case .loaded(let report): CableState(isMeasuring: false, received: received, sent: report)
        case .modem: CableState(isMeasuring: false, received: received, sent: nil)
        }
    }

    /// Adds the figures of the last burst, if there was one. All received blocks count as frames.
    func describe(_ quality: inout SignalQuality) {
        quality.lineFaults += watch.faults
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

    /// Receives a block of sound, also without a session: the accessory's sounding follows its READY_ACK
    /// so closely that it begins before the host has decoded that frame.
    func push(_ samples: UnsafeBufferPointer<Float>, at now: Duration) -> Findings {
        var findings = Findings()
        var events: [(event: acc_cable_event, figures: acc_cable_quality, bytes: [UInt8])] = []
        receiver.push(samples) { events.append(($0, receiver.figures, Array($0.payload))) }
        for (event, figures, _) in events {
            watch.take(event, figures, report: receiver.report.flatMap { isOwn($0) ? nil : $0 })
        }
        watch.process(samples)
        guard dialog.isActive else { return findings }
        for (event, _, bytes) in events { take(event, bytes, at: now, &findings) }
        return findings
    }

    /// Whether a report measures this end's own sounding, received by crosstalk.
    private func isOwn(_ report: CableReport) -> Bool {
        (report.measured.id & 1 == 0) == isHost
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
            damaged = 0
        case .block:
            countDamaged(at: now)
            dialog.count(isGood: true, at: now)
            for case .frame(let payload) in reader.push(bytes) { findings.frames.append(payload) }
        case .badBlock:
            // without a signal there is no block
            if event.reason != .truncated { damaged += 1 }
            if damaged > Self.lostEnd { countDamaged(at: now) }
            findings.losses += 1
            // the frame that continued in this block is lost too
            reader = FrameReader()
        case .end:
            reader = FrameReader()
            isReceiving = false
            if event.reason == .truncated { damaged = min(damaged, 1) }
            countDamaged(at: now)
        case .sounded:
            guard let report = receiver.report, !isOwn(report) else { break }
            dialog.measured(report)
            received = report
            receiver.expect(report)
        case .none: break
        }
    }

    private func countDamaged(at now: Duration) {
        for _ in 0..<damaged { dialog.count(isGood: false, at: now) }
        damaged = 0
    }

    /// Handles a frame received by either modem. Returns whether it belongs to the link.
    func take(_ payload: [UInt8], at now: Duration) -> Bool {
        guard CableDialog.Word.isWord(payload) else {
            dialog.receivedFrame()
            return true
        }
        if let word = CableDialog.Word(payload, isHost: isHost) { dialog.take(word, at: now) }
        return false
    }

    /// Starts again for a new host, whose HELLO arrived by the modem.
    func reset() {
        dialog.reset()
        waiting = []
        endBurst()
    }

    /// Leaves all frames to the other modem. The link repeats those of the open burst.
    func giveUp() {
        dialog.giveUp()
        waiting = []
        endBurst()
    }

    /// Starts a session in which both ends have the cable modem.
    func begin(isPolite: Bool) {
        dialog.begin(isPolite: isPolite)
    }

    func step(to now: Duration, isLinkBusy: Bool) {
        dialog.step(to: now, isLinkBusy: isLinkBusy)
    }

    // MARK: Sending

    /// The next output of this end while neither modem sends.
    enum Turn {
        /// A frame by the modem that does not belong to the link.
        case word([UInt8])
        /// The link's next frame by the modem; then call `yielded`.
        case frameThenSounding
        /// The link's frames by the modem.
        case modem
        /// The link's short frames by the modem; longer ones wait for the report.
        case shortFrames
        /// Sound from this line: call `render`.
        case own
    }

    /// Decides the next output. The carrier calls it when neither modem sends.
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

    /// Writes the next samples of a sounding or burst and returns their number; `next` supplies the
    /// link's frames. One call writes so few samples that at most one block becomes free, however long
    /// the port's blocks are.
    func render(
        into output: Slice<UnsafeMutableBufferPointer<Float>>,
        at now: Duration,
        isLinkBusy: Bool,
        next: () -> (payload: [UInt8], isDamaged: Bool)?
    ) -> Int {
        if case .loaded(let report) = dialog.sending, dialog.word == nil {
            fill(by: report, at: now, next)
            closeWhenIdle(at: now, isLinkBusy: isLinkBusy)
        } else {
            endBurst()
        }
        guard sender.isBusy else { return 0 }
        let count = sender.render(into: output.prefix(Self.piece))
        guard !sender.isBusy else { return count }
        isBurstOpen = false
        if case .sounding = dialog.sending { dialog.soundingLeft(at: now) }
        return count
    }

    /// Adds the waiting frames to the open burst, or opens a burst for them.
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
