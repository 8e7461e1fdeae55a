internal import CAccessory

/// Definitions, compiled: rows, conditions, code and scales, each numbered. `SensorTables` has them as the core's arrays,
/// `SensorSource` as C.
struct SensorProgram {
    /// Distinct items, numbered in the order in which they were added. Each belongs to the group that was current then.
    struct Pool<Item: Hashable> {
        private(set) var items: [Item] = []
        private(set) var groups: [String] = []
        private var numbers: [Item: Int] = [:]

        mutating func add(_ item: Item, _ group: String) -> Int {
            if let number = numbers[item] { return number }
            numbers[item] = items.count
            items.append(item)
            groups.append(group)
            return items.count - 1
        }

        mutating func change(_ body: (Item) -> Item) {
            items = items.map(body)
            numbers = Dictionary(uniqueKeysWithValues: zip(items, items.indices))
        }

        /// Numbers the items anew: the item that becomes number n is `order[n]`.
        mutating func reorder(_ order: [Int]) {
            items = order.map { items[$0] }
            groups = order.map { groups[$0] }
            numbers = Dictionary(uniqueKeysWithValues: zip(items, items.indices))
        }
    }

    /// A row of the core, with numbers of the pools.
    struct Row: Hashable {
        var quantity: UInt8 = 0
        var type: UInt8
        var at: Int8
        var argument: UInt8 = 0
        var instance: UInt8
        var when = 0
        var code = 0
        var scale = 0

        var base: UInt8 { type & 63 }
        var part: UInt8 { type >> 6 }
    }

    /// A term's value: itself, or the number of a run of bytes or of an inner row.
    enum Value: Hashable {
        case number(UInt16)
        case bytes(Int)
        case row(Int)
    }

    struct Term: Hashable {
        let kind: acc_sensor_term_kind
        var part: UInt8 = 0
        var at: Int8 = 0
        var value = Value.number(0)
        var yes: UInt8 = 0
        var no: UInt8 = 0
    }

    struct Operation: Hashable {
        let kind: acc_sensor_operation
        /// For NEGATE_IF the number of a condition.
        var number: Int64 = 0
        /// The inner row of ADD_ROW and POLYNOMIAL.
        var row: Int?
        var operands: [UInt32] = []
    }

    struct Scale: Hashable {
        let num, den, add: Int32
    }

    struct Object {
        let key, size: UInt8
        let rows: Range<Int>
    }

    struct Record {
        let id: String
        let rows: Range<Int>
        let objects: Range<Int>
        let flags: UInt16
        let family: UInt8
        let walk: UInt8
        let type: UInt8
        let temperatures: ClosedRange<Int8>
    }

    var rows: [Row] = []
    /// The ranges of `rows` with their names.
    private(set) var runs: [(name: String, group: String, rows: Range<Int>)] = []
    /// Rows that other rows and conditions refer to.
    private(set) var inner = Pool<Row>()
    var conditions = Pool<[Term]>()
    var code = Pool<[Operation]>()
    private(set) var scales = Pool<Scale>()
    var bytes = Pool<[UInt8]>()
    private(set) var objects: [Object] = []
    private(set) var records: [Record] = []
    private var families: [String: UInt8] = ["": 0]
    /// What is being compiled, for messages.
    var id = ""
    var position = ""
    /// The group of what is added to a pool.
    var group = ""

    /// Compiles definitions, all but their `match`.
    init(_ definitions: [SensorDefinition]) throws(SensorFault) {
        // condition 0 is always true, code 0 is none, scale 0 multiplies by one
        let always = Term(
            kind: ACC_SENSOR_TERM_PRESENT,
            yes: UInt8(ACC_SENSOR_ACCEPT),
            no: UInt8(ACC_SENSOR_ACCEPT)
        )
        _ = conditions.add([always], "")
        _ = code.add([], "")
        _ = scales.add(Scale(num: 1_000_000, den: 1, add: 0), "")
        for definition in definitions {
            (id, position, group) = (definition.id, "", definition.id)
            try add(definition)
        }
        sortConditions()
    }

    func fault(
        _ cause: String,
        nextStep: String = "man accessory-sensors describes the format (docs/sensors.md)"
    ) -> SensorFault {
        SensorFault(id: id, position: position, cause, nextStep: nextStep)
    }

    private mutating func add(_ definition: SensorDefinition) throws(SensorFault) {
        guard definition.match != nil else {
            throw fault("another format reads it", nextStep: "remove it, or its read_by")
        }
        var flags = 0
        switch definition.encryption {
        case .none: break
        case .withKey: flags = ACC_SENSOR_RECORD_ENCRYPTED
        case .withKeyInFrame: flags = ACC_SENSOR_RECORD_ENCRYPTED | ACC_SENSOR_RECORD_FRAME_KEY
        }
        flags |= definition.needsScanResponse ? ACC_SENSOR_RECORD_NEEDS_NAME : 0
        flags |= definition.needsConnection ? ACC_SENSOR_RECORD_NEEDS_CONNECTION : 0
        flags |= definition.needsPlausibleValues ? ACC_SENSOR_RECORD_PLAUSIBLE : 0
        flags |= definition.isMachine ? ACC_SENSOR_RECORD_MACHINE : 0
        flags |= definition.isWholeRange ? ACC_SENSOR_RECORD_WHOLE_RANGE : 0
        switch definition.objects?.form {
        case nil: break
        case .numbered: flags |= ACC_SENSOR_RECORD_NUMBERS
        case .sized: flags |= ACC_SENSOR_RECORD_NUMBERS | ACC_SENSOR_RECORD_SIZED
        case .flagged: flags |= ACC_SENSOR_RECORD_FLAGS
        case .bthome1: flags |= ACC_SENSOR_RECORD_BTHOME1
        }
        let first = objects.count
        for (index, object) in (definition.objects?.objects ?? []).enumerated() {
            let rows = try add(object.fields, as: "\(definition.id)_\(index)", areCounted: true)
            objects.append(Object(key: object.key, size: object.size, rows: rows))
        }
        if families[definition.family] == nil {
            families[definition.family] = UInt8(truncatingIfNeeded: families.count)
        }
        let family = families[definition.family]!
        let fields = definition.fields + definition.plainFields
        let rows = try add(fields, as: definition.id, areCounted: family > 0)
        // also those of steps, as the conditions are sorted
        guard conditions.items.count <= 256 else {
            throw fault("the file has more than 255 conditions of fields")
        }
        guard rows.count < 256, objects.count - first < 256, families.count <= 256 else {
            throw fault("it has more than 255 fields, objects or families")
        }
        let start = definition.objects?.start ?? SensorPlace(part: .mfr, at: 0)
        let type = definition.deviceType?.place
        records.append(
            Record(
                id: definition.id,
                rows: rows,
                objects: first..<first + (definition.objects?.objects.count ?? 0),
                flags: UInt16(flags),
                family: family,
                walk: start.part.number << 6 | UInt8(start.at),
                type: type.map { $0.part == .obj ? 255 : $0.part.number << 6 | UInt8($0.at) }
                    ?? 255,
                temperatures: definition.temperatures ?? 0...0
            )
        )
    }

    /// Adds rows, or finds the same ones. If no other rows can precede them, the first one of a quantity needs no count.
    private mutating func add(_ fields: [SensorField], as name: String, areCounted: Bool)
        throws(SensorFault) -> Range<Int>
    {
        var added: [Row] = []
        var quantities: Set<UInt8> = []
        for field in fields {
            position = field.position
            var row = try row(field)
            if !areCounted, row.instance == Self.counted, !quantities.contains(row.quantity) {
                row.instance = 0
            }
            quantities.insert(row.quantity)
            added.append(row)
        }
        position = ""
        let count = added.count
        let starts = rows.indices.dropLast(max(count - 1, 0))
        if let start = starts.first(where: { rows[$0..<$0 + count].elementsEqual(added) }) {
            return start..<start + count
        }
        let range = rows.count..<rows.count + count
        rows += added
        if !range.isEmpty { runs.append((name, group, range)) }
        guard rows.count < 60_000 else { throw fault("the file has too many fields") }
        return range
    }

    static let counted: UInt8 = 255
}

// Rows: the raw number, its condition, its code and its scale.
extension SensorProgram {
    /// Units of the file that are converted, with the quantity's unit and the factor.
    private static let units: [[String]: (String, Fraction)] = [
        ["mass", "jin"]: ("kg", Fraction(1, 2)), ["mass", "g"]: ("kg", Fraction(1, 1000)),
        ["tank-level", "cm"]: ("mm", Fraction(10)), ["pressure", "Pa"]: ("hPa", Fraction(1, 100)),
        ["pressure", "bar"]: ("hPa", Fraction(1000)),
    ]

    private static let quantities = (1..<UInt8(ACC_QUANTITY_END.rawValue)).map { number in
        let quantity = acc_quantity(rawValue: UInt32(number))
        return (
            number: number, name: String(cString: acc_quantity_name(quantity)),
            unit: String(cString: acc_quantity_unit(quantity))
        )
    }

    static func isBinary(_ quantity: UInt8) -> Bool {
        (ACC_QUANTITY_GENERIC.rawValue..<ACC_QUANTITY_BUTTON.rawValue).contains(UInt32(quantity))
    }

    private func quantity(_ name: String, _ unit: String?) throws(SensorFault) -> UInt8 {
        let named = Self.quantities.filter { $0.name == name }
        guard !named.isEmpty else {
            throw fault(
                "there is no quantity '\(name)'",
                nextStep: "accessory sensors quantities lists them"
            )
        }
        guard let found = named.first(where: { unit == nil || $0.unit == unit }) else {
            throw fault(
                "\(name) is in \(named.map { $0.unit.isEmpty ? "no unit" : $0.unit }.joined(separator: " or "))",
                nextStep: "state that unit, and scale to it"
            )
        }
        return found.number
    }

    /// A row of a field with a quantity.
    private mutating func row(_ field: SensorField) throws(SensorFault) -> Row {
        let (unit, by) =
            field.unit.flatMap { Self.units[[field.quantity, $0]] } ?? (field.unit, Fraction(1))
        let quantity = try quantity(field.quantity, unit)
        let when = try field.when.map { when throws(SensorFault) in try condition(when) } ?? 0
        let (operations, a, b) = try arithmetic(field)
        var row = unscaled(field, operations, quantity)
        (row.quantity, row.when) = (quantity, when)
        row.instance = field.instance ?? Self.counted
        if !Self.isBinary(quantity) { row.scale = try scale(a * by, b * by) }
        if case .text = field.type, field.part == .obj || !operations.isEmpty {
            throw fault("a text is neither part of an object nor computed")
        }
        return row
    }

    /// The number of a row that another row or a condition refers to: it has no quantity or scale.
    mutating func innerRow(_ field: SensorField) throws(SensorFault) -> Int {
        let (operations, _, _) = try arithmetic(field)
        return inner.add(unscaled(field, operations, 0), group)
    }

    /// A row without quantity, condition and scale. The mask of a leading `and`, or the bit of a binary quantity, moves from
    /// the code to the argument, as the bits to clear.
    private mutating func unscaled(_ field: SensorField, _ code: [Operation], _ quantity: UInt8)
        -> Row
    {
        var row = Row(
            type: field.type.number | field.part.number << 6,
            at: Int8(truncatingIfNeeded: field.at),
            argument: field.type.argument,
            instance: Self.counted
        )
        var code = code[...]
        if case .bit(let bit) = field.type, code.isEmpty, Self.isBinary(quantity) {
            (row.type, row.argument) = (row.type & 0xC0 | 1, ~(1 << bit))
        } else if case .integer(let size, false, _) = field.type, let first = code.first,
            first.kind == ACC_SENSOR_AND
        {
            let cleared = ~first.number & (1 << (8 * Int64(size)) - 1)
            if cleared < 256 {
                row.argument = UInt8(cleared)
                code.removeFirst()
            }
        }
        row.code = self.code.add(Array(code), group)
        return row
    }

    /// The number of a scale: value = a * number + b.
    private mutating func scale(_ a: Fraction, _ b: Fraction) throws(SensorFault) -> Int {
        let micro = Fraction(1_000_000)
        var a = a * micro
        if abs(a.num) >= 1 << 31 {
            let limit = Fraction(a.den) * Fraction(Int128(Int32.max)) / Fraction(abs(a.num))
            a = a.limited(to: Int128(limit.whole() ?? 0))
        }
        guard let num = Int32(exactly: a.num), let den = Int32(exactly: a.den), num != 0, den != 0,
            let add = (b * micro).whole(.toNearestOrAwayFromZero).flatMap(Int32.init(exactly:))
        else {
            throw fault(
                "its scale or offset is too large or too small",
                nextStep: "a scale is 0.000001 to 2147, an offset -2147 to 2147"
            )
        }
        let number = scales.add(Scale(num: num, den: den, add: add), group)
        guard number < 256 else { throw fault("the file has more than 255 scales") }
        return number
    }
}

// Code: the arithmetic on the raw number.
extension SensorProgram {
    /// Code of a field, and the factors that convert its result: value = a * number + b.
    private mutating func arithmetic(_ field: SensorField) throws(SensorFault)
        -> ([Operation], Fraction, Fraction)
    {
        var sum = SensorArithmetic(field)
        for step in field.steps {
            switch step {
            case .addField(let other, let sign):
                let (operations, c, d) = try arithmetic(other)
                var row = unscaled(other, [], 0)
                row.code = code.add(operations, group)
                sum.addRow(inner.add(row, group), sign * c, sign * d)
            case .multiplyField(let other, let factors):
                sum.multiply(byRow: try innerRow(other), factors)
            case .negateIf(let condition):
                sum.negate(if: try self.condition(condition))
            default: sum.add(step)
            }
        }
        sum.replace(field.values)
        if let cause = sum.fault { throw fault(cause) }
        guard code.items.count < 256 else {
            throw fault("the file has more than 255 fields with limits, masks or steps")
        }
        return (sum.code, sum.a * field.scale, sum.b * field.scale + field.offset)
    }
}

extension SensorPart {
    var number: UInt8 {
        switch self {
        case .mfr: UInt8(ACC_SENSOR_PART_MANUFACTURER.rawValue)
        case .svc: UInt8(ACC_SENSOR_PART_SERVICE.rawValue)
        case .record: UInt8(ACC_SENSOR_PART_RECORD.rawValue)
        case .obj: UInt8(ACC_SENSOR_PART_OBJECT.rawValue)
        }
    }
}

extension SensorFieldType {
    /// The core's number of the type.
    fileprivate var number: UInt8 {
        let (signed, big) = (ACC_SENSOR_TYPE_SIGNED.rawValue, ACC_SENSOR_TYPE_BIG_ENDIAN.rawValue)
        let number: UInt32 =
            switch self {
            case .integer(let size, let isSigned, let isBigEndian):
                UInt32(size) | (isSigned ? signed : 0) | (isBigEndian ? big : 0)
            case .bit: ACC_SENSOR_TYPE_BIT.rawValue
            case .bits(_, let isSigned): ACC_SENSOR_TYPE_BITS.rawValue | (isSigned ? signed : 0)
            case .constant: ACC_SENSOR_TYPE_CONST.rawValue
            case .halfByte: ACC_SENSOR_TYPE_NIBBLE.rawValue
            case .decimal: ACC_SENSOR_TYPE_DECIMAL.rawValue
            case .text: ACC_SENSOR_TYPE_TEXT.rawValue
            case .float(let isBigEndian): ACC_SENSOR_TYPE_FLOAT.rawValue | (isBigEndian ? big : 0)
            }
        return UInt8(number)
    }

    fileprivate var argument: UInt8 {
        switch self {
        case .bit(let bit): bit
        case .bits(let count, _), .decimal(let count), .text(let count): count
        default: 0
        }
    }
}
