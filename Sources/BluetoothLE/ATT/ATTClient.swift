internal import CAccessory

/// The client half of an ATT bearer (Core 5.4, Vol 3, Part F, section 3.3). One request is in
/// flight, the others are queued in order. The deadline of a request starts when it is sent.
struct ATTClient: Sendable {
    /// The owner's number for a request.
    typealias Ticket = UInt64

    /// An action for the owner.
    enum Action: Sendable {
        /// Send this packet.
        case send([UInt8])
        /// A request has completed, with the answer's full packet.
        case complete(Ticket, Result<PDU, GATTError>)
        /// The server sent a notification or an indication.
        case value(handle: UInt16, [UInt8], isIndication: Bool)
        /// The server did not answer for 30 s or violated the protocol: no more requests on this link.
        case drop(reason: String)
    }

    private struct Pending: Sendable {
        let ticket: Ticket
        let opcode: UInt8
        let packet: [UInt8]
        /// The MTU offered in MTU_REQ.
        let offer: Int
        /// Whether the owner cancelled the request; its answer is still awaited.
        var isCancelled = false
    }

    /// Time limit for the server's answer (section 3.3.3).
    let timeout: Duration
    /// Packet size on this link in bytes; 23 until a larger MTU is agreed.
    private(set) var mtu = Int(ACC_ATT_DEFAULT_MTU)

    private var inFlight: Pending?
    private var queue: [Pending] = []
    private(set) var deadline: Duration?
    private var hasTimedOut = false

    init(timeout: Duration = .seconds(30)) {
        self.timeout = timeout
    }

    /// Sends a request, or queues it.
    mutating func request(_ pdu: PDU, ticket: Ticket, now: Duration) -> [Action] {
        guard !hasTimedOut else { return [.complete(ticket, .failure(.timedOut))] }
        let pending = Pending(
            ticket: ticket,
            opcode: pdu.fields.opcode,
            packet: pdu.packet,
            offer: Int(pdu.fields.mtu)
        )
        guard inFlight == nil else {
            queue.append(pending)
            return []
        }
        return start(pending, now)
    }

    /// Cancels a request. If it is in flight, its answer is ignored.
    mutating func cancel(_ ticket: Ticket) {
        queue.removeAll { $0.ticket == ticket }
        if inFlight?.ticket == ticket { inFlight?.isCancelled = true }
    }

    /// Processes one packet from the server.
    ///
    /// - Parameter now: Evaluated only when the next request is sent.
    mutating func receive(_ packet: [UInt8], now: @autoclosure () -> Duration) -> [Action] {
        let opcode = packet.first ?? 0
        switch acc_att_kind_of(opcode) {
        case .response:
            return answer(packet, now: now)
        case .notification:
            return notifications(packet)
        case .indication:
            guard let pdu = try? PDU(packet: packet) else { return [] }
            return [
                .send(PDU(ACC_ATT_CONFIRMATION).packet),
                .value(handle: pdu.fields.handle, pdu.tail, isIndication: true),
            ]
        case .request, .command, .confirmation:
            return []
        }
    }

    /// Checks the deadlines against the current time.
    mutating func timeOut(now: Duration) -> [Action] {
        guard let deadline, now >= deadline else { return [] }
        hasTimedOut = true
        let reason = "no answer to a request within \(timeout)"
        return end(.timedOut) + [.drop(reason: reason)]
    }

    /// Ends every pending request with `error`, because the link has ended.
    mutating func end(_ error: GATTError) -> [Action] {
        let waiting = [inFlight].compactMap { $0 } + queue
        inFlight = nil
        queue = []
        deadline = nil
        return waiting.filter { !$0.isCancelled }.map { .complete($0.ticket, .failure(error)) }
    }

    private mutating func start(_ pending: Pending, _ now: Duration) -> [Action] {
        inFlight = pending
        deadline = now + timeout
        return [.send(pending.packet)]
    }

    private mutating func answer(_ packet: [UInt8], now: () -> Duration) -> [Action] {
        guard let current = inFlight else { return [] }
        let pdu: PDU
        do {
            pdu = try PDU(packet: packet)
        } catch {
            return finish(current, .failure(.malformedAnswer), now: now)
        }
        if pdu.opcode == ACC_ATT_ERROR_RSP {
            guard pdu.fields.request == current.opcode else { return [] }
            let error = ATTError(code: pdu.fields.error)
            return finish(current, .failure(.att(error, handle: pdu.fields.handle)), now: now)
        }
        // a response's opcode is its request's plus one (section 3.4.8)
        guard pdu.fields.opcode == current.opcode + 1 else {
            return finish(current, .failure(.malformedAnswer), now: now)
        }
        // set the MTU at once: the next packets may already have the new size
        if pdu.opcode == ACC_ATT_MTU_RSP { mtu = max(mtu, min(current.offer, Int(pdu.fields.mtu))) }
        return finish(current, .success(pdu), now: now)
    }

    private mutating func finish(
        _ current: Pending,
        _ result: Result<PDU, GATTError>,
        now: () -> Duration
    ) -> [Action] {
        inFlight = nil
        deadline = nil
        let completed: [Action] = current.isCancelled ? [] : [.complete(current.ticket, result)]
        guard !queue.isEmpty else { return completed }
        return completed + start(queue.removeFirst(), now())
    }

    private func notifications(_ packet: [UInt8]) -> [Action] {
        guard packet.first != UInt8(ACC_ATT_NOTIFICATION.rawValue) else {
            guard let pdu = try? PDU(packet: packet) else { return [] }
            return [.value(handle: pdu.fields.handle, pdu.tail, isIndication: false)]
        }
        let values = (try? PDU.values(in: packet)) ?? []
        return values.map { .value(handle: $0.handle, $0.value, isIndication: false) }
    }
}
