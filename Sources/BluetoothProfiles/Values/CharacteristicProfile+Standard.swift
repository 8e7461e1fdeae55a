public import BluetoothLE

extension CharacteristicProfile {
    /// Creates a profile of a standard characteristic. Its text has the fields of `GATTValue`; a single field has the
    /// profile's name. Of fields with the same name it has the first.
    ///
    /// - Parameter name: Nil: the assigned name.
    public init(
        standard uuid: BluetoothUUID,
        name: String? = nil,
        permissions: AttributePermissions = .readable,
        properties: CharacteristicProperties = .read,
        initialValue: [UInt8]? = nil
    ) {
        let name = name ?? uuid.assignedName ?? "Unknown"
        let rows = (try? GATTTable.rows(of: uuid, GATTContext())) ?? []
        let isSingle = rows.count == 1
        self.init(
            uuid: uuid,
            name: name,
            permissions: permissions,
            properties: properties,
            initialValue: initialValue,
            stringValues: isSingle
                ? GATTTable.choices(of: uuid.short ?? 0, row: rows[0].index).map(\.name) : [],
            text: { bytes in
                guard let value = try? GATTValue(uuid, bytes: bytes), !value.isPartial else {
                    return nil
                }
                let texts = value.fields.map {
                    (isSingle ? name : $0.name, $0.value.map { "\($0)" } ?? $0.state.rawValue)
                }
                return Dictionary(texts) { first, _ in first }
            },
            bytes: { texts in
                let fields = texts.map {
                    (isSingle && $0.key == name ? rows[0].name : $0.key, $0.value)
                }
                return try? GATTValue(
                    uuid,
                    fields: fields.map { (key: $0.0, value: .text($0.1)) }
                ).bytes
            }
        )
    }
}
