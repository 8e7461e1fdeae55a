internal import AccessoryBase
public import BluetoothLE
internal import CAccessory

/// One field of a characteristic's value.
public struct GATTField: Sendable, Hashable {
    /// The content of a field. Literals are text, a number and a real; the writer converts text to the field's form.
    public enum Value: Sendable, Hashable {
        /// A number in the field's unit.
        case number(GATTNumber)
        /// A floating-point number in the field's unit.
        case real(Double)
        /// One of the field's choices; the name is nil for a number without one.
        case choice(Int, name: String?)
        /// Flags, with the names of those that are set and have one.
        case flags(UInt64, names: [String])
        case time(GATTTime)
        /// A date without a time.
        case date(GATTTime)
        /// The offset from UTC in minutes.
        case zone(minutes: Int)
        case text(String)
        case bytes([UInt8])
        case uuid(BluetoothUUID)
        /// The 6 bytes of a device's address, as printed.
        case address([UInt8])
    }

    /// Whether there is a number, and what it means. The order is the core's.
    public enum State: String, Sendable, CaseIterable {
        case known
        case unknown
        case invalid
        /// The number or more.
        case more
        /// The number or less.
        case less
        case outOfRange = "out of range"
        case notANumber = "not a number"
        case notAtResolution = "not at this resolution"
        case infinite
        case negativeInfinite = "negative infinite"
        case reserved
        /// The whole life of the device.
        case lifetime
    }

    /// The name, such as "Energy Expended".
    public let name: String
    /// The unit, such as "°C"; empty if there is none.
    public let unit: String
    /// The index among the fields with this name in a repetition, from 0.
    public let instance: Int
    /// The value; nil if the state says that there is none.
    public let value: Value?
    public let state: State
    /// Characteristic and row in the core's table.
    let place: GATTPlace
    /// The core's form.
    let form: UInt8
    /// Place of the first byte in the value. Parts have the place and size of the field they are a part of.
    let offset: Int
    /// Size in bytes: flags may be shorter than in the table.
    let size: Int
}

/// A field in the core's table.
struct GATTPlace: Sendable, Hashable {
    let uuid: UInt16
    let row: UInt8
    let instance: UInt8
}

/// A date and time as the device states it, without a time zone. Year, month and day are 0 if they are not known.
public struct GATTTime: Sendable, Hashable {
    public var year, month, day: Int
    public var hour, minute, second: Int

    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// Parses "2026-11-27", or "2026-11-27T05:20:00", with "T" or a space.
    public init?(_ text: some StringProtocol) {
        let numbers = text.split(whereSeparator: { "-T :".contains($0) }).map { Int($0) ?? -1 }
        guard [3, 5, 6].contains(numbers.count), numbers.allSatisfy({ 0...9999 ~= $0 }) else {
            return nil
        }
        let padded = numbers + Array(repeating: 0, count: 6 - numbers.count)
        self.init(
            year: padded[0],
            month: padded[1],
            day: padded[2],
            hour: padded[3],
            minute: padded[4],
            second: padded[5]
        )
    }

    /// Decimal digits YYYYMMDDhhmmss.
    init(digits: Int64) {
        let n = Int(digits)
        self.init(
            year: n / 10_000_000_000,
            month: n / 100_000_000 % 100,
            day: n / 1_000_000 % 100,
            hour: n / 10_000 % 100,
            minute: n / 100 % 100,
            second: n % 100
        )
    }

    var digits: Int64 {
        Int64(((((year * 100 + month) * 100 + day) * 100 + hour) * 100 + minute) * 100 + second)
    }

    /// `2026-11-27`
    var date: String { "\(Self.pad(year, 4))-\(Self.pad(month))-\(Self.pad(day))" }

    fileprivate static func pad(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension GATTTime: CustomStringConvertible {
    /// `2026-11-27T05:20:00`
    public var description: String {
        "\(date)T\(Self.pad(hour)):\(Self.pad(minute)):\(Self.pad(second))"
    }
}

extension GATTField.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral
{
    public init(stringLiteral text: String) { self = .text(text) }
    public init(integerLiteral number: Int64) { self = .number(GATTNumber(number)) }
    public init(floatLiteral number: Double) { self = .real(number) }
}

extension GATTField.Value: CustomStringConvertible {
    /// The value without its unit. Names of flags are separated by commas.
    public var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .real(let number): "\(number)"
        case .choice(let number, let name): name ?? "\(number)"
        case .flags(let bits, let names):
            names.isEmpty
                ? bits == 0 ? "none" : "0x" + Hexadecimal.text(bits, digits: 2)
                : names.joined(separator: ", ")
        case .time(let time): "\(time)"
        case .date(let time): time.date
        case .zone(let minutes):
            (minutes < 0 ? "UTC-" : "UTC+") + GATTTime.pad(abs(minutes) / 60) + ":"
                + GATTTime.pad(abs(minutes) % 60)
        case .text(let text): text
        case .bytes(let bytes): Hexadecimal.text(bytes)
        case .uuid(let uuid): "\(uuid)"
        case .address(let bytes): Hexadecimal.text(bytes, separator: ":", uppercase: true)
        }
    }
}

extension GATTField: CustomStringConvertible {
    /// The value with its unit and state, such as "72 bpm" or "254 d or more".
    public var description: String {
        let number = value.map { unit.isEmpty ? "\($0)" : "\($0) \(unit)" }
        return switch (state, number) {
        case (.known, let number?): number
        case (.more, let number?): "\(number) or more"
        case (.less, let number?): "\(number) or less"
        case (_, let number?): "\(number) (\(state.rawValue))"
        case (_, nil): state.rawValue
        }
    }
}

extension GATTField {
    /// - Parameter name: The name of a field that is not in the table.
    init(_ c: acc_gatt_field, in value: [UInt8], name other: String) {
        name = GATTTable.row(c.row, of: c.uuid)?.name ?? other
        unit = String(cString: acc_gatt_unit_name(c.unit))
        instance = Int(c.instance)
        let state = State.allCases[Int(c.state)]
        self.state = state
        place = GATTPlace(uuid: c.uuid, row: c.row, instance: c.instance)
        form = c.form
        size = Int(c.length)
        offset = Int(c.offset)
        let bytes = value.dropFirst(offset).prefix(size)
        self.value = Self.hasContent(c, state, bytes) ? Self.content(of: c, in: value) : nil
    }

    /// Whether there is a value besides the state. A number outside its range has one, 0 as well; an integer that means "out
    /// of range" has none, and is not 0.
    private static func hasContent(
        _ c: acc_gatt_field,
        _ state: State,
        _ bytes: ArraySlice<UInt8>
    ) -> Bool {
        switch state {
        case .known, .more, .less: true
        case .outOfRange: c.number != 0 || c.real != 0 || bytes.allSatisfy { $0 == 0 }
        default: c.number != 0
        }
    }

    private static func content(of c: acc_gatt_field, in value: [UInt8]) -> Value {
        let bytes = Array(value.dropFirst(Int(c.offset)).prefix(Int(c.length)))
        switch acc_gatt_form(UInt32(c.form)) {
        case ACC_GATT_REAL:
            var c = c
            return .real(acc_gatt_real(&c))
        case ACC_GATT_CHOICE:
            let name = String(cString: acc_gatt_choice_name(c.uuid, UInt32(c.row), c.number))
            return .choice(Int(c.number), name: name.isEmpty ? nil : name)
        case ACC_GATT_FLAGS:
            let bits = UInt64(bitPattern: c.number)
            let names = GATTTable.choices(of: c.uuid, row: c.row)
                .filter { bits >> $0.value & 1 == 1 }.map(\.name)
            return .flags(bits, names: names)
        case ACC_GATT_TIME: return .time(GATTTime(digits: c.number))
        case ACC_GATT_DATE: return .date(GATTTime(digits: c.number * 1_000_000))
        case ACC_GATT_ZONE: return .zone(minutes: Int(c.number) * 15)
        case ACC_GATT_TEXT:
            return String(validating: bytes, as: UTF8.self).map(Value.text) ?? .bytes(bytes)
        case ACC_GATT_TEXT16:
            let units = stride(from: 0, to: bytes.count - 1, by: 2)
                .map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
            return bytes.count % 2 == 0
                ? String(validating: units, as: UTF16.self).map(Value.text) ?? .bytes(bytes)
                : .bytes(bytes)
        case ACC_GATT_BYTES: return .bytes(bytes)
        case ACC_GATT_UUID:
            return BluetoothUUID(littleEndian: bytes).map(Value.uuid) ?? .bytes(bytes)
        case ACC_GATT_ADDRESS: return .address(bytes.reversed())
        default: return .number(GATTNumber(c.number, exponent: Int(c.exponent)))
        }
    }
}
