public import AccessoryBase
public import BluetoothLE

/// Why a characteristic's value cannot be decoded or encoded.
public enum GATTValueError: AccessoryError, Equatable {
    /// The characteristic is not in the table, and there is no presentation format.
    case unknownCharacteristic(BluetoothUUID)
    /// The value ends inside its first field.
    case truncated(BluetoothUUID)
    /// The characteristic has no field of this name.
    case unknownField(String, known: [String])
    /// A field is required.
    case missingField(String)
    /// The field cannot have this value.
    case invalidField(String, value: String, expected: String)
    /// The number does not fit in the field.
    case outOfRange(String, value: String)
    /// The field excludes another one, or another one requires it.
    case notApplicable(String)
    /// The value is longer than 512 bytes.
    case tooLong

    public var cause: String {
        switch self {
        case .unknownCharacteristic(let uuid): "the fields of characteristic \(uuid) are not known"
        case .truncated(let uuid):
            "the value of \(uuid.assignedName ?? uuid.description) ends inside its first field"
        case .unknownField(let name, _): "the value has no field '\(name)'"
        case .missingField(let name): "the field '\(name)' is missing"
        case .invalidField(let name, let value, _): "'\(value)' is no value of '\(name)'"
        case .outOfRange(let name, let value): "'\(value)' is outside the range of '\(name)'"
        case .notApplicable(let name): "'\(name)' does not fit the other fields"
        case .tooLong: "the value is longer than 512 bytes"
        }
    }

    public var nextStep: String? {
        switch self {
        case .unknownCharacteristic: "use bytes"
        case .truncated: "check that the value is complete"
        case .unknownField(_, let known): "use one of: " + known.joined(separator: ", ")
        case .missingField: "give its value, too"
        case .invalidField(_, _, let expected): "give \(expected)"
        case .outOfRange: "give another number"
        case .notApplicable: "omit it, or change the fields that exclude it"
        case .tooLong: "shorten its texts"
        }
    }
}
