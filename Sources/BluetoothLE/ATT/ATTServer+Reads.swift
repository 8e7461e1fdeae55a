internal import CAccessory

// Searches and reads (Core 5.4, Vol 3, Part F, sections 3.4.3 and 3.4.4).
extension ATTServer {
    mutating func search(_ pdu: PDU, _ found: ArraySlice<AttributeTable.Attribute>)
        -> Actions
    {
        switch pdu.opcode {
        case ACC_ATT_FIND_INFO_REQ: [findInformation(pdu, found)]
        case ACC_ATT_FIND_BY_TYPE_VALUE_REQ: [findByTypeValue(pdu, found)]
        case ACC_ATT_READ_BY_GROUP_REQ: [readByGroup(pdu, found)]
        default: readByType(pdu, found)
        }
    }

    func findInformation(_ pdu: PDU, _ found: ArraySlice<AttributeTable.Attribute>)
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

    func findByTypeValue(_ pdu: PDU, _ found: ArraySlice<AttributeTable.Attribute>)
        -> Action
    {
        let type = BluetoothUUID(pdu.fields.type)
        // a client may not guess values that it may not read
        let items = found.filter {
            $0.type == type && value(of: $0) == pdu.tail && refusal(toRead: $0) == nil
        }.prefix((mtu - 1) / 4)
        guard !items.isEmpty else {
            return failure(.attributeNotFound, pdu.fields.opcode, pdu.fields.handle)
        }
        let list = items.flatMap {
            littleEndian($0.handle) + littleEndian($0.groupEnd ?? $0.handle)
        }
        return send(PDU(ACC_ATT_FIND_BY_TYPE_VALUE_RSP, tail: list))
    }

    func readByGroup(_ pdu: PDU, _ found: ArraySlice<AttributeTable.Attribute>) -> Action {
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

    /// Lists the values in the table. A value provided by the application is returned alone.
    mutating func readByType(_ pdu: PDU, _ found: ArraySlice<AttributeTable.Attribute>)
        -> Actions
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

    func byTypeResponse(_ items: [(handle: UInt16, value: [UInt8])]) -> Action {
        // an item has at most 255 bytes including its handle (section 3.4.4.2)
        let room = min(mtu - 4, 253)
        let list = items.flatMap { littleEndian($0.handle) + $0.value.prefix(room) }
        return send(PDU(ACC_ATT_READ_BY_TYPE_RSP, itemSize: list.count / items.count, tail: list))
    }

    mutating func read(
        _ request: UInt8,
        _ handle: UInt16,
        offset: Int,
        _ table: AttributeTable
    ) -> Actions {
        guard let index = table.index(of: handle) else {
            return [failure(.invalidHandle, request, handle)]
        }
        if let refused = refusal(toRead: table.attributes[index]) {
            return [failure(refused, request, handle)]
        }
        guard let value = value(of: table.attributes[index]) else {
            waiting = .read(request: request, handle: handle, offset: offset)
            return Actions(.read(handle: handle, offset: offset))
        }
        return Actions(readResponse(request, handle, value, offset))
    }

    func readResponse(_ request: UInt8, _ handle: UInt16, _ value: [UInt8], _ offset: Int)
        -> Action
    {
        guard offset <= value.count else { return failure(.invalidOffset, request, handle) }
        return .send(PDU.readResponse(to: request, value[offset...].prefix(mtu - 1)))
    }

    mutating func readMultiple(
        _ request: UInt8,
        _ handles: [UInt16],
        _ known: [[UInt8]],
        _ table: AttributeTable
    ) -> Actions {
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
}
