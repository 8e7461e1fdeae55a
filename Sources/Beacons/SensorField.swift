internal import AccessoryBase

/// The type of a field's raw number.
enum SensorFieldType: Hashable, Sendable {
    case integer(size: Int, isSigned: Bool, isBigEndian: Bool)
    case bit(UInt8)
    case bits(count: UInt8, isSigned: Bool)
    case constant
    case halfByte
    /// Decimal digits as text, and text; with their number of bytes.
    case decimal(UInt8)
    case text(UInt8)
    case float(isBigEndian: Bool)
}

/// One value of a format.
struct SensorField: Sendable, Hashable {
    /// The position in the definition, for messages.
    let position: String
    /// The quantity; empty for a field that another one refers to.
    let quantity: String
    let unit: String?
    let part: SensorPart
    /// The byte, bit or half byte, or the constant.
    let at: Int
    let type: SensorFieldType
    let scale: Fraction
    let offset: Fraction
    let mask: Int64?
    /// Raw numbers that mean "no value".
    let invalid: [Int64]
    let min: Fraction?
    let max: Fraction?
    let instance: UInt8?
    let when: SensorCondition?
    let steps: [SensorStep]
    /// What replaces a number; empty for no replacement.
    let values: [UInt8: UInt8]
}

extension SensorField: Decodable {
    private enum Key: String, CodingKey, CaseIterable {
        case quantity, unit, `in`, at, type, bit, bits, bytes, nibble, value, scale, offset, mask,
            invalid
        case invalidNumber = "invalid_number"
        case min, max, instance, when, steps, values
    }

    private typealias Values = KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws {
        let values = try decoder.strictly(Key.self)
        try self.init(values, quantity: try values.decode(String.self, forKey: .quantity))
    }

    /// A field that another one refers to: it has no quantity.
    init(inner decoder: any Decoder) throws {
        try self.init(try decoder.strictly(Key.self), quantity: "")
    }

    /// A field whose value is a condition.
    init(condition decoder: any Decoder) throws {
        try self.init(try decoder.container(keyedBy: Key.self), quantity: "")
    }

    private init(_ values: Values, quantity: String) throws {
        self.quantity = quantity
        position = SensorFault.text(values.codingPath.drop { $0.intValue != nil })
        unit = try values.decodeIfPresent(String.self, forKey: .unit)
        let name = try values.decode(String.self, forKey: .type)
        let type = try Self.type(name, values, isText: quantity == "text")
        self.type = type
        part =
            type == .constant && !values.contains(.in)
            ? .mfr : try values.decode(SensorPart.self, forKey: .in)
        at = try Self.place(type, values)
        scale = try values.decodeIfPresent(Fraction.self, forKey: .scale)?.simple ?? Fraction(1)
        offset = try values.decodeIfPresent(Fraction.self, forKey: .offset)?.simple ?? Fraction(0)
        mask = try values.numberIfPresent(.mask, Int64.self)
        min = try values.decodeIfPresent(Fraction.self, forKey: .min)
        max = try values.decodeIfPresent(Fraction.self, forKey: .max)
        instance = try values.numberIfPresent(.instance, UInt8.self)
        when = try values.decodeIfPresent(SensorCondition.self, forKey: .when)
        steps = try values.decodeIfPresent([SensorStep].self, forKey: .steps) ?? []
        invalid = try Self.invalid(type, values)
        self.values = try Self.replacements(values)
    }

    private static let names = [
        "u8", "i8", "u16le", "u16be", "i16le", "i16be", "u24le", "u24be", "i24le", "i24be", "u32le",
        "u32be", "i32le", "i32be", "u48le", "u48be", "i48le", "i48be", "f32le", "f32be", "bit",
        "bits-le", "bits-le-signed", "u4be", "dec1", "dec3", "decimal", "ascii", "const",
    ]

    private static func type(_ name: String, _ values: Values, isText: Bool) throws
        -> SensorFieldType
    {
        guard names.contains(name) else {
            throw values.fault(
                .type,
                "the type '\(name)' is none of \(names.joined(separator: ", "))"
            )
        }
        let isBigEndian = name.hasSuffix("be")
        switch name {
        case "const": return .constant
        case _ where values.contains(.nibble): return .halfByte
        case "u4be": throw values.fault(.nibble, "a field of type u4be needs nibble")
        case "bit":
            guard let bit = try values.numberIfPresent(.bit, UInt8.self), bit < 8 else {
                throw values.fault(.bit, "a field of type bit needs bit, 0 to 7")
            }
            return .bit(bit)
        case "bits-le", "bits-le-signed":
            let count = try values.number(.bits, UInt8.self)
            guard 1...32 ~= count else { throw values.fault(.bits, "a field has 1 to 32 bits") }
            return .bits(count: count, isSigned: name != "bits-le")
        case "dec1": return .decimal(1)
        case "dec3": return .decimal(3)
        case "decimal", "ascii":
            let bytes = try values.decode(Double.self, forKey: .bytes)
            guard let count = UInt8(exactly: bytes), count > 0 else {
                throw values.fault(.bytes, "a text has 1 to 255 bytes")
            }
            return isText && name == "ascii" ? .text(count) : .decimal(count)
        case "f32le", "f32be": return .float(isBigEndian: isBigEndian)
        default:
            let bits = Int(name.drop { !$0.isNumber }.prefix { $0.isNumber })!
            return .integer(
                size: bits / 8,
                isSigned: name.hasPrefix("i"),
                isBigEndian: isBigEndian
            )
        }
    }

    private static func place(_ type: SensorFieldType, _ values: Values) throws -> Int {
        switch type {
        case .constant: Int(try number(values, .value))
        case .halfByte: Int(try values.number(.nibble, Int8.self))
        case .bits: Int(try values.number(.bit, UInt8.self))
        default: Int(try values.number(.at, Int8.self))
        }
    }

    /// A small number, or true or false.
    private static func number(_ values: Values, _ key: Key) throws -> Int8 {
        if let isTrue = try? values.decode(Bool.self, forKey: key) { return isTrue ? 1 : 0 }
        return try values.number(key, Int8.self)
    }

    private static func invalid(_ type: SensorFieldType, _ values: Values) throws -> [Int64] {
        let texts = try values.decodeIfPresent([String].self, forKey: .invalid) ?? []
        let numbers = try texts.map { text in
            guard let bytes = Hexadecimal.bytes(text) else {
                throw values.fault(.invalid, "'\(text)' is not hexadecimal digits in pairs")
            }
            return try marker(bytes, type, values)
        }
        let number = try values.numberIfPresent(.invalidNumber, Int64.self)
        return numbers + (number.map { [$0] } ?? [])
    }

    private static func marker(_ bytes: [UInt8], _ type: SensorFieldType, _ values: Values) throws
        -> Int64
    {
        let (size, isSigned, isBig) =
            switch type {
            case .integer(let size, let isSigned, let isBig): (size, isSigned, isBig)
            case .bit, .constant: (1, false, false)
            default: throw values.fault(.invalid, "only integers have markers; see invalid_number")
            }
        guard bytes.count == size else {
            throw values.fault(.invalid, "a marker of this field has \(size) bytes")
        }
        let ordered = isBig ? bytes : bytes.reversed()
        let number = ordered.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return isSigned && ordered[0] > 127 ? number - 1 << (8 * size) : number
    }

    private struct Replacement: Decodable {
        let number: UInt8

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let isTrue = try? value.decode(Bool.self) {
                number = isTrue ? 1 : 0
            } else {
                guard let exact = UInt8(exactly: try value.decode(Double.self)) else {
                    throw DecodingError.dataCorruptedError(
                        in: value,
                        debugDescription: "it is not a whole number from 0 to 255"
                    )
                }
                number = exact
            }
        }
    }

    private static func replacements(_ values: Values) throws -> [UInt8: UInt8] {
        let texts =
            try values.decodeIfPresent([String: Replacement].self, forKey: .values) ?? [:]
        let pairs = try texts.map { text, value in
            guard let number = UInt8(text) else {
                throw values.fault(.values, "'\(text)' is not 0 to 255")
            }
            return (number, value.number)
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
