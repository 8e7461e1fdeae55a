internal import AccessoryBase
internal import BluetoothLE
internal import CAccessory

/// Fields on their way to bytes: the core's structures, and the bytes of texts.
struct GATTFieldList {
    private(set) var fields: [acc_gatt_field] = []
    private var data: [UInt8] = []

    mutating func append(
        _ value: GATTField.Value?,
        state: GATTField.State = .known,
        size: Int = 0,
        at place: GATTPlace,
        form: acc_gatt_form
    ) {
        var field = acc_gatt_field()
        (field.uuid, field.row, field.instance) = (place.uuid, place.row, place.instance)
        field.state = UInt8(GATTField.State.allCases.firstIndex(of: state)!)
        field.form = UInt8(form.rawValue)
        field.length = UInt16(size)
        var bytes: [UInt8]?
        switch value {
        case .number(let number)?:
            (field.number, field.exponent) = (number.mantissa, Int8(clamping: number.exponent))
        case .real(let number)?: field.real = number
        case .choice(let number, _)?: field.number = Int64(number)
        case .flags(let bits, _)?: field.number = Int64(bitPattern: bits)
        case .time(let time)?: field.number = time.digits
        case .date(let time)?: field.number = time.digits / 1_000_000
        case .zone(let minutes)?: field.number = Int64(minutes / 15)
        case .text(let text)?:
            bytes =
                form == ACC_GATT_TEXT16
                ? text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
                : Array(text.utf8)
        case .bytes(let content)?: bytes = content
        case .uuid(let uuid)?: bytes = uuid.littleEndian
        case .address(let address)?: bytes = address.reversed()
        case nil: break
        }
        if let bytes {
            field.offset = UInt16(data.count)
            field.length = UInt16(bytes.count)
            data += bytes
        }
        fields.append(field)
    }

    /// The value, or the core's status and the row of the error.
    func write(
        _ uuid: BluetoothUUID,
        _ context: GATTContext
    ) -> (bytes: [UInt8]?, status: Status, row: UInt8) {
        var length = 0
        var row: UInt8 = 0
        // an empty array has no address
        let list = fields.isEmpty ? [acc_gatt_field()] : fields
        let data = data.isEmpty ? [0] : data
        var bytes = [UInt8](repeating: 0, count: GATTValue.sizeLimit)
        let status = context.withC { context in
            bytes.withUnsafeMutableBufferPointer { bytes in
                list.withUnsafeBufferPointer { list in
                    data.withUnsafeBufferPointer { data in
                        acc_gatt_write(
                            uuid.short ?? 0,
                            list.baseAddress!,
                            fields.count,
                            data.baseAddress!,
                            data.count,
                            context,
                            bytes.baseAddress!,
                            bytes.count,
                            &length,
                            &row
                        )
                    }
                }
            }
        }
        return (status == .ok ? Array(bytes.prefix(length)) : nil, status, row)
    }
}

/// Finds the rows of fields that are given by name.
struct GATTEncoder {
    /// A field of the caller, and the rows that it may be: a number of 8 or of 16 bits, in pounds or in kilograms.
    private struct Entry {
        let name: String
        let value: GATTField.Value
        let instance: UInt8
        let rows: [GATTTable.Row]
        var choice = 0
    }

    private let uuid: BluetoothUUID
    private let context: GATTContext
    private let rows: [GATTTable.Row]
    private var entries: [Entry] = []

    init(_ uuid: BluetoothUUID, _ context: GATTContext) throws(GATTValueError) {
        (self.uuid, self.context) = (uuid, context)
        rows = try GATTTable.rows(of: uuid, context)
    }

    /// Encodes fields by name, in any order. Repeated names are further instances.
    mutating func encode(
        _ fields: some Sequence<(key: String, value: GATTField.Value)>
    ) throws(GATTValueError) -> [UInt8] {
        for (name, value) in fields {
            let named = rows.filter { $0.name.lowercased() == name.lowercased() }
            guard let first = named.first else {
                throw .unknownField(name, known: GATTTable.names(of: rows))
            }
            entries.append(
                Entry(
                    name: first.name,
                    value: value,
                    instance: UInt8(clamping: entries.count { $0.name == first.name }),
                    rows: try fitting(named, value)
                )
            )
        }
        return try search()
    }

    /// The rows in whose form and unit the value can be.
    private func fitting(
        _ rows: [GATTTable.Row],
        _ value: GATTField.Value
    ) throws(GATTValueError) -> [GATTTable.Row] {
        let fitting = rows.filter { GATTParser($0, of: uuid).parse(value) != nil }
        guard fitting.isEmpty else { return fitting }
        throw .invalidField(
            rows[0].name,
            value: "\(value)",
            expected: GATTParser(rows[0], of: uuid).expected
        )
    }

    /// Tries other rows of the same name until the fields have an encoding that has all of them.
    private mutating func search() throws(GATTValueError) -> [UInt8] {
        while true {
            let error: GATTValueError
            let culprit: Int?
            let (bytes, status, row) = list().write(uuid, context)
            if let bytes {
                guard let absent = absent(in: bytes) else { return bytes }
                culprit = absent
                error = .notApplicable(entries[absent].name)
            } else {
                let name = rows.first { $0.index == row }?.name ?? "Value"
                culprit = entries.firstIndex { $0.name == name }
                let value = culprit.map { "\(entries[$0].value)" } ?? ""
                error =
                    switch status {
                    case .noRoom: .tooLong
                    case .outOfRange: .outOfRange(name, value: value)
                    default: culprit == nil ? .missingField(name) : .notApplicable(name)
                    }
            }
            guard let culprit, entries[culprit].choice + 1 < entries[culprit].rows.count else {
                throw error
            }
            entries[culprit].choice += 1
        }
    }

    private func list() -> GATTFieldList {
        var list = GATTFieldList()
        for entry in entries {
            let row = entry.rows[entry.choice]
            let (value, state) = GATTParser(row, of: uuid).parse(entry.value)!
            var form = row.form
            if case .real? = value { form = ACC_GATT_REAL }
            list.append(value, state: state, at: place(of: entry), form: form)
        }
        return list
    }

    private func place(of entry: Entry) -> GATTPlace {
        GATTPlace(
            uuid: uuid.short ?? 0,
            row: entry.rows[entry.choice].index,
            instance: entry.instance
        )
    }

    /// An entry that the encoded value lacks, since the core ignores fields that others exclude.
    private func absent(in bytes: [UInt8]) -> Int? {
        let present = Set(
            (try? GATTValue(uuid, bytes: bytes, context: context))?.fields.map(\.place) ?? []
        )
        return entries.firstIndex { !present.contains(place(of: $0)) }
    }
}
