public import BluetoothLE
internal import CAccessory

extension GATTValue {
    /// The maximum size of a value in bytes (Core 5.4, Vol 3, Part F, section 3.2.9).
    static let sizeLimit = 512

    /// Encodes a value from fields by name, in any order. Numbers are rounded to the field's resolution. Flags that announce
    /// a field are set if the field is there. Text is converted to the field's form: "72 bpm", "high" for a choice, names of
    /// flags separated by commas, "2026-11-27T05:20:00", "unknown". The same name again is the next field of a repetition.
    public init(
        _ uuid: BluetoothUUID,
        _ fields: KeyValuePairs<String, GATTField.Value>,
        context: GATTContext = GATTContext()
    ) throws(GATTValueError) {
        try self.init(uuid, fields: Array(fields), context: context)
    }

    /// Encodes a value from fields by name.
    public init(
        _ uuid: BluetoothUUID,
        fields: [(key: String, value: GATTField.Value)],
        context: GATTContext = GATTContext()
    ) throws(GATTValueError) {
        var encoder = try GATTEncoder(uuid, context)
        try self.init(uuid, bytes: try encoder.encode(fields), context: context)
    }

    /// Encodes the value of a characteristic with one field.
    public init(
        _ uuid: BluetoothUUID,
        _ value: GATTField.Value,
        context: GATTContext = GATTContext()
    ) throws(GATTValueError) {
        let names = try GATTTable.rows(of: uuid, context).map(\.name)
        try self.init(uuid, fields: [(names[0], value)], context: context)
    }

    /// The names of a characteristic's fields, without repetitions; empty if they are not known.
    public static func fieldNames(
        of uuid: BluetoothUUID,
        context: GATTContext = GATTContext()
    ) -> [String] {
        (try? GATTTable.rows(of: uuid, context)).map(GATTTable.names) ?? []
    }

    /// Encodes decoded fields, such as those of another value; gives the same bytes if there were no others.
    public init(
        _ uuid: BluetoothUUID,
        _ fields: [GATTField],
        context: GATTContext = GATTContext()
    ) throws(GATTValueError) {
        var list = GATTFieldList()
        for field in fields {
            let form = acc_gatt_form(UInt32(field.form))
            list.append(
                field.value,
                state: field.state,
                size: field.size,
                at: field.place,
                form: form
            )
        }
        let (bytes, status, row) = list.write(uuid, context)
        guard let bytes else {
            let rows = try GATTTable.rows(of: uuid, context)
            let name = rows.first { $0.index == row }?.name ?? "Value"
            let field = fields.first { $0.name == name }
            switch status {
            case .noRoom: throw .tooLong
            case .outOfRange: throw .outOfRange(name, value: field.map { "\($0)" } ?? "")
            default: throw field == nil ? .missingField(name) : .notApplicable(name)
            }
        }
        try self.init(uuid, bytes: bytes, context: context)
    }
}
