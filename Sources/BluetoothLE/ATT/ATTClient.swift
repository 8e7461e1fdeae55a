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
        /// A request has completed, with the answer's packet.
        case complete(Ticket, Result<[UInt8], GATTError>)
        /// The server sent a notification or an indication.
        case value(handle: UInt16, [UInt8], isIndication: Bool)
        /// The server did not answer for 30 s or violated the protocol: no more requests on this link.
        case drop(reason: String)
    }

    typealias Actions = ShortList<Action>

    private struct Pending: Sendable {
        let ticket: Ticket
        let opcode: UInt8
        /// The MTU offered in MTU_REQ.
        let offer: Int
        /// Whether the owner cancelled the request; its answer is still awaited.
        var isCancelled = false
        /// The last answer that does not fit the request.
        var stray: GATTError?
    }

    /// Time limit for the server's answer (section 3.3.3).
    var timeout: Duration
    /// Packet size on this link in bytes; 23 until a larger MTU is agreed.
    private(set) var mtu = Int(ACC_ATT_DEFAULT_MTU)

    private var inFlight: Pending?
    private var queue: [(request: Pending, packet: [UInt8])] = []
    private(set) var deadline: Duration?
    private var hasTimedOut = false

    init(timeout: Duration = .seconds(30)) {
        self.timeout = timeout
    }

    /// Sends a request, or queues it and returns nil.
    ///
    /// - Parameter packet: The encoded request.
    mutating func request(_ packet: [UInt8], ticket: Ticket, now: Duration) -> Action? {
        guard !hasTimedOut else { return .complete(ticket, .failure(.timedOut)) }
        let isExchange = packet[0] == UInt8(ACC_ATT_MTU_REQ.rawValue)
        let pending = Pending(
            ticket: ticket,
            opcode: packet[0],
            offer: isExchange ? Int(littleEndian16(packet[1...])) : 0
        )
        guard inFlight == nil else {
            queue.append((pending, packet))
            return nil
        }
        return start(pending, packet, now)
    }

    /// Cancels a request. If it is in flight, its answer is ignored.
    mutating func cancel(_ ticket: Ticket) {
        queue.removeAll { $0.request.ticket == ticket }
        if inFlight?.ticket == ticket { inFlight?.isCancelled = true }
    }

    /// Processes one packet from the server.
    ///
    /// - Parameter now: Evaluated only when the next request is sent.
    mutating func receive(_ packet: [UInt8], now: @autoclosure () -> Duration) -> Actions {
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
    mutating func timeOut(now: Duration) -> Actions {
        guard let deadline, now >= deadline else { return [] }
        hasTimedOut = true
        let reason = "no answer to a request within \(timeout)"
        var actions = end(inFlight?.stray ?? .timedOut)
        actions.append(.drop(reason: reason))
        return actions
    }

    /// Ends every pending request with `error`, because the link has ended.
    mutating func end(_ error: GATTError) -> Actions {
        let waiting = [inFlight].compactMap { $0 } + queue.map(\.request)
        inFlight = nil
        queue = []
        deadline = nil
        var actions = Actions()
        for request in waiting where !request.isCancelled {
            actions.append(.complete(request.ticket, .failure(error)))
        }
        return actions
    }

    private mutating func start(_ request: Pending, _ packet: [UInt8], _ now: Duration) -> Action {
        inFlight = request
        deadline = now + timeout
        return .send(packet)
    }

    private mutating func answer(_ packet: [UInt8], now: () -> Duration) -> Actions {
        guard let current = inFlight else { return [] }
        if packet[0] == UInt8(ACC_ATT_ERROR_RSP.rawValue) {
            return error(packet, current, now: now)
        }
        // a response's opcode is its request's plus one (section 3.4.8); some servers answer twice or late
        guard packet[0] == current.opcode + 1 else {
            inFlight?.stray = .unexpectedAnswer(opcode: packet[0], to: current.opcode)
            return []
        }
        let packet = Self.repaired(packet)
        guard let fields = try? PDU.fields(of: packet) else {
            return finish(current, .failure(.malformedAnswer), now: now)
        }
        // set the MTU at once: the next packets may already have the new size
        if fields.opcode == UInt8(ACC_ATT_MTU_RSP.rawValue) {
            mtu = max(mtu, min(current.offer, Int(fields.mtu)))
        }
        return finish(current, .success(packet), now: now)
    }

    /// An error ends a request even when it is cut.
    private mutating func error(
        _ packet: [UInt8],
        _ current: Pending,
        now: () -> Duration
    ) -> Actions {
        let request = packet.dropFirst().first ?? 0
        guard request == current.opcode else {
            inFlight?.stray = .unexpectedError(request: request, to: current.opcode)
            return []
        }
        let fields = try? PDU.fields(of: packet)
        let error = ATTError(rawValue: fields?.error ?? 0)
        return finish(current, .failure(.att(error, handle: fields?.handle ?? 0)), now: now)
    }

    /// Repairs two faults of devices: a list whose last item is cut, and format 3 for descriptors with
    /// 128-bit UUIDs.
    private static func repaired(_ packet: [UInt8]) -> [UInt8] {
        switch acc_att_opcode(UInt32(packet[0])) {
        case ACC_ATT_READ_BY_TYPE_RSP, ACC_ATT_READ_BY_GROUP_RSP:
            guard packet.count > 2, packet[1] > 0 else { return packet }
            return packet.dropLast((packet.count - 2) % Int(packet[1]))
        case ACC_ATT_FIND_INFO_RSP where packet.count > 2 && packet[1] == 3:
            return [packet[0], 2] + packet[2...]
        default:
            return packet
        }
    }

    private mutating func finish(
        _ current: Pending,
        _ result: Result<[UInt8], GATTError>,
        now: () -> Duration
    ) -> Actions {
        inFlight = nil
        deadline = nil
        var actions = Actions()
        if !current.isCancelled { actions.append(.complete(current.ticket, result)) }
        if !queue.isEmpty {
            let next = queue.removeFirst()
            actions.append(start(next.request, next.packet, now()))
        }
        return actions
    }

    private func notifications(_ packet: [UInt8]) -> Actions {
        guard packet.first != UInt8(ACC_ATT_NOTIFICATION.rawValue) else {
            guard let pdu = try? PDU(packet: packet) else { return [] }
            return Actions(.value(handle: pdu.fields.handle, pdu.tail, isIndication: false))
        }
        let values = (try? PDU.values(in: packet)) ?? []
        var actions = Actions()
        actions += values.lazy.map { .value(handle: $0.handle, $0.value, isIndication: false) }
        return actions
    }
}
