internal import BluetoothLE
internal import CAccessory

/// The core's table of characteristics.
enum GATTTable {
    /// A row of a characteristic, which describes a field.
    struct Row {
        let index: UInt8
        let name: String
        let unit: String
        let form: acc_gatt_form
        let isHidden: Bool
    }

    /// Row `index` of a characteristic; nil behind the last one.
    static func row(_ index: UInt8, of uuid: UInt16) -> Row? {
        var c = acc_gatt_description(
            name: acc_gatt_unit_name(0),
            form: 0,
            unit: 0,
            is_optional: false,
            is_repeated: false,
            is_hidden: false
        )
        guard acc_gatt_describe(uuid, UInt32(index), &c) else { return nil }
        return Row(
            index: index,
            name: String(cString: c.name),
            unit: String(cString: acc_gatt_unit_name(c.unit)),
            form: acc_gatt_form(UInt32(c.form)),
            isHidden: c.is_hidden
        )
    }

    /// The rows that are fields.
    static func rows(
        of uuid: BluetoothUUID,
        _ context: GATTContext
    ) throws(GATTValueError) -> [Row] {
        var rows: [Row] = []
        while let short = uuid.short, let row = row(UInt8(rows.count), of: short) {
            rows.append(row)
        }
        if !rows.isEmpty { return rows.filter { !$0.isHidden } }
        guard let presentation = context.presentation, presentation.count == 7 else {
            throw .unknownCharacteristic(uuid)
        }
        let unit = acc_gatt_unit_of(UInt16(presentation[2]) | UInt16(presentation[3]) << 8)
        let form: acc_gatt_form =
            switch presentation[0] {
            case 0x19: ACC_GATT_TEXT
            case 0x1A: ACC_GATT_TEXT16
            case 0x0B, 0x13, 0x18, 0x1B, 0x1C: ACC_GATT_BYTES
            case 0x14, 0x15: ACC_GATT_REAL
            default: ACC_GATT_NUMBER
            }
        return [
            Row(
                index: 0,
                name: context.name ?? "Value",
                unit: String(cString: acc_gatt_unit_name(unit)),
                form: form,
                isHidden: false
            )
        ]
    }

    /// The named values of a row, or its named bits.
    static func choices(of uuid: UInt16, row: UInt8) -> [(value: Int, name: String)] {
        var list: [(value: Int, name: String)] = []
        var choice = acc_gatt_choice(value: 0, name: acc_gatt_unit_name(0))
        while acc_gatt_choice_at(uuid, UInt32(row), list.count, &choice) {
            list.append((Int(choice.value), String(cString: choice.name)))
        }
        return list
    }

    /// Names without repetitions.
    static func names(of rows: [Row]) -> [String] {
        let names = rows.map(\.name)
        return names.indices.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] }
    }
}
