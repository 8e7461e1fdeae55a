/// The positions of syntax errors and values in JSON (RFC 8259), which Foundation's decoder does not report.
public struct JSONSyntax {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private var numbers: [Range<Int>] = []

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: LineSplitter.byteOrderMark) {
            position = LineSplitter.byteOrderMark.count
        }
    }

    /// The position of the first invalid byte as "line 3, column 5", counted from 1; nil if there
    /// is none.
    public static func fault(in bytes: [UInt8]) -> String? {
        var syntax = JSONSyntax(bytes)
        if syntax.readValue(), syntax.skipSpace(), syntax.next == nil { return nil }
        return syntax.place(of: syntax.position)
    }

    /// The first number that does not fit the type which its place needs, such as "the number 70000 at line 3, column 5", in valid
    /// JSON; nil if it is not a number that is refused.
    ///
    /// - Parameter isRefused: Whether the decoder refuses these bytes for a number.
    static func unfitNumber(in bytes: [UInt8], isRefused: ([UInt8]) -> Bool) -> String? {
        var syntax = JSONSyntax(bytes)
        guard syntax.readValue() else { return nil }
        // one of up to two digits fits each type
        let doubtful = syntax.numbers.filter {
            $0.count > 2 || bytes[$0.lowerBound] == UInt8(ascii: "-")
        }
        var rest = bytes
        for number in doubtful.suffix(1000).reversed() {
            // JSON allows spaces there
            rest.replaceSubrange(
                number,
                with: [UInt8(ascii: "1")] + Array(repeating: 0x20, count: number.count - 1)
            )
            guard !isRefused(rest) else { continue }
            return syntax.describe(number)
        }
        return nil
    }

    /// The position of the value at a path of keys and indices, as "line 3, column 5", and its text; nil if there is none.
    public static func value(at path: some Sequence<String>, in bytes: [UInt8]) -> (
        position: String, text: String
    )? {
        var syntax = JSONSyntax(bytes)
        for step in path {
            guard syntax.enter(step) else { return nil }
        }
        _ = syntax.skipSpace()
        let start = syntax.position
        guard syntax.readValue() else { return nil }
        return (
            syntax.place(of: start), String(decoding: bytes[start..<syntax.position], as: UTF8.self)
        )
    }

    /// The position of the value at a path; of the last one there, if it has no such value.
    public static func position(of path: [String], in bytes: [UInt8]) -> String? {
        (0...path.count).reversed().lazy.compactMap {
            value(at: path.prefix($0), in: bytes)?.position
        }.first
    }

    /// The first number that no floating-point number expresses, such as "the number 1e999 at line 3, column 5"; nil if
    /// there is none.
    public static func infinity(in bytes: [UInt8]) -> String? {
        var syntax = JSONSyntax(bytes)
        guard syntax.readValue() else { return nil }
        let number = syntax.numbers.first {
            Double(String(decoding: bytes[$0], as: UTF8.self))?.isFinite == false
        }
        return number.map(syntax.describe)
    }

    /// Moves to a value in the list or object that begins here. A key with escapes is not found.
    private mutating func enter(_ step: String) -> Bool {
        _ = skipSpace()
        let isObject = next == UInt8(ascii: "{")
        guard isObject || next == UInt8(ascii: "[") else { return false }
        var index = 0
        repeat {
            position += 1
            _ = skipSpace()
            if isObject {
                let key = position
                guard readString() else { return false }
                let isFound = bytes[key..<position].elementsEqual("\"\(step)\"".utf8)
                guard skipSpace(), skip(":") else { return false }
                if isFound { return true }
            } else if index == Int(step) {
                return true
            }
            guard readValue(), skipSpace() else { return false }
            index += 1
        } while next == UInt8(ascii: ",")
        return false
    }

    private func describe(_ number: Range<Int>) -> String {
        let text = String(decoding: bytes[number].prefix(40), as: UTF8.self)
        return "the number \(text) at \(place(of: number.lowerBound))"
    }

    private func place(of position: Int) -> String {
        var before = LineSplitter()
        var line = 1
        before.add(bytes.prefix(position)) { _ in line += 1 }
        let column = (before.finish()?.unicodeScalars.count ?? 0) + 1
        return "line \(line), column \(column)"
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() -> Bool {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
        return true
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        for byte in wanted {
            guard next == byte else { return false }
            position += 1
        }
        return true
    }

    private mutating func readValue() -> Bool {
        _ = skipSpace()
        // the decoder's own limit
        guard depth < 512 else { return false }
        depth += 1
        defer { depth -= 1 }
        switch next {
        case UInt8(ascii: "{"): return readList(until: "}") { $0.readMember() }
        case UInt8(ascii: "["): return readList(until: "]") { $0.readValue() }
        case UInt8(ascii: "\""): return readString()
        case UInt8(ascii: "t"): return skip("true")
        case UInt8(ascii: "f"): return skip("false")
        case UInt8(ascii: "n"): return skip("null")
        default: return readNumber()
        }
    }

    private mutating func readList(
        until end: StaticString,
        _ item: (inout JSONSyntax) -> Bool
    ) -> Bool {
        position += 1
        _ = skipSpace()
        if skip(end) { return true }
        repeat {
            guard item(&self), skipSpace() else { return false }
        } while skip(",")
        return skip(end)
    }

    private mutating func readMember() -> Bool {
        skipSpace() && readString() && skipSpace() && skip(":") && readValue()
    }

    private mutating func readString() -> Bool {
        guard skip("\"") else { return false }
        while let byte = next, byte >= 0x20 {
            position += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\") { position += 1 }
        }
        return false
    }

    /// RFC 8259, section 6.
    private mutating func readNumber() -> Bool {
        let start = position
        _ = skip("-")
        guard skip("0") || readDigits() else { return false }
        if skip("."), !readDigits() { return false }
        if skip("e") || skip("E") {
            _ = skip("+") || skip("-")
            guard readDigits() else { return false }
        }
        numbers.append(start..<position)
        return true
    }

    private mutating func readDigits() -> Bool {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }
}
