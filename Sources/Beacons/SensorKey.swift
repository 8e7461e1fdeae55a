internal import CAccessory

/// A key under which formats are looked up.
struct SensorKey: Hashable, Comparable {
    enum Kind: String, CaseIterable {
        case company, service, listed, named, name
        case companyHigh = "company-high"
        case manufacturerLength = "mfr-length"
        case serviceLength = "svc-length"
        case companyByte = "company-byte"
        case serviceByte = "service-byte"
        case serviceLong = "service-long"
        case listedLong = "listed-long"
    }

    let kind: Kind
    let value: UInt16

    init(_ kind: Kind, _ value: UInt16) {
        (self.kind, self.value) = (kind, value)
    }

    static func < (a: Self, b: Self) -> Bool {
        (a.kind.rawValue, a.value) < (b.kind.rawValue, b.value)
    }

    /// The core's number of the kind.
    var number: UInt32 {
        let key: acc_sensor_key =
            switch kind {
            case .company: ACC_SENSOR_KEY_COMPANY
            case .service: ACC_SENSOR_KEY_SERVICE
            case .listed: ACC_SENSOR_KEY_LISTED
            case .named: ACC_SENSOR_KEY_NAMED
            case .name: ACC_SENSOR_KEY_NAME
            case .companyHigh: ACC_SENSOR_KEY_COMPANY_HIGH
            case .manufacturerLength: ACC_SENSOR_KEY_MANUFACTURER_LENGTH
            case .serviceLength: ACC_SENSOR_KEY_SERVICE_LENGTH
            case .companyByte: ACC_SENSOR_KEY_COMPANY_BYTE
            case .serviceByte: ACC_SENSOR_KEY_SERVICE_BYTE
            case .serviceLong: ACC_SENSOR_KEY_SERVICE_LONG
            case .listedLong: ACC_SENSOR_KEY_LISTED_LONG
            }
        return key.rawValue
    }

    /// How frequent the key is in advertisements of devices that do not belong to the format: 0 for the rarest.
    private var cost: Int {
        let common: Int =
            switch (kind, value) {
            case (.company, 0x004C), (.service, 0xFEAA): 1
            case (.service, 0x180A): 3
            default: 0
            }
        return common
            + {
                switch kind {
                case .company, .service, .serviceLong, .companyByte, .serviceByte: 0
                case .listed, .listedLong: 1
                case .named, .name: 2
                case .companyHigh: 3
                case .manufacturerLength, .serviceLength: 4
                }
            }()
    }

    /// Whether many devices send it that are not sensors: Apple's, Eddystone and Device Information.
    var isCommon: Bool {
        [.init(.company, 0x004C), .init(.service, 0xFEAA), .init(.service, 0x180A)].contains(self)
    }

    static let named = SensorKey(.named, 0)

    /// The key of names that begin with a text.
    static func name(_ text: String) -> SensorKey {
        let bytes = Array(text.utf8.prefix(2))
        let second = bytes.count > 1 ? UInt16(bytes[1] | 32) << 8 : 0
        return SensorKey(.name, UInt16(bytes[0] | 32) | second)
    }

    /// The key of a UUID: a short one itself, or two bytes of a long one that distinguish the vendors.
    private static func uuid(_ short: Kind, _ long: Kind, _ bytes: [UInt8]) -> SensorKey {
        bytes.count == 2
            ? SensorKey(short, UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
            : SensorKey(long, UInt16(bytes[0]) | UInt16(bytes[12]) << 8)
    }

    /// The key of a list that continues another one, by a byte.
    static func byte(_ owner: SensorKey, at: UInt8, _ byte: UInt8) -> SensorKey {
        SensorKey(
            owner.kind == .company ? .companyByte : .serviceByte,
            acc_sensor_mix(owner.value, at, byte)
        )
    }

    /// Data that fulfils the condition has at least one of these keys. Nil if there are none.
    static func keys(of condition: SensorCondition) -> Set<SensorKey>? {
        switch condition {
        case .all(let parts): return rarest(parts).flatMap { keys(of: parts[$0]) }
        case .any(let parts):
            let sets = parts.map(keys)
            return sets.contains(nil) ? nil : sets.reduce([]) { $0.union($1!) }
        case .company(let numbers): return Set(numbers.map { SensorKey(.company, $0) })
        case .service(let uuids): return Set(uuids.map { uuid(.service, .serviceLong, $0) })
        case .listed(let uuids): return Set(uuids.map { uuid(.listed, .listedLong, $0) })
        case .nameAt(let texts, at: 0), .nameIs(let texts): return Set(texts.map(name))
        case .nameAt, .nameHas, .nameEnds: return [named]
        case .companyDigits(let digits, at: 2) where digits.count == 2:
            return [SensorKey(.companyHigh, UInt16(digits[0] << 4 | digits[1]))]
        case .companyDigits(let digits, at: 0) where digits.count == 3:
            let low = UInt16(digits[0] << 4 | digits[1])
            return Set(
                (0..<16).map { SensorKey(.company, low | (UInt16(digits[2]) << 4 | $0) << 8) }
            )
        case .length(let part, let range) where range.count == 1 && range.lowerBound < 32:
            switch part {
            case .mfr: return [SensorKey(.manufacturerLength, UInt16(range.lowerBound))]
            case .svc: return [SensorKey(.serviceLength, UInt16(range.lowerBound))]
            default: return nil
            }
        default: return nil
        }
    }

    /// The index of the condition with the rarest keys; nil if none has keys.
    private static func rarest(_ parts: [SensorCondition]) -> Int? {
        parts.indices.compactMap { index in
            keys(of: parts[index]).map { (cost: $0.map(\.cost).max() ?? 0, index: index) }
        }.min { $0 < $1 }?.index
    }

    /// A condition without the alternatives that are found by other keys.
    func restrict(_ condition: SensorCondition) -> SensorCondition {
        switch condition {
        case .all(let parts):
            let chosen = Self.rarest(parts)
            return .all(parts.indices.map { $0 == chosen ? restrict(parts[$0]) : parts[$0] })
        case .any(let parts):
            let rest = parts.filter(leads(to:)).map(restrict)
            return rest.isEmpty ? condition : .any(rest)
        default: return condition
        }
    }

    /// Whether data that fulfils the condition may be found by this key.
    private func leads(to condition: SensorCondition) -> Bool {
        guard let keys = Self.keys(of: condition) else { return true }
        switch kind {
        case _ where keys.contains(self): return true
        case .name, .named: return keys.contains { $0.kind == .named }
        case .listed: return keys.contains(SensorKey(.service, value))
        case .listedLong: return keys.contains(SensorKey(.serviceLong, value))
        default: return false
        }
    }

    /// Facts about data that has this key.
    var facts: SensorFacts {
        switch kind {
        case .company: SensorFacts(company: value, hasManufacturer: true)
        case .service: SensorFacts(service: value, hasService: true)
        case .listed: SensorFacts(listed: value)
        case .serviceLong: SensorFacts(hasService: true)
        case .companyHigh: SensorFacts(hasManufacturer: true)
        case .manufacturerLength, .named:
            SensorFacts(hasManufacturer: true, manufacturerLength: Int(value))
        case .serviceLength: SensorFacts(hasService: true, serviceLength: Int(value))
        case .listedLong, .name, .companyByte, .serviceByte: SensorFacts()
        }
    }
}
