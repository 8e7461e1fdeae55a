internal import AccessoryConcurrency
import Synchronization

/// One end of a link at work: the machine, its carrier, and the callers that wait for it.
///
/// The carrier's loop runs on this actor and calls `step`; commands come in between. While a
/// session exists or is being opened, one task performs the carrier; it ends with the session (at
/// the host) or when it is told to (at the accessory).
package actor LinkCore {
    typealias Outcome<Value> = CheckedContinuation<Result<Value, LinkError>, Never>

    /// What may be said to the core without waiting for it.
    private struct Mailbox {
        var cancelledExchange: Int?
        var cancelledOpeners: Set<Int> = []
        var isAbandoned = false
    }

    /// Life of the carrier.
    private enum Phase {
        case stopped, starting, running, stopping
    }

    package nonisolated let carrier: any LinkCarrier
    package nonisolated let role: LinkRole
    nonisolated let events = Broadcaster<LinkEvent>()
    nonisolated let progressUpdates = Broadcaster<LinkProgress>()
    nonisolated let states = Broadcaster<LinkState>(replaying: .absent)

    private nonisolated let mailbox = Mutex(Mailbox())
    private nonisolated let options: LinkOptions
    private let tap: LinkTap?
    /// Whether time stands still from a request's arrival until the handler releases it.
    private let holdsTimeForRequests: Bool
    private var machine: LinkMachine
    private var properties: CarrierProperties
    private var phase = Phase.stopped
    private var loop: Task<Void, Never>?
    private var now: UInt64 = 0
    private var output: LinkOutput?
    private var isOnAir = false
    private var leavesWhenQuiet = false
    private var sessionEnded = false
    /// Requests that have arrived whole since the core was made.
    private var requests = 0
    private var restarts: UInt32 = 0
    private(set) var state = LinkState.absent
    private(set) var progress = LinkProgress()

    private var openers: [Int: Outcome<Bool>] = [:]
    private var openFailure: LinkError?
    private var exchange: (number: Int, outcome: Outcome<[UInt8]>)?
    private var delivery: Outcome<Void>?
    private var progressDelivery: Outcome<Void>?
    private var alarms: [(time: UInt64, waiter: CheckedContinuation<Void, Never>)] = []
    private var isClosing = false
    private var count = 0

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
        properties = CarrierProperties(channel: carrier.channel)
        machine = LinkMachine(role: role, carrier: properties, options: options)
    }

    var statistics: LinkStatistics { machine.statistics }

    package nonisolated var mode: LinkMode { options.mode }

    // MARK: For carriers

    /// Whether the carrier's loop has nothing more to do.
    package var isFinished: Bool {
        switch phase {
        case .stopping, .stopped: true
        case .starting: false
        case .running: role == .host && sessionEnded && output == nil
        }
    }

    /// Whether the link sends, waits or opens; false when it merely idles.
    package var isBusy: Bool { machine.isBusy || !alarms.isEmpty }

    /// When `step` is next wanted, in the carrier's time; nil if only an input can move the link.
    package var deadline: Duration? {
        ([machine.deadline].compactMap { $0 } + alarms.map(\.time)).min()
            .map { .microseconds(Int64(clamping: $0)) }
    }

    /// Time has come to `time`. Also attends to what callers left in the mailbox.
    package func step(to time: Duration) {
        now = max(now, UInt64(max(time.microseconds, 0)))
        readMailbox()
        ringAlarms { $0 <= now }
        machine.tick(at: now)
        settle()
        leaveIfQuiet()
    }

    private func ringAlarms(where isDue: (UInt64) -> Bool) {
        for alarm in alarms where isDue(alarm.time) { alarm.waiter.resume() }
        alarms.removeAll { isDue($0.time) }
    }

    /// A frame with a correct check arrived.
    package func receive(_ payload: [UInt8]) {
        switch tap?.judge(.incoming, payload) ?? .pass {
        case .pass: machine.receive(payload.span, at: now)
        case .drop: return
        case .damage: machine.garbled(.frameFormat)
        case .replace(let other): machine.receive(other.span, at: now)
        }
        settle()
    }

    /// Something arrived that no frame could be made of: `decodingFailed`, `byteFormat` or
    /// `frameFormat`.
    package func garbled(_ error: LinkError) {
        machine.garbled(error)
        settle()
    }

    /// The wake tone was heard.
    package func heardWakeTone() {
        machine.wake(at: now)
        settle()
    }

    /// What to send next, if anything. The carrier calls `sent` when it has left.
    package func takeOutput() -> LinkOutput? {
        defer { output = nil }
        isOnAir = output != nil
        return output
    }

    /// The last output has left.
    package func sent() {
        isOnAir = false
        machine.sent(at: now)
        settle()
        leaveIfQuiet()
    }

    /// Plugged in.
    package func detect() {
        machine.detect(at: now)
        poke()
    }

    /// Unplugged, or the connection was lost.
    package func lost() {
        machine.lost(at: now)
        poke()
    }

    /// The carrier is in trouble.
    package func fault(_ error: LinkError) {
        machine.fault(error, at: now)
        poke()
    }

    // MARK: Commands

    /// Opens a session; at the accessory, starts to wait for a host. Returns whether a session was
    /// taken up that the device still held.
    package func open() async throws(LinkError) -> Bool {
        guard !Task.isCancelled else { throw .cancelled }
        while let loop, isClosing || isFinished { await loop.value }
        guard !state.isOpen, role == .host || phase != .running else { return true }
        count += 1
        let number = count
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                openers[number] = $0
                startLoop()
            }
        } onCancel: {
            mailbox.withLock { _ = $0.cancelledOpeners.insert(number) }
            carrier.wake()
        }
        return try result.get()
    }

    package func exchange(
        _ request: [UInt8],
        timeout: Duration?
    ) async throws(LinkError) -> [UInt8] {
        guard !Task.isCancelled else { throw .cancelled }
        try await requireOpen()
        guard exchange == nil else { throw .busy }
        try machine.exchange(request, timeout: timeout, at: commandTime())
        count += 1
        let number = count
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                exchange = (number, $0)
                poke()
            }
        } onCancel: {
            mailbox.withLock { $0.cancelledExchange = number }
            carrier.wake()
        }
        return try result.get()
    }

    /// At the accessory: sends a message (duplex) and waits until the host has it.
    package func send(_ message: [UInt8]) async throws(LinkError) {
        try await requireOpen()
        guard delivery == nil else { throw .busy }
        try machine.send(message, at: commandTime())
        try await withCheckedContinuation {
            delivery = $0
            poke()
        }.get()
    }

    /// - Parameter request: Number of the request, from 1; nil: the last one. An answer to an earlier
    ///   one is refused, so that it does not go to another request.
    package func respond(_ answer: [UInt8], to request: Int? = nil) async throws(LinkError) {
        try await requireOpen()
        guard request ?? requests == requests else { throw .cancelled }
        guard delivery == nil else { throw .busy }
        try machine.respond(answer, at: commandTime())
        try await withCheckedContinuation {
            delivery = $0
            poke()
        }.get()
    }

    package func sendProgress(
        _ message: [UInt8],
        for request: Int? = nil
    ) async throws(LinkError) {
        try await requireOpen()
        guard request ?? requests == requests else { throw .cancelled }
        guard progressDelivery == nil else { throw .busy }
        try machine.progress(message, at: commandTime())
        try await withCheckedContinuation {
            progressDelivery = $0
            poke()
        }.get()
    }

    package func refuse(with error: LinkError) async throws(LinkError) {
        try await requireOpen()
        try machine.refuse(with: error, at: commandTime())
        poke()
    }

    package func cancelExchange() async throws(LinkError) {
        try await requireOpen()
        try machine.cancel(at: commandTime())
        poke()
    }

    /// Ends the session with a signal to the other end, and releases the carrier.
    package func close() async {
        guard let loop else { return }
        isClosing = true
        try? machine.close(at: commandTime())
        if phase == .starting { openFailure = .cancelled }
        poke()
        await loop.value
    }

    /// Ends the session without a word, and releases the carrier.
    package func closeResource() async {
        guard let loop else { return }
        isClosing = true
        if phase == .starting {
            openFailure = .cancelled
        } else if role == .host && state == .idle {
            // the acknowledgement of the last answer may still have to leave
            leavesWhenQuiet = true
        } else {
            now = commandTime()
            leaveSession()
            settle()
            if role == .accessory { phase = .stopping }
        }
        carrier.wake()
        await loop.value
    }

    /// At the accessory: falls asleep, telling the host.
    package func sleep() async throws(LinkError) {
        try await requireOpen()
        try machine.sleep(at: commandTime())
        poke()
    }

    /// Returns when the carrier's time has gone on by `duration`, or the carrier has stopped.
    package func pass(_ duration: Duration) async {
        guard phase == .running else { return }
        let time = commandTime() + UInt64(max(duration.microseconds, 0))
        await withCheckedContinuation {
            alarms.append((time, $0))
            carrier.wake()
        }
    }

    /// At the accessory: forgets everything, as after a loss of power, and tells nobody.
    package func reset() {
        guard phase == .running else { return }
        failCallers(with: .unknown)
        restart()
        poke()
    }

    /// Nobody holds the end any more: its loop stops by itself.
    package nonisolated func abandon() {
        mailbox.withLock { $0.isAbandoned = true }
        carrier.wake()
    }
}

// MARK: - The loop

extension LinkCore {
    private func startLoop() {
        guard phase == .stopped else { return }
        phase = .starting
        isClosing = false
        openFailure = nil
        loop = Task(executorPreference: carrier.executor) { await self.perform() }
    }

    /// From the carrier's start to its stop.
    private func perform() async {
        do throws(LinkError) {
            let isPresent = await carrier.isPresent
            if role == .host, isPresent == false { throw .noDevice }
            properties = try await carrier.start(as: role)
            await run(isPresent: isPresent)
            phase = .stopping
            await carrier.stop()
        } catch {
            openFailure = openFailure ?? error
        }
        phase = .stopped
        loop = nil
        isClosing = false
        output = nil
        ringAlarms { _ in true }
        failCallers(with: openFailure ?? .cancelled)
    }

    private func run(isPresent: Bool?) async {
        now = 0
        restart(isPresent: isPresent)
        phase = .running
        do throws(LinkError) {
            if let openFailure { throw openFailure }
            if role == .host {
                try machine.open(at: now)
            } else {
                finishOpening(.success(false))
            }
            settle()
            try await carrier.run(self)
        } catch {
            switch error {
            case .unplugged, .disconnected: machine.lost(at: now)
            default: machine.fault(error, at: now)
            }
            settle()
            openFailure = openFailure ?? error
            leaveSession()
            settle()
        }
    }

    /// Ends the session at this end and tells nobody.
    private func leaveSession() {
        if role == .host {
            try? machine.closeResource(at: now)
        } else {
            failWork(with: .cancelled)
            if state.isOpen { move(to: .present) }
        }
    }

    /// Ends the session at the host once nothing is left to send.
    private func leaveIfQuiet() {
        guard leavesWhenQuiet, output == nil, !isOnAir else { return }
        leavesWhenQuiet = false
        leaveSession()
        settle()
    }

    /// Makes a machine that knows nothing but whether a device is there.
    private func restart(isPresent: Bool? = nil) {
        output = nil
        isOnAir = false
        leavesWhenQuiet = false
        sessionEnded = false
        // each machine needs numbers of its own, or an accessory takes it for the one before
        restarts += 1
        var options = options
        options.seed = options.seed.map { $0 &+ restarts }
        machine = LinkMachine(role: role, carrier: properties, options: options)
        let known = isPresent ?? (role == .accessory || state != .absent)
        if known { machine.detect(at: now) }
        settle()
        if !known { move(to: .absent) }
    }

    private func readMailbox() {
        let mail = mailbox.withLock { mailbox in
            defer { mailbox = Mailbox(isAbandoned: mailbox.isAbandoned) }
            return mailbox
        }
        if let number = mail.cancelledExchange, exchange?.number == number {
            try? machine.cancel(at: now)
        }
        for number in mail.cancelledOpeners {
            guard let opener = openers.removeValue(forKey: number) else { continue }
            opener.resume(returning: .failure(.cancelled))
            if openers.isEmpty { leaveSession() }
        }
        if mail.isAbandoned {
            leaveSession()
            phase = .stopping
        }
    }

    /// After every input: does what the machine wants done.
    private func settle() {
        while let action = machine.poll(at: now) {
            switch action {
            case .frame(let payload): take(payload)
            case .tone(let duration): output = .tone(duration)
            case .state(let state): move(to: state)
            case .event(let event): handle(event)
            case .openFailed(let error):
                openFailure = openFailure ?? error
                sessionEnded = true
            case .progressDelivered:
                progressDelivery.take()?.resume(returning: .success(()))
            }
        }
        let progress = machine.progress
        if progress != self.progress {
            self.progress = progress
            progressUpdates.send(progress)
        }
    }

    private func take(_ payload: [UInt8]) {
        switch tap?.judge(.outgoing, payload) ?? .pass {
        case .pass: output = .frame(payload, isDamaged: false)
        case .damage: output = .frame(payload, isDamaged: true)
        case .replace(let other): output = .frame(other, isDamaged: false)
        case .drop: machine.sent(at: now)
        }
    }

    private func move(to state: LinkState) {
        guard state != self.state else { return }
        if self.state.isOpen, !state.isOpen { sessionEnded = true }
        self.state = state
        states.send(state)
    }

    private func handle(_ event: LinkEvent) {
        if role == .accessory, case .received = event {
            requests += 1
            if holdsTimeForRequests { carrier.holdTime() }
        }
        events.send(event)
        switch event {
        case .opened(let takenUp):
            finishOpening(.success(takenUp))
        case .received(let bytes):
            // in duplex mode it answers nothing
            guard options.mode == .masterSlave else { break }
            exchange.take()?.outcome.resume(returning: .success(bytes))
        case .sent:
            delivery.take()?.resume(returning: .success(()))
            guard options.mode == .duplex else { break }
            exchange.take()?.outcome.resume(returning: .success([]))
        case .timedOut:
            exchange.take()?.outcome.resume(returning: .failure(.timedOut))
        case .failed(let error):
            failWork(with: error)
        case .closed:
            failWork(with: .cancelled)
            sessionEnded = true
        case .progress, .fault, .dropped, .asleep:
            break
        }
    }

    private func finishOpening(_ result: Result<Bool, LinkError>) {
        let waiting = openers.values
        openers = [:]
        for opener in waiting { opener.resume(returning: result) }
    }

    private func failWork(with error: LinkError) {
        exchange.take()?.outcome.resume(returning: .failure(error))
        delivery.take()?.resume(returning: .failure(error))
        progressDelivery.take()?.resume(returning: .failure(error))
    }

    private func failCallers(with error: LinkError) {
        failWork(with: error)
        finishOpening(.failure(error))
    }

    private func poke() {
        settle()
        carrier.wake()
    }

    private func requireOpen() async throws(LinkError) {
        guard !state.isOpen || leavesWhenQuiet else { return }
        throw await carrier.isPresent == false ? .noDevice : .notOpen
    }

    private func commandTime() -> UInt64 {
        if let live = carrier.now {
            now = max(now, UInt64(max(live.microseconds, 0)))
        }
        return now
    }
}
