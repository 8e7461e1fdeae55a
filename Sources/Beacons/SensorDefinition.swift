/// A sensor format described in a JSON file: how to recognise its advertisements, and which values
/// they contain. The syntax is a subset of the built-in formats' syntax; `docs/sensors.md`
/// documents each word.
public struct SensorDefinition: Sendable, Hashable, Decodable {
    /// The definition's id.
    public let id: String
    /// The brand.
    public let brand: String
    /// The type of device.
    public let name: String
    /// The models that share the format.
    public let models: [String]
    let match: SensorCondition
    let fields: [SensorField]

    private enum Key: String, CodingKey, CaseIterable {
        case id, brand, name, models, match, fields
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictly(Key.self)
        id = try values.decode(String.self, forKey: .id)
        brand = try values.decodeIfPresent(String.self, forKey: .brand) ?? ""
        name = try values.decodeIfPresent(String.self, forKey: .name) ?? id
        models = try values.decodeIfPresent([String].self, forKey: .models) ?? []
        match = try values.decode(SensorCondition.self, forKey: .match)
        fields = try values.decode([SensorField].self, forKey: .fields)
    }
}

/// The bytes that a condition or a field reads.
enum SensorPart: String, Sendable, Hashable, Decodable {
    /// `mfr`: manufacturer data after the company. `svc`: service data after the UUID. `record`:
    /// manufacturer data including the company.
    case mfr, svc, record
}

/// A condition on an advertisement.
indirect enum SensorCondition: Sendable, Hashable, Decodable {
    case all([SensorCondition])
    case any([SensorCondition])
    case not(SensorCondition)
    case company(UInt16)
    case service(UInt16)
    case name(String, isWhole: Bool)
    case nameHas(String)
    case length(SensorPart, ClosedRange<UInt8>)
    case bytes(SensorPart, at: Int8, [UInt8])
    case byte(SensorPart, at: Int8, mask: UInt8, value: UInt8)

    private enum Key: String, CodingKey, CaseIterable {
        case all, any, not, company
        case serviceUUID = "svc_uuid"
        case namePrefix = "name_prefix"
        case nameIs = "name_is"
        case nameContains = "name_contains"
        case len, op, bytes, `in`, at, hex, bit, `is`, mask, value
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.strictly(Key.self)
        func list(_ key: Key) throws -> [String]? {
            guard values.contains(key) else { return nil }
            if let texts = try? values.decode([String].self, forKey: key) { return texts }
            return [try values.decode(String.self, forKey: key)]
        }
        func anyOf(_ texts: [String], _ make: (String) throws -> Self) rethrows -> Self {
            texts.count == 1 ? try make(texts[0]) : .any(try texts.map(make))
        }
        func number(_ text: String, _ key: Key) throws -> UInt16 {
            guard text.utf8.count == 4, let number = UInt16(text, radix: 16) else {
                throw values.fault(key, "'\(text)' has not four hexadecimal digits")
            }
            return number
        }
        if let parts = try values.decodeIfPresent([Self].self, forKey: .all) {
            self = .all(parts)
        } else if let parts = try values.decodeIfPresent([Self].self, forKey: .any) {
            self = .any(parts)
        } else if let part = try values.decodeIfPresent(Self.self, forKey: .not) {
            self = .not(part)
        } else if let texts = try list(.company) {
            self = try anyOf(texts) { .company(try number($0, .company)) }
        } else if let texts = try list(.serviceUUID) {
            self = try anyOf(texts) { .service(try number($0, .serviceUUID)) }
        } else if let texts = try list(.namePrefix) {
            self = anyOf(texts) { .name($0, isWhole: false) }
        } else if let texts = try list(.nameIs) {
            self = anyOf(texts) { .name($0, isWhole: true) }
        } else if let texts = try list(.nameContains) {
            self = anyOf(texts) { .nameHas($0) }
        } else if let part = try values.decodeIfPresent(SensorPart.self, forKey: .len) {
            self = .length(part, try Self.lengths(values))
        } else {
            self = try Self.ofBytes(values, try list(.hex))
        }
    }

    private static func lengths(_ values: KeyedDecodingContainer<Key>) throws -> ClosedRange<UInt8>
    {
        let count = try values.decode(UInt8.self, forKey: .bytes)
        switch try values.decodeIfPresent(String.self, forKey: .op) ?? "=" {
        case "=": return count...count
        case ">=": return count...255
        case "<=": return 0...count
        case let other: throw values.fault(.op, "'\(other)' is none of =, >=, <=")
        }
    }

    private static func ofBytes(
        _ values: KeyedDecodingContainer<Key>,
        _ hex: [String]?
    ) throws -> SensorCondition {
        let part = try values.decode(SensorPart.self, forKey: .in)
        let at = try values.decode(Int8.self, forKey: .at)
        if let hex {
            let all = try hex.map { text in
                guard let bytes = hexBytes(text), !bytes.isEmpty, bytes.count < 64 else {
                    throw values.fault(.hex, "'\(text)' is not hexadecimal digits in pairs")
                }
                return SensorCondition.bytes(part, at: at, bytes)
            }
            return all.count == 1 ? all[0] : .any(all)
        }
        if let bit = try values.decodeIfPresent(UInt8.self, forKey: .bit) {
            guard bit < 8 else { throw values.fault(.bit, "a byte has bits 0 to 7") }
            let isSet = try values.decodeIfPresent(Int.self, forKey: .is) ?? 1
            return .byte(part, at: at, mask: 1 << bit, value: isSet == 0 ? 0 : 1 << bit)
        }
        let mask = try values.decode(UInt8.self, forKey: .mask)
        return .byte(part, at: at, mask: mask, value: try values.decode(UInt8.self, forKey: .value))
    }
}

/// One value of a format.
struct SensorField: Sendable, Hashable, Decodable {
    let quantity: String
    let unit: String?
    let part: SensorPart
    let at: Int8
    let type: String
    let bit: UInt8?
    let scale: Double
    let offset: Double
    let mask: UInt32?
    let invalid: [[UInt8]]
    let min: Double?
    let max: Double?
    let instance: UInt8?
    let when: SensorCondition?

    private enum Key: String, CodingKey, CaseIterable {
        case quantity, unit, `in`, at, type, bit, scale, offset, mask, invalid, min, max, instance,
            when
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.strictly(Key.self)
        quantity = try values.decode(String.self, forKey: .quantity)
        unit = try values.decodeIfPresent(String.self, forKey: .unit)
        part = try values.decode(SensorPart.self, forKey: .in)
        at = try values.decode(Int8.self, forKey: .at)
        type = try values.decode(String.self, forKey: .type)
        bit = try values.decodeIfPresent(UInt8.self, forKey: .bit)
        scale = try values.decodeIfPresent(Double.self, forKey: .scale) ?? 1
        offset = try values.decodeIfPresent(Double.self, forKey: .offset) ?? 0
        mask = try values.decodeIfPresent(UInt32.self, forKey: .mask)
        min = try values.decodeIfPresent(Double.self, forKey: .min)
        max = try values.decodeIfPresent(Double.self, forKey: .max)
        instance = try values.decodeIfPresent(UInt8.self, forKey: .instance)
        when = try values.decodeIfPresent(SensorCondition.self, forKey: .when)
        invalid = try (values.decodeIfPresent([String].self, forKey: .invalid) ?? []).map { text in
            guard let bytes = hexBytes(text) else {
                throw values.fault(.invalid, "'\(text)' is not hexadecimal digits in pairs")
            }
            return bytes
        }
    }
}

/// Decodes pairs of hexadecimal digits; nil for anything else.
private func hexBytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { UInt8(Character(UnicodeScalar($0)).hexDigitValue ?? 255) }
    guard digits.count.isMultiple(of: 2), !digits.contains(255) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Decodes the values of these keys; any other key is an error.
    fileprivate func strictly<Key: CodingKey & CaseIterable>(
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
    fileprivate func fault(_ key: Key, _ text: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: text)
    }
}
