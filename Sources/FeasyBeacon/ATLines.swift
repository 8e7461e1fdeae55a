/// A line of a module's answer to an AT command.
enum ATLine: Equatable {
    /// The module has opened its AT engine.
    case opened
    case ok
    case error
    /// A value: `+NAME=value`.
    case value(name: String, value: String)
    /// Any other line.
    case other(String)
}

/// Splits the received bytes into lines. Control characters are dropped.
struct ATLineReader: Sendable {
    private var line: [UInt8] = []
    private var isTooLong = false

    /// Longest line in bytes. An advertisement of 255 bytes needs 510 hexadecimal digits and a prefix.
    static let limit = 1024

    mutating func push(_ bytes: some Sequence<UInt8>) -> [ATLine] {
        var lines: [ATLine] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                if !line.isEmpty && !isTooLong { lines.append(Self.read(line)) }
                line = []
                isTooLong = false
            case 0x20...0x7E, 0x80...:
                if line.count < Self.limit { line.append(byte) } else { isTooLong = true }
            default: break
            }
        }
        return lines
    }

    /// Removes and returns text without a line end. Some modules answer the opening of the engine without
    /// one.
    mutating func takeRest() -> ATLine? {
        guard !line.isEmpty, !isTooLong else { return nil }
        defer { line = [] }
        return Self.read(line)
    }

    /// Whether a line has begun.
    var isInLine: Bool { !line.isEmpty }

    var rest: String { String(decoding: line, as: UTF8.self) }

    private static func read(_ line: [UInt8]) -> ATLine {
        let text = String(decoding: line, as: UTF8.self)
        if text == "OK" { return .ok }
        if text.hasPrefix("ERR") { return .error }
        if text.contains("Opened") { return .opened }
        guard text.hasPrefix("+"), let equals = text.firstIndex(of: "=") else {
            return .other(text)
        }
        return .value(
            name: String(text[text.index(after: text.startIndex)..<equals]),
            value: String(text[text.index(after: equals)...])
        )
    }
}
