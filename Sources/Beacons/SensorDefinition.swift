/// A sensor format described in a JSON file: how to recognise its advertisements, and which values
/// they contain. `docs/sensors.md` documents each word. The built-in formats are written in the same language.
public struct SensorDefinition: Sendable, Hashable, Decodable {
    /// The definition's id.
    public let id: String
    /// The brand.
    public let brand: String
    /// The type of device.
    public let name: String
    /// The models that share the format.
    public let models: [String]

    /// Nil if another format reads these models' advertisements.
    let match: SensorCondition?
    /// The alternative for a receiver that does not know the sender's address.
    let matchWithoutAddress: SensorCondition?
    /// What must hold besides, unless the search is loose.
    let sure: SensorCondition?
    /// The beginnings of names, if the format is recognised by a text inside the name.
    let namesBegin: [String]
    let fields: [SensorField]
    /// Fields of the decrypted contents.
    let plainFields: [SensorField]
    let objects: SensorObjects?
    let encryption: Encryption
    let needsScanResponse: Bool
    let needsConnection: Bool
    /// What tells the models apart.
    let deviceType: DeviceType?
    /// Formats of one family are read together; empty for none.
    let family: String
    /// Formats of a higher rank are tried later.
    let rank: Int
    /// Every number is valid, whatever the quantity's limits.
    let isWholeRange: Bool
    /// Whether voltages, pressures and masses are those of machines.
    let isMachine: Bool
    /// The range of its temperatures in 10 °C, rounded outwards; nil for that of most sensors.
    let temperatures: ClosedRange<Int8>?

    enum Encryption: Hashable, Sendable {
        case none, withKey
        /// The frame contains its key.
        case withKeyInFrame
    }

    private enum Key: String, CodingKey, CaseIterable {
        case id, brand, name, models, match, fields
        case matchWithoutAddress = "match_without_address"
        case namesBegin = "names_begin"
        case plainFields = "plain_fields"
        case tlv, flags, bthome1, encrypted
        case needsScanResponse = "needs_scan_response"
        case needsConnection = "needs_connection"
        case deviceType = "device_type"
        case family, rank, temperatures
        case machine
        case wholeRange = "whole_range"
        case sure
        case readBy = "read_by"
        // for readers of the file
        case note, sources
    }

    public init(from decoder: any Decoder) throws {
        let root = decoder.codingPath.count
        let index = (decoder.codingPath.last?.intValue).map { "format \($0 + 1)" } ?? "a format"
        do {
            id = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .id)
        } catch let error as DecodingError {
            throw SensorFault(id: index, error, after: root)
        }
        do {
            let values = try decoder.strictly(Key.self)
            brand = try values.decodeIfPresent(String.self, forKey: .brand) ?? ""
            name = try values.decodeIfPresent(String.self, forKey: .name) ?? id
            models = try values.decodeIfPresent([String].self, forKey: .models) ?? []
            let isRead = !values.contains(.readBy)
            match = isRead ? try values.decode(SensorCondition.self, forKey: .match) : nil
            matchWithoutAddress = try values.decodeIfPresent(
                SensorCondition.self,
                forKey: .matchWithoutAddress
            )
            sure = try values.decodeIfPresent(SensorCondition.self, forKey: .sure)
            namesBegin = try values.decodeIfPresent([String].self, forKey: .namesBegin) ?? []
            fields = isRead ? try values.decode([SensorField].self, forKey: .fields) : []
            plainFields =
                try values.decodeIfPresent([SensorField].self, forKey: .plainFields) ?? []
            objects = try Self.objects(values)
            encryption = try Self.encryption(values)
            needsScanResponse =
                try values.decodeIfPresent(Bool.self, forKey: .needsScanResponse) ?? false
            needsConnection =
                try values.decodeIfPresent(Bool.self, forKey: .needsConnection) ?? false
            deviceType = try values.decodeIfPresent(DeviceType.self, forKey: .deviceType)
            if let deviceType, isRead, deviceType.place == nil, !deviceType.models.isEmpty {
                throw values.fault(.deviceType, "its values are at no place; state in and at")
            }
            family = try values.decodeIfPresent(String.self, forKey: .family) ?? ""
            rank = try values.numberIfPresent(.rank, Int.self) ?? 0
            isWholeRange = try values.decodeIfPresent(Bool.self, forKey: .wholeRange) ?? false
            isMachine = try values.decodeIfPresent(Bool.self, forKey: .machine) ?? false
            temperatures = try Self.temperatures(values)
        } catch let error as DecodingError {
            throw SensorFault(id: id, error, after: root)
        } catch  where !(error is SensorFault) {
            // the decoder's own error for a number that it does not read, which has no position
            throw SensorFault(id: id, SensorFault.tooLarge)
        }
    }

    private static func objects(_ values: KeyedDecodingContainer<Key>) throws -> SensorObjects? {
        if let numbered = try values.decodeIfPresent(SensorObjects.Numbered.self, forKey: .tlv) {
            return numbered.objects
        }
        if let flagged = try values.decodeIfPresent(SensorObjects.Flagged.self, forKey: .flags) {
            return flagged.objects
        }
        let isBTHome = try values.decodeIfPresent(Bool.self, forKey: .bthome1) ?? false
        return isBTHome ? SensorObjects(.bthome1, SensorPlace(part: .svc, at: 0), []) : nil
    }

    private static func temperatures(_ values: KeyedDecodingContainer<Key>) throws
        -> ClosedRange<Int8>?
    {
        guard let ends = try values.decodeIfPresent([Double].self, forKey: .temperatures) else {
            return nil
        }
        guard ends.count == 2, ends[0] < ends[1],
            let coldest = Int8(exactly: (ends[0] / 10).rounded(.down)),
            let hottest = Int8(exactly: (ends[1] / 10).rounded(.up))
        else {
            throw values.fault(.temperatures, "a range is two temperatures, -1280 to 1270")
        }
        return coldest...hottest
    }

    private static func encryption(_ values: KeyedDecodingContainer<Key>) throws -> Encryption {
        guard values.contains(.encrypted) else { return .none }
        if let isEncrypted = try? values.decode(Bool.self, forKey: .encrypted) {
            return isEncrypted ? .withKey : .none
        }
        guard try values.decode(String.self, forKey: .encrypted) == "frame" else {
            throw values.fault(.encrypted, "it is neither true, false nor 'frame'")
        }
        return .withKeyInFrame
    }

    var fieldCount: Int {
        fields.count + plainFields.count
            + (objects?.objects.reduce(0) { $0 + $1.fields.count } ?? 0)
    }

    /// Whether its advertisements contain values.
    var hasReadings: Bool {
        match == nil || !fields.isEmpty || !plainFields.isEmpty || objects != nil
    }
}

/// The objects of a format that lists them.
struct SensorObjects: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// Each begins with its number and length.
        case numbered
        /// Each begins with the length of number and value, and its number.
        case sized
        /// The bits of the byte before them say which are there.
        case flagged
        /// Those of BTHome version 1.
        case bthome1
    }

    struct Object: Hashable, Sendable {
        /// Its number, or the flag's bit.
        let key: UInt8
        /// Its bytes; 0 for any number.
        let size: UInt8
        let fields: [SensorField]
    }

    let form: Form
    /// The first object.
    let start: SensorPlace
    let objects: [Object]

    init(_ form: Form, _ start: SensorPlace, _ objects: [Object]) {
        (self.form, self.start, self.objects) = (form, start, objects)
    }

    /// A list of objects by number and length: "01/4".
    struct Numbered: Decodable {
        let objects: SensorObjects

        private enum Key: String, CodingKey, CaseIterable {
            case `in`, at, objects
            case lengthFirst = "length_first"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.strictly(Key.self)
            let isSized = try values.decodeIfPresent(Bool.self, forKey: .lengthFirst) ?? false
            let start = SensorPlace(
                part: try values.decode(SensorPart.self, forKey: .in),
                at: Int(try values.number(.at, UInt8.self))
            )
            guard start.at < 64 else { throw values.fault(.at, "the first object is at 0 to 63") }
            let texts = try values.decode([String: [SensorField]].self, forKey: .objects)
            let all = try texts.sorted { $0.key < $1.key }.map { text, fields in
                let parts = text.split(separator: "/", omittingEmptySubsequences: false)
                guard 1...2 ~= parts.count, let key = UInt8(parts[0], radix: 16),
                    let size = parts.count == 2 ? UInt8(parts[1]) : 0
                else {
                    throw values.fault(
                        .objects,
                        "'\(text)' is not a hexadecimal number and a length"
                    )
                }
                return Object(key: key, size: size, fields: fields)
            }
            objects = SensorObjects(isSized ? .sized : .numbered, start, all)
        }
    }

    /// Fields that bits announce.
    struct Flagged: Decodable {
        let objects: SensorObjects

        private enum Key: String, CodingKey, CaseIterable { case `in`, at, from, parts }

        private struct Part: Decodable {
            let object: Object
            private enum Key: String, CodingKey, CaseIterable { case bit, bytes, fields }

            init(from decoder: any Decoder) throws {
                let values = try decoder.strictly(Key.self)
                let bit = try values.number(.bit, UInt8.self)
                guard bit < 8 else { throw values.fault(.bit, "a byte has bits 0 to 7") }
                object = Object(
                    key: bit,
                    size: try values.number(.bytes, UInt8.self),
                    fields: try values.decode([SensorField].self, forKey: .fields)
                )
            }
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.strictly(Key.self)
            let at = Int(try values.number(.at, UInt8.self))
            let from = try values.numberIfPresent(.from, Int.self) ?? at + 1
            guard from == at + 1, from < 64 else {
                throw values.fault(.from, "the first field follows the flags")
            }
            let part = try values.decode(SensorPart.self, forKey: .in)
            let parts = try values.decode([Part].self, forKey: .parts)
            objects = SensorObjects(
                .flagged,
                SensorPlace(part: part, at: at + 1),
                parts.map(\.object)
            )
        }
    }
}

extension [SensorDefinition] {
    /// The definitions in the order in which they are tried.
    var inOrder: [SensorDefinition] {
        enumerated().sorted { a, b in
            (a.element.rank, a.offset) < (b.element.rank, b.offset)
        }.map(\.element)
    }
}
