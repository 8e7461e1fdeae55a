extension MutableCharacteristic {
    /// A characteristic as a profile states it.
    public convenience init(profile: CharacteristicProfile, storesWrites: Bool = false) {
        self.init(
            uuid: profile.uuid,
            properties: profile.properties,
            permissions: profile.permissions,
            value: profile.initialValue ?? [],
            storesWrites: storesWrites,
            profile: profile
        )
    }

    /// The value as text, by the names of its fields; nil for bytes that are no value of the profile.
    /// Without a profile: hexadecimal digits.
    public var stringValue: [String: String]? {
        (profile ?? CharacteristicProfile(uuid: uuid)).stringValue(value)
    }

    /// Updates with a value that is given as text.
    ///
    /// - Throws: `notSerializable` when the text has no value; and as `update(_:)`.
    public func update(
        withString value: [String: String]
    ) throws(MutableCharacteristicError) {
        guard let bytes = (profile ?? CharacteristicProfile(uuid: uuid)).bytes(value) else {
            throw .notSerializable
        }
        try update(bytes)
    }

    public func update<Value: Deserializable>(
        _ value: Value
    ) throws(MutableCharacteristicError) {
        try update(Serde.serialize(value))
    }

    public func update<Value: RawDeserializable>(
        _ value: Value
    ) throws(MutableCharacteristicError) {
        try update(Serde.serialize(value))
    }

    public func update<Value: RawArrayDeserializable>(
        _ value: Value
    ) throws(MutableCharacteristicError) {
        try update(Serde.serialize(value))
    }

    public func update<Value: RawPairDeserializable>(
        _ value: Value
    ) throws(MutableCharacteristicError) {
        try update(Serde.serialize(value))
    }

    public func update<Value: RawArrayPairDeserializable>(
        _ value: Value
    ) throws(MutableCharacteristicError) {
        try update(Serde.serialize(value))
    }
}

extension MutableService {
    /// A service as a profile states it, still without characteristics.
    public convenience init(profile: ServiceProfile) {
        self.init(uuid: profile.uuid, profile: profile)
    }

    /// Sets the characteristics to those of the profile; nothing happens without one.
    public func characteristicsFromProfiles() {
        guard let profile else { return }
        characteristics = profile.characteristics.map { MutableCharacteristic(profile: $0) }
    }
}
