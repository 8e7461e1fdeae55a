/// Reads the fields of a Protocol Buffers message in order. Written by hand: the API's messages are
/// thirty flat structs, and a generated codec would add a dependency and a compiler for this module
/// only.
struct ProtobufReader {
    enum Value: Equatable {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    private let bytes: ArraySlice<UInt8>
    private var at: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        at = bytes.startIndex
    }

    /// The next field; nil at the end.
    ///
    /// - Throws: `malformed` if the message is truncated or has an invalid field.
    mutating func next() throws(ProtobufError) -> (field: UInt64, value: Value)? {
        guard at < bytes.endIndex else { return nil }
        let tag = try number()
        guard tag >> 3 > 0 else { throw .malformed }
        switch tag & 7 {
        case 0: return (tag >> 3, .number(try number()))
        case 1: return (tag >> 3, .bytes(try take(8)))
        case 2:
            let count = try number()
            guard count <= UInt64(bytes.count) else { throw .malformed }
            return (tag >> 3, .bytes(try take(Int(count))))
        case 5: return (tag >> 3, .bytes(try take(4)))
        default: throw .malformed
        }
    }

    private mutating func take(_ count: Int) throws(ProtobufError) -> ArraySlice<UInt8> {
        guard bytes.endIndex - at >= count else { throw .malformed }
        defer { at += count }
        return bytes[at..<at + count]
    }

    private mutating func number() throws(ProtobufError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard at < bytes.endIndex else { throw .malformed }
            let byte = bytes[at]
            at += 1
            // drops bits of the tenth byte beyond 64, as other decoders do
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw .malformed
    }
}

enum ProtobufError: Error, Equatable {
    /// The bytes are not a Protocol Buffers message.
    case malformed
}
