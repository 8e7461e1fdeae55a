/// Conversion between values and bytes, for every kind of value. Decoding ignores bytes after the value.
public enum Serde {
    /// Encodes a plain value.
    public static func serialize<Value: Deserializable>(_ value: Value) -> [UInt8] {
        value.serialized
    }

    /// Encodes plain values one after the other.
    public static func serialize<Value: Deserializable>(_ values: [Value]) -> [UInt8] {
        values.flatMap(\.serialized)
    }

    /// Encodes a raw value.
    public static func serialize<Value: RawDeserializable>(_ value: Value) -> [UInt8] {
        value.rawValue.serialized
    }

    /// Encodes a raw array.
    public static func serialize<Value: RawArrayDeserializable>(_ value: Value) -> [UInt8] {
        serialize(value.rawValue)
    }

    /// Encodes a raw pair.
    public static func serialize<Value: RawPairDeserializable>(_ value: Value) -> [UInt8] {
        value.rawValue1.serialized + value.rawValue2.serialized
    }

    /// Encodes a raw array pair.
    public static func serialize<Value: RawArrayPairDeserializable>(_ value: Value) -> [UInt8] {
        serialize(value.rawValue1) + serialize(value.rawValue2)
    }

    /// Encodes text as UTF-8.
    public static func serialize(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Decodes a plain value; nil for invalid bytes.
    public static func deserialize<Value: Deserializable>(_ bytes: [UInt8]) -> Value? {
        Value(serialized: bytes[...])
    }

    /// Decodes as many values as there are complete ones; incomplete bytes at the end are ignored.
    public static func deserialize<Value: Deserializable>(_ bytes: [UInt8]) -> [Value] {
        deserialize(bytes[...])
    }

    /// Decodes a raw value; nil for invalid bytes.
    public static func deserialize<Value: RawDeserializable>(_ bytes: [UInt8]) -> Value? {
        Value.RawType(serialized: bytes[...]).flatMap { Value(rawValue: $0) }
    }

    /// Decodes a raw array; nil for invalid bytes.
    public static func deserialize<Value: RawArrayDeserializable>(_ bytes: [UInt8]) -> Value? {
        guard bytes.count >= Value.size else { return nil }
        return Value(rawValue: deserialize(bytes.prefix(Value.size)))
    }

    /// Decodes a raw pair; nil for invalid bytes.
    public static func deserialize<Value: RawPairDeserializable>(_ bytes: [UInt8]) -> Value? {
        guard let first = Value.RawType1(serialized: bytes[...]),
            let second = Value.RawType2(serialized: bytes.dropFirst(Value.RawType1.size))
        else { return nil }
        return Value(rawValue1: first, rawValue2: second)
    }

    /// Decodes a raw array pair; nil for invalid bytes.
    public static func deserialize<Value: RawArrayPairDeserializable>(_ bytes: [UInt8]) -> Value? {
        guard bytes.count >= Value.size1 + Value.size2 else { return nil }
        return Value(
            rawValue1: deserialize(bytes.prefix(Value.size1)),
            rawValue2: deserialize(bytes.dropFirst(Value.size1).prefix(Value.size2))
        )
    }

    /// Decodes UTF-8; nil for invalid bytes.
    public static func deserialize(_ bytes: [UInt8]) -> String? {
        String(validating: bytes, as: UTF8.self)
    }

    private static func deserialize<Value: Deserializable>(_ bytes: ArraySlice<UInt8>) -> [Value] {
        stride(from: bytes.startIndex, through: bytes.endIndex - Value.size, by: Value.size)
            .compactMap { Value(serialized: bytes[$0...]) }
    }
}
