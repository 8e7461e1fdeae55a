/// A hand-written JSON encoder. For a reading, an object of a dozen members, Foundation's encoder
/// takes longer than decoding, spooling and publishing together.
public struct JSONWriter {
    /// The JSON so far.
    public private(set) var bytes: [UInt8] = []
    /// Whether a value precedes in the same object or array.
    private var needsComma = false

    public init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    /// Writes an object with the members that the closure writes.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        nest(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes an array with the elements that the closure writes.
    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        nest(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    /// Writes a member's name; its value must follow.
    public mutating func name(_ name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    public mutating func member(_ name: String, _ text: String) {
        self.name(name)
        value(text)
    }

    public mutating func member(_ name: String, _ number: Int) {
        self.name(name)
        value(number)
    }

    public mutating func member(_ name: String, _ number: Double) {
        self.name(name)
        value(number)
    }

    public mutating func member(_ name: String, _ flag: Bool) {
        self.name(name)
        value(flag)
    }

    public mutating func value(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            if utf8.allSatisfy({
                $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
            ) {
                bytes.append(contentsOf: utf8)
            } else {
                for byte in utf8 { escape(byte) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func value(_ number: Int) {
        separate()
        append(number)
    }

    /// Writes at most six decimals, the resolution of the core's values. Null if not finite.
    public mutating func value(_ number: Double) {
        separate()
        // from here on a sixth decimal is not exact
        guard number.magnitude < 1e9 else {
            bytes.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
            return
        }
        let micro = Int((number * 1e6).rounded())
        if micro < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, fraction) = micro.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        append(Int(whole))
        if fraction > 0 { append(fraction: fraction) }
    }

    public mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes bytes as lower-case hexadecimal digits.
    public mutating func hex(_ data: some Sequence<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in data {
            bytes.append(Self.digit(byte >> 4))
            bytes.append(Self.digit(byte & 15))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a value that is already JSON.
    public mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    private mutating func nest(
        _ open: UInt8,
        _ close: UInt8,
        _ content: (inout JSONWriter) -> Void
    ) {
        separate()
        bytes.append(open)
        needsComma = false
        content(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func append(_ number: Int) {
        if (0..<10).contains(number) {
            bytes.append(UInt8(ascii: "0") + UInt8(number))
            return
        }
        var (left, start) = (number.magnitude, bytes.count)
        if number < 0 {
            bytes.append(UInt8(ascii: "-"))
            start += 1
        }
        while left > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(left % 10))
            left /= 10
        }
        bytes[start...].reverse()
    }

    /// - Parameter fraction: Millionths, 1 to 999999.
    private mutating func append(fraction: UInt) {
        bytes.append(UInt8(ascii: "."))
        var (left, scale) = (fraction, UInt(100_000))
        while left > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(left / scale))
            left %= scale
            scale /= 10
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0..<0x20:
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(Self.digit(byte >> 4))
            bytes.append(Self.digit(byte & 15))
        default: bytes.append(byte)
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
