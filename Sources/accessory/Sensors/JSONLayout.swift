/// The layout of a file of sensor formats: one line for each field, one for each other key of a format. Words, numbers and
/// the order of keys stay as they were written.
struct JSONLayout {
    private indirect enum Node {
        /// A text, a number or a word, as it was written.
        case scalar(String)
        case list([Node])
        case object([(key: String, value: Node)])

        /// Whether it has fields of formats, each with a quantity.
        var hasFields: Bool {
            switch self {
            case .scalar: false
            case .list(let items): items.contains { $0.isField || $0.hasFields }
            case .object(let pairs): !isField && pairs.contains { $0.value.hasFields }
            }
        }

        private var isField: Bool {
            guard case .object(let pairs) = self else { return false }
            return pairs.contains { $0.key == "\"quantity\"" }
        }

        /// The text on one line.
        var line: String {
            switch self {
            case .scalar(let text): text
            case .list(let items): "[\(items.map(\.line).joined(separator: ", "))]"
            case .object(let pairs):
                "{\(pairs.map { "\($0.key): \($0.value.line)" }.joined(separator: ", "))}"
            }
        }

        /// The text with one line for each field.
        func text(_ indent: String) -> String {
            let inner = indent + "  "
            switch self {
            case _ where !hasFields: return line
            case .scalar(let text): return text
            case .list(let items):
                let lines = items.map { "\(inner)\($0.text(inner))" }
                return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
            case .object(let pairs):
                // what names the format is on its first line
                let names = pairs.prefix { Self.names.contains($0.key) }
                let head = names.map { "\($0.key): \($0.value.line)" }.joined(separator: ", ")
                let rest = pairs.dropFirst(names.count).map { "\($0.key): \($0.value.text(inner))" }
                let lines = (head.isEmpty ? [] : [head]) + rest
                return "{\(lines.joined(separator: ",\n\(inner)"))}"
            }
        }

        private static let names = ["id", "brand", "name", "models"].map { "\"\($0)\"" }
    }

    private static let skipped: [UInt8] = Array(" \t\r\n,:".utf8) + [0xEF, 0xBB, 0xBF]
    private static let ends = Array(" \t\r\n,:]}".utf8)

    private let bytes: [UInt8]
    private var at = 0
    private var root = Node.list([])

    /// The file laid out.
    var text: String {
        guard case .list(let formats) = root else { return root.line + "\n" }
        return "[\n\(formats.map { "  \($0.text("  "))" }.joined(separator: ",\n"))\n]\n"
    }

    /// Reads valid JSON.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        root = node()
    }

    /// Skips white space, separators and a byte-order mark; returns the next byte, or 0 at the end.
    private mutating func next() -> UInt8 {
        while at < bytes.count, Self.skipped.contains(bytes[at]) { at += 1 }
        return at < bytes.count ? bytes[at] : 0
    }

    private mutating func node() -> Node {
        switch next() {
        case UInt8(ascii: "["):
            at += 1
            var items: [Node] = []
            while next() != UInt8(ascii: "]"), at < bytes.count { items.append(node()) }
            at += 1
            return .list(items)
        case UInt8(ascii: "{"):
            at += 1
            var pairs: [(key: String, value: Node)] = []
            while next() != UInt8(ascii: "}"), at < bytes.count { pairs.append((word(), node())) }
            at += 1
            return .object(pairs)
        default: return .scalar(word())
        }
    }

    /// A text with its quotation marks, a number or a word.
    private mutating func word() -> String {
        _ = next()
        let start = at
        if at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
            at += 1
            while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
                at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
            }
            at += 1
        } else {
            while at < bytes.count, !Self.ends.contains(bytes[at]) { at += 1 }
        }
        at = min(at, bytes.count)
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }
}
