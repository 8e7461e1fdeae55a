internal import CAccessory

/// The server's half of one ATT bearer (Core 5.4, Vol 3, Part F, sections 3.3 and 3.4): packets and
/// the application's answers go in, packets and questions to the application come out.
///
/// One request is worked on at a time, as the specification demands of clients; those of a client
/// that does not wait are queued, a few of them, and a flood ends the link.
struct ATTServer: Sendable {
    /// What the owner has to do.
    enum Action: Equatable, Sendable {
        /// Send this packet.
        case send([UInt8])
        /// Ask the application for a value, then call `respondToRead`.
        case read(handle: UInt16, offset: Int)
        /// Give the application these writes, all or none; then call `respondToWrites` if an answer
        /// is wanted.
        case write([Write], wantsResponse: Bool)
        /// The client subscribed to or unsubscribed from a characteristic's value.
        case subscription(handle: UInt16, Subscription)
        /// The client has the indication.
        case confirmed(handle: UInt16)
        /// The peer broke the protocol's rules beyond repair, or was silent for 30 s: drop the link.
        case drop(reason: String)
    }

    /// One write to one attribute.
    struct Write: Equatable, Sendable {
        let handle: UInt16
        /// Where in the value the bytes go: not 0 only in a prepared write.
        let offset: Int
        let value: [UInt8]
    }

    /// Bounds of what a client can make the server keep.
    struct Limits: Sendable {
        /// Largest packet this end takes, 23 to 517 bytes.
        var mtu = 517
        /// Prepared writes that wait for their execution.
        var preparedWrites = 64
        /// Requests that came before the last was answered.
        var queuedRequests = 8
        /// How long a client may take to confirm an indication (section 3.3.3).
        var transactionTimeout: Duration = .seconds(30)
    }

    /// Bytes of a packet on this link; 23 until the client asks for more.
    private(set) var mtu = Int(ACC_ATT_DEFAULT_MTU)
    /// Raised by the owner when the link's security changes.
    var security = LinkSecurity.none
    /// Whether the application consents to this client.
    var isAuthorized = false

    private let limits: Limits
    private var waiting: Waiting?
    private var queue: [[UInt8]] = []
    private var prepared: [Write] = []
    var subscriptions: [UInt16: Subscription]
    private var indicated: (handle: UInt16, deadline: Duration)?
    private var indications: [(handle: UInt16, value: [UInt8])] = []

    /// What an answer of the application goes into.
    private enum Waiting {
        case read(request: UInt8, handle: UInt16, offset: Int)
        case readByType(handle: UInt16)
        case readMultiple(request: UInt8, handles: [UInt16], values: [[UInt8]])
        case write(handle: UInt16)
        case execute
    }

    /// - Parameter subscriptions: Those that a bonded client made on an earlier link.
    init(limits: Limits = Limits(), subscriptions: [UInt16: Subscription] = [:]) {
        self.limits = limits
        self.subscriptions = subscriptions
    }

    /// When the owner has to call `timeOut`, if nothing comes before.
    var deadline: Duration? { indicated?.deadline }

    /// Takes one packet.
    mutating func receive(_ packet: [UInt8], table: AttributeTable) -> [Action] {
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
            return command(packet, table)
        case .confirmation:
            return confirm()
        case .response, .notification, .indication:
            return []
        }
    }

    /// The application's value for the last `.read`.
    mutating func respondToRead(_ result: Result<[UInt8], ATTError>, table: AttributeTable)
        -> [Action]
    {
        guard let pending = waiting else { return [] }
        waiting = nil
        var actions: [Action]
        switch (pending, result) {
        case (.read(let request, let handle, _), .failure(let error)):
            actions = [failure(error, request, handle)]
        case (.read(let request, let handle, let offset), .success(let value)):
            actions = [readResponse(request, handle, value, offset)]
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
        return actions + answerQueued(table)
    }

    /// The application's verdict on the last `.write` that wanted a response.
    ///
    /// - Parameter failedHandle: Which of several prepared writes failed.
    mutating func respondToWrites(
        _ error: ATTError?,
        failedHandle: UInt16? = nil,
        table: AttributeTable
    ) -> [Action] {
        guard let pending = waiting else { return [] }
        waiting = nil
        let response: Action
        switch pending {
        case .write(let handle):
            response =
                error.map { failure($0, UInt8(ACC_ATT_WRITE_REQ.rawValue), handle) }
                ?? send(PDU(ACC_ATT_WRITE_RSP))
        case .execute:
            response =
                error.map {
                    failure($0, UInt8(ACC_ATT_EXECUTE_WRITE_REQ.rawValue), failedHandle ?? 0)
                }
                ?? send(PDU(ACC_ATT_EXECUTE_WRITE_RSP))
        case .read, .readByType, .readMultiple:
            preconditionFailure("a read waits, not a write")
        }
        return [response] + answerQueued(table)
    }

    /// A notification of a value; longer ones are cut to what the MTU allows (section 3.4.7.1).
    func notification(of value: [UInt8], handle: UInt16) -> [UInt8] {
        PDU(ACC_ATT_NOTIFICATION, handle: handle, tail: Array(value.prefix(mtu - 3))).packet
    }

    /// Sends an indication, or keeps it until the last one is confirmed.
    mutating func indicate(_ value: [UInt8], handle: UInt16, now: Duration) -> [Action] {
        guard indicated == nil else {
            indications.append((handle, value))
            return []
        }
        indicated = (handle, now + limits.transactionTimeout)
        return [send(PDU(ACC_ATT_INDICATION, handle: handle, tail: Array(value.prefix(mtu - 3))))]
    }

    /// The next indication after a confirmation. To be called after `.confirmed` with the time.
    mutating func nextIndication(now: Duration) -> [Action] {
        guard indicated == nil, !indications.isEmpty else { return [] }
        let next = indications.removeFirst()
        return indicate(next.value, handle: next.handle, now: now)
    }

    /// The time has come this far.
    mutating func timeOut(now: Duration) -> [Action] {
        guard let indicated, now >= indicated.deadline else { return [] }
        return [.drop(reason: "no confirmation of an indication within 30 s")]
    }

    // MARK: Requests

    private mutating func answerQueued(_ table: AttributeTable) -> [Action] {
        guard waiting == nil, !queue.isEmpty else { return [] }
        let actions = answer(queue.removeFirst(), table)
        return waiting == nil ? actions + answerQueued(table) : actions
    }

    private mutating func answer(_ packet: [UInt8], _ table: AttributeTable) -> [Action] {
        let pdu: PDU
        do {
            pdu = try PDU(packet: packet)
        } catch {
            return [failure(error.isKnown ? .invalidPDU : .requestNotSupported, error.opcode, 0)]
        }
        let fields = pdu.fields
        switch pdu.opcode {
        case ACC_ATT_MTU_REQ:
            mtu = max(Int(ACC_ATT_DEFAULT_MTU), min(Int(fields.mtu), limits.mtu))
            return [send(.mtu(ACC_ATT_MTU_RSP, limits.mtu))]
        case ACC_ATT_FIND_INFO_REQ, ACC_ATT_FIND_BY_TYPE_VALUE_REQ, ACC_ATT_READ_BY_TYPE_REQ,
            ACC_ATT_READ_BY_GROUP_REQ:
            guard fields.handle > 0, fields.handle <= fields.end else {
                return [failure(.invalidHandle, fields.opcode, fields.handle)]
            }
            return search(pdu, table.slice(fields.handle...fields.end))
        case ACC_ATT_READ_REQ, ACC_ATT_READ_BLOB_REQ:
            return read(fields.opcode, fields.handle, offset: Int(fields.offset), table)
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

    private mutating func search(_ pdu: PDU, _ found: ArraySlice<AttributeTable.Attribute>)
        -> [Action]
    {
        switch pdu.opcode {
        case ACC_ATT_FIND_INFO_REQ: [findInformation(pdu, found)]
        case ACC_ATT_FIND_BY_TYPE_VALUE_REQ: [findByTypeValue(pdu, found)]
        case ACC_ATT_READ_BY_GROUP_REQ: [readByGroup(pdu, found)]
        default: readByType(pdu, found)
        }
    }

    private func findInformation(_ pdu: PDU, _ found: ArraySlice<AttributeTable.Attribute>)
        -> Action
    {
        guard let first = found.first else {
            return failure(.attributeNotFound, pdu.fields.opcode, pdu.fields.handle)
        }
        let size = 2 + first.type.littleEndian.count
        let items = found.prefix { $0.type.littleEndian.count + 2 == size }.prefix((mtu - 2) / size)
        let list = items.flatMap { littleEndian($0.handle) + $0.type.littleEndian }
        return send(PDU(ACC_ATT_FIND_INFO_RSP, itemSize: size, tail: list))
    }

    private func findByTypeValue(_ pdu: PDU, _ found: ArraySlice<AttributeTable.Attribute>)
        -> Action
    {
        let type = BluetoothUUID(pdu.fields.type)
        let items = found.filter { $0.type == type && $0.value == pdu.tail }.prefix((mtu - 1) / 4)
        guard !items.isEmpty else {
            return failure(.attributeNotFound, pdu.fields.opcode, pdu.fields.handle)
        }
        let list = items.flatMap {
            littleEndian($0.handle) + littleEndian($0.groupEnd ?? $0.handle)
        }
        return send(PDU(ACC_ATT_FIND_BY_TYPE_VALUE_RSP, tail: list))
    }

    private func readByGroup(_ pdu: PDU, _ found: ArraySlice<AttributeTable.Attribute>) -> Action {
        let fields = pdu.fields
        guard let type = BluetoothUUID(littleEndian: pdu.tail),
            type == AttributeTable.primaryService || type == AttributeTable.secondaryService
        else { return failure(.unsupportedGroupType, fields.opcode, fields.handle) }
        let groups = found.filter { $0.type == type }
        guard let first = groups.first else {
            return failure(.attributeNotFound, fields.opcode, fields.handle)
        }
        let size = 4 + first.value.count
        let items = groups.prefix { $0.value.count + 4 == size }.prefix((mtu - 2) / size)
        let list = items.flatMap {
            littleEndian($0.handle) + littleEndian($0.groupEnd ?? $0.handle) + $0.value
        }
        return send(PDU(ACC_ATT_READ_BY_GROUP_RSP, itemSize: size, tail: list))
    }

    /// Lists what the table knows; a value that the application has to be asked for goes alone.
    private mutating func readByType(_ pdu: PDU, _ found: ArraySlice<AttributeTable.Attribute>)
        -> [Action]
    {
        let type = BluetoothUUID(littleEndian: pdu.tail)
        var items: [(handle: UInt16, value: [UInt8])] = []
        for attribute in found where attribute.type == type {
            if let refused = refusal(toRead: attribute) {
                guard items.isEmpty else { break }
                return [failure(refused, pdu.fields.opcode, attribute.handle)]
            }
            guard let value = value(of: attribute) else {
                guard items.isEmpty else { break }
                waiting = .readByType(handle: attribute.handle)
                return [.read(handle: attribute.handle, offset: 0)]
            }
            guard items.isEmpty || items[0].value.count == value.count,
                (items.count + 1) * (value.count + 2) <= mtu - 2 || items.isEmpty
            else { break }
            items.append((attribute.handle, value))
        }
        guard !items.isEmpty else {
            return [failure(.attributeNotFound, pdu.fields.opcode, pdu.fields.handle)]
        }
        return [byTypeResponse(items)]
    }

    private func byTypeResponse(_ items: [(handle: UInt16, value: [UInt8])]) -> Action {
        // an item is at most 255 bytes long, its handle included (section 3.4.4.2)
        let room = min(mtu - 4, 253)
        let list = items.flatMap { littleEndian($0.handle) + $0.value.prefix(room) }
        return send(PDU(ACC_ATT_READ_BY_TYPE_RSP, itemSize: list.count / items.count, tail: list))
    }

    private mutating func read(
        _ request: UInt8,
        _ handle: UInt16,
        offset: Int,
        _ table: AttributeTable
    ) -> [Action] {
        guard let attribute = table[handle] else {
            return [failure(.invalidHandle, request, handle)]
        }
        if let refused = refusal(toRead: attribute) { return [failure(refused, request, handle)] }
        guard let value = value(of: attribute) else {
            waiting = .read(request: request, handle: handle, offset: offset)
            return [.read(handle: handle, offset: offset)]
        }
        return [readResponse(request, handle, value, offset)]
    }

    private func readResponse(_ request: UInt8, _ handle: UInt16, _ value: [UInt8], _ offset: Int)
        -> Action
    {
        guard offset <= value.count else { return failure(.invalidOffset, request, handle) }
        let isBlob = request == UInt8(ACC_ATT_READ_BLOB_REQ.rawValue)
        let part = Array(value.dropFirst(offset).prefix(mtu - 1))
        return send(PDU(isBlob ? ACC_ATT_READ_BLOB_RSP : ACC_ATT_READ_RSP, tail: part))
    }

    private mutating func readMultiple(
        _ request: UInt8,
        _ handles: [UInt16],
        _ known: [[UInt8]],
        _ table: AttributeTable
    ) -> [Action] {
        var values = known
        for handle in handles.dropFirst(known.count) {
            guard let attribute = table[handle] else {
                return [failure(.invalidHandle, request, handle)]
            }
            if let refused = refusal(toRead: attribute) {
                return [failure(refused, request, handle)]
            }
            guard let value = value(of: attribute) else {
                waiting = .readMultiple(request: request, handles: handles, values: values)
                return [.read(handle: handle, offset: 0)]
            }
            values.append(value)
        }
        let isVariable = request == UInt8(ACC_ATT_READ_MULTIPLE_VARIABLE_REQ.rawValue)
        let list = values.flatMap { isVariable ? littleEndian(UInt16($0.count)) + $0 : $0 }
        let response = isVariable ? ACC_ATT_READ_MULTIPLE_VARIABLE_RSP : ACC_ATT_READ_MULTIPLE_RSP
        return [send(PDU(response, tail: Array(list.prefix(mtu - 1))))]
    }

    // MARK: Writes

    private mutating func write(_ pdu: PDU, _ table: AttributeTable) -> [Action] {
        let fields = pdu.fields
        guard let attribute = table[fields.handle] else {
            return [failure(.invalidHandle, fields.opcode, fields.handle)]
        }
        if let refused = refusal(toWrite: attribute, size: pdu.tail.count) {
            return [failure(refused, fields.opcode, fields.handle)]
        }
        if case .configuration(let handle, let properties) = attribute.role {
            if let refused = refusal(of: pdu.tail, properties) {
                return [failure(refused, fields.opcode, fields.handle)]
            }
            return [send(PDU(ACC_ATT_WRITE_RSP)), configure(handle, pdu.tail)]
        }
        waiting = .write(handle: fields.handle)
        return [
            .write([Write(handle: fields.handle, offset: 0, value: pdu.tail)], wantsResponse: true)
        ]
    }

    /// A command that cannot be carried out is ignored (section 3.4.5.3). Signed ones are too: no
    /// signing key is ever exchanged.
    private mutating func command(_ packet: [UInt8], _ table: AttributeTable) -> [Action] {
        guard let pdu = try? PDU(packet: packet), pdu.opcode == ACC_ATT_WRITE_CMD,
            let attribute = table[pdu.fields.handle],
            refusal(toWrite: attribute, size: pdu.tail.count) == nil
        else { return [] }
        if case .configuration(let handle, let properties) = attribute.role {
            return refusal(of: pdu.tail, properties) == nil ? [configure(handle, pdu.tail)] : []
        }
        let write = Write(handle: pdu.fields.handle, offset: 0, value: pdu.tail)
        return [.write([write], wantsResponse: false)]
    }

    private mutating func prepare(_ pdu: PDU, _ table: AttributeTable) -> [Action] {
        let fields = pdu.fields
        guard let attribute = table[fields.handle] else {
            return [failure(.invalidHandle, fields.opcode, fields.handle)]
        }
        if let refused = refusal(toWrite: attribute, size: 0) {
            return [failure(refused, fields.opcode, fields.handle)]
        }
        guard prepared.count < limits.preparedWrites else {
            return [failure(.prepareQueueFull, fields.opcode, fields.handle)]
        }
        prepared.append(Write(handle: fields.handle, offset: Int(fields.offset), value: pdu.tail))
        return [
            send(
                PDU(
                    ACC_ATT_PREPARE_WRITE_RSP,
                    handle: fields.handle,
                    offset: fields.offset,
                    tail: pdu.tail
                )
            )
        ]
    }

    /// The parts of each attribute are joined in the order in which they came (section 3.4.6.3).
    private mutating func execute(_ flags: UInt8, _ table: AttributeTable) -> [Action] {
        let parts = prepared
        prepared = []
        let request = UInt8(ACC_ATT_EXECUTE_WRITE_REQ.rawValue)
        guard flags <= 1 else { return [failure(.invalidPDU, request, 0)] }
        guard flags == 1, !parts.isEmpty else { return [send(PDU(ACC_ATT_EXECUTE_WRITE_RSP))] }

        var writes: [Write] = []
        for part in parts {
            if let last = writes.last, last.handle == part.handle,
                last.offset + last.value.count == part.offset
            {
                writes[writes.count - 1] = Write(
                    handle: last.handle,
                    offset: last.offset,
                    value: last.value + part.value
                )
            } else {
                writes.append(part)
            }
        }
        for write in writes {
            // how long a value on demand is, only the application knows
            if let attribute = table[write.handle], let current = value(of: attribute),
                write.offset > current.count
            {
                return [failure(.invalidOffset, request, write.handle)]
            }
            guard write.offset + write.value.count <= Int(ACC_ATT_MAX_VALUE) else {
                return [failure(.invalidValueLength, request, write.handle)]
            }
        }
        waiting = .execute
        return [.write(writes, wantsResponse: true)]
    }

    // MARK: Subscriptions

    private mutating func configure(_ handle: UInt16, _ value: [UInt8]) -> Action {
        let subscription = Subscription(rawValue: value[0] & 3)
        subscriptions[handle] = subscription.isEmpty ? nil : subscription
        return .subscription(handle: handle, subscription)
    }

    private func refusal(of value: [UInt8], _ properties: CharacteristicProperties) -> ATTError? {
        guard value.count == 2 else { return .invalidValueLength }
        let wanted = Subscription(rawValue: value[0] & 3)
        if wanted.contains(.notifications), !properties.canNotify {
            return .cccdImproperlyConfigured
        }
        if wanted.contains(.indications), !properties.canIndicate {
            return .cccdImproperlyConfigured
        }
        return nil
    }

    private mutating func confirm() -> [Action] {
        guard let done = indicated else { return [] }
        indicated = nil
        return [.confirmed(handle: done.handle)]
    }

    // MARK: Values and permissions

    /// The value that the server knows by itself; nil when the application has to be asked.
    private func value(of attribute: AttributeTable.Attribute) -> [UInt8]? {
        switch attribute.role {
        case .declaration, .stored: attribute.value
        case .onDemand: nil
        case .configuration(let handle, _): [subscriptions[handle]?.rawValue ?? 0, 0]
        }
    }

    private func refusal(toRead attribute: AttributeTable.Attribute) -> ATTError? {
        let permissions = attribute.permissions
        let needs: [(AttributePermissions, LinkSecurity)] = [
            (.readable, .none), (.readEncryptionRequired, .encrypted),
            (.readAuthenticationRequired, .authenticated),
        ]
        return refusal(permissions, needs, .readAuthorizationRequired, .readNotPermitted)
    }

    private func refusal(toWrite attribute: AttributeTable.Attribute, size: Int) -> ATTError? {
        let needs: [(AttributePermissions, LinkSecurity)] = [
            (.writeable, .none), (.writeEncryptionRequired, .encrypted),
            (.writeAuthenticationRequired, .authenticated),
        ]
        let refused = refusal(
            attribute.permissions,
            needs,
            .writeAuthorizationRequired,
            .writeNotPermitted
        )
        return refused ?? (size > Int(ACC_ATT_MAX_VALUE) ? .invalidValueLength : nil)
    }

    /// The strictest of the needs that are set decides.
    private func refusal(
        _ permissions: AttributePermissions,
        _ needs: [(permission: AttributePermissions, level: LinkSecurity)],
        _ authorization: AttributePermissions,
        _ notPermitted: ATTError
    ) -> ATTError? {
        let needsAuthorization = permissions.contains(authorization)
        guard let need = needs.last(where: { permissions.contains($0.permission) }) else {
            return needsAuthorization && isAuthorized
                ? nil : (needsAuthorization ? .insufficientAuthorization : notPermitted)
        }
        if security < need.level {
            return need.level == .authenticated
                ? .insufficientAuthentication : .insufficientEncryption
        }
        return needsAuthorization && !isAuthorized ? .insufficientAuthorization : nil
    }

    private func send(_ pdu: PDU) -> Action {
        .send(pdu.packet)
    }

    private func failure(_ error: ATTError, _ request: UInt8, _ handle: UInt16) -> Action {
        send(.error(error, to: request, handle: handle))
    }
}

/// What a client wants to be sent of a characteristic's value: the bits of the client
/// characteristic configuration (Core 5.4, Vol 3, Part G, section 3.3.3.3).
public struct Subscription: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Values without a confirmation.
    public static let notifications = Subscription(rawValue: 1)
    /// Values with a confirmation.
    public static let indications = Subscription(rawValue: 2)
}
