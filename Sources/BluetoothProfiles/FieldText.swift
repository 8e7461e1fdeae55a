public import BluetoothLE

/// Enumerations whose text form is the case name, keyed by the characteristic's name.
public protocol NamedProfileValue: RawDeserializable, StringDeserializable,
    CharacteristicConfigurable,
    CaseIterable
where RawType == UInt8 {}

extension NamedProfileValue {
    public static var stringValues: [String] { allCases.map { "\($0)" } }

    public var stringValue: [String: String] { [Self.name: "\(self)"] }

    public init?(stringValue: [String: String]) {
        guard let match = Self.allCases.first(where: { "\($0)" == stringValue[Self.name] }) else {
            return nil
        }
        self = match
    }
}

/// A value of one number, whose text form is decimal, keyed by the characteristic's name.
public protocol DecimalProfileValue: RawDeserializable, StringDeserializable,
    CharacteristicConfigurable
where RawType: FixedWidthInteger {
    init(rawValue: RawType)
}

extension DecimalProfileValue {
    public static var stringValues: [String] { [] }

    public var stringValue: [String: String] { [Self.name: String(rawValue)] }

    public init?(stringValue: [String: String]) {
        guard let number = stringValue[Self.name].flatMap({ RawType($0) }) else { return nil }
        self.init(rawValue: number)
    }
}

/// The numbers of a value's fields, by name; nil if any is missing.
func numbers<Number: FixedWidthInteger>(
    _ text: [String: String],
    _ names: [String]
) -> [Number]? {
    let numbers = names.compactMap { text[$0].flatMap { Number($0) } }
    return numbers.count == names.count ? numbers : nil
}
