internal import AccessoryBase

/// The bytes that a condition or a field reads.
enum SensorPart: String, Sendable, Hashable, CaseIterable, Decodable {
    /// `mfr`: manufacturer data after the company. `svc`: service data after the UUID. `record`:
    /// manufacturer data including the company. `obj`: an object of the data, or its decrypted contents.
    case mfr, svc, record, obj

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        guard let part = SensorPart(rawValue: text) else {
            let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                in: value,
                debugDescription: "'\(text)' is none of \(known)"
            )
        }
        self = part
    }
}

/// A byte of a part.
struct SensorPlace: Hashable, Sendable {
    let part: SensorPart
    /// Negative: from the end.
    let at: Int
}

/// A condition on an advertisement.
indirect enum SensorCondition: Sendable, Hashable {
    case all([SensorCondition])
    case any([SensorCondition])
    case not(SensorCondition)
    case company([UInt16])
    /// Half bytes of the company as sent, from half byte `at` on.
    case companyDigits([UInt8], at: Int)
    /// UUIDs of service data or, without service data, of a list of services; little-endian.
    case service([[UInt8]])
    case listed([[UInt8]])
    case absent(SensorPart)
    case nameAt([String], at: Int)
    case nameIs([String])
    case nameEnds([String])
    case nameHas([String])
    case length(SensorPart, ClosedRange<Int>)
    /// One of these runs of bytes. A single byte is `byte`.
    case bytes(SensorPlace, [[UInt8]])
    case byte(SensorPlace, mask: UInt8, value: UInt8)
    /// One of these runs of half bytes; the place counts half bytes from the left.
    case digits(SensorPlace, [[UInt8]])
    case address(SensorPlace, isReversed: Bool)
    /// The last three bytes of the address as printed.
    case addressEnd(SensorPlace)
    case crc16(SensorPlace, count: Int)
    case value(SensorField)
    /// The caller also wants formats that little evidence recognises.
    case loose

    static let always = SensorCondition.all([])
    static let never = SensorCondition.any([])

    /// The part in which a condition looks for bytes; nil for other conditions.
    var part: SensorPart? {
        switch self {
        case .bytes(let place, _), .byte(let place, _, _), .digits(let place, _),
            .crc16(let place, _):
            place.part
        case .value(let field): field.part
        default: nil
        }
    }
}

extension SensorCondition: Decodable {
    private enum Key: String, CodingKey, CaseIterable {
        case all, any, not, company
        case companyNibbles = "company_nibbles"
        case service = "svc_uuid"
        case listed = "lists_uuid"
        case no, name
        case namePrefix = "name_prefix"
        case nameIs = "name_is"
        case nameSuffix = "name_suffix"
        case nameContains = "name_contains"
        case len, op, bytes, `in`, at, nibble, hex, bit, `is`, mask, value, mac, order, crc16
        case type, scale, steps, min, max
    }

    private typealias Values = KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws {
        let values = try decoder.strictly(Key.self)
        guard let found = try Self.combined(values) ?? Self.ofIdentity(values) else {
            self = try Self.ofData(values, decoder)
            return
        }
        self = found
    }

    /// A list, or one value.
    private static func list<Value: Decodable>(
        _ values: Values,
        _ key: Key,
        _ type: Value.Type = String.self
    ) throws -> [Value] {
        if let list = try? values.decode([Value].self, forKey: key) {
            guard !list.isEmpty else { throw values.fault(key, "the list is empty") }
            return list
        }
        return [try values.decode(type, forKey: key)]
    }

    private static func parts(_ values: Values, _ key: Key) throws -> [SensorCondition] {
        let parts = try values.decode([SensorCondition].self, forKey: key)
        guard !parts.isEmpty else { throw values.fault(key, "the condition is empty") }
        return parts
    }

    private static func combined(_ values: Values) throws -> SensorCondition? {
        if values.contains(.all) { return .all(try parts(values, .all)) }
        if values.contains(.any) { return .any(try parts(values, .any)) }
        return try values.decodeIfPresent(SensorCondition.self, forKey: .not).map(Self.not)
    }

    /// Conditions on company, services and name.
    private static func ofIdentity(_ values: Values) throws -> SensorCondition? {
        if values.contains(.company) {
            return .company(
                try list(values, .company).map { text in
                    guard text.utf8.count == 4, let number = UInt16(text, radix: 16) else {
                        throw values.fault(.company, "'\(text)' is not four hexadecimal digits")
                    }
                    return number
                }
            )
        }
        if let text = try values.decodeIfPresent(String.self, forKey: .companyNibbles) {
            let at = try values.number(.nibble, Int.self)
            guard let digits = hexDigits(text), at >= 0, at + digits.count <= 4 else {
                throw values.fault(.companyNibbles, "a company has four hexadecimal digits")
            }
            return .companyDigits(digits, at: at)
        }
        if values.contains(.service) { return .service(try uuids(values, .service)) }
        if values.contains(.listed) { return .listed(try uuids(values, .listed)) }
        if values.contains(.no) { return .absent(try values.decode(SensorPart.self, forKey: .no)) }
        return try ofName(values)
    }

    private static func uuids(_ values: Values, _ key: Key) throws -> [[UInt8]] {
        try list(values, key).map { text in
            guard let bytes = Hexadecimal.bytes(text.replacing("-", with: "")),
                [2, 16].contains(bytes.count)
            else { throw values.fault(key, "'\(text)' is not four hexadecimal digits or a UUID") }
            return bytes.reversed()
        }
    }

    private static func ofName(_ values: Values) throws -> SensorCondition? {
        func texts(_ key: Key) throws -> [String]? {
            guard values.contains(key) else { return nil }
            let texts = try list(values, key)
            guard texts.allSatisfy({ 1..<64 ~= $0.utf8.count }) else {
                throw values.fault(key, "a text must have 1 to 63 bytes")
            }
            return texts
        }
        if let text = try texts(.name) {
            return .nameAt(text, at: Int(try values.numberIfPresent(.at, Int8.self) ?? 0))
        }
        return try texts(.namePrefix).map { .nameAt($0, at: 0) }
            ?? texts(.nameIs).map(Self.nameIs)
            ?? texts(.nameSuffix).map(Self.nameEnds)
            ?? texts(.nameContains).map(Self.nameHas)
    }

    /// Conditions on the bytes of a part.
    private static func ofData(_ values: Values, _ decoder: any Decoder) throws -> SensorCondition {
        if let part = try values.decodeIfPresent(SensorPart.self, forKey: .len) {
            return .length(part, try lengths(values))
        }
        if let part = try values.decodeIfPresent(SensorPart.self, forKey: .mac) {
            let order = try values.decodeIfPresent(String.self, forKey: .order) ?? "as printed"
            let place = SensorPlace(part: part, at: try position(values, .at))
            switch order {
            case "as printed", "reversed": return .address(place, isReversed: order == "reversed")
            case "last three": return .addressEnd(place)
            default:
                throw values.fault(
                    .order,
                    "'\(order)' is none of 'as printed', 'reversed' and 'last three'"
                )
            }
        }
        if values.contains(.type) { return .value(try SensorField(condition: decoder)) }
        let part = try values.decode(SensorPart.self, forKey: .in)
        if values.contains(.nibble) {
            let place = SensorPlace(part: part, at: try position(values, .nibble))
            return .digits(place, try list(values, .hex).map { try hex($0, values, hexDigits) })
        }
        let place = SensorPlace(part: part, at: try position(values, .at))
        if let count = try values.numberIfPresent(.crc16, UInt8.self) {
            return .crc16(place, count: Int(count))
        }
        return try ofBytes(values, place)
    }

    private static func position(_ values: Values, _ key: Key) throws -> Int {
        Int(try values.number(key, Int8.self))
    }

    private static func hex(_ text: String, _ values: Values, _ read: (String) -> [UInt8]?) throws
        -> [UInt8]
    {
        guard let bytes = read(text), 1..<64 ~= bytes.count else {
            throw values.fault(.hex, "'\(text)' is not hexadecimal digits in pairs")
        }
        return bytes
    }

    private static func lengths(_ values: Values) throws -> ClosedRange<Int> {
        let bytes = try values.decode(Double.self, forKey: .bytes).rounded(.up)
        guard let count = Int(exactly: bytes), 0...255 ~= count else {
            throw values.fault(.bytes, "a length is 0 to 255 bytes")
        }
        switch try values.decodeIfPresent(String.self, forKey: .op) ?? "=" {
        case "=": return count...count
        case ">=": return count...255
        case ">" where count < 255: return count + 1...255
        case "<=": return 0...count
        case "<" where count > 0: return 0...count - 1
        case let other: throw values.fault(.op, "'\(other)' \(count) is none of =, >=, >, <=, <")
        }
    }

    private static func ofBytes(_ values: Values, _ place: SensorPlace) throws -> SensorCondition {
        if values.contains(.hex) {
            return SensorCondition(
                place,
                try list(values, .hex).map { try hex($0, values, Hexadecimal.bytes) }
            )
        }
        if let bit = try values.numberIfPresent(.bit, UInt8.self) {
            guard bit < 8 else { throw values.fault(.bit, "a byte has bits 0 to 7") }
            let isSet = try values.numberIfPresent(.is, UInt8.self) ?? 1
            guard isSet < 2 else { throw values.fault(.is, "a bit is 0 or 1") }
            return .byte(place, mask: 1 << bit, value: isSet << bit)
        }
        guard values.contains(.mask) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: values.codingPath, debugDescription: "it states no condition")
            )
        }
        let mask = try values.number(.mask, UInt8.self)
        return .byte(place, mask: mask, value: try values.number(.value, UInt8.self))
    }

    /// One of some runs of bytes.
    init(_ place: SensorPlace, _ runs: [[UInt8]]) {
        let isByte = runs.count == 1 && runs[0].count == 1
        self = isByte ? .byte(place, mask: 0xFF, value: runs[0][0]) : .bytes(place, runs)
    }
}

/// Decodes hexadecimal digits, each to a half byte; nil for anything else.
private func hexDigits(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { UInt8(Character(UnicodeScalar($0)).hexDigitValue ?? 255) }
    return digits.contains(255) ? nil : digits
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Decodes the values of these keys; any other key is an error.
    func strictly<Key: CodingKey & CaseIterable>(
        _ keys: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let found = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
        if let stray = found.first(where: { Key(stringValue: $0) == nil }) {
            let known = Key.allCases.map(\.stringValue).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "'\(stray)' is none of \(known)")
            )
        }
        return try container(keyedBy: keys)
    }
}

extension KeyedDecodingContainer {
    /// A whole number. (The decoder's own error for one that does not fit has no position.)
    func number<Number: FixedWidthInteger>(
        _ key: Key,
        _ type: Number.Type
    ) throws -> Number {
        let number = try decode(Double.self, forKey: key)
        guard let exact = Number(exactly: number) else {
            throw fault(key, "it is not a whole number from \(Number.min) to \(Number.max)")
        }
        return exact
    }

    func numberIfPresent<Number: FixedWidthInteger>(
        _ key: Key,
        _ type: Number.Type
    ) throws -> Number? {
        contains(key) ? try number(key, type) : nil
    }

    func fault(_ key: Key, _ text: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: text)
    }
}
