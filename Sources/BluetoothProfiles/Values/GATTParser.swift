internal import AccessoryBase
internal import BluetoothLE
internal import CAccessory

/// Converts what the caller gives for a field to the field's form: text as `GATTField.description` has it.
struct GATTParser {
    private let row: GATTTable.Row
    private let choices: [(value: Int, name: String)]
    private static let formsWithStates = [
        ACC_GATT_NUMBER, ACC_GATT_REAL, ACC_GATT_DATE, ACC_GATT_ZONE,
    ].map(\.rawValue)

    init(_ row: GATTTable.Row, of uuid: BluetoothUUID) {
        self.row = row
        choices = GATTTable.choices(of: uuid.short ?? 0, row: row.index)
    }

    /// What a field accepts, for error messages.
    var expected: String {
        switch row.form {
        case ACC_GATT_CHOICE: "one of: " + choices.map(\.name).joined(separator: ", ")
        case ACC_GATT_FLAGS:
            choices.isEmpty
                ? "a number" : "some of: " + choices.map(\.name).joined(separator: ", ")
        case ACC_GATT_TIME: "a time such as 2026-11-27T05:20:00"
        case ACC_GATT_DATE: "a date such as 2026-11-27"
        case ACC_GATT_ZONE: "an offset such as UTC+01:00"
        case ACC_GATT_TEXT, ACC_GATT_TEXT16: "text"
        case ACC_GATT_BYTES: "pairs of hexadecimal digits"
        case ACC_GATT_UUID: "a UUID"
        case ACC_GATT_ADDRESS: "an address such as C0:DE:00:00:00:01"
        default: row.unit.isEmpty ? "a number" : "a number in \(row.unit)"
        }
    }

    /// The value in the field's form, and its state; nil if it has no such form.
    func parse(_ value: GATTField.Value) -> (value: GATTField.Value?, state: GATTField.State)? {
        if case .text(let text) = value { return parse(text) }
        return converted(value).map { ($0, .known) }
    }

    private func converted(_ value: GATTField.Value) -> GATTField.Value? {
        switch (value, row.form) {
        case (.number(let number), ACC_GATT_CHOICE) where number.exponent == 0:
            .choice(Int(number.mantissa), name: nil)
        case (.number(let number), ACC_GATT_FLAGS)
        where number.exponent == 0 && number.mantissa >= 0:
            .flags(UInt64(number.mantissa), names: [])
        case (.number(let number), ACC_GATT_REAL): .real(number.doubleValue)
        // the shortest decimal digits: 0.1 is 1 with exponent -1
        case (.real(let real), ACC_GATT_NUMBER): GATTNumber("\(real)").map { .number($0) }
        case (.number, ACC_GATT_NUMBER), (.real, ACC_GATT_REAL), (.choice, ACC_GATT_CHOICE),
            (.flags, ACC_GATT_FLAGS), (.time, ACC_GATT_TIME), (.date, ACC_GATT_DATE),
            (.time, ACC_GATT_DATE), (.zone, ACC_GATT_ZONE), (.uuid, ACC_GATT_UUID),
            (.address, ACC_GATT_ADDRESS):
            value
        case (.bytes, let form) where form.rawValue >= ACC_GATT_TEXT.rawValue: value
        default: nil
        }
    }

    private func parse(_ text: String) -> (value: GATTField.Value?, state: GATTField.State)? {
        if row.form != ACC_GATT_TEXT, row.form != ACC_GATT_TEXT16 {
            let text = text.lowercased()
            if let state = GATTField.State.allCases.first(where: { $0.rawValue == text }),
                ![.known, .more, .less].contains(state)
            {
                return Self.formsWithStates.contains(row.form.rawValue) ? (nil, state) : nil
            }
        }
        let value: GATTField.Value? =
            switch row.form {
            case ACC_GATT_CHOICE: choice(text).map { .choice($0, name: nil) }
            case ACC_GATT_FLAGS: flags(text).map { .flags($0, names: []) }
            case ACC_GATT_TIME: GATTTime(text).map { .time($0) }
            case ACC_GATT_DATE: GATTTime(text).map { .date($0) }
            case ACC_GATT_ZONE: zone(text).map { .zone(minutes: $0) }
            case ACC_GATT_TEXT, ACC_GATT_TEXT16: .text(text)
            case ACC_GATT_BYTES: Hexadecimal.bytes(text).map { .bytes($0) }
            case ACC_GATT_UUID: BluetoothUUID(text).map { .uuid($0) }
            case ACC_GATT_ADDRESS:
                BluetoothAddress(text).map { .address($0.littleEndian.reversed()) }
            default: nil
            }
        return value.map { ($0, .known) } ?? number(text)
    }

    /// A number with or without the field's unit, and "or more" or "or less" behind it.
    private func number(_ text: String) -> (value: GATTField.Value?, state: GATTField.State)? {
        guard row.form == ACC_GATT_NUMBER || row.form == ACC_GATT_REAL else { return nil }
        let states: [(String, GATTField.State)] = [(" or more", .more), (" or less", .less)]
        let (ending, state) = states.first { text.hasSuffix($0.0) } ?? ("", .known)
        var digits = text.dropLast(ending.count)
        if !row.unit.isEmpty, digits.hasSuffix(row.unit) {
            digits = digits.dropLast(row.unit.count)
            if digits.last == " " { digits.removeLast() }
        }
        return GATTNumber(digits).map {
            (row.form == ACC_GATT_REAL ? .real($0.doubleValue) : .number($0), state)
        }
    }

    /// A name, its only abbreviation, or a number.
    private func choice(_ text: String) -> Int? {
        let text = text.lowercased()
        if let exact = choices.first(where: { $0.name.lowercased() == text }) { return exact.value }
        let similar = choices.filter {
            $0.name.lowercased().split(separator: " ").contains(text[...])
        }
        return similar.count == 1 ? similar[0].value : Int(text)
    }

    /// Names separated by commas, "none" or a number, also a hexadecimal one.
    private func flags(_ text: String) -> UInt64? {
        if text.lowercased() == "none" { return 0 }
        if let number = text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text) {
            return number
        }
        // a name may have a comma, so the longest one that fits is taken
        var rest = text.lowercased()[...]
        var bits: UInt64 = 0
        while !rest.isEmpty {
            let fitting = choices.filter { rest.hasPrefix($0.name.lowercased()) }
            guard let longest = fitting.max(by: { $0.name.count < $1.name.count }) else {
                return nil
            }
            bits |= 1 << UInt64(longest.value)
            rest = rest.dropFirst(longest.name.count)
            guard rest.isEmpty || rest.hasPrefix(",") else { return nil }
            rest = rest.drop { $0 == "," || $0 == " " }
        }
        return bits
    }

    /// "UTC+05:30" or "+05:30", as minutes.
    private func zone(_ text: String) -> Int? {
        var rest = text[...]
        if rest.hasPrefix("UTC") { rest = rest.dropFirst(3) }
        if rest.isEmpty { return 0 }
        let parts = rest.dropFirst().split(separator: ":").map { Int($0) ?? -1 }
        guard rest.hasPrefix("+") || rest.hasPrefix("-"), parts.count == 2, 0...14 ~= parts[0],
            0...59 ~= parts[1], parts[1] % 15 == 0
        else { return nil }
        return (rest.hasPrefix("-") ? -1 : 1) * (parts[0] * 60 + parts[1])
    }
}
