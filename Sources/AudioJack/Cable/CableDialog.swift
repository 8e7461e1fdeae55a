internal import Modem

/// Decides which end sends a sounding and how this end sends frames. A state machine without sound:
/// its inputs are events and the time, its output is the next action. Both ends run the same
/// machine.
///
///     one end   SOUNDING ~~~~~~~~~~~~~~>  measures the line
///               <------------------ LINE  its report, by the modem that also carried HELLO
///               BURST ~~~~~~~~~~~~~~~~~>  loaded by the report
///
/// A sounding is repeated when its report is missing, when the peer reports lost blocks, and when
/// the peer is silent.
struct CableDialog {
    /// How this end sends frames.
    enum Sending {
        /// By the modem; the next sounding follows at `retry`, if set.
        case modem(retry: Duration?)
        /// A sounding is due; with `isPolite`, after the waiting frame.
        case due(isPolite: Bool)
        case sounding
        /// Waiting for the report of the last sounding. Frames wait too.
        case waiting(until: Duration)
        /// In bursts loaded by the peer's report.
        case loaded(CableReport)
    }

    /// Content of a LINE frame.
    enum Word {
        case report(CableReport)
        /// The sender of the frame is losing blocks and requests a new sounding.
        case soundAgain
    }

    private enum Limit {
        /// Consecutive soundings without a report after which frames use the modem.
        static let tries = 3
        /// Timeout from the end of a sounding to its report: the peer's own sounding may be sent first.
        static let report = Duration.seconds(2)
        /// Pause before the next sounding on a failed line.
        static let pause = Duration.seconds(10)
        /// Time without the peer's due answer after which this end sends a new sounding.
        static let silence = Duration.milliseconds(2500)
        /// Minimum interval between two requests for a sounding.
        static let demand = Duration.seconds(2)
    }

    private let isHost: Bool
    private(set) var sending = Sending.modem(retry: nil)
    /// Content of the next LINE frame.
    private(set) var word: Word?
    /// Whether both ends have the cable modem.
    private(set) var isActive = false
    /// Number of the last sounding. The host counts even numbers, so that each end recognizes its
    /// own sounding when it leaks back.
    private(set) var id: UInt8
    private var tries = 0
    /// SNR margin beyond the report's, in steps of 0.5 dB. Grows with each peer's request for a new sounding.
    private(set) var margin: UInt8 = 1
    /// Send time of the first frame that the peer has not answered; nil when no answer is due.
    private var owedSince: Duration?
    private var lastDemand: Duration?
    private var blocks = CableLosses()
    /// Number of the peer's soundings that this end measured.
    private(set) var soundings = 0

    init(isHost: Bool) {
        self.isHost = isHost
        id = isHost ? 0 : 1
    }

    /// Whether the dialogue has work that must not wait for the link.
    var isBusy: Bool {
        switch sending {
        case .due, .sounding, .waiting: true
        case .modem, .loaded: word != nil
        }
    }

    // MARK: Inputs

    /// Starts again for a new host. Its HELLO arrived by the modem, and the answer uses the modem too.
    mutating func reset() {
        self = CableDialog(isHost: isHost, after: id)
    }

    private init(isHost: Bool, after id: UInt8) {
        self.init(isHost: isHost)
        self.id = id
    }

    /// Starts a session in which both ends have the cable modem.
    ///
    /// - Parameter isPolite: Whether a waiting frame is sent before the sounding.
    mutating func begin(isPolite: Bool) {
        // the host repeats READY when its answer was lost
        guard !isActive else { return }
        isActive = true
        tries = 0
        sending = .due(isPolite: isPolite)
    }

    /// Ends the use of the cable modem: frames use the modem.
    mutating func giveUp() {
        isActive = false
        word = nil
        sending = .modem(retry: nil)
    }

    /// Records that the frame before a polite sounding was sent, or that none was waiting.
    mutating func yielded() {
        if case .due = sending { sending = .due(isPolite: false) }
    }

    /// Starts a sounding and returns its number.
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

    /// Records a sent burst frame that the peer must answer.
    mutating func asked(at now: Duration) {
        owedSince = owedSince ?? now
    }

    /// Records a good frame from the peer.
    mutating func receivedFrame() {
        owedSince = nil
    }

    /// Records a measured sounding of the peer.
    mutating func measured(_ report: CableReport) {
        soundings += 1
        blocks = CableLosses()
        word = .report(report)
    }

    /// Counts a received block, good or damaged. Requests a sounding when too many are lost.
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

    /// Advances the time to `now`.
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
        tries = 0
        sending = .due(isPolite: false)
    }
}

/// Good and lost blocks among the last 24.
private struct CableLosses {
    private var last: [Bool] = []

    mutating func count(isGood: Bool) {
        last.append(isGood)
        if last.count > 24 { last.removeFirst() }
    }

    /// Whether six blocks in a row, or a third of 24, were lost. A dropout of 50 ms loses fewer.
    var areMany: Bool {
        let lost = last.count { !$0 }
        return lost >= 8 || (last.count >= 6 && last.suffix(6).allSatisfy { !$0 })
    }
}

extension CableReport {
    /// Whether bursts with this report are more than twice as fast as the modem.
    var isWorthwhile: Bool {
        openMode(margin: 0).map { rate(of: $0) > 2 * Int(ModemProfile.reader.baud) } ?? false
    }
}
