internal import AccessoryConcurrency
internal import CAccessory

/// A service of the peer.
package struct RemoteService: Sendable, Hashable, Codable {
    /// The service's UUID.
    package let uuid: BluetoothUUID
    /// The service's handles.
    package let handles: ClosedRange<UInt16>
    /// Whether the service is primary.
    package let isPrimary: Bool

    package init(
        uuid: BluetoothUUID,
        handles: ClosedRange<UInt16>,
        isPrimary: Bool
    ) {
        self.uuid = uuid
        self.handles = handles
        self.isPrimary = isPrimary
    }
}

/// A characteristic of the peer.
package struct RemoteCharacteristic: Sendable, Hashable, Codable {
    /// The characteristic's UUID.
    package let uuid: BluetoothUUID
    /// The supported operations.
    package let properties: CharacteristicProperties
    /// The handle of its value.
    package let valueHandle: UInt16
    /// The range of its descriptors' handles; nil when it cannot have any.
    package let descriptorHandles: ClosedRange<UInt16>?

    package init(
        uuid: BluetoothUUID,
        properties: CharacteristicProperties,
        valueHandle: UInt16,
        descriptorHandles: ClosedRange<UInt16>?
    ) {
        self.uuid = uuid
        self.properties = properties
        self.valueHandle = valueHandle
        self.descriptorHandles = descriptorHandles
    }
}

/// A descriptor of the peer.
package struct RemoteDescriptor: Sendable, Hashable, Codable {
    /// The descriptor's UUID.
    package let uuid: BluetoothUUID
    /// The handle of its value.
    package let handle: UInt16

    package init(uuid: BluetoothUUID, handle: UInt16) {
        self.uuid = uuid
        self.handle = handle
    }
}

/// The procedures of a GATT client on one link (Core 5.4, Vol 3, Part G, section 4).
struct GATTClient: RemoteGATT {
    let link: GATTLink
    /// Whether the link ends with its use by the client.
    private let isOwner: Bool
    /// The server has one queue of prepared writes, executed or cancelled as a whole.
    private let preparing = AsyncLock()

    init(link: GATTLink, isOwner: Bool = true) {
        self.link = link
        self.isOwner = isOwner
    }

    // MARK: The link

    var mtu: Int { link.mtu }
    func start() { link.start() }
    func whenEnded(_ handler: @escaping @Sendable () -> Void) { link.whenEnded(handler) }
    func close() { link.close() }
    func release() { if isOwner { link.close() } else { link.detachClient() } }
    func exchangeMTU(_ offer: Int) async throws -> Int { try await link.exchangeMTU(offer) }

    // MARK: Discovery

    /// All primary services, in the order of their handles (sections 4.4.1 and 4.4.2).
    ///
    /// - Parameter uuid: The UUID of the services to return; nil: all.
    func services(_ uuid: BluetoothUUID? = nil) async throws -> [RemoteService] {
        guard let uuid else {
            return try await list(ACC_ATT_READ_BY_GROUP_REQ, type: AttributeTable.primaryService)
                .map {
                    try service($0, uuid: BluetoothUUID(littleEndian: $0.dropFirst(4)))
                }
        }
        var found: [RemoteService] = []
        var first: UInt16 = 1
        while let pdu = try await answer(
            PDU(
                ACC_ATT_FIND_BY_TYPE_VALUE_REQ,
                handle: first,
                end: .max,
                type: 0x2800,
                tail: uuid.littleEndian
            ),
            isFirst: found.isEmpty
        ) {
            found += try pdu.items.map { try service($0, uuid: uuid) }
            guard let last = found.last?.handles.upperBound, last < .max, last >= first else {
                break
            }
            first = last + 1
        }
        return found
    }

    private func service(_ item: ArraySlice<UInt8>, uuid: BluetoothUUID?) throws -> RemoteService {
        let bounds = (littleEndian16(item), littleEndian16(item.dropFirst(2)))
        guard let uuid, bounds.0 > 0, bounds.0 <= bounds.1 else { throw GATTError.malformedAnswer }
        return RemoteService(uuid: uuid, handles: bounds.0...bounds.1, isPrimary: true)
    }

    /// The services that a service includes (section 4.5.1).
    func includedServices(of service: RemoteService) async throws -> [RemoteService] {
        var found: [RemoteService] = []
        for item in try await list(
            ACC_ATT_READ_BY_TYPE_REQ,
            type: AttributeTable.include,
            in: service.handles
        ) {
            guard item.count >= 6 else { throw GATTError.malformedAnswer }
            let range = item.dropFirst(2)
            // a 128-bit UUID does not fit here; the client reads it from the service declaration
            let bytes =
                item.count > 6 ? Array(item.dropFirst(6)) : try await read(littleEndian16(range))
            let included = try self.service(range, uuid: BluetoothUUID(littleEndian: bytes))
            found.append(included)
        }
        return found
    }

    /// The server's database hash; nil when it has none (section 7.3).
    func databaseHash() async throws -> [UInt8]? {
        let items = try await list(ACC_ATT_READ_BY_TYPE_REQ, type: AttributeTable.databaseHash)
        return items.first.map { Array($0.dropFirst(2)) }
    }

    /// The characteristics of a service (section 4.6.1).
    func characteristics(of service: RemoteService) async throws -> [RemoteCharacteristic] {
        let declarations = try await list(
            ACC_ATT_READ_BY_TYPE_REQ,
            type: AttributeTable.characteristic,
            in: service.handles
        )
        return try declarations.indices.map { index in
            let item = declarations[index]
            guard item.count >= 7, let uuid = BluetoothUUID(littleEndian: item.dropFirst(5)) else {
                throw GATTError.malformedAnswer
            }
            let (declaration, handle) = (littleEndian16(item), littleEndian16(item.dropFirst(3)))
            // descriptors lie between the value and the next declaration
            let next =
                index + 1 < declarations.count ? littleEndian16(declarations[index + 1]) : nil
            // 0 is not a valid handle, and each value lies between its declaration and the next
            guard declaration > 0, declaration < handle, handle < next ?? .max || next == nil else {
                throw GATTError.malformedAnswer
            }
            let last = next.map { $0 - 1 } ?? service.handles.upperBound
            return RemoteCharacteristic(
                uuid: uuid,
                properties: CharacteristicProperties(rawValue: UInt16(item[item.startIndex + 2])),
                valueHandle: handle,
                descriptorHandles: handle < last ? handle + 1...last : nil
            )
        }
    }

    /// The descriptors of a characteristic (section 4.7.1).
    func descriptors(of characteristic: RemoteCharacteristic) async throws -> [RemoteDescriptor] {
        var found: [RemoteDescriptor] = []
        var remaining = characteristic.descriptorHandles
        while let range = remaining,
            let pdu = try await answer(
                PDU(ACC_ATT_FIND_INFO_REQ, handle: range.lowerBound, end: range.upperBound),
                isFirst: found.isEmpty
            )
        {
            for item in pdu.items {
                let handle = littleEndian16(item)
                guard let uuid = BluetoothUUID(littleEndian: item.dropFirst(2)),
                    characteristic.descriptorHandles?.contains(handle) == true
                else { throw GATTError.malformedAnswer }
                found.append(RemoteDescriptor(uuid: uuid, handle: handle))
            }
            guard let last = found.last?.handle, range.contains(last), last < range.upperBound
            else {
                break
            }
            remaining = last + 1...range.upperBound
        }
        return found
    }

    /// Repeats a listing request after the last item, until the server reports the end of the list.
    private func list(
        _ request: acc_att_opcode,
        type: BluetoothUUID,
        in handles: ClosedRange<UInt16> = 1...(.max)
    ) async throws -> [ArraySlice<UInt8>] {
        var items: [ArraySlice<UInt8>] = []
        var first = handles.lowerBound
        while let pdu = try await answer(
            PDU(request, handle: first, end: handles.upperBound, tail: type.littleEndian),
            isFirst: items.isEmpty
        ) {
            items += pdu.items
            guard let item = pdu.items.last else { break }
            let isGroup = request == ACC_ATT_READ_BY_GROUP_REQ
            let last = isGroup ? littleEndian16(item.dropFirst(2)) : littleEndian16(item)
            // a server whose handles decrease would cause an endless loop
            guard last >= first, last < handles.upperBound else { break }
            first = last + 1
        }
        return items
    }

    /// The answer to a discovery request; nil at the end of the list.
    ///
    /// - Parameter isFirst: Whether no item was found yet. Some servers end a list with an error
    ///   other than `attributeNotFound`. After an item, such an error ends the list, except
    ///   `databaseOutOfSync`; otherwise it is thrown.
    private func answer(_ pdu: PDU, isFirst: Bool) async throws -> PDU? {
        do {
            return try await link.request(pdu)
        } catch GATTError.att(let error, let handle) {
            if error == .attributeNotFound { return nil }
            guard isFirst || error == .databaseOutOfSync else { return nil }
            throw GATTError.att(error, handle: handle)
        }
    }

    // MARK: Values

    /// Reads the whole value; a value longer than one packet is read in parts (section 4.8.3).
    nonisolated(nonsending) func read(_ handle: UInt16) async throws -> [UInt8] {
        // the value follows the opcode
        var value = Array(try await link.answer(to: PDU.readRequest(handle)).dropFirst())
        var part = value
        while part.count == link.mtu - 1, value.count < Int(ACC_ATT_MAX_VALUE) {
            do {
                let offset = UInt16(value.count)
                part = try await link.request(
                    PDU(ACC_ATT_READ_BLOB_REQ, handle: handle, offset: offset)
                ).tail
            } catch GATTError.att(.attributeNotLong, _), GATTError.att(.invalidOffset, _) {
                break
            }
            value += part
        }
        // no value is this long: the server repeats itself or violates the protocol
        guard value.count <= Int(ACC_ATT_MAX_VALUE) else { throw GATTError.malformedAnswer }
        return value
    }

    /// Reads several attributes with one request (section 4.8.5). Values that the server does not
    /// return this way, or truncates at the end of the packet, are read one by one.
    func read(_ handles: [UInt16]) async throws -> [[UInt8]] {
        var values: [[UInt8]] = []
        if handles.count > 1 {
            let list = handles.flatMap { littleEndian($0) }
            do {
                let request = PDU(ACC_ATT_READ_MULTIPLE_VARIABLE_REQ, tail: list)
                let packet = try await link.request(request).packet
                guard let items = try? PDU.values(in: packet) else {
                    throw GATTError.malformedAnswer
                }
                values = items.prefix(handles.count).map(\.value)
                if packet.count >= link.mtu { values.removeLast() }
            } catch GATTError.att(.requestNotSupported, _) {}
        }
        for handle in handles[values.count...] { values.append(try await read(handle)) }
        return values
    }

    /// Writes with a response; a value longer than one packet is prepared in parts (section 4.9.4).
    nonisolated(nonsending) func write(_ value: [UInt8], to handle: UInt16) async throws {
        guard value.count <= Int(ACC_ATT_MAX_VALUE) else {
            throw GATTError.valueTooLong(limit: Int(ACC_ATT_MAX_VALUE))
        }
        guard value.count > link.mtu - 3 else {
            _ = try await link.request(PDU(ACC_ATT_WRITE_REQ, handle: handle, tail: value))
            return
        }
        try await writeReliably([(handle, value)])
    }

    /// Writes several values, all or none: each part is compared with the server's echo before any is
    /// written (section 4.9.5).
    func writeReliably(_ writes: [(handle: UInt16, value: [UInt8])]) async throws {
        try await preparing.withLock {
            do {
                for (handle, value) in writes {
                    try await prepare(value, to: handle)
                }
            } catch {
                // even when the task is cancelled: the next write would execute these parts too
                link.post(.execute(write: false))
                throw error
            }
            _ = try await link.request(.execute(write: true))
        }
    }

    private func prepare(_ value: [UInt8], to handle: UInt16) async throws {
        let room = link.mtu - 5
        for offset in stride(from: 0, to: max(1, value.count), by: room) {
            let part = Array(value[offset..<min(offset + room, value.count)])
            let request = PDU(
                ACC_ATT_PREPARE_WRITE_REQ,
                handle: handle,
                offset: UInt16(offset),
                tail: part
            )
            let answer = try await link.request(request)
            guard answer.tail == part, answer.fields.handle == handle,
                answer.fields.offset == request.fields.offset
            else { throw GATTError.reliableWriteMismatch }
        }
    }

    /// Writes without a response; returns when the bearer has room for the next (section 4.9.1).
    nonisolated(nonsending) func writeWithoutResponse(_ value: [UInt8], to handle: UInt16)
        async throws
    {
        guard value.count <= link.mtu - 3 else { throw GATTError.valueTooLong(limit: link.mtu - 3) }
        try link.command(PDU(ACC_ATT_WRITE_CMD, handle: handle, tail: value))
        await link.drained()
        if link.hasEnded { throw GATTError.disconnected }
    }

    func commandWriter(to handle: UInt16) -> any CommandWriter {
        LinkCommandWriter(link: link, handle: handle)
    }

    func confirmCommands() async { await link.confirmCommands() }

    /// Writes the client characteristic configuration (section 4.10.1).
    func subscribe(
        to characteristic: RemoteCharacteristic,
        as subscription: Subscription,
        configuration: UInt16
    ) async throws {
        try await write(littleEndian(UInt16(subscription.rawValue)), to: configuration)
    }
}

/// Encodes values directly into packets of the link.
private struct LinkCommandWriter: CommandWriter {
    let link: GATTLink
    let handle: UInt16

    nonisolated(nonsending) func write(_ value: ArraySlice<UInt8>) async throws {
        try link.writeCommand(value, to: handle)
        await link.drained()
    }
}
