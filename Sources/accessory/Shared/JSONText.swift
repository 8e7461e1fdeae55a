/// A value that writes itself as JSON, with keys in alphabetical order.
protocol JSONWritable {
    func write(_ json: inout JSONText)
}

/// A byte-by-byte JSON writer for large output. Its output equals that of JSONEncoder with sorted
/// keys and without escaped slashes.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    /// Whether a value precedes in the open object or list.
    private var needsComma = false

    /// Writes an object with the members that `body` writes.
    mutating func object(_ body: (inout JSONText) -> Void) {
        begin()
        enclose("{", body, "}")
    }

    /// Writes a list with the elements that `body` writes.
    mutating func list(_ body: (inout JSONText) -> Void) {
        begin()
        enclose("[", body, "]")
    }

    private mutating func enclose(
        _ open: StaticString,
        _ body: (inout JSONText) -> Void,
        _ close: StaticString
    ) {
        append(open)
        needsComma = false
        body(&self)
        append(close)
        needsComma = true
    }

    /// Writes the name of a member; its value follows.
    mutating func key(_ name: StaticString) {
        begin()
        append("\"")
        append(name)
        append("\":")
        needsComma = false
    }

    // MARK: Values

    mutating func value(_ value: String) {
        begin()
        var value = value
        value.withUTF8 { quote($0) }
    }

    mutating func value(_ value: Bool) {
        begin()
        append(value ? "true" : "false")
    }

    mutating func value(_ value: some BinaryInteger) {
        begin()
        number(Int(value))
    }

    /// Writes the shortest digits that give the same number: 3, not 3.0.
    mutating func value(_ value: Double) {
        begin()
        var text = value.description
        text.withUTF8 { digits in
            let isWhole = digits.count > 2 && digits.suffix(2).elementsEqual([0x2E, 0x30])
            bytes.append(contentsOf: isWhole ? digits.dropLast(2) : digits[...])
        }
    }

    mutating func value(_ value: some JSONWritable) { value.write(&self) }

    /// Writes bytes as lower-case hexadecimal digits.
    mutating func hexadecimal(_ value: some Sequence<UInt8>) {
        begin()
        append("\"")
        for byte in value {
            bytes.append(Self.digit(byte >> 4))
            bytes.append(Self.digit(byte & 15))
        }
        append("\"")
    }

    /// Appends members or values that were written before, without the enclosing braces.
    mutating func fragment(_ written: [UInt8]) {
        guard !written.isEmpty else { return }
        begin()
        bytes.append(contentsOf: written)
    }

    // MARK: Members that may be missing

    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        self.value(value)
    }

    mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        key(name)
        self.value(value)
    }

    mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        key(name)
        self.value(value)
    }

    mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
        guard let value else { return }
        key(name)
        self.value(value)
    }

    mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
        guard let value else { return }
        key(name)
        self.value(value)
    }

    mutating func member(named name: String, _ value: String) {
        self.value(name)
        bytes.append(0x3A)
        needsComma = false
        self.value(value)
    }

    mutating func member(_ name: StaticString, _ values: [some JSONWritable]) {
        key(name)
        list { json in for value in values { value.write(&json) } }
    }

    mutating func member(_ name: StaticString, _ values: [String]?) {
        guard let values else { return }
        key(name)
        list { json in for value in values { json.value(value) } }
    }

    // MARK: Lines

    mutating func endLine() {
        bytes.append(0x0A)
        needsComma = false
    }

    /// Removes the content; keeps the memory.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    // MARK: Bytes

    private mutating func begin() {
        if needsComma { bytes.append(0x2C) }
        needsComma = true
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }

    private mutating func number(_ value: Int) {
        if value < 0 { bytes.append(0x2D) }
        var rest = value.magnitude
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var at = 20
            repeat {
                at -= 1
                digits[at] = UInt8(truncatingIfNeeded: rest % 10) + 0x30
                rest /= 10
            } while rest > 0
            bytes.append(contentsOf: digits[at...])
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(0x22)
        for byte in text {
            switch byte {
            case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
            case 0x08: append("\\b")
            case 0x09: append("\\t")
            case 0x0A: append("\\n")
            case 0x0C: append("\\f")
            case 0x0D: append("\\r")
            case ..<0x20:
                append("\\u00")
                bytes.append(Self.digit(byte >> 4))
                bytes.append(Self.digit(byte & 15))
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }
}
