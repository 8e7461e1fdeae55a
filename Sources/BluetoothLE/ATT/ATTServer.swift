internal import CAccessory

/// The server half of an ATT bearer (Core 5.4, Vol 3, Part F, sections 3.3 and 3.4). Its inputs are
/// packets and the application's answers, its outputs packets and requests to the application.
///
/// One request is processed at a time; the specification requires clients to wait for the answer. A
/// few early requests are queued; more of them end the link.
struct ATTServer: Sendable {
    /// An action for the owner.
    enum Action: Equatable, Sendable {
        /// Send this packet.
        case send([UInt8])
        /// Request a value from the application, then call `respondToRead`.
        case read(handle: UInt16, offset: Int)
        /// Pass these writes to the application, which accepts all or none; then call
        /// `respondToWrites` if `wantsResponse`.
        case write([Write], wantsResponse: Bool)
        /// The client subscribed to or unsubscribed from a characteristic's value.
        case subscription(handle: UInt16, Subscription)
        /// The client confirmed the indication.
        case confirmed(handle: UInt16)
        /// The peer violated the protocol irrecoverably, or did not answer for 30 s: drop the link.
        case drop(reason: String)
    }

    typealias Actions = ShortList<Action>
    typealias Write = AttributeWrite

    /// Limits on the state that a client can occupy in the server.
    struct Limits: Sendable {
        /// Largest accepted packet, 23 to 517 bytes.
        var mtu = 517
        /// Maximum queued prepared writes.
        var preparedWrites = 64
        /// Maximum requests queued while one is processed.
        var queuedRequests = 8
        /// Time limit for a client's confirmation of an indication (section 3.3.3).
        var transactionTimeout: Duration = .seconds(30)
    }

    /// Packet size on this link in bytes; 23 until a larger MTU is agreed.
    var mtu = Int(ACC_ATT_DEFAULT_MTU)
    /// Whether the client has used its one MTU exchange (section 3.4.2.1).
    private var hasExchanged = false
    /// The link's security; updated by the owner.
    var security = LinkSecurity.none
    /// The size of the link's key in bytes; updated by the owner.
    var keySize = KeySize.range.upperBound
    /// Whether the application has authorized this client.
    var isAuthorized = false

    var limits: Limits
    var waiting: Waiting?
    private var queue: [[UInt8]] = []
    var prepared: [Write] = []
    /// Number of writes without response to values that take only writes with a response.
    var droppedCommands = 0
    var subscriptions: [UInt16: Subscription]
    var indicated: (handle: UInt16, deadline: Duration)?
    private var indications: [(handle: UInt16, value: [UInt8])] = []

    /// The request that waits for the application's answer.
    enum Waiting {
        case read(request: UInt8, handle: UInt16, offset: Int)
        case readByType(handle: UInt16)
        case readMultiple(request: UInt8, handles: [UInt16], values: [[UInt8]])
        case write(handle: UInt16)
        /// - configurations: Applied when the application accepts the other writes.
        case execute(configurations: [Write])
    }

    /// - Parameter subscriptions: The subscriptions of a bonded client from an earlier link.
    init(limits: Limits = Limits(), subscriptions: [UInt16: Subscription] = [:]) {
        self.limits = limits
        self.subscriptions = subscriptions
    }

    /// The time by which the owner has to call `timeOut`.
    var deadline: Duration? { indicated?.deadline }

    /// Processes one packet.
    mutating func receive(_ packet: [UInt8], table: AttributeTable) -> Actions {
        let opcode = packet.first ?? 0
        switch acc_att_kind_of(opcode) {
        case .request:
            guard waiting == nil else {
                guard queue.count < limits.queuedRequests else {
                    return [.drop(reason: "the client does not wait for answers")]
                }
                queue.append(packet)
                return []
            }
            return answer(packet, table)
        case .command:
            return packet.count <= mtu ? command(packet, table) : []
        case .confirmation:
            return confirm()
        case .response, .notification, .indication:
            return []
        }
    }

    /// Answers the last `.read` with the application's value.
    mutating func respondToRead(_ result: Result<[UInt8], ATTError>, table: AttributeTable)
        -> Actions
    {
        guard let pending = waiting else { return [] }
        waiting = nil
        var actions: Actions
        switch (pending, result) {
        case (.read(let request, let handle, _), .failure(let error)):
            actions = [failure(error, request, handle)]
        case (.read(let request, let handle, let offset), .success(let value)):
            actions = Actions(readResponse(request, handle, value, offset))
        case (.readByType(let handle), .failure(let error)):
            actions = [failure(error, UInt8(ACC_ATT_READ_BY_TYPE_REQ.rawValue), handle)]
        case (.readByType(let handle), .success(let value)):
            actions = [byTypeResponse([(handle, value)])]
        case (.readMultiple(let request, let handles, let values), .failure(let error)):
            actions = [failure(error, request, handles[values.count])]
        case (.readMultiple(let request, let handles, let values), .success(let value)):
            actions = readMultiple(request, handles, values + [value], table)
        case (.write, _), (.execute, _):
            preconditionFailure("a write waits, not a read")
        }
        if !queue.isEmpty { actions += answerQueued(table) }
        return actions
    }

    /// Answers the last `.write` with `wantsResponse`.
    ///
    /// - Parameter failedHandle: The prepared write that failed.
    mutating func respondToWrites(
        _ error: ATTError?,
        failedHandle: UInt16? = nil,
        table: AttributeTable
    ) -> Actions {
        guard let pending = waiting else { return [] }
        waiting = nil
        let response: Action
        var subscribed: [Action] = []
        switch pending {
        case .write(let handle):
            response =
                error.map { failure($0, UInt8(ACC_ATT_WRITE_REQ.rawValue), handle) }
                ?? send(PDU(ACC_ATT_WRITE_RSP))
        case .execute(let configurations):
            response =
                error.map {
                    failure($0, UInt8(ACC_ATT_EXECUTE_WRITE_REQ.rawValue), failedHandle ?? 0)
                }
                ?? send(PDU(ACC_ATT_EXECUTE_WRITE_RSP))
            if error == nil { subscribed = configure(configurations, table) }
        case .read, .readByType, .readMultiple:
            preconditionFailure("a read waits, not a write")
        }
        var actions = Actions(response)
        actions += subscribed
        if !queue.isEmpty { actions += answerQueued(table) }
        return actions
    }

    /// A notification of a value, truncated to the MTU (section 3.4.7.1).
    func notification(of value: [UInt8], handle: UInt16) -> [UInt8] {
        PDU(ACC_ATT_NOTIFICATION, handle: handle, tail: Array(value.prefix(mtu - 3))).packet
    }

    /// Sends an indication, or queues it until the last one is confirmed.
    mutating func indicate(_ value: [UInt8], handle: UInt16, now: Duration) -> Actions {
        guard indicated == nil else {
            indications.append((handle, value))
            return []
        }
        indicated = (handle, now + limits.transactionTimeout)
        return [send(PDU(ACC_ATT_INDICATION, handle: handle, tail: Array(value.prefix(mtu - 3))))]
    }

    /// Sends the next queued indication. Call it after `.confirmed`, with the time.
    mutating func nextIndication(now: Duration) -> Actions {
        guard indicated == nil, !indications.isEmpty else { return [] }
        let next = indications.removeFirst()
        return indicate(next.value, handle: next.handle, now: now)
    }

    /// Checks the deadline against the current time.
    mutating func timeOut(now: Duration) -> Actions {
        guard let indicated, now >= indicated.deadline else { return [] }
        return [.drop(reason: "no confirmation of an indication within 30 s")]
    }

    // MARK: Requests

    private mutating func answerQueued(_ table: AttributeTable) -> Actions {
        guard waiting == nil, !queue.isEmpty else { return [] }
        var actions = answer(queue.removeFirst(), table)
        if waiting == nil { actions += answerQueued(table) }
        return actions
    }

    private mutating func answer(_ packet: [UInt8], _ table: AttributeTable) -> Actions {
        // longer than the agreed MTU (section 3.2.8)
        guard packet.count <= mtu else { return [failure(.invalidPDU, packet[0], 0)] }
        let fields: acc_att_pdu
        do {
            fields = try PDU.fields(of: packet)
        } catch {
            return [failure(error.isKnown ? .invalidPDU : .requestNotSupported, error.opcode, 0)]
        }
        let opcode = acc_att_opcode(UInt32(fields.opcode))
        if opcode == ACC_ATT_READ_REQ || opcode == ACC_ATT_READ_BLOB_REQ {
            return read(fields.opcode, fields.handle, offset: Int(fields.offset), table)
        }
        return answer(PDU(fields, in: packet), table)
    }

    /// Answers a request other than READ_REQ and READ_BLOB_REQ.
    private mutating func answer(_ pdu: PDU, _ table: AttributeTable) -> Actions {
        let fields = pdu.fields
        switch pdu.opcode {
        case ACC_ATT_MTU_REQ:
            guard !hasExchanged else { return [failure(.requestNotSupported, fields.opcode, 0)] }
            hasExchanged = true
            mtu = max(mtu, min(Int(fields.mtu), limits.mtu))
            return [send(.mtu(ACC_ATT_MTU_RSP, limits.mtu))]
        case ACC_ATT_FIND_INFO_REQ, ACC_ATT_FIND_BY_TYPE_VALUE_REQ, ACC_ATT_READ_BY_TYPE_REQ,
            ACC_ATT_READ_BY_GROUP_REQ:
            guard fields.handle > 0, fields.handle <= fields.end else {
                return [failure(.invalidHandle, fields.opcode, fields.handle)]
            }
            return search(pdu, table.slice(fields.handle...fields.end))
        case ACC_ATT_READ_MULTIPLE_REQ, ACC_ATT_READ_MULTIPLE_VARIABLE_REQ:
            return readMultiple(fields.opcode, pdu.items.map { littleEndian16($0) }, [], table)
        case ACC_ATT_WRITE_REQ:
            return write(pdu, table)
        case ACC_ATT_PREPARE_WRITE_REQ:
            return prepare(pdu, table)
        case ACC_ATT_EXECUTE_WRITE_REQ:
            return execute(fields.flags, table)
        default:
            return [failure(.requestNotSupported, fields.opcode, 0)]
        }
    }
}
