extension MutableCharacteristic {
    /// Creates a characteristic from a profile.
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

    /// The value as text by field name; nil if the bytes are invalid in the profile. Without a
    /// profile, the text is hexadecimal digits.
    public var stringValue: [String: String]? {
        (profile ?? CharacteristicProfile(uuid: uuid)).stringValue(value)
    }

    /// Updates the value from text.
    ///
    /// - Throws: `notSerializable` when the text is invalid, and the errors of `update(_:)`.
    public func update(
        withString value: [String: String]
    ) throws(MutableCharacteristicError) {
        guard let bytes = (profile ?? CharacteristicProfile(uuid: uuid)).bytes(value) else {
            throw .notSerializable
        }
        try update(bytes)
    }

    /// Updates the value from a plain value.
    public func update<Value: Deserializable>(
        _ value: Value
    ) throws(MutableCharacteristicError) {
        try update(Serde.serialize(value))
    }

    /// Updates the value from a raw value.
    public func update<Value: RawDeserializable>(
        _ value: Value
    ) throws(MutableCharacteristicError) {
        try update(Serde.serialize(value))
    }

    /// Updates the value from a raw array.
    public func update<Value: RawArrayDeserializable>(
        _ value: Value
    ) throws(MutableCharacteristicError) {
        try update(Serde.serialize(value))
    }

    /// Updates the value from a raw pair.
    public func update<Value: RawPairDeserializable>(
        _ value: Value
    ) throws(MutableCharacteristicError) {
        try update(Serde.serialize(value))
    }

    /// Updates the value from a raw array pair.
    public func update<Value: RawArrayPairDeserializable>(
        _ value: Value
    ) throws(MutableCharacteristicError) {
        try update(Serde.serialize(value))
    }
}

extension MutableService {
    /// Creates a service from a profile, without characteristics.
    public convenience init(profile: ServiceProfile) {
        self.init(uuid: profile.uuid, profile: profile)
    }

    /// Replaces the characteristics with those of the profile; does nothing without a profile.
    public func setCharacteristicsFromProfile() {
        guard let profile else { return }
        characteristics = profile.characteristics.map { MutableCharacteristic(profile: $0) }
    }
}
