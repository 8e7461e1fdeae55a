/// A number as a characteristic's value holds it: a fixed count of bytes, least significant first.
public protocol Deserializable: Sendable {
    /// Bytes of one value.
    static var size: Int { get }
    /// Reads the first `size` bytes; nil when there are fewer, or they have no meaning.
    init?(serialized bytes: ArraySlice<UInt8>)
    /// Its bytes, `size` of them.
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

    /// 0 is false, anything else true.
    public init?(serialized bytes: ArraySlice<UInt8>) {
        guard let byte = bytes.first else { return nil }
        self = byte != 0
    }

    public var serialized: [UInt8] { [self ? 1 : 0] }
}

/// A value that stands for one number.
public protocol RawDeserializable: Sendable {
    associatedtype RawType: Deserializable
    var rawValue: RawType { get }
    /// Nil when the number has no meaning.
    init?(rawValue: RawType)
}

/// A value that stands for an array of numbers of one type.
public protocol RawArrayDeserializable: Sendable {
    associatedtype RawType: Deserializable
    /// Bytes of the array.
    static var size: Int { get }
    var rawValue: [RawType] { get }
    /// Nil when the numbers have no meaning.
    init?(rawValue: [RawType])
}

/// A value that stands for two numbers: the first, then the second.
public protocol RawPairDeserializable: Sendable {
    associatedtype RawType1: Deserializable
    associatedtype RawType2: Deserializable
    var rawValue1: RawType1 { get }
    var rawValue2: RawType2 { get }
    /// Nil when the numbers have no meaning.
    init?(rawValue1: RawType1, rawValue2: RawType2)
}

/// A value that stands for two arrays: the first, then the second.
public protocol RawArrayPairDeserializable: Sendable {
    associatedtype RawType1: Deserializable
    associatedtype RawType2: Deserializable
    /// Bytes of the first array.
    static var size1: Int { get }
    /// Bytes of the second array.
    static var size2: Int { get }
    var rawValue1: [RawType1] { get }
    var rawValue2: [RawType2] { get }
    /// Nil when the numbers have no meaning.
    init?(rawValue1: [RawType1], rawValue2: [RawType2])
}

/// A value that people read and type: names of fields and their text, numbers in decimal.
public protocol StringDeserializable: Sendable {
    /// The texts that a field can have; empty: any.
    static var stringValues: [String] { get }
    /// The value as text, by the names of its fields.
    var stringValue: [String: String] { get }
    /// Nil when the text has no value.
    init?(stringValue: [String: String])
}
