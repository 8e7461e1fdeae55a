internal import Glibc
internal import Synchronization

/// A value on the bus (D-Bus specification, "Type System").
indirect enum DBusValue: Sendable {
    case byte(UInt8)
    case bool(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case path(String)
    case signature(String)
    case file(DBusFile)
    case bytes([UInt8])
    /// - Parameter of: The signature of each element.
    case array([DBusValue], of: String)
    /// - Parameter of: The signature of each entry, without its braces.
    case dictionary([(key: DBusValue, value: DBusValue)], of: String)
    case structure([DBusValue])
    case variant(DBusValue)
}

/// A file descriptor received in a message. Closes it at the end of its life unless `take` was called.
final class DBusFile: Sendable {
    private let file: Mutex<CInt>

    /// - Parameter file: Owned.
    init(_ file: CInt) {
        self.file = Mutex(file)
    }

    deinit {
        let rest = take()
        if rest >= 0 { close(rest) }
    }

    /// Returns the descriptor, which the caller then owns; -1 if it was already taken.
    func take() -> CInt {
        file.withLock { file in
            defer { file = -1 }
            return file
        }
    }

    /// The descriptor; -1 once taken.
    var number: CInt { file.withLock { $0 } }
}

extension DBusValue {
    /// The D-Bus type signature.
    var signature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .file: "h"
        case .bytes: "ay"
        case .array(_, let of): "a\(of)"
        case .dictionary(_, let of): "a{\(of)}"
        case .structure(let fields): "(\(fields.map(\.signature).joined()))"
        case .variant: "v"
        }
    }

    /// An `a{sv}` dictionary, for properties and options.
    static func properties(_ values: KeyValuePairs<String, DBusValue>) -> DBusValue {
        properties(values.map { ($0.key, $0.value) })
    }

    static func properties(_ values: [(String, DBusValue)]) -> DBusValue {
        .dictionary(values.map { (.string($0.0), .variant($0.1)) }, of: "sv")
    }

    static func strings(_ values: [String]) -> DBusValue {
        .array(values.map(Self.string), of: "s")
    }
}

// MARK: Reading

extension DBusValue {
    /// The content of a variant, or the value itself.
    var content: DBusValue {
        if case .variant(let value) = self { return value.content }
        return self
    }

    var text: String? {
        switch content {
        case .string(let text), .path(let text), .signature(let text): text
        default: nil
        }
    }

    var isOn: Bool? {
        if case .bool(let isOn) = content { return isOn }
        return nil
    }

    /// The value of any integer type.
    var number: Int? {
        switch content {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(exactly: value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    var bytes: [UInt8]? {
        if case .bytes(let bytes) = content { return bytes }
        return nil
    }

    var elements: [DBusValue]? {
        if case .array(let elements, _) = content { return elements }
        return nil
    }

    var entries: [(key: DBusValue, value: DBusValue)]? {
        if case .dictionary(let entries, _) = content { return entries }
        return nil
    }

    var file: DBusFile? {
        if case .file(let file) = content { return file }
        return nil
    }
}
