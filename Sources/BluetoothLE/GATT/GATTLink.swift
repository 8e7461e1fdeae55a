internal import AccessoryConcurrency
internal import CAccessory
import Synchronization

/// Both halves of the Attribute Protocol on one connection: the server of the local attributes and a
/// client of the peer's. Opcodes tell their packets apart; they share the MTU and the end. Packets
/// are processed and answered on the bearer's thread.
final class GATTLink: LocalGATT {
    /// The packet of an answer, or the error.
    private typealias Answer = Result<[UInt8], GATTError>
    /// The continuation of a pending request. Only the code that removes it from the state resumes it.
    private typealias Waiter = UnsafeContinuation<Answer, Never>

    /// Work that must wait until the lock is released, because a resumed task may take the lock at
    /// once.
    private enum Work {
        /// Send a request.
        case send([UInt8])
        /// Resume the task that waits for an answer.
        case answer(Waiter, Answer)
        /// Pass on a value that the server sent.
        case value(ValueHandler, handle: UInt16, [UInt8])
        /// Close the link.
        case drop
    }

    private struct State {
        var host: any AttributeHost
        var server: ATTServer
        var client: ATTClient
        /// Receives the peer's values; nil while the link has no client.
        var onValue: ValueHandler?
        /// The waiters in the order of the requests, because the first is nearly always answered
        /// first.
        private var waiters = ShortList<(ticket: ATTClient.Ticket, waiter: Waiter)>()
        var timer: (deadline: Duration, task: Task<Void, Never>)?
        var onEnd: [@Sendable () -> Void] = []
        /// The task that provides the value for the read in progress.
        var reading: Task<Void, Never>?
        var hasStarted = false
        var hasEnded = false
        /// Whether the last packet sent to the server was a command. Commands have no response.
        var endsInCommand = false

        init(
            host: any AttributeHost,
            server: ATTServer,
            client: ATTClient,
            onValue: ValueHandler?
        ) {
            self.host = host
            self.server = server
            self.client = client
            self.onValue = onValue
        }

        var mtu: Int { max(client.mtu, server.mtu) }

        mutating func add(_ waiter: Waiter, _ ticket: ATTClient.Ticket) {
            waiters.append((ticket, waiter))
        }

        /// Removes and returns the waiter for an answer.
        mutating func take(_ ticket: ATTClient.Ticket) -> Waiter? {
            waiters.remove { $0.ticket == ticket }?.waiter
        }
    }

    private let bearer: any PacketBearer
    private let time: TimeSource
    private let securityNow: @Sendable () -> ConnectionSecurity?
    private let state: Mutex<State>
    /// The last request's number. It is outside the lock, because cancellation needs the number
    /// before the request is made.
    private let tickets = Atomic<ATTClient.Ticket>(0)

    /// - Parameters:
    ///   - host: Provides the local attributes.
    ///   - subscriptions: The subscriptions of a bonded client from an earlier link.
    ///   - securityNow: Returns `RadioConnection.securityNow`.
    init(
        bearer: any PacketBearer,
        time: TimeSource,
        host: any AttributeHost = MandatoryServices(),
        limits: ATTServer.Limits = .init(),
        subscriptions: [UInt16: Subscription] = [:],
        requestTimeout: Duration = .seconds(30),
        onValue: ValueHandler? = nil,
        securityNow: @escaping @Sendable () -> ConnectionSecurity? = { nil }
    ) {
        self.bearer = bearer
        self.time = time
        self.securityNow = securityNow
        state = Mutex(
            State(
                host: host,
                server: ATTServer(limits: limits, subscriptions: subscriptions),
                client: ATTClient(timeout: requestTimeout),
                onValue: onValue
            )
        )
    }

    /// Starts receiving packets; no effect when started already. The bearer retains the link until its
    /// end, which releases both handlers. A weak reference would make each retain of the link several
    /// times slower.
    func start() {
        let hasStarted = state.withLock { state in
            defer { state.hasStarted = true }
            return state.hasStarted
        }
        guard !hasStarted else { return }
        bearer.start(
            onPacket: { [self] in receive($0) },
            onEnd: { [self] in end() }
        )
    }

    /// Calls `handler` when the link ends, or at once if it has ended.
    func whenEnded(_ handler: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.onEnd.append(handler) }
            return state.hasEnded
        }
        if hasEnded { handler() }
    }

    /// Cancels the task when the link ends, or at once if it has ended. The task provides the value for
    /// a read; there is one at a time.
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

    /// Lets a client use the link. Returns false when another one does, or the link has ended.
    func attachClient(requestTimeout: Duration, onValue: @escaping ValueHandler) -> Bool {
        state.withLock { state in
            guard state.onValue == nil, !state.hasEnded else { return false }
            state.onValue = onValue
            state.client.timeout = requestTimeout
            return true
        }
    }

    /// Ends the client's use of the link. The peer's values are dropped from now on.
    func detachClient() {
        state.withLock { $0.onValue = nil }
    }

    /// The agreed packet size in bytes.
    var mtu: Int { state.withLock { $0.mtu } }

    /// Sends a request and waits for its answer. Cancelling the task ends the wait.
    nonisolated(nonsending) func request(_ pdu: PDU) async throws -> PDU {
        try PDU(packet: await answer(to: pdu.packet))
    }

    /// Sends an encoded request and returns its response, whose opcode and size are checked.
    nonisolated(nonsending) func answer(to packet: [UInt8]) async throws -> [UInt8] {
        let ticket = newTicket()
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                // register the waiter under the lock, so that a later cancellation finds it
                let work = state.withLock { state -> Work? in
                    guard !state.hasEnded, !Task.isCancelled else {
                        return .answer(continuation, .failure(.disconnected))
                    }
                    state.add(continuation, ticket)
                    return send(packet, ticket, &state)
                }
                if let work { perform(work) }
            }
        } onCancel: {
            cancel(ticket)
        }
        switch result {
        case .success(let response): return response
        case .failure(let error):
            try Task.checkCancellation()
            throw error
        }
    }

    /// Makes a request. `perform` sends its packet after the lock is released: the answer may arrive
    /// before `send` returns, and would have to wait for the lock.
    private func send(
        _ packet: [UInt8],
        _ ticket: ATTClient.Ticket,
        _ state: inout State
    ) -> Work? {
        let action = state.client.request(packet, ticket: ticket, now: time.now())
        state.endsInCommand = false
        setTimer(&state)
        switch action {
        case .send(let packet): return .send(packet)
        case .complete(_, let answer): return state.take(ticket).map { .answer($0, answer) }
        case .value, .drop, nil: return nil
        }
    }

    private func newTicket() -> ATTClient.Ticket {
        tickets.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Sends a request after those sent before and ignores its answer.
    func post(_ pdu: PDU) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            let ticket = newTicket()
            // under the lock, so that a later request is sent later; no caller waits for the answer
            guard case .send(let packet) = send(pdu.packet, ticket, &state) else { return }
            bearer.send(packet)
        }
    }

    /// Sends a packet without a response.
    func command(_ pdu: PDU) throws(GATTError) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded {
                bearer.send(pdu.packet)
                state.endsInCommand = true
            }
            return state.hasEnded
        }
        if hasEnded { throw .disconnected }
    }

    /// Sends a value without a response. Its bytes are copied once, into the packet.
    func writeCommand(_ value: ArraySlice<UInt8>, to handle: UInt16) throws(GATTError) {
        let error = state.withLock { state -> GATTError? in
            guard !state.hasEnded else { return .disconnected }
            let limit = state.mtu - 3
            guard value.count <= limit else { return .valueTooLong(limit: limit) }
            bearer.send(PDU.writeCommand(value, to: handle))
            state.endsInCommand = true
            return nil
        }
        if let error { throw error }
    }

    /// Returns when the server has processed the commands sent, when the link has ended, or after 2 s.
    ///
    /// A radio may discard queued packets when it disconnects. Packets arrive in order, so the answer
    /// to a request shows that the commands before it have arrived.
    func confirmCommands() async {
        guard state.withLock({ $0.endsInCommand && !$0.hasEnded }) else { return }
        try? await time.within(.seconds(2), orThrow: GATTError.timedOut) { [self] in
            _ = try await request(PDU(ACC_ATT_FIND_INFO_REQ, handle: 1, end: 1))
        }
    }

    /// Whether the bearer is known to have room.
    var isDrained: Bool { bearer.isDrained }

    /// Returns when the bearer has room or the link has ended.
    nonisolated(nonsending) func drained() async {
        await bearer.drained()
    }

    /// Whether the link has ended.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Exchanges the MTU (section 3.4.2); the smaller offer applies. One exchange by either end is
    /// enough, because the MTU is the same in both directions.
    func exchangeMTU(_ offer: Int) async throws -> Int {
        let isAgreed = state.withLock { state in
            guard state.mtu == ACC_ATT_DEFAULT_MTU else { return true }
            // the answer to the peer's own request has to repeat the offer
            state.server.limits.mtu = offer
            return false
        }
        if !isAgreed { _ = try await request(.mtu(ACC_ATT_MTU_REQ, offer)) }
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

    /// The owner of the local attributes.
    var host: any AttributeHost { state.withLock { $0.host } }

    /// Passes the link to another owner. The peer's subscriptions are kept, by their handles.
    func attach(_ host: any AttributeHost) {
        state.withLock { $0.host = host }
    }

    /// The link's security, which decides what the peer may read and write.
    var security: LinkSecurity {
        get { state.withLock { $0.server.security } }
        set { state.withLock { $0.server.security = newValue } }
    }

    var keySize: Int {
        get { state.withLock { $0.server.keySize } }
        set { state.withLock { $0.server.keySize = newValue } }
    }

    /// Whether the application has authorized this client.
    var isAuthorized: Bool {
        get { state.withLock { $0.server.isAuthorized } }
        set { state.withLock { $0.server.isAuthorized = newValue } }
    }

    /// Number of commands that the attribute does not take.
    var droppedCommands: Int { state.withLock { $0.server.droppedCommands } }

    /// The peer's subscriptions.
    var subscriptions: [UInt16: Subscription] { state.withLock { $0.server.subscriptions } }

    /// Restores a subscription from an earlier link.
    func subscribe(to handle: UInt16, _ subscription: Subscription) {
        state.withLock { $0.server.subscriptions[handle] = subscription }
    }

    /// Drops the subscriptions to these handles, whose values have been removed.
    func forgetSubscriptions(in range: ClosedRange<UInt16>) {
        state.withLock { state in
            state.server.subscriptions = state.server.subscriptions.filter {
                !range.contains($0.key)
            }
        }
    }

    func respondToRead(_ result: Result<[UInt8], ATTError>) {
        // before the link's lock: the host's lock comes first
        respond(result, host.table)
    }

    private func respond(_ result: Result<[UInt8], ATTError>, _ table: AttributeTable) {
        serve(table) { $0.respondToRead(result, table: table) }
    }

    func respondToWrites(_ error: ATTError?, failedHandle: UInt16? = nil) {
        let table = host.table
        serve(table) { $0.respondToWrites(error, failedHandle: failedHandle, table: table) }
    }

    /// Sends a notification.
    func notify(_ value: [UInt8], handle: UInt16) {
        serve { ShortList(.send($0.notification(of: value, handle: handle))) }
    }

    /// Sends an indication, after those sent before.
    func indicate(_ value: [UInt8], handle: UInt16) {
        serve { [time] in $0.indicate(value, handle: handle, now: time.now()) }
    }

    /// - Parameter table: The host's attributes, if the caller has them already.
    private func serve(
        _ table: AttributeTable? = nil,
        _ step: (inout ATTServer) -> ATTServer.Actions
    ) {
        perform(state.withLock { state in run(&state, step) }, table)
    }

    /// Sends packets while the lock is held, to keep their order, and returns the other actions.
    private func run(
        _ state: inout State,
        _ step: (inout ATTServer) -> ATTServer.Actions
    ) -> ATTServer.Actions {
        guard !state.hasEnded else { return [] }
        var actions = step(&state.server)
        setTimer(&state)
        var others = ATTServer.Actions()
        while let action = actions.popFirst() {
            if case .send(let packet) = action {
                bearer.send(packet)
            } else {
                others.append(action)
            }
        }
        return others
    }

    private func perform(_ actions: consuming ATTServer.Actions, _ table: AttributeTable?) {
        while let action = actions.popFirst() {
            switch action {
            case .send:
                break  // done while the lock was held
            case .read(let handle, let offset):
                let host = host
                if let result = host.read(handle: handle, offset: offset, by: self) {
                    respond(result, table ?? host.table)
                }
            case .write(let writes, let wantsResponse):
                host.write(writes, wantsResponse: wantsResponse, by: self)
            case .subscription(let handle, let subscription):
                host.subscription(to: handle, is: subscription, of: self)
            case .confirmed(let handle):
                host.confirmed(handle: handle, by: self)
                serve { [time] in $0.nextIndication(now: time.now()) }
            case .drop:
                close()
            }
        }
    }

    // MARK: Packets and time

    private func receive(_ packet: [UInt8]) {
        // ignore a packet without an opcode
        guard let opcode = packet.first else { return }
        switch acc_att_kind_of(opcode) {
        case .request, .command, .confirmation:
            let table = host.table
            let security = securityNow()
            serve(table) {
                if let security { ($0.security, $0.keySize) = (security.level, security.keySize) }
                return $0.receive(packet, table: table)
            }
        case .response, .notification, .indication:
            let work = state.withLock { state in
                let actions = state.client.receive(packet, now: time.now())
                // the link has one MTU, whichever end requested it
                state.server.mtu = max(state.server.mtu, state.client.mtu)
                return run(actions, &state)
            }
            perform(work)
        }
    }

    /// Sends packets while the lock is held, and returns the other actions.
    private func run(
        _ actions: consuming ATTClient.Actions,
        _ state: inout State
    ) -> ShortList<Work> {
        setTimer(&state)
        var work = ShortList<Work>()
        while let action = actions.popFirst() {
            switch action {
            case .send(let packet): bearer.send(packet)
            case .complete(let ticket, let result):
                if let waiter = state.take(ticket) { work.append(.answer(waiter, result)) }
            case .value(let handle, let value, _):
                guard let onValue = state.onValue else { break }
                work.append(.value(onValue, handle: handle, value))
            case .drop: work.append(.drop)
            }
        }
        return work
    }

    private func perform(_ work: consuming ShortList<Work>) {
        while let next = work.popFirst() { perform(next) }
    }

    private func perform(_ work: consuming Work) {
        switch consume work {
        case .send(let packet): bearer.send(packet)
        case .answer(let waiter, let answer): waiter.resume(returning: answer)
        case .value(let onValue, let handle, let value): onValue(handle, value)
        case .drop: close()
        }
    }

    /// Sets the link's timer to the earliest deadline; when it fires, the deadlines are checked
    /// again. A busy link does not set a timer for each request, and an idle link sets none.
    private func setTimer(_ state: inout State) {
        let (client, server) = (state.client.deadline, state.server.deadline)
        guard let deadline = client.map({ min($0, server ?? $0) }) ?? server, !state.hasEnded
        else { return }
        if let timer = state.timer, timer.deadline <= deadline { return }
        state.timer?.task.cancel()
        let task = time.task { [self] in
            guard (try? await time.wait(deadline)) != nil else { return }
            timeOut()
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
        perform(server, nil)
    }

    private func end() {
        let (work, handlers, reading) = state.withLock { state in
            state.hasEnded = true
            state.timer?.task.cancel()
            state.timer = nil
            defer { state.onEnd = [] }
            let work = run(state.client.end(.disconnected), &state)
            return (work, state.onEnd, state.reading.take())
        }
        reading?.cancel()
        perform(work)
        for handler in handlers { handler() }
    }
}
