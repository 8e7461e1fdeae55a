internal import AccessoryBase

/// Finds the position of a syntax error in JSON (RFC 8259), which the decoder does not report.
struct JSONSyntax {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private var numbers: [Range<Int>] = []

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The position of the first invalid byte as "line 3, column 5", counted from 1; nil if there
    /// is none.
    static func fault(in bytes: [UInt8]) -> String? {
        var syntax = JSONSyntax(bytes)
        if bytes.starts(with: LineSplitter.byteOrderMark) {
            syntax.position = LineSplitter.byteOrderMark.count
        }
        if syntax.readValue(), syntax.skipSpace(), syntax.next == nil { return nil }
        return syntax.place(of: syntax.position)
    }

    /// The first number that does not fit the type which its place needs, such as "the number 70000 at line 3, column 5", in valid
    /// JSON; nil if it is not a number that is refused.
    ///
    /// - Parameter isRefused: Whether the decoder refuses these bytes for a number.
    static func unfitNumber(in bytes: [UInt8], isRefused: ([UInt8]) -> Bool) -> String? {
        var syntax = JSONSyntax(bytes)
        if bytes.starts(with: LineSplitter.byteOrderMark) {
            syntax.position = LineSplitter.byteOrderMark.count
        }
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
            let text = String(decoding: bytes[number].prefix(40), as: UTF8.self)
            return "the number \(text) at \(syntax.place(of: number.lowerBound))"
        }
        return nil
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
