/// One running end of a link: its state machine, its callers and its carrier.
///
/// The carrier's loop runs on this actor and calls `step`; commands run in between. After every
/// input, `settle` performs all resulting actions of the machine: output for the carrier, events
/// for listeners and results for callers. While a session is open or opening, one task runs the
/// carrier. The task ends with the session at the host, and on `stop` at the accessory.
package actor LinkCore {
    /// The carrier's life cycle.
    enum Phase {
        case stopped, starting, running, stopping
    }

    package nonisolated let carrier: any LinkCarrier
    package nonisolated let role: LinkRole
    package nonisolated let broadcasters = LinkBroadcasters()
    nonisolated let mailbox = LinkMailbox()
    nonisolated let options: LinkOptions
    let tap: LinkTap?
    /// Whether time is stopped from a request's arrival until its handler releases it.
    let holdsTimeForRequests: Bool

    // the carrier's life
    var phase = Phase.stopped
    var loop: Task<Void, Never>?
    var isClosing = false
    package internal(set) var properties: CarrierProperties
    var restarts: UInt32 = 0
    /// The first reason why there is no session.
    var failure: LinkError?

    // the session
    var machine: LinkMachine
    var callers = LinkCallers()
    /// The carrier's time, microseconds.
    var now: UInt64 = 0
    package internal(set) var state = LinkState.absent
    package internal(set) var progress = LinkProgress()
    var output: LinkOutput?
    var isOnAir = false
    var sessionEnded = false
    /// Whether the session ends when there is no more output.
    var leavesWhenQuiet = false
    /// Number of complete requests received since the core was created.
    var requests = 0

    package init(
        role: LinkRole,
        carrier: any LinkCarrier,
        options: LinkOptions,
        tap: LinkTap? = nil,
        holdsTimeForRequests: Bool = false
    ) {
        self.role = role
        self.carrier = carrier
        self.options = options
        self.tap = tap
        self.holdsTimeForRequests = holdsTimeForRequests
        properties = CarrierProperties(carrier.kind)
        machine = LinkMachine(role: role, carrier: properties, options: options)
    }

    package nonisolated var mode: LinkMode { options.mode }

    package var statistics: LinkStatistics { machine.statistics }

    // MARK: For carriers

    /// Whether the carrier's loop has no more work.
    package var isFinished: Bool {
        switch phase {
        case .stopping, .stopped: true
        case .starting: false
        case .running: role == .host && sessionEnded && output == nil
        }
    }

    /// Whether the link sends, waits or opens; false when it is idle.
    package var isBusy: Bool { machine.isBusy || callers.nextAlarm != nil }

    /// The carrier time at which `step` must be called next; nil if only an input can cause work.
    package var deadline: Duration? {
        let deadline = [machine.deadline, callers.nextAlarm].compactMap { $0 }.min()
        return deadline.map { .microseconds(Int64(clamping: $0)) }
    }

    /// Advances the time to `time`. Also handles the callers' messages in the mailbox.
    package func step(to time: Duration) {
        advance(to: time)
        readMailbox()
        callers.ringAlarms(until: now)
        machine.tick(at: now)
        settle()
        leaveIfQuiet()
    }

    /// Handles a received frame with a correct checksum.
    package func receive(_ payload: [UInt8]) {
        switch tap?.judge(.incoming, payload) ?? .pass {
        case .pass: machine.receive(payload.span, at: now)
        case .drop: return
        case .damage: machine.garbled(.frameFormat)
        case .replace(let other): machine.receive(other.span, at: now)
        }
        settle()
    }

    /// Handles received data that is not a valid frame: `decodingFailed`, `byteFormat` or `frameFormat`.
    package func garbled(_ error: LinkError) {
        machine.garbled(error)
        settle()
    }

    /// Carrier features that both ends of the session support; 0 without a session.
    package var features: UInt8 { state.isOpen ? machine.features : 0 }

    /// Changes the carrier's speed in both directions; timeouts follow it until the session ends.
    ///
    /// - Parameters:
    ///   - rate: Bit rate in bit/s.
    ///   - latency: Latency that both ends together add to a round trip.
    package func pace(rate: Int, latency: Duration) {
        machine.pace(rate: rate, latency: latency)
    }

    /// Handles a received wake tone.
    package func receiveWakeTone() {
        machine.wake(at: now)
        settle()
    }

    /// Removes and returns the next output, if any. The carrier calls `sent` when it has been sent.
    package func nextOutput() -> LinkOutput? {
        defer { output = nil }
        isOnAir = output != nil
        return output
    }

    /// Marks the last output as sent.
    package func sent() {
        isOnAir = false
        machine.sent(at: now)
        settle()
        leaveIfQuiet()
    }

    /// Handles a plugged-in device.
    package func detect() {
        machine.detect(at: now)
        poke()
    }

    /// Handles a pulled plug or a lost connection.
    package func lost() {
        machine.lost(at: now)
        poke()
    }

    /// Handles a permanent loss of the connection: later starts of this end fail.
    package func ended() {
        guard phase == .running else { return lost() }
        breakOff(with: carrier.kind.loss)
        phase = .stopping
        carrier.wake()
    }

    /// Handles a fault of the carrier.
    package func fault(_ error: LinkError) {
        machine.fault(error, at: now)
        poke()
    }
}
