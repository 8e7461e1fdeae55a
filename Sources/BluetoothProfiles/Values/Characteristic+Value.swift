public import BluetoothLE

extension Characteristic {
    /// The descriptors on which the meaning of the value depends: name, presentation format and valid range. Descriptors that
    /// the server refuses to read are omitted.
    ///
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public func valueContext() async throws -> GATTContext {
        var context = GATTContext()
        for descriptor in try await descriptors()
        where [0x2901, 0x2904, 0x2906].contains(descriptor.uuid) {
            do {
                context.use(try await descriptor.read(), of: descriptor.uuid)
            } catch GATTError.att {
                continue
            }
        }
        return context
    }

    /// Reads and decodes the value.
    ///
    /// - Parameter context: Nil: `valueContext()`.
    /// - Throws: `GATTValueError`, `CentralError`, `GATTError` or `CancellationError`.
    public func readValue(in context: GATTContext? = nil) async throws -> GATTValue {
        let known = if let context { context } else { try await valueContext() }
        return try GATTValue(uuid, bytes: try await read(), context: known)
    }

    /// Writes an encoded value with a response.
    public func write(_ value: GATTValue) async throws { try await write(value.bytes) }

    /// Subscribes as `notifications` does, and decodes the values. The stream throws a `GATTValueError` for a value that
    /// cannot be decoded.
    ///
    /// - Parameter context: Nil: `valueContext()`.
    public func values(
        in context: GATTContext? = nil
    ) async throws -> AsyncThrowingMapSequence<AsyncThrowingStream<[UInt8], any Error>, GATTValue> {
        let known = if let context { context } else { try await valueContext() }
        return try await notifications().map { try GATTValue(uuid, bytes: $0, context: known) }
    }
}

extension MutableCharacteristic {
    /// Creates a characteristic with an encoded value.
    public convenience init(
        _ value: GATTValue,
        properties: CharacteristicProperties = [.read, .notify],
        permissions: AttributePermissions = .readable,
        descriptors: [DescriptorDefinition] = []
    ) {
        self.init(
            uuid: value.uuid,
            properties: properties,
            permissions: permissions,
            value: value.bytes,
            descriptors: descriptors
        )
    }

    /// Updates the value, and sends it to subscribers.
    public func update(_ value: GATTValue) throws(MutableCharacteristicError) {
        try update(value.bytes)
    }
}
