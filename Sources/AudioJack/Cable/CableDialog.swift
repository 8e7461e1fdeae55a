/// Who sounds when, and how this end sends, as a state machine without sound: what happened and the time go in, what to
/// do next comes out. Both ends run the same one.
///
///     one end   SOUNDING ~~~~~~~~~~~~~~>  measures the line
///               <------------------ LINE  its report, by the modem that also carried HELLO
///               BURST ~~~~~~~~~~~~~~~~~>  loaded by the report
///
/// A sounding is repeated when its report does not come, when the peer reports lost blocks, and when the peer is silent.
struct CableDialog {
    /// How frames leave.
    enum Sending {
        /// By the modem; a sounding follows at `retry`, if any.
        case modem(retry: Duration?)
        /// A sounding is due, with `isPolite` only after the frame that waits.
        case due(isPolite: Bool)
        case sounding
        /// For the report of the last sounding; frames wait too.
        case waiting(until: Duration)
        /// In bursts.
        case loaded(CableReport)
    }

    /// What LINE frames say.
    enum Word {
        case report(CableReport)
        /// The sender of the frame loses blocks: sound again.
        case soundAgain
    }

    private enum Limit {
        /// Soundings without a report, after which frames go by the modem.
        static let tries = 3
        /// From the end of a sounding to its report: the peer's own sounding may be in front.
        static let report = Duration.seconds(2)
        /// Until soundings are tried again on a line that has failed.
        static let pause = Duration.seconds(10)
        /// Silence of a peer that should answer.
        static let silence = Duration.milliseconds(2500)
        /// At least between two demands for a sounding.
        static let demand = Duration.seconds(2)
    }

    private let isHost: Bool
    private(set) var sending = Sending.modem(retry: nil)
    /// What the next LINE frame says.
    private(set) var word: Word?
    /// Whether both ends have the cable modem.
    private(set) var isActive = false
    /// Of the last sounding: even at the host, so that an end knows its own when it leaks back.
    private(set) var id: UInt8
    private var tries = 0
    /// SNR in reserve beyond the report's, 0.5 dB: more after each complaint about lost blocks.
    private(set) var margin: UInt8 = 2
    /// When the first frame left that the peer has not answered; nil when it owes nothing.
    private var owedSince: Duration?
    private var lastDemand: Duration?
    private var blocks = CableLosses()
    /// Soundings that were measured, and how often loaded sending began; for figures.
    private(set) var soundings = 0

    init(isHost: Bool) {
        self.isHost = isHost
        id = isHost ? 0 : 1
    }

    /// Whether something is under way that must not wait for the link.
    var isBusy: Bool {
        switch sending {
        case .due, .sounding, .waiting: true
        case .modem, .loaded: word != nil
        }
    }

    // MARK: What happened

    /// A host begins anew: HELLO came by the modem, and the answer goes by it.
    mutating func reset() {
        self = CableDialog(isHost: isHost, after: id)
    }

    private init(isHost: Bool, after id: UInt8) {
        self.init(isHost: isHost)
        self.id = id
    }

    /// A session began in which both ends have the cable modem.
    ///
    /// - Parameter isPolite: Whether a frame that waits goes first.
    mutating func begin(isPolite: Bool) {
        // READY is repeated when its answer was lost
        guard !isActive else { return }
        isActive = true
        tries = 0
        sending = .due(isPolite: isPolite)
    }

    /// The frame that a polite sounding waits for has left, or there was none.
    mutating func yielded() {
        if case .due = sending { sending = .due(isPolite: false) }
    }

    /// A sounding leaves now; its number.
    mutating func startSounding() -> UInt8 {
        sending = .sounding
        id &+= 2
        tries += 1
        return id
    }

    mutating func soundingLeft(at now: Duration) {
        sending = .waiting(until: now + Limit.report)
    }

    mutating func wordLeft() {
        word = nil
    }

    /// A frame left in a burst that the peer has to answer.
    mutating func asked(at now: Duration) {
        owedSince = owedSince ?? now
    }

    /// A good frame came.
    mutating func heard() {
        owedSince = nil
    }

    /// A sounding was measured. Returns whether it was the peer's.
    mutating func measured(_ report: CableReport) -> Bool {
        guard (report.measured.id & 1 == 0) != isHost else { return false }
        soundings += 1
        blocks = CableLosses()
        word = .report(report)
        return true
    }

    /// A block came, whole or not; demands a sounding when too many are lost.
    mutating func count(isGood: Bool, at now: Duration) {
        blocks.count(isGood: isGood)
        guard blocks.areMany, word == nil else { return }
        if let lastDemand, now - lastDemand < Limit.demand { return }
        lastDemand = now
        blocks = CableLosses()
        word = .soundAgain
    }

    mutating func take(_ word: Word, at now: Duration) {
        switch word {
        case .report(let report):
            guard report.measured.id == id, case .waiting = sending else { return }
            tries = 0
            owedSince = nil
            sending = report.isWorthwhile ? .loaded(report) : .modem(retry: now + Limit.pause)
        case .soundAgain:
            switch sending {
            case .loaded, .modem:
                margin = min(margin + 4, 24)
                soundAgain()
            case .due, .sounding, .waiting: break
            }
        }
    }

    /// Time has come to `now`.
    ///
    /// - Parameter isLinkBusy: Whether the link sends or waits for the peer.
    mutating func step(to now: Duration, isLinkBusy: Bool) {
        guard isActive else { return }
        if !isLinkBusy { owedSince = nil }
        switch sending {
        case .waiting(let until) where now >= until:
            sending =
                tries < Limit.tries ? .due(isPolite: false) : .modem(retry: now + Limit.pause)
        case .loaded where owedSince.map { now - $0 > Limit.silence } ?? false:
            soundAgain()
        case .modem(let retry?) where isLinkBusy && now >= retry:
            soundAgain()
        case .modem, .due, .sounding, .waiting, .loaded: break
        }
    }

    private mutating func soundAgain() {
        (tries, owedSince) = (0, nil)
        sending = .due(isPolite: false)
    }
}

/// The last blocks, and whether too many of them are lost.
private struct CableLosses {
    private var last: [Bool] = []

    mutating func count(isGood: Bool) {
        last.append(isGood)
        if last.count > 24 { last.removeFirst() }
    }

    /// Six in a row, or a third of 24: a dropout of 50 ms costs less.
    var areMany: Bool {
        let lost = last.count { !$0 }
        return lost >= 8 || (last.count >= 6 && last.suffix(6).allSatisfy { !$0 })
    }
}

extension CableReport {
    /// Whether bursts by this report carry more than the modem.
    var isWorthwhile: Bool {
        openMode(margin: 0).map { rate(of: $0) > 2 * Int(ModemProfile.reader.baud) } ?? false
    }
}
