/// A number in a characteristic's value: a fixed number of bytes, least significant first.
///
/// BlueCap's profiles conform to this protocol or to one of `RawDeserializable`,
/// `RawArrayDeserializable`, `RawPairDeserializable`, `RawArrayPairDeserializable` and
/// `StringDeserializable`, each with other requirements. They keep their names here, so that such
/// profiles compile unchanged.
public protocol Deserializable: Sendable {
    /// Size of a value in bytes.
    static var size: Int { get }
    /// Decodes the first `size` bytes; nil when there are fewer, or they are invalid.
    init?(serialized bytes: ArraySlice<UInt8>)
    /// The encoded value, `size` bytes.
    var serialized: [UInt8] { get }
}

extension Deserializable where Self: FixedWidthInteger {
    public static var size: Int { bitWidth / 8 }

    public init?(serialized bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.size else { return nil }
        self = bytes.prefix(Self.size).reversed().reduce(0) {
            $0 << 8 | Self(truncatingIfNeeded: $1)
        }
    }

    public var serialized: [UInt8] {
        (0..<Self.size).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}

extension Int8: Deserializable {}
extension UInt8: Deserializable {}
extension Int16: Deserializable {}
extension UInt16: Deserializable {}
extension Int32: Deserializable {}
extension UInt32: Deserializable {}
extension Int64: Deserializable {}
extension UInt64: Deserializable {}

extension Bool: Deserializable {
    public static var size: Int { 1 }

    /// Decodes 0 as false and any other byte as true.
    public init?(serialized bytes: ArraySlice<UInt8>) {
        guard let byte = bytes.first else { return nil }
        self = byte != 0
    }

    public var serialized: [UInt8] { [self ? 1 : 0] }
}

/// A value represented by one number.
public protocol RawDeserializable: Sendable {
    /// The type of the number.
    associatedtype RawType: Deserializable
    /// The number.
    var rawValue: RawType { get }
    /// Creates a value from its number; nil when the number is invalid.
    init?(rawValue: RawType)
}

/// A value represented by an array of numbers of one type.
public protocol RawArrayDeserializable: Sendable {
    /// The type of the numbers.
    associatedtype RawType: Deserializable
    /// Size of the array in bytes.
    static var size: Int { get }
    /// The numbers.
    var rawValue: [RawType] { get }
    /// Creates a value from its numbers; nil when they are invalid.
    init?(rawValue: [RawType])
}

/// A value represented by two numbers: the first, then the second.
public protocol RawPairDeserializable: Sendable {
    /// The type of the first number.
    associatedtype RawType1: Deserializable
    /// The type of the second number.
    associatedtype RawType2: Deserializable
    /// The first number.
    var rawValue1: RawType1 { get }
    /// The second number.
    var rawValue2: RawType2 { get }
    /// Creates a value from its numbers; nil when they are invalid.
    init?(rawValue1: RawType1, rawValue2: RawType2)
}

/// A value represented by two arrays: the first, then the second.
public protocol RawArrayPairDeserializable: Sendable {
    /// The type of the first array's numbers.
    associatedtype RawType1: Deserializable
    /// The type of the second array's numbers.
    associatedtype RawType2: Deserializable
    /// Size of the first array in bytes.
    static var size1: Int { get }
    /// Size of the second array in bytes.
    static var size2: Int { get }
    /// The first array.
    var rawValue1: [RawType1] { get }
    /// The second array.
    var rawValue2: [RawType2] { get }
    /// Creates a value from its numbers; nil when they are invalid.
    init?(rawValue1: [RawType1], rawValue2: [RawType2])
}

/// A value that users read and enter: texts by field name, with numbers in decimal.
public protocol StringDeserializable: Sendable {
    /// The allowed texts of a field; empty: any text.
    static var stringValues: [String] { get }
    /// The value as text, by field name.
    var stringValue: [String: String] { get }
    /// Creates a value from text by field name; nil when the text is invalid.
    init?(stringValue: [String: String])
}
