extension KeyedDecodingContainer {
    /// Decodes a value if its key is there, and else leaves it as it is.
    func update<Value: Decodable>(_ value: inout Value, from key: Key) throws {
        if let new = try decodeIfPresent(Value.self, forKey: key) { value = new }
    }
}
