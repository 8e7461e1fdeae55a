internal import CAccessory

/// An Attribute Protocol packet, decoded or to be encoded; wraps the C codec's struct.
struct PDU: Sendable {
    var fields: acc_att_pdu
    /// The data after the fixed fields: a value, a UUID or a list.
    var tail: [UInt8]

    /// A packet that cannot be decoded.
    struct Malformed: Error {
        let opcode: UInt8
        let isKnown: Bool
    }

    init(packet: [UInt8]) throws(Malformed) {
        self.init(try Self.fields(of: packet), in: packet)
    }

    /// - Parameter fields: The decoded fields of the packet.
    init(_ fields: acc_att_pdu, in packet: [UInt8]) {
        self.fields = fields
        tail = Array(packet[Int(fields.tail)...])
    }

    /// Decodes a packet without copying its tail.
    static func fields(of packet: [UInt8]) throws(Malformed) -> acc_att_pdu {
        var fields = acc_att_pdu()
        let status = acc_att_read(packet.span, &fields)
        guard status == .ok else {
            throw Malformed(opcode: fields.opcode, isKnown: status != .unsupported)
        }
        return fields
    }

    init(
        _ opcode: acc_att_opcode,
        handle: UInt16 = 0,
        end: UInt16 = 0,
        type: UInt16 = 0,
        offset: UInt16 = 0,
        itemSize: Int = 0,
        tail: [UInt8] = []
    ) {
        fields = acc_att_pdu()
        fields.opcode = UInt8(opcode.rawValue)
        fields.handle = handle
        fields.end = end
        fields.type = type
        fields.offset = offset
        fields.item_size = UInt8(itemSize)
        self.tail = tail
    }

    static func mtu(_ opcode: acc_att_opcode, _ mtu: Int) -> PDU {
        var pdu = PDU(opcode)
        pdu.fields.mtu = UInt16(mtu)
        return pdu
    }

    static func error(_ error: ATTError, to request: UInt8, handle: UInt16) -> PDU {
        var pdu = PDU(ACC_ATT_ERROR_RSP, handle: handle)
        pdu.fields.request = request
        pdu.fields.error = error.rawValue
        return pdu
    }

    static func execute(write: Bool) -> PDU {
        var pdu = PDU(ACC_ATT_EXECUTE_WRITE_REQ)
        pdu.fields.flags = write ? 1 : 0
        return pdu
    }

    /// The opcode as a C enum; valid only for decoded packets.
    var opcode: acc_att_opcode { acc_att_opcode(UInt32(fields.opcode)) }

    /// The encoded packet.
    var packet: [UInt8] {
        // opcode and fixed fields take at most 7 bytes; not Array(unsafeUninitializedCapacity:), which
        // looks up the array's type at each call and takes four times as long
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: tail.count + 8) { buffer in
            var out = buffer.mutableSpan
            let count = withUnsafePointer(to: fields) { acc_att_write($0, tail.span, &out) }
            return Array(buffer[..<count])
        }
    }

    /// The bytes of a READ_REQ (Core 5.4, Vol 3, Part F, section 3.4.4.3): opcode, handle.
    static func readRequest(_ handle: UInt16) -> [UInt8] {
        [
            UInt8(ACC_ATT_READ_REQ.rawValue), UInt8(truncatingIfNeeded: handle),
            UInt8(handle >> 8),
        ]
    }

    /// The bytes of the response to a READ_REQ or READ_BLOB_REQ: its opcode plus one, value.
    static func readResponse(to request: UInt8, _ value: ArraySlice<UInt8>) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: value.count + 1) { buffer in
            buffer[0] = request + 1
            let rest = UnsafeMutableBufferPointer(rebasing: buffer[1...])
            _ = rest.initialize(fromContentsOf: value)
            return Array(buffer)
        }
    }

    /// The bytes of a WRITE_CMD (Core 5.4, Vol 3, Part F, section 3.4.5.3): opcode, handle, value.
    static func writeCommand(_ value: ArraySlice<UInt8>, to handle: UInt16) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: value.count + 3) { buffer, count in
            buffer[0] = UInt8(ACC_ATT_WRITE_CMD.rawValue)
            buffer[1] = UInt8(truncatingIfNeeded: handle)
            buffer[2] = UInt8(handle >> 8)
            let rest = UnsafeMutableBufferPointer(rebasing: buffer[3...])
            _ = rest.initialize(fromContentsOf: value)
            count = value.count + 3
        }
    }

    /// The items of a list with a fixed item size.
    var items: [ArraySlice<UInt8>] {
        let size = Int(fields.item_size)
        return stride(from: 0, to: tail.count, by: size).map { tail[$0..<$0 + size] }
    }

    /// The values of a READ_MULTIPLE_VARIABLE_RSP or MULTIPLE_NOTIFICATION packet.
    static func values(in packet: [UInt8]) throws(Malformed) -> [(handle: UInt16, value: [UInt8])] {
        let pdu = try PDU(packet: packet)
        var position = Int(pdu.fields.tail)
        var item = acc_att_item()
        var values: [(handle: UInt16, value: [UInt8])] = []
        while withUnsafePointer(
            to: pdu.fields,
            { acc_att_next_item($0, packet.span, &position, &item) }
        ) {
            values.append(
                (item.handle, Array(packet[Int(item.start)..<Int(item.start) + Int(item.size)]))
            )
        }
        return values
    }
}
