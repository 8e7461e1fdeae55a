internal import AccessoryBase
internal import BluetoothLE

/// Lines of hexadecimal digits.
enum HexText {
    /// Parses the bytes of a line; nil for an empty line.
    ///
    /// - Parameter mayHaveComment: Ignores text after `#`, and text after the digits that starts
    ///   with a word that is not hexadecimal.
    static func bytes(
        _ line: String,
        name: String,
        mayHaveComment: Bool = false
    ) throws -> [UInt8]? {
        let text = mayHaveComment ? line.prefix { $0 != "#" } : line[...]
        var digits: [UInt8] = []
        for word in text.split(whereSeparator: { $0.isWhitespace || $0 == ":" }) {
            let word = word.hasPrefix("0x") ? word.dropFirst(2) : word
            guard word.utf8.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }) else {
                if mayHaveComment, !digits.isEmpty { break }
                throw Failure(
                    .badInput,
                    "\(name) is not hexadecimal: '\(word)'",
                    nextStep: "give pairs of the digits 0-9 and a-f"
                )
            }
            digits += word.utf8
        }
        guard digits.count % 2 == 0 else {
            throw Failure(
                .badInput,
                "\(name) has an odd number of hexadecimal digits (\(digits.count))",
                nextStep: "give two digits for each byte"
            )
        }
        guard !digits.isEmpty else { return nil }
        return Hexadecimal.bytes(String(decoding: digits, as: UTF8.self))
    }

    /// Lower-case digits.
    static func text(_ bytes: some Collection<UInt8>) -> String { Hexadecimal.text(bytes) }

    /// The text that a value appears to contain: UTF-8, not empty, without control characters; nil
    /// for other bytes. Ignores a zero at the end.
    static func words(_ bytes: [UInt8]) -> String? {
        let bytes = bytes.last == 0 ? bytes.dropLast() : bytes[...]
        guard bytes.count > 1, let text = String(validating: bytes, as: UTF8.self),
            text.printable == text
        else { return nil }
        return text
    }

    /// `0x0003`
    static func handle(_ handle: UInt16) -> String {
        "0x" + text([UInt8(handle >> 8), UInt8(truncatingIfNeeded: handle)])
    }
}
