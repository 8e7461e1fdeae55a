internal import CAccessoryDBus
internal import Glibc

/// Reads a received message in place, item by item. Valid as long as the message.
struct DBusReader {
    let head: acc_dbus_head
    private let message: OpaquePointer

    /// The maximum depth of containers, 64 (D-Bus specification, "Valid Signatures").
    private static let deepest = 64

    init(_ message: OpaquePointer) {
        self.message = message
        var head = acc_dbus_head()
        acc_dbus_read_head(message, &head)
        self.head = head
    }

    /// A text of the message; empty if null.
    static func text(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }

    /// Whether a text of the message is equal to `other`, without a copy of either.
    static func isEqual(_ text: UnsafePointer<CChar>?, _ other: String) -> Bool {
        text.map { strcmp($0, other) == 0 } ?? false
    }

    /// Whether the message is a signal of changed properties.
    var isChange: Bool {
        Int(head.kind) == Int(ACC_DBUS_SIGNAL) && Self.isEqual(head.member, "PropertiesChanged")
    }

    // MARK: Items

    /// The next item; nil at the end of the message.
    func next() throws(DBusError) -> acc_dbus_item? {
        var item = acc_dbus_item()
        let status = acc_dbus_read(message, &item)
        if status < 0 { throw .malformed }
        return status > 0 ? item : nil
    }

    /// Reads to the end of the open container.
    func skip() throws(DBusError) {
        var depth = 1
        while depth > 0, let item = try next() {
            if item.type == CChar(ACC_DBUS_CLOSE) { depth -= 1 }
            if Self.opens(item) { depth += 1 }
        }
    }

    /// Whether an item opens a container.
    private static func opens(_ item: acc_dbus_item) -> Bool {
        switch UInt8(bitPattern: item.type) {
        case UInt8(ascii: "a"), UInt8(ascii: "v"), UInt8(ascii: "r"), UInt8(ascii: "e"): true
        default: false
        }
    }

    func rewind() { acc_dbus_rewind(message) }

    // MARK: Properties

    /// A value of an open dictionary of properties.
    enum Property {
        /// A basic value or bytes.
        case item(acc_dbus_item)
        /// An open variant with a container of this signature. The container's items follow, then two closing
        /// items.
        case container(UnsafePointer<CChar>?)
    }

    /// Reads the next property of the open dictionary. At its end, closes the dictionary and returns nil.
    func nextProperty() throws(DBusError) -> (name: UnsafePointer<CChar>, value: Property)? {
        var name: UnsafePointer<CChar>?
        var item = acc_dbus_item()
        let status = acc_dbus_read_property(message, &name, &item)
        if status < 0 { throw .malformed }
        guard status > 0, let name else { return nil }
        let isOpen = UInt8(bitPattern: item.type) == UInt8(ascii: "v")
        return (name, isOpen ? .container(item.text) : .item(item))
    }

    // MARK: Known types

    /// Opens a container of a known type. Returns false at the end of the open array.
    func enter(_ type: Unicode.Scalar, _ contents: String) throws(DBusError) -> Bool {
        let status = acc_dbus_enter(message, CChar(type.value), contents)
        if status < 0 { throw .malformed }
        return status > 0
    }

    /// Closes a container that was read to its end.
    func leave() throws(DBusError) {
        if acc_dbus_leave(message) < 0 { throw .malformed }
    }

    /// Reads a basic value of a known type; nil at the end of the open array.
    func read(_ type: Unicode.Scalar) throws(DBusError) -> acc_dbus_item? {
        var item = acc_dbus_item()
        let status = acc_dbus_read_basic(message, CChar(type.value), &item)
        if status < 0 { throw .malformed }
        return status > 0 ? item : nil
    }

    /// Reads a variant of bytes; nil if it contains another type.
    func readBytes() throws(DBusError) -> [UInt8]? {
        let status = acc_dbus_enter(message, CChar(UInt8(ascii: "v")), "ay")
        if status == -ENXIO {
            if acc_dbus_skip(message, "v") < 0 { throw .malformed }
            return nil
        }
        var item = acc_dbus_item()
        guard status > 0, acc_dbus_read_basic(message, CChar(ACC_DBUS_BYTES), &item) > 0 else {
            throw .malformed
        }
        try leave()
        return [UInt8](UnsafeBufferPointer(start: item.bytes, count: item.size))
    }

    // MARK: Values

    /// Reads the values up to the end of the message or of the open container.
    func values(depth: Int = 0) throws(DBusError) -> [DBusValue] {
        guard depth <= Self.deepest else { throw .malformed }
        var values: [DBusValue] = []
        while let item = try next(), item.type != CChar(ACC_DBUS_CLOSE) {
            values.append(try value(item, depth: depth))
        }
        return values
    }

    /// The value of an item: a basic value, or the container that the item opens.
    func value(_ item: acc_dbus_item, depth: Int = 0) throws(DBusError) -> DBusValue {
        let code = UInt8(bitPattern: item.type)
        switch code {
        case UInt8(ACC_DBUS_BYTES):
            return .bytes([UInt8](UnsafeBufferPointer(start: item.bytes, count: item.size)))
        case UInt8(ascii: "s"): return .string(Self.text(item.text))
        case UInt8(ascii: "o"): return .path(Self.text(item.text))
        case UInt8(ascii: "g"): return .signature(Self.text(item.text))
        case UInt8(ascii: "d"): return .double(item.real)
        case UInt8(ascii: "h"):
            return .file(DBusFile(fcntl(CInt(item.number), F_DUPFD_CLOEXEC, 3)))
        case UInt8(ascii: "v"):
            let inside = try values(depth: depth + 1)
            guard inside.count == 1 else { throw .malformed }
            return .variant(inside[0])
        case UInt8(ascii: "r"), UInt8(ascii: "e"):
            return .structure(try values(depth: depth + 1))
        case UInt8(ascii: "a"):
            let element = Self.text(item.text)
            return Self.list(try values(depth: depth + 1), of: element)
        default: return Self.number(code, item.number)
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
