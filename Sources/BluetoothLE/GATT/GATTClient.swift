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
    private let onFault: FaultHandler
    /// The server has one queue of prepared writes, executed or cancelled as a whole.
    private let preparing = AsyncLock()

    init(link: GATTLink, isOwner: Bool = true, onFault: @escaping FaultHandler = { _ in }) {
        self.link = link
        self.isOwner = isOwner
        self.onFault = onFault
    }

    // MARK: The link

    var mtu: Int { link.mtu }
    func start() { link.start() }
    func whenEnded(_ handler: @escaping @Sendable () -> Void) { link.whenEnded(handler) }
    func close() { link.close() }
    func release() { if isOwner { link.close() } else { link.detachClient() } }
    func exchangeMTU(_ offer: Int) async throws -> Int { try await link.exchangeMTU(offer) }

    // MARK: Discovery

    /// All primary services, in the order of their handles (sections 4.4.1 and 4.4.2). A faulty one is
    /// skipped and reported, here and below.
    ///
    /// - Parameter uuid: The UUID of the services to return; nil: all.
    func services(_ uuid: BluetoothUUID? = nil) async throws -> [RemoteService] {
        guard let uuid else {
            return try await list(ACC_ATT_READ_BY_GROUP_REQ, type: AttributeTable.primaryService)
                .compactMap {
                    service($0, uuid: BluetoothUUID(littleEndian: $0.dropFirst(4)))
                }
        }
        return try await items(in: 1...(.max), areServices: true) {
            PDU(
                ACC_ATT_FIND_BY_TYPE_VALUE_REQ,
                handle: $0,
                end: .max,
                type: 0x2800,
                tail: uuid.littleEndian
            )
        }
        .compactMap { service($0, uuid: uuid) }
    }

    private func service(
        _ item: ArraySlice<UInt8>,
        uuid: BluetoothUUID?
    ) -> RemoteService? {
        let (first, last) = (littleEndian16(item), littleEndian16(item.dropFirst(2)))
        guard let uuid else {
            report(first, "a service has no valid UUID")
            return nil
        }
        guard first > 0, first <= last else {
            report(first, "service \(uuid) has no valid handles")
            return nil
        }
        return RemoteService(uuid: uuid, handles: first...last, isPrimary: true)
    }

    /// The services that a service includes (section 4.5.1).
    func includedServices(of service: RemoteService) async throws -> [RemoteService] {
        var found: [RemoteService] = []
        for item in try await list(
            ACC_ATT_READ_BY_TYPE_REQ,
            type: AttributeTable.include,
            in: service.handles
        ) {
            guard item.count >= 6 else {
                report(littleEndian16(item), "the declaration of an included service is cut")
                continue
            }
            let range = item.dropFirst(2)
            // a 128-bit UUID does not fit here; the client reads it from the service declaration
            let bytes: [UInt8]
            do {
                bytes =
                    item.count > 6
                    ? Array(item.dropFirst(6)) : try await read(littleEndian16(range))
            } catch GATTError.att(let error, let handle) {
                report(handle, "the UUID of an included service cannot be read: \(error.cause)")
                continue
            }
            if let included = self.service(range, uuid: BluetoothUUID(littleEndian: bytes)) {
                found.append(included)
            }
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
        return declarations.indices.compactMap { index in
            let item = declarations[index]
            let declaration = littleEndian16(item)
            guard item.count >= 7, let uuid = BluetoothUUID(littleEndian: item.dropFirst(5)) else {
                report(declaration, "the declaration of a characteristic has a wrong length")
                return nil
            }
            let handle = littleEndian16(item.dropFirst(3))
            guard declaration > 0, handle > 0, handle != declaration else {
                report(declaration, "characteristic \(uuid) has no valid handle")
                return nil
            }
            // descriptors lie between the value and the next declaration; some devices have the value
            // somewhere else
            let next =
                index + 1 < declarations.count ? littleEndian16(declarations[index + 1]) : nil
            let last = next.map { $0 - 1 } ?? service.handles.upperBound
            return RemoteCharacteristic(
                uuid: uuid,
                properties: CharacteristicProperties(rawValue: UInt16(item[item.startIndex + 2])),
                valueHandle: handle,
                descriptorHandles: declaration < handle && handle < last ? handle + 1...last : nil
            )
        }
    }

    /// The descriptors of a characteristic (section 4.7.1).
    func descriptors(of characteristic: RemoteCharacteristic) async throws -> [RemoteDescriptor] {
        guard let handles = characteristic.descriptorHandles else { return [] }
        do {
            return try await items(in: handles) {
                PDU(ACC_ATT_FIND_INFO_REQ, handle: $0, end: handles.upperBound)
            }
            .compactMap { item in
                BluetoothUUID(littleEndian: item.dropFirst(2))
                    .map { RemoteDescriptor(uuid: $0, handle: littleEndian16(item)) }
            }
            .filter { $0.handle > 0 }
        } catch GATTError.malformedAnswer {
            report(
                characteristic.valueHandle,
                "the descriptors of characteristic \(characteristic.uuid) cannot be listed"
            )
            return []
        }
    }

    private func report(_ handle: UInt16, _ text: String) {
        onFault(AttributeFault(handle: handle, text: text))
    }

    private func list(
        _ request: acc_att_opcode,
        type: BluetoothUUID,
        in handles: ClosedRange<UInt16> = 1...(.max)
    ) async throws -> [ArraySlice<UInt8>] {
        try await items(in: handles, areServices: request == ACC_ATT_READ_BY_GROUP_REQ) {
            PDU(request, handle: $0, end: handles.upperBound, tail: type.littleEndian)
        }
    }

    /// Repeats a listing request after the last item, until the server reports the end of the list.
    /// Returns one item for each handle, in the order of the handles.
    ///
    /// - Parameters:
    ///   - areServices: Whether the items are services, with their last handles.
    ///   - request: The request for the items from a handle on.
    private func items(
        in handles: ClosedRange<UInt16>,
        areServices: Bool = false,
        _ request: (_ first: UInt16) -> PDU
    ) async throws -> [ArraySlice<UInt8>] {
        var items: [UInt16: ArraySlice<UInt8>] = [:]
        var first = handles.lowerBound
        while let pdu = try await answer(
            request(first),
            isFirst: items.isEmpty,
            isRequired: areServices
        ) {
            var last: UInt16 = 0
            for item in pdu.items {
                let handle = littleEndian16(item)
                // some servers repeat items, or send some outside of the range; 0 is reported later
                guard handle == 0 || (first...handles.upperBound).contains(handle),
                    items[handle] == nil
                else { continue }
                items[handle] = item
                last = max(last, handle, areServices ? littleEndian16(item.dropFirst(2)) : 0)
            }
            // a server that repeats itself would cause an endless loop
            guard last >= first, last < handles.upperBound else { break }
            first = last + 1
        }
        return items.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The answer to a discovery request; nil at the end of the list.
    ///
    /// Some servers end a list with an error other than `attributeNotFound`.
    ///
    /// - Parameters:
    ///   - isFirst: Whether no item was found yet. An error that requires security is thrown then.
    ///   - isRequired: Whether every error is thrown then.
    private func answer(_ pdu: PDU, isFirst: Bool, isRequired: Bool) async throws -> PDU? {
        do {
            return try await link.request(pdu)
        } catch GATTError.att(let error, let handle) where error != .attributeNotFound {
            guard
                error == .databaseOutOfSync || isFirst && (isRequired || error.needsSecurity)
            else { return nil }
            throw GATTError.att(error, handle: handle)
        } catch GATTError.att {
            return nil
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
            } catch GATTError.att(let error, _) where Self.endsOfValue.contains(error) {
                break
            }
            value += part
        }
        // no value is this long: the server repeats itself or violates the protocol
        guard value.count <= Int(ACC_ATT_MAX_VALUE) else { throw GATTError.endlessValue }
        return value
    }

    /// The errors of servers whose value ends with the part before. One without reads in parts has values of
    /// one packet only.
    private static let endsOfValue: Set<ATTError> = [
        .attributeNotLong, .invalidOffset, .requestNotSupported,
    ]

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
        do {
            try await writeReliably([(handle, value)])
        } catch GATTError.att(.requestNotSupported, _) {
            throw GATTError.longWriteNotSupported(limit: link.mtu - 3)
        }
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
            let echo: PDU
            do {
                echo = try await link.request(request)
            } catch GATTError.malformedAnswer {
                throw GATTError.reliableWriteMismatch
            }
            guard echo.tail == part, echo.fields.handle == handle,
                echo.fields.offset == request.fields.offset
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

    func sendCommand(_ value: [UInt8], to handle: UInt16) throws -> Bool {
        try link.writeCommand(value[...], to: handle)
        return true
    }

    func drained() async { await link.drained() }
    var isDrained: Bool { link.isDrained }

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
