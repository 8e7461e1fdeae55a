internal import CAccessoryDBus
internal import Glibc

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

/// The maximum depth of containers, 64 (D-Bus specification, "Valid Signatures").
private let deepest = 64

extension DBusMessage {
    /// - Throws: `malformed` when the values are inconsistent.
    init(_ message: OpaquePointer) throws(DBusError) {
        var head = acc_dbus_head()
        acc_dbus_read_head(message, &head)
        let text = { (text: UnsafePointer<CChar>?) in text.map { String(cString: $0) } ?? "" }
        switch Int(head.kind) {
        case Int(ACC_DBUS_CALL): kind = .call(wantsReply: head.wants_reply)
        case Int(ACC_DBUS_RETURN): kind = .return(to: head.reply_to)
        case Int(ACC_DBUS_ERROR):
            kind = .error(to: head.reply_to, name: text(head.error), text: text(head.text))
        default: kind = .signal
        }
        sender = text(head.sender)
        path = text(head.path)
        interface = text(head.interface)
        member = text(head.member)
        body = try Self.values(of: message, depth: 0)
    }

    /// Reads to the end of the message or of the open container.
    private static func values(
        of message: OpaquePointer,
        depth: Int
    ) throws(DBusError) -> [DBusValue] {
        guard depth <= deepest else { throw .malformed }
        var values: [DBusValue] = []
        while let item = try next(message), item.type != CChar(ACC_DBUS_CLOSE) {
            values.append(try value(item, of: message, depth: depth))
        }
        return values
    }

    private static func next(_ message: OpaquePointer) throws(DBusError) -> acc_dbus_item? {
        var item = acc_dbus_item()
        let status = acc_dbus_read(message, &item)
        if status < 0 { throw .malformed }
        return status > 0 ? item : nil
    }

    private static func value(
        _ item: acc_dbus_item,
        of message: OpaquePointer,
        depth: Int
    ) throws(DBusError) -> DBusValue {
        let text = { item.text.map { String(cString: $0) } ?? "" }
        let code = UInt8(bitPattern: item.type)
        switch code {
        case UInt8(ACC_DBUS_BYTES):
            return .bytes([UInt8](UnsafeBufferPointer(start: item.bytes, count: item.size)))
        case UInt8(ascii: "s"): return .string(text())
        case UInt8(ascii: "o"): return .path(text())
        case UInt8(ascii: "g"): return .signature(text())
        case UInt8(ascii: "d"): return .double(item.real)
        case UInt8(ascii: "h"):
            return .file(DBusFile(fcntl(CInt(item.number), F_DUPFD_CLOEXEC, 3)))
        case UInt8(ascii: "v"):
            let inside = try values(of: message, depth: depth + 1)
            guard inside.count == 1 else { throw .malformed }
            return .variant(inside[0])
        case UInt8(ascii: "r"), UInt8(ascii: "e"):
            return .structure(try values(of: message, depth: depth + 1))
        case UInt8(ascii: "a"):
            let element = text()
            return list(try values(of: message, depth: depth + 1), of: element)
        default: return number(code, item.number)
        }
    }

    private static func list(_ elements: [DBusValue], of element: String) -> DBusValue {
        guard element.first == "{" else { return .array(elements, of: element) }
        let entries = elements.compactMap { element -> (key: DBusValue, value: DBusValue)? in
            guard case .structure(let pair) = element, pair.count == 2 else { return nil }
            return (pair[0], pair[1])
        }
        return .dictionary(entries, of: String(element.dropFirst().dropLast()))
    }

    private static func number(_ code: UInt8, _ number: Int64) -> DBusValue {
        switch code {
        case UInt8(ascii: "y"): .byte(UInt8(truncatingIfNeeded: number))
        case UInt8(ascii: "b"): .bool(number != 0)
        case UInt8(ascii: "n"): .int16(Int16(truncatingIfNeeded: number))
        case UInt8(ascii: "q"): .uint16(UInt16(truncatingIfNeeded: number))
        case UInt8(ascii: "i"): .int32(Int32(truncatingIfNeeded: number))
        case UInt8(ascii: "u"): .uint32(UInt32(truncatingIfNeeded: number))
        case UInt8(ascii: "x"): .int64(number)
        default: .uint64(UInt64(bitPattern: number))
        }
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
