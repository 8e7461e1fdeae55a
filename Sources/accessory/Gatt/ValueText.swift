internal import BluetoothLE
internal import BluetoothProfiles
internal import Glibc

/// The values of attributes in words.
enum ValueText {
    /// Hexadecimal digits, and the value in words if its meaning is known.
    static func line(_ bytes: [UInt8], of uuid: BluetoothUUID, _ context: GATTContext) -> String {
        [HexText.text(bytes), words(bytes, of: uuid, context)].compactMap(\.self)
            .joined(separator: "  ")
    }

    /// The decoded fields, else the text that the value appears to contain.
    static func words(
        _ bytes: [UInt8],
        of uuid: BluetoothUUID,
        _ context: GATTContext
    ) -> String? {
        if let value = try? GATTValue(uuid, bytes: bytes, context: context), !value.fields.isEmpty {
            let text = "\(value)".printable
            // the field of some characteristics is only bytes
            return text == HexText.text(bytes) ? nil : text
        }
        return HexText.words(bytes).map { "\"\($0)\"" }
    }

    /// Whether words are meant as bytes: digits are, also if one is missing.
    static func isHexadecimal(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.properties.isASCIIHexDigit || $0 == ":" || $0.properties.isWhitespace
        } || text.hasPrefix("0x")
    }

    /// Encodes one value, or fields as NAME=VALUE.
    static func encode(
        _ words: [String],
        of uuid: BluetoothUUID,
        _ context: GATTContext
    ) throws -> GATTValue {
        let names = GATTValue.fieldNames(of: uuid, context: context)
        guard !names.isEmpty else {
            throw Failure(
                .badInput,
                "the value is not hexadecimal: '\(words[0].printable)'",
                nextStep:
                    "the fields of \(uuid) are not known; give hexadecimal digits, or use --text"
            )
        }
        if words.count == 1, !names.contains(where: { words[0].hasName($0) }) {
            return words[0] == "now" && names != [names[0]]
                ? try GATTValue(uuid, fields: now(names), context: context)
                : try GATTValue(
                    uuid,
                    words[0] == "now" ? nowText : .text(words[0]),
                    context: context
                )
        }
        let fields = try words.map { word -> (key: String, value: GATTField.Value) in
            guard let place = word.firstIndex(of: "=") else {
                throw Failure(.usage, "'\(word.printable)' has no =", nextStep: "give NAME=VALUE")
            }
            return (String(word[..<place]), .text(String(word[word.index(after: place)...])))
        }
        return try GATTValue(uuid, fields: fields, context: context)
    }

    /// The local time in the fields that have one.
    private static func now(_ names: [String]) -> [(key: String, value: GATTField.Value)] {
        let (time, weekday, fraction) = localTime()
        let known: [(key: String, value: GATTField.Value)] = [
            ("Date Time", .time(time)), ("Day of Week", .number(GATTNumber(Int64(weekday)))),
            ("Fractions256", .number(GATTNumber(Int64(fraction)))),
        ]
        return known.filter { names.contains($0.key) }
    }

    private static var nowText: GATTField.Value { .text("\(localTime().time)") }

    /// The day of the week is 1 to 7 from Monday, the fraction is in units of 1/256 s.
    private static func localTime() -> (time: GATTTime, weekday: Int, fraction: Int) {
        var now = timespec()
        var parts = tm()
        clock_gettime(CLOCK_REALTIME, &now)
        localtime_r(&now.tv_sec, &parts)
        let time = GATTTime(
            year: Int(parts.tm_year) + 1900,
            month: Int(parts.tm_mon) + 1,
            day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour),
            minute: Int(parts.tm_min),
            // a leap second
            second: min(Int(parts.tm_sec), 59)
        )
        return (time, (Int(parts.tm_wday) + 6) % 7 + 1, now.tv_nsec * 256 / 1_000_000_000)
    }
}

extension GATTContext {
    /// The name that a device gives a vendor's characteristic; nil without one.
    var vendorName: String? { name.flatMap { $0.isEmpty ? nil : $0.printable } }
}

extension String {
    /// Whether this is `name=…`; case does not matter.
    fileprivate func hasName(_ name: String) -> Bool {
        lowercased().hasPrefix(name.lowercased() + "=")
    }
}

/// A field of a value as JSON.
struct FieldRecord: Encodable {
    private let field: GATTField

    /// The fields of a value; nil if its meaning is not known.
    static func list(
        _ bytes: [UInt8],
        of uuid: BluetoothUUID,
        _ context: GATTContext
    ) -> [FieldRecord]? {
        (try? GATTValue(uuid, bytes: bytes, context: context))?.fields.map(FieldRecord.init)
    }

    init(_ field: GATTField) { self.field = field }

    private enum Keys: String, CodingKey {
        case name, value, unit, state, text, words, number
    }

    func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Keys.self)
        try record.encode(field.name, forKey: .name)
        if !field.unit.isEmpty { try record.encode(field.unit, forKey: .unit) }
        if field.state != .known { try record.encode(field.state.rawValue, forKey: .state) }
        switch field.value {
        case .number(let number)? where number.exponent == 0:
            try record.encode(number.mantissa, forKey: .value)
        case .number(let number)?: try record.encode(number.doubleValue, forKey: .value)
        case .real(let number)?: try record.encode(number, forKey: .value)
        case .choice(let number, let name)?:
            try record.encode(number, forKey: .value)
            try record.encodeIfPresent(name, forKey: .text)
        case .flags(let bits, let names)?:
            try record.encode(bits, forKey: .value)
            try record.encode(names, forKey: .words)
        case .zone(let minutes)?:
            // as in the value's bytes
            try record.encode(minutes / 15, forKey: .value)
            try record.encode("\(GATTField.Value.zone(minutes: minutes))", forKey: .text)
        case .uuid(let uuid)?:
            try record.encode(uuid, forKey: .value)
            try record.encodeIfPresent(uuid.short, forKey: .number)
            try record.encodeIfPresent(uuid.assignedName, forKey: .text)
        case let value?: try record.encode("\(value)", forKey: .value)
        case nil: break
        }
    }
}
