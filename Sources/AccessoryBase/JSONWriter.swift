/// A value that writes itself as JSON.
public protocol JSONWritable {
    /// Writes one value.
    func write(_ json: inout JSONWriter)
}

/// Writes JSON (RFC 8259) byte by byte, for output that is large or frequent: for a reading, an object of a dozen members,
/// Foundation's encoder takes longer than decoding, spooling and publishing together. With `isExact`, output whose names
/// are in alphabetical order equals that of JSONEncoder with sorted keys and without escaped slashes.
public struct JSONWriter: ~Copyable {
    // own memory: an array would check for other owners at each byte
    private var memory: UnsafeMutableBufferPointer<UInt8>
    private var count = 0
    private let isExact: Bool
    /// Whether a value precedes in the open object or array.
    private var needsComma = false

    /// - Parameters:
    ///   - capacity: Bytes to reserve, at least 1.
    ///   - isExact: Whether decimals have the shortest digits that give the same number; otherwise at most six
    ///     decimals, the resolution of the core's values.
    public init(capacity: Int = 512, isExact: Bool = false) {
        memory = .allocate(capacity: max(capacity, 1))
        self.isExact = isExact
    }

    deinit { memory.deallocate() }

    /// What was written.
    public var bytes: [UInt8] { Array(memory[..<count]) }

    /// Writes an object with the members that `body` writes.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        begin()
        enclose("{", body, "}")
    }

    /// Writes an array with the elements that `body` writes.
    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        begin()
        enclose("[", body, "]")
    }

    private mutating func enclose(
        _ open: StaticString,
        _ body: (inout JSONWriter) -> Void,
        _ close: StaticString
    ) {
        append(open)
        needsComma = false
        body(&self)
        append(close)
        needsComma = true
    }

    /// Writes the name of a member, a constant that needs no escaping; its value follows.
    public mutating func name(_ name: StaticString) {
        begin()
        let length = name.utf8CodeUnitCount
        reserve(length + 3)
        put(0x22)
        put(name)
        put(0x22)
        put(0x3A)
        needsComma = false
    }

    /// Writes the name of a member; its value follows.
    public mutating func name(text name: String) {
        value(name)
        append(":")
        needsComma = false
    }

    // MARK: Values

    public mutating func value(_ value: String) {
        begin()
        var value = value
        value.withUTF8 { quote($0) }
    }

    /// Writes a constant that needs no escaping.
    public mutating func value(_ value: StaticString) {
        begin()
        append("\"")
        append(value)
        append("\"")
    }

    public mutating func value(_ value: Bool) {
        begin()
        append(value ? "true" : "false")
    }

    public mutating func value(_ value: some BinaryInteger) {
        begin()
        number(Int(value))
    }

    /// Writes a decimal number, without a fraction if it is whole; null if it is not finite.
    public mutating func value(_ value: Double) {
        guard value.isFinite else { return null() }
        begin()
        // from 1e9 on a sixth decimal is not exact
        guard isExact || value.magnitude >= 1e9 else { return micro(Int((value * 1e6).rounded())) }
        var text = value.description
        text.withUTF8 { digits in
            let isWhole = digits.count > 2 && digits.suffix(2).elementsEqual([0x2E, 0x30])
            append(UnsafeBufferPointer(rebasing: isWhole ? digits.dropLast(2) : digits[...]))
        }
    }

    public mutating func null() {
        begin()
        append("null")
    }

    public mutating func value(_ value: some JSONWritable) { value.write(&self) }

    /// Writes bytes as lower-case hexadecimal digits.
    public mutating func hex(_ value: some Collection<UInt8>) {
        begin()
        reserve(2 * value.count + 2)
        put(0x22)
        for byte in value { put(hexadecimal: byte) }
        put(0x22)
    }

    /// Appends members or values that are already JSON; members without the enclosing braces.
    public mutating func raw(_ written: [UInt8]) {
        guard !written.isEmpty else { return }
        begin()
        written.withUnsafeBufferPointer { append($0) }
    }

    /// Calls `body`, and returns the JSON that it wrote, for `raw`.
    public mutating func recording(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        let start = count + (needsComma ? 1 : 0)
        body(&self)
        return start < count ? Array(memory[start..<count]) : []
    }

    // MARK: Members that may be missing

    public mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        self.name(name)
        self.value(value)
    }

    public mutating func member(_ name: StaticString, _ value: StaticString) {
        self.name(name)
        self.value(value)
    }

    public mutating func member(_ name: StaticString, hex value: some Collection<UInt8>) {
        self.name(name)
        hex(value)
    }

    public mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        self.name(name)
        self.value(value)
    }

    public mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        self.name(name)
        self.value(value)
    }

    public mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
        guard let value else { return }
        self.name(name)
        self.value(value)
    }

    public mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
        guard let value else { return }
        self.name(name)
        self.value(value)
    }

    public mutating func member(_ name: StaticString, _ values: [some JSONWritable]) {
        self.name(name)
        array { json in for value in values { value.write(&json) } }
    }

    public mutating func member(_ name: StaticString, _ values: [String]?) {
        guard let values else { return }
        self.name(name)
        array { json in for value in values { json.value(value) } }
    }

    // MARK: Lines

    public mutating func endLine() {
        append("\n")
        needsComma = false
    }

    /// Removes the content; keeps the memory.
    public mutating func clear() {
        count = 0
        needsComma = false
    }

    // MARK: Bytes

    private mutating func begin() {
        if needsComma { append(",") }
        needsComma = true
    }

    private mutating func append(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        put(text)
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(bytes.count)
        put(bytes)
    }

    private mutating func number(_ value: Int) {
        if value < 0 { append("-") }
        var rest = value.magnitude
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var at = 20
            repeat {
                at -= 1
                digits[at] = UInt8(truncatingIfNeeded: rest % 10) + 0x30
                rest /= 10
            } while rest > 0
            append(UnsafeBufferPointer(rebasing: digits[at...]))
        }
    }

    /// Writes millionths as a decimal number.
    private mutating func micro(_ value: Int) {
        if value < 0 { append("-") }
        let (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        number(Int(whole))
        guard fraction > 0 else { return }
        append(".")
        reserve(6)
        var (left, scale) = (fraction, UInt(100_000))
        while left > 0 {
            put(UInt8(truncatingIfNeeded: left / scale) + 0x30)
            left %= scale
            scale /= 10
        }
    }

    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        // six bytes: the longest escape
        reserve(6 * text.count + 2)
        put(0x22)
        if text.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
            put(text)
        } else {
            for byte in text { put(escaped: byte) }
        }
        put(0x22)
    }

    private mutating func put(escaped byte: UInt8) {
        switch byte {
        case 0x22, 0x5C:
            put(0x5C)
            put(byte)
        case 0x08: put("\\b")
        case 0x09: put("\\t")
        case 0x0A: put("\\n")
        case 0x0C: put("\\f")
        case 0x0D: put("\\r")
        case ..<0x20:
            put("\\u00")
            put(hexadecimal: byte)
        default: put(byte)
        }
    }

    // MARK: Memory

    /// Reserves memory for the next bytes of `put`.
    private mutating func reserve(_ size: Int) {
        if memory.count - count < size { grow(size) }
    }

    private mutating func grow(_ size: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: max(2 * memory.count, count + size)
        )
        _ = larger.update(fromContentsOf: memory[..<count])
        memory.deallocate()
        memory = larger
    }

    private mutating func put(_ byte: UInt8) {
        memory[count] = byte
        count += 1
    }

    private mutating func put(hexadecimal byte: UInt8) {
        put(Self.digit(byte >> 4))
        put(Self.digit(byte & 15))
    }

    private mutating func put(_ text: StaticString) {
        put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        (memory.baseAddress! + count).update(from: start, count: bytes.count)
        count += bytes.count
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
