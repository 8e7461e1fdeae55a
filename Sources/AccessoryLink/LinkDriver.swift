internal import AccessoryConcurrency

/// Drives the state machine of one end: after every input it performs all resulting actions, which
/// are output for the carrier, events for listeners and results for callers. Not thread-safe.
struct LinkDriver: ~Copyable {
    private let role: LinkRole
    private let carrier: any LinkCarrier
    private let options: LinkOptions
    private let news: LinkNews
    private let tap: LinkTap?
    /// Whether time stands still from a request's arrival until its handler releases it.
    private let holdsTimeForRequests: Bool
    private var machine: LinkMachine
    private var properties: CarrierProperties
    private var output: LinkOutput?
    private var isOnAir = false
    private var sessionEnded = false
    private var restarts: UInt32 = 0

    /// The carrier's time, microseconds.
    private(set) var now: UInt64 = 0
    private(set) var state = LinkState.absent
    private(set) var progress = LinkProgress()
    /// Whether the session ends when there is no more output.
    private(set) var leavesWhenQuiet = false
    /// Number of complete requests received since the core was created.
    private(set) var requests = 0
    /// The first reason why there is no session.
    private(set) var failure: LinkError?
    var callers = LinkCallers()

    init(
        role: LinkRole,
        carrier: any LinkCarrier,
        options: LinkOptions,
        news: LinkNews,
        tap: LinkTap?,
        holdsTimeForRequests: Bool
    ) {
        self.role = role
        self.carrier = carrier
        self.options = options
        self.news = news
        self.tap = tap
        self.holdsTimeForRequests = holdsTimeForRequests
        properties = CarrierProperties(carrier.kind)
        machine = LinkMachine(role: role, carrier: properties, options: options)
    }

    var statistics: LinkStatistics { machine.statistics }
    var isBusy: Bool { machine.isBusy || callers.nextAlarm != nil }
    /// Whether the host has no more work.
    var isOver: Bool { role == .host && sessionEnded && output == nil }

    /// When `step` must be called next, microseconds.
    var deadline: UInt64? { [machine.deadline, callers.nextAlarm].compactMap { $0 }.min() }

    /// Carrier features that both ends of the session have; 0 without a session.
    var features: UInt8 { state.isOpen ? machine.features : 0 }

    // MARK: Carrier input

    func pace(rate: Int, latency: Duration) {
        machine.pace(rate: rate, latency: latency)
    }

    mutating func advance(to time: Duration) {
        now = max(now, UInt64(max(time.microseconds, 0)))
    }

    mutating func step() {
        callers.ringAlarms(until: now)
        machine.tick(at: now)
        settle()
        leaveIfQuiet()
    }

    mutating func receive(_ payload: [UInt8]) {
        switch tap?.judge(.incoming, payload) ?? .pass {
        case .pass: machine.receive(payload.span, at: now)
        case .drop: return
        case .damage: machine.garbled(.frameFormat)
        case .replace(let other): machine.receive(other.span, at: now)
        }
        settle()
    }

    mutating func garbled(_ error: LinkError) {
        machine.garbled(error)
        settle()
    }

    mutating func wake() {
        machine.wake(at: now)
        settle()
    }

    mutating func takeOutput() -> LinkOutput? {
        defer { output = nil }
        isOnAir = output != nil
        return output
    }

    mutating func sent() {
        isOnAir = false
        machine.sent(at: now)
        settle()
        leaveIfQuiet()
    }

    mutating func detect() {
        machine.detect(at: now)
        settle()
    }

    mutating func lost() {
        machine.lost(at: now)
        settle()
    }

    mutating func fault(_ error: LinkError) {
        machine.fault(error, at: now)
        settle()
    }

    // MARK: Commands

    /// Passes a command with the current time to the machine; `settle` performs its effects.
    mutating func command(
        _ work: (inout LinkMachine, _ now: UInt64) throws(LinkError) -> Void
    ) throws(LinkError) {
        catchUp()
        try work(&machine, now)
    }

    /// Updates the time from a carrier whose clock runs by itself.
    mutating func catchUp() {
        if let live = carrier.now { advance(to: live) }
    }

    mutating func cancelExchange(_ number: Int) {
        guard callers.exchangeNumber == number else { return }
        try? machine.cancel(at: now)
    }

    /// Records why there is no session; the first reason counts.
    mutating func fail(with error: LinkError) {
        failure = failure ?? error
    }

    /// Ends the session at this end without notice to the peer.
    mutating func leaveSession() {
        if role == .host {
            try? machine.closeResource(at: now)
        } else {
            callers.failWork(with: .cancelled)
            if state.isOpen { move(to: .present) }
        }
    }

    /// Ends the session at the host when there is no more output.
    mutating func leaveWhenQuiet() {
        leavesWhenQuiet = true
    }

    private mutating func leaveIfQuiet() {
        guard leavesWhenQuiet, output == nil, !isOnAir else { return }
        leavesWhenQuiet = false
        leaveSession()
        settle()
    }

    // MARK: Carrier life cycle

    /// Prepares for a start of the carrier.
    mutating func prepare() {
        failure = nil
    }

    /// Handles the started carrier.
    mutating func start(_ properties: CarrierProperties, isPresent: Bool?) {
        self.properties = properties
        now = 0
        restart(isPresent: isPresent)
    }

    /// Opens a session; at the accessory, starts to wait for a host.
    mutating func open() throws(LinkError) {
        if let failure { throw failure }
        if role == .host {
            try machine.open(at: now)
        } else {
            callers.finishOpening(.success(false))
        }
        settle()
    }

    /// Handles a broken carrier.
    mutating func breakOff(with error: LinkError) {
        switch error {
        case .unplugged, .disconnected: machine.lost(at: now)
        default: machine.fault(error, at: now)
        }
        settle()
        fail(with: error)
        leaveSession()
        settle()
    }

    /// Handles the stopped carrier.
    mutating func stop() {
        output = nil
        if callers.exchangeNumber != nil { handle(.failed(failure ?? .cancelled)) }
        callers.ringAlarms(until: .max)
        callers.failAll(with: failure ?? .cancelled)
    }

    /// Creates a new machine that knows only whether a device is present.
    mutating func restart(isPresent: Bool? = nil) {
        output = nil
        isOnAir = false
        leavesWhenQuiet = false
        sessionEnded = false
        // each machine needs new numbers; otherwise an accessory takes it for the previous one
        restarts += 1
        var options = options
        options.seed = options.seed.map { $0 &+ restarts }
        machine = LinkMachine(role: role, carrier: properties, options: options)
        let known = isPresent ?? (role == .accessory || state != .absent)
        if known { machine.detect(at: now) }
        settle()
        if !known { move(to: .absent) }
    }

    // MARK: Machine output

    /// Performs all actions of the machine.
    mutating func settle() {
        while let action = machine.poll(at: now) {
            switch action {
            case .frame(let payload): put(payload)
            case .tone(let duration): output = .tone(duration)
            case .state(let state): move(to: state)
            case .event(let event): handle(event)
            case .openFailed(let error):
                fail(with: error)
                sessionEnded = true
            case .progressDelivered:
                callers.finishProgressDelivery(.success(()))
            }
        }
        let progress = machine.progress
        if progress != self.progress {
            self.progress = progress
            news.progress.send(progress)
        }
    }

    private mutating func put(_ payload: [UInt8]) {
        switch tap?.judge(.outgoing, payload) ?? .pass {
        case .pass: output = .frame(payload, isDamaged: false)
        case .damage: output = .frame(payload, isDamaged: true)
        case .replace(let other): output = .frame(other, isDamaged: false)
        case .drop: machine.sent(at: now)
        }
    }

    private mutating func move(to state: LinkState) {
        guard state != self.state else { return }
        if self.state.isOpen, !state.isOpen { sessionEnded = true }
        self.state = state
        news.states.send(state)
    }

    private mutating func handle(_ event: LinkEvent) {
        if role == .accessory, case .received = event {
            requests += 1
            if holdsTimeForRequests { carrier.holdTime() }
        }
        if isOfExchange(event) { callers.report(event) }
        news.events.send(event)
        switch event {
        case .opened(let takenUp):
            callers.finishOpening(.success(takenUp))
        case .received(let bytes):
            // in duplex mode, received messages are not answers
            guard options.mode == .masterSlave else { break }
            callers.finishExchange(.success(bytes))
        case .sent:
            callers.finishDelivery(.success(()))
            guard options.mode == .duplex else { break }
            callers.finishExchange(.success([]))
        case .timedOut:
            callers.finishExchange(.failure(.timedOut))
        case .failed(let error):
            callers.failWork(with: error)
        case .closed:
            callers.failWork(with: .cancelled)
            sessionEnded = true
        case .progress, .fault, .dropped, .asleep:
            break
        }
    }

    private func isOfExchange(_ event: LinkEvent) -> Bool {
        switch event {
        case .sent, .progress, .timedOut, .failed: true
        case .received: options.mode == .masterSlave
        case .opened, .fault, .closed, .dropped, .asleep: false
        }
    }
}
