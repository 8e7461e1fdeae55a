internal import Glibc

/// File names as text, also those that are not UTF-8. Linux allows any bytes in a name but 0 and `/`; a Swift `String`
/// replaces the bytes that are not UTF-8, and then names no file.
///
/// In a name made by ``text(_:)``, such a byte is the character U+10FF00 + byte of the last private-use plane.
/// ``bytes(_:)`` returns the bytes of the name. Paths that this SDK takes as `String` may contain such characters.
public enum FileName {
    /// The first of 128 characters, for the byte 0x80.
    private static let first: UInt32 = 0x10FF80
    private static let escapes = first...0x10FFFF

    /// The process's arguments, whose file names may have any bytes.
    public static var arguments: [String] {
        (0..<Int(CommandLine.argc)).compactMap { number in
            CommandLine.unsafeArgv[number].map {
                text(UnsafeBufferPointer(start: $0, count: strlen($0)))
            }
        }
    }

    /// The text of a name.
    public static func text(_ bytes: some Collection<CChar>) -> String {
        let bytes = bytes.map { UInt8(bitPattern: $0) }
        if let text = String(validating: bytes, as: UTF8.self), !hasEscapes(text) { return text }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let byte = rest.first {
            var decoder = UTF8()
            var iterator = rest.makeIterator()
            // a character of the escapes is escaped, too, so that every text has only one name
            if case .scalarValue(let scalar) = decoder.decode(&iterator),
                !escapes.contains(scalar.value)
            {
                text.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                text.append(Unicode.Scalar(first - 0x80 + UInt32(byte))!)
                rest.removeFirst()
            }
        }
        return String(text)
    }

    /// The bytes of a name, with a zero at the end, for system calls.
    public static func bytes(_ text: String) -> [CChar] {
        guard hasEscapes(text) else { return Array(text.utf8CString) }
        let bytes = text.unicodeScalars.flatMap { scalar in
            escapes.contains(scalar.value)
                ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(UTF8.encode(scalar)!)
        }
        return (bytes + [0]).map { CChar(bitPattern: $0) }
    }

    /// The text with U+FFFD in place of each byte that is not UTF-8, for messages.
    public static func printable(_ text: String) -> String {
        guard hasEscapes(text) else { return text }
        let scalars = text.unicodeScalars.map { escapes.contains($0.value) ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func hasEscapes(_ text: String) -> Bool {
        // the first byte of U+100000 and above
        text.utf8.contains(0xF4) && text.unicodeScalars.contains { escapes.contains($0.value) }
    }
}
