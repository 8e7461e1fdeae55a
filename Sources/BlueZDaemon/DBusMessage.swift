internal import CAccessoryDBus

/// A received message.
struct DBusMessage: Sendable {
    enum Kind: Sendable {
        case call(wantsReply: Bool)
        case `return`(to: UInt64)
        case error(to: UInt64, name: String, text: String)
        case signal
    }

    let kind: Kind
    /// The sender's unique name.
    let sender: String
    let path: String
    let interface: String
    let member: String
    let body: [DBusValue]
}

extension DBusMessage {
    /// Decodes the whole message.
    ///
    /// - Throws: `malformed` when the values are inconsistent.
    init(_ reader: DBusReader) throws(DBusError) {
        let head = reader.head
        switch Int(head.kind) {
        case Int(ACC_DBUS_CALL): kind = .call(wantsReply: head.wants_reply)
        case Int(ACC_DBUS_RETURN): kind = .return(to: head.reply_to)
        case Int(ACC_DBUS_ERROR):
            kind = .error(
                to: head.reply_to,
                name: DBusReader.text(head.error),
                text: DBusReader.text(head.text)
            )
        default: kind = .signal
        }
        sender = DBusReader.text(head.sender)
        path = DBusReader.text(head.path)
        interface = DBusReader.text(head.interface)
        member = DBusReader.text(head.member)
        body = try reader.values()
    }
}

// MARK: Writing

extension DBusValue {
    /// Appends the value. Returns 0 or a negative errno.
    func write(to message: OpaquePointer) -> CInt {
        switch self {
        case .byte(let value): put(message, Int64(value))
        case .bool(let value): put(message, value ? 1 : 0)
        case .int16(let value): put(message, Int64(value))
        case .uint16(let value): put(message, Int64(value))
        case .int32(let value): put(message, Int64(value))
        case .uint32(let value): put(message, Int64(value))
        case .int64(let value): put(message, value)
        case .uint64(let value): put(message, Int64(bitPattern: value))
        case .double(let value): put(message, 0) { $0.real = value }
        case .string(let text), .path(let text), .signature(let text):
            text.withCString { text in put(message, 0) { $0.text = text } }
        case .file(let file): put(message, Int64(file.number))
        case .bytes(let bytes):
            bytes.withUnsafeBufferPointer { bytes in
                put(message, 0) { item in
                    item.type = CChar(ACC_DBUS_BYTES)
                    item.bytes = bytes.baseAddress
                    item.size = bytes.count
                }
            }
        case .array(let elements, let element):
            contain("a", element, elements, in: message)
        case .dictionary(let entries, let entry):
            contain("a", "{\(entry)}", entries.map { Entry(entry, $0.key, $0.value) }, in: message)
        case .structure(let fields):
            contain("r", fields.map(\.signature).joined(), fields, in: message)
        case .variant(let value): contain("v", value.signature, [value], in: message)
        }
    }

    private func put(
        _ message: OpaquePointer,
        _ number: Int64,
        _ change: (inout acc_dbus_item) -> Void = { _ in }
    ) -> CInt {
        var item = acc_dbus_item()
        item.type = CChar(bitPattern: signature.utf8.first!)
        item.number = number
        change(&item)
        return acc_dbus_write(message, &item)
    }
}

/// The content of a container: values, or a dictionary's entries.
private protocol Writable {
    func write(to message: OpaquePointer) -> CInt
}

extension DBusValue: Writable {}

private struct Entry: Writable {
    let signature: String
    let pair: [DBusValue]

    init(_ signature: String, _ key: DBusValue, _ value: DBusValue) {
        self.signature = signature
        pair = [key, value]
    }

    func write(to message: OpaquePointer) -> CInt { contain("e", signature, pair, in: message) }
}

/// Opens a container, writes its content, and closes it.
private func contain(
    _ type: Unicode.Scalar,
    _ signature: String,
    _ inside: [some Writable],
    in message: OpaquePointer
) -> CInt {
    var item = acc_dbus_item()
    item.type = CChar(type.value)
    var status = signature.withCString { text in
        item.text = text
        return acc_dbus_write(message, &item)
    }
    for value in inside where status >= 0 { status = value.write(to: message) }
    guard status >= 0 else { return status }
    item = acc_dbus_item()
    item.type = CChar(ACC_DBUS_CLOSE)
    return acc_dbus_write(message, &item)
}
