internal import BluetoothLE

extension Announcement {
    /// Reads one structure of advertising data; nil if it announces none of the kinds, or has a wrong length.
    ///
    /// - Parameters:
    ///   - type: The AD type.
    ///   - value: The data after it.
    public init?(type: UInt8, value: [UInt8]) {
        let fields: [Field]?
        let kind: Kind
        switch type {
        case 0x12: (kind, fields) = (.connectionInterval, Self.intervals(value))
        case 0x16:
            guard let found = Announcement(serviceData: value) else { return nil }
            self = found
            return
        case 0x1B: (kind, fields) = (.deviceAddress, Self.address(value))
        case 0x1C: (kind, fields) = (.role, Self.role(value))
        case 0x24: (kind, fields) = (.uri, Self.uri(value))
        case 0x30:
            // 4 to 32 characters (Basic Audio Profile, section 5.1); others are shown, too
            (kind, fields) = (.broadcastName, [Field("name", .text(Self.text(value[...])))])
        case 0x31: (kind, fields) = (.encryptedData, Self.encrypted(value))
        case 0x34: (kind, fields) = (.shelfLabel, Self.shelfLabel(value))
        default: return nil
        }
        guard let fields else { return nil }
        self.init(kind, fields)
    }

    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Units of 1.25 ms; 0xFFFF: no preference.
    private static func intervals(_ value: [UInt8]) -> [Field]? {
        guard value.count == 4 else { return nil }
        return [("minimum", value[..<2]), ("maximum", value[2...])].compactMap { name, bytes in
            let units = UInt16(bytes.first!) | UInt16(bytes.last!) << 8
            return units == 0xFFFF ? nil : Field(name, .number(Double(units) * 1.25), unit: "ms")
        }
    }

    private static func address(_ value: [UInt8]) -> [Field]? {
        guard value.count == 7 else { return nil }
        let number = value[..<6].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return [
            Field("address", .text(BluetoothAddress(value: number).description)),
            Field("random", .flag(value[6] & 1 != 0)),
        ]
    }

    private static let roles = [
        "peripheral", "central", "peripheral or central, preferably peripheral",
        "peripheral or central, preferably central",
    ]

    private static func role(_ value: [UInt8]) -> [Field]? {
        guard value.count == 1, value[0] < roles.count else { return nil }
        return [Field("role", .text(roles[Int(value[0])]))]
    }

    /// The scheme's code is a character of UTF-8.
    private static func uri(_ value: [UInt8]) -> [Field]? {
        guard let text = String(validating: value, as: UTF8.self),
            let code = text.unicodeScalars.first
        else { return nil }
        let rest = String(text.unicodeScalars.dropFirst())
        guard code.value != 1 else { return [Field("uri", .text(rest))] }
        guard let scheme = UInt16(exactly: code.value).flatMap(AssignedNumbers.uriScheme) else {
            return nil
        }
        return [Field("uri", .text(scheme + rest))]
    }

    /// A randomizer of 5 bytes, the ciphertext, and a check value of 4 bytes.
    private static func encrypted(_ value: [UInt8]) -> [Field]? {
        value.count < 9 ? nil : [Field("randomizer", .bytes(Array(value[..<5])))]
    }

    private static func shelfLabel(_ value: [UInt8]) -> [Field]? {
        guard value.count >= 2 else { return nil }
        return [
            Field("group", .number(Double(value[0] & 0x7F))),
            Field("commands", .bytes(Array(value[1...]))),
        ]
    }
}
