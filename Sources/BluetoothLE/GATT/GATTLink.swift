internal import AccessoryConcurrency
internal import CAccessory
import Synchronization

/// Both halves of the attribute protocol on one connection. Packets are worked on where they arrive,
/// on the bearer's thread, and answers leave from there.
final class GATTLink: LocalGATT {
    private typealias Answer = Result<PDU, GATTError>
    /// Who waits for an answer. It is resumed by whoever takes it out of the state, and nobody else.
    private typealias Waiter = UnsafeContinuation<Answer, Never>

    /// What is to be done once the lock is free: who is resumed may want it at once.
    private struct Outcome {
        var answers: [(Waiter, Answer)] = []
        var values: [(handle: UInt16, value: [UInt8])] = []
        var drops = false
    }

    private struct State {
        var server: ATTServer
        var client: ATTClient
        /// In the order of the requests: the one that is answered is nearly always the first.
        private var waiters: [(ticket: ATTClient.Ticket, waiter: Waiter)] = []
        var timer: (deadline: Duration, task: Task<Void, Never>)?
        var onEnd: [@Sendable () -> Void] = []
        /// Makes the value for the one read that is under way.
        var reading: Task<Void, Never>?
        var hasEnded = false

        init(server: ATTServer, client: ATTClient) {
            self.server = server
            self.client = client
        }

        mutating func add(_ waiter: Waiter, _ ticket: ATTClient.Ticket) {
            waiters.append((ticket, waiter))
        }

        /// Who waits for this answer, once.
        mutating func take(_ ticket: ATTClient.Ticket) -> Waiter? {
            waiters.firstIndex { $0.ticket == ticket }.map { waiters.remove(at: $0).waiter }
        }
    }

    private let bearer: any PacketBearer
    private let time: TimeSource
    private let host: (any AttributeHost)?
    private let onValue: ValueHandler
    private let securityNow: @Sendable () -> LinkSecurity?
    private let state: Mutex<State>
    /// Outside the lock: who cancels needs the number before the request is made.
    private let tickets = Atomic<ATTClient.Ticket>(0)

    /// - Parameters:
    ///   - host: Answers for this end's attributes; nil when it offers none.
    ///   - subscriptions: Those that a bonded client made on an earlier link.
    ///   - securityNow: `RadioConnection.securityNow`.
    init(
        bearer: any PacketBearer,
        time: TimeSource,
        host: (any AttributeHost)? = nil,
        limits: ATTServer.Limits = .init(),
        subscriptions: [UInt16: Subscription] = [:],
        requestTimeout: Duration = .seconds(30),
        onValue: @escaping ValueHandler = { _, _ in },
        securityNow: @escaping @Sendable () -> LinkSecurity? = { nil }
    ) {
        self.bearer = bearer
        self.time = time
        self.host = host
        self.onValue = onValue
        self.securityNow = securityNow
        state = Mutex(
            State(
                server: ATTServer(limits: limits, subscriptions: subscriptions),
                client: ATTClient(timeout: requestTimeout)
            )
        )
    }

    /// Begins to take packets.
    func start() {
        bearer.start(
            onPacket: { [weak self] in self?.receive($0) },
            onEnd: { [weak self] in self?.end() }
        )
    }

    /// Calls `handler` when the link ends, at once if it has.
    func whenEnded(_ handler: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.onEnd.append(handler) }
            return state.hasEnded
        }
        if hasEnded { handler() }
    }

    /// Cancels the task when the link ends, at once if it has. It makes the value for a read, of which
    /// there is one at a time.
    func setReading(_ task: Task<Void, Never>) {
        let hasEnded = state.withLock { state in
            state.reading = task
            return state.hasEnded
        }
        if hasEnded { task.cancel() }
    }

    func close() {
        bearer.close()
    }

    // MARK: Client

    /// Bytes of a packet, as both ends agreed.
    var mtu: Int { state.withLock { max($0.client.mtu, $0.server.mtu) } }

    /// Sends a request and waits for its answer; cancelling the task gives the answer up.
    nonisolated(nonsending) func request(_ pdu: PDU) async throws -> PDU {
        let ticket = newTicket()
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                // asked under the lock: who cancels later finds the continuation
                let outcome = state.withLock { state -> Outcome? in
                    guard !state.hasEnded, !Task.isCancelled else { return nil }
                    state.add(continuation, ticket)
                    let actions = state.client.request(pdu, ticket: ticket, now: time.now())
                    return run(actions, &state)
                }
                guard let outcome else {
                    return continuation.resume(returning: .failure(.disconnected))
                }
                perform(outcome)
            }
        } onCancel: {
            cancel(ticket)
        }
        try Task.checkCancellation()
        return try result.get()
    }

    private func newTicket() -> ATTClient.Ticket {
        tickets.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Sends a request whose answer nobody waits for, behind those that were sent before.
    func post(_ pdu: PDU) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            let ticket = newTicket()
            // nobody waits for it, so there is nothing to do but send
            _ = run(state.client.request(pdu, ticket: ticket, now: time.now()), &state)
        }
    }

    /// Sends a packet that has no answer.
    func command(_ pdu: PDU) throws(GATTError) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { bearer.send(pdu.packet) }
            return state.hasEnded
        }
        if hasEnded { throw .disconnected }
    }

    /// Sends a value without an answer. Its bytes are copied once, into the packet.
    func writeCommand(_ value: ArraySlice<UInt8>, to handle: UInt16) throws(GATTError) {
        let error = state.withLock { state -> GATTError? in
            guard !state.hasEnded else { return .disconnected }
            let limit = max(state.client.mtu, state.server.mtu) - 3
            guard value.count <= limit else { return .valueTooLong(limit: limit) }
            bearer.send(PDU.writeCommand(value, to: handle))
            return nil
        }
        if let error { throw error }
    }

    /// Returns when the bearer has room, or the link has ended.
    nonisolated(nonsending) func drained() async {
        await bearer.drained()
    }

    /// Whether the link is over.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Agrees on the packet size (section 3.4.2); the smaller of both offers counts.
    func exchangeMTU(_ offer: Int) async throws -> Int {
        _ = try await request(.mtu(ACC_ATT_MTU_REQ, offer))
        return mtu
    }

    private func cancel(_ ticket: ATTClient.Ticket) {
        let continuation = state.withLock { state in
            state.client.cancel(ticket)
            return state.take(ticket)
        }
        continuation?.resume(returning: .failure(.disconnected))
    }

    // MARK: Server

    /// How well the link is protected; decides what the other end may read and write.
    var security: LinkSecurity {
        get { state.withLock { $0.server.security } }
        set { state.withLock { $0.server.security = newValue } }
    }

    /// Whether the application consents to this client.
    var isAuthorized: Bool {
        get { state.withLock { $0.server.isAuthorized } }
        set { state.withLock { $0.server.isAuthorized = newValue } }
    }

    /// What the other end's client wants to be sent.
    var subscriptions: [UInt16: Subscription] { state.withLock { $0.server.subscriptions } }

    /// What the other end's client asked for on an earlier link.
    func subscribe(to handle: UInt16, _ subscription: Subscription) {
        state.withLock { $0.server.subscriptions[handle] = subscription }
    }

    /// The values of these handles are gone.
    func forgetSubscriptions(in range: ClosedRange<UInt16>) {
        state.withLock { state in
            state.server.subscriptions = state.server.subscriptions.filter {
                !range.contains($0.key)
            }
        }
    }

    func respondToRead(_ result: Result<[UInt8], ATTError>) {
        guard let host else { return }
        serve { $0.respondToRead(result, table: host.table) }
    }

    func respondToWrites(_ error: ATTError?, failedHandle: UInt16? = nil) {
        guard let host else { return }
        serve { $0.respondToWrites(error, failedHandle: failedHandle, table: host.table) }
    }

    /// Sends a value without a confirmation.
    func notify(_ value: [UInt8], handle: UInt16) {
        serve { [.send($0.notification(of: value, handle: handle))] }
    }

    /// Sends a value and waits for its confirmation, behind those that were sent before.
    func indicate(_ value: [UInt8], handle: UInt16) {
        serve { [time] in $0.indicate(value, handle: handle, now: time.now()) }
    }

    private func serve(_ step: (inout ATTServer) -> [ATTServer.Action]) {
        perform(state.withLock { state in run(&state, step) })
    }

    /// Sends what has to be sent while the lock is held, so that packets keep their order, and
    /// returns the rest.
    private func run(
        _ state: inout State,
        _ step: (inout ATTServer) -> [ATTServer.Action]
    ) -> [ATTServer.Action] {
        guard !state.hasEnded else { return [] }
        let actions = step(&state.server)
        setTimer(&state)
        for case .send(let packet) in actions { bearer.send(packet) }
        // nearly always one action, which needs no second list
        guard case .send = actions.first else { return actions }
        return Array(actions.dropFirst())
    }

    private func perform(_ actions: [ATTServer.Action]) {
        for action in actions {
            switch action {
            case .send:
                break  // done while the lock was held
            case .read(let handle, let offset):
                host?.read(handle: handle, offset: offset, by: self)
            case .write(let writes, let wantsResponse):
                host?.write(writes, wantsResponse: wantsResponse, by: self)
            case .subscription(let handle, let subscription):
                host?.subscription(to: handle, is: subscription, of: self)
            case .confirmed(let handle):
                host?.confirmed(handle: handle, by: self)
                serve { [time] in $0.nextIndication(now: time.now()) }
            case .drop:
                close()
            }
        }
    }

    // MARK: Packets and time

    private func receive(_ packet: [UInt8]) {
        // one without an opcode says nothing
        guard let opcode = packet.first else { return }
        switch acc_att_kind_of(opcode) {
        case .request where host == nil:
            let refusal = PDU.error(.requestNotSupported, to: opcode, handle: 0)
            state.withLock { if !$0.hasEnded { bearer.send(refusal.packet) } }
        case .request, .command, .confirmation:
            guard let host else { return }
            let table = host.table
            let level = securityNow()
            serve {
                if let level { $0.security = level }
                return $0.receive(packet, table: table)
            }
        case .response, .notification, .indication:
            let outcome = state.withLock { state in
                let actions = state.client.receive(packet, now: time.now())
                // the link has one MTU, whichever end asked for it
                state.server.mtu = max(state.server.mtu, state.client.mtu)
                return run(actions, &state)
            }
            perform(outcome)
        }
    }

    /// Sends what is due while the lock is held, and returns the rest.
    private func run(_ actions: [ATTClient.Action], _ state: inout State) -> Outcome {
        setTimer(&state)
        var outcome = Outcome()
        for action in actions {
            switch action {
            case .send(let packet): bearer.send(packet)
            case .complete(let ticket, let result):
                guard let waiter = state.take(ticket) else { continue }
                outcome.answers.append((waiter, result))
            case .value(let handle, let value, _): outcome.values.append((handle, value))
            case .drop: outcome.drops = true
            }
        }
        return outcome
    }

    private func perform(_ outcome: Outcome) {
        for (waiter, answer) in outcome.answers { waiter.resume(returning: answer) }
        for (handle, value) in outcome.values { onValue(handle, value) }
        if outcome.drops { close() }
    }

    /// One timer a link, set to the earliest deadline and looked at again when it fires: a link
    /// under load does not set one for every request, and one that idles sets none.
    private func setTimer(_ state: inout State) {
        let (client, server) = (state.client.deadline, state.server.deadline)
        guard let deadline = client.map({ min($0, server ?? $0) }) ?? server, !state.hasEnded
        else { return }
        if let timer = state.timer, timer.deadline <= deadline { return }
        state.timer?.task.cancel()
        let task = time.task { [weak self, time] in
            guard (try? await time.wait(deadline)) != nil else { return }
            self?.timeOut()
        }
        state.timer = (deadline, task)
    }

    private func timeOut() {
        let (client, server) = state.withLock { state in
            state.timer = nil
            let client = run(state.client.timeOut(now: time.now()), &state)
            return (client, run(&state) { [time] in $0.timeOut(now: time.now()) })
        }
        perform(client)
        perform(server)
    }

    private func end() {
        let (outcome, handlers, reading) = state.withLock { state in
            state.hasEnded = true
            state.timer?.task.cancel()
            state.timer = nil
            defer { state.onEnd = [] }
            let outcome = run(state.client.end(.disconnected), &state)
            return (outcome, state.onEnd, state.reading.take())
        }
        reading?.cancel()
        perform(outcome)
        for handler in handlers { handler() }
    }
}
