internal import CAccessory

/// Compiles definitions to the rows of the core.
struct SensorCompiler {
    /// The arrays that the core reads.
    struct Tables: Sendable {
        var rows: [acc_sensor_row] = []
        /// Term 0 is always true.
        var terms = [
            acc_sensor_term(
                kind: UInt8(ACC_SENSOR_TERM_PRESENT.rawValue),
                at: 0,
                value: 0,
                yes: UInt8(ACC_SENSOR_ACCEPT),
                no: UInt8(ACC_SENSOR_ACCEPT)
            )
        ]
        var conditions: [UInt16] = [0]
        var code: [UInt32] = []
        var codeAt: [UInt16] = [0]
        var scales = [acc_sensor_scale(num: 1_000_000, den: 1, add: 0)]
        var pool: [UInt8] = [0]
        var records: [acc_sensor_record] = []
        var lists: [UInt16] = []
    }

    private var tables = Tables()
    private let id: String

    static func compile(_ definitions: [SensorDefinition]) throws(SensorTable.Fault) -> Tables {
        guard definitions.count <= SensorTable.limits.definitions else {
            let most = SensorTable.limits.definitions
            throw .init(id: definitions[most].id, reason: "there are more than \(most) definitions")
        }
        var tables = Tables()
        for definition in definitions {
            var compiler = SensorCompiler(tables: tables, id: definition.id)
            try compiler.add(definition)
            tables = compiler.tables
        }
        tables.lists.append(UInt16(ACC_SENSOR_LIST_END))
        tables.conditions.append(UInt16(tables.terms.count))
        return tables
    }

    private init(tables: Tables, id: String) {
        self.tables = tables
        self.id = id
    }

    private func fault(_ reason: String) -> SensorTable.Fault {
        SensorTable.Fault(id: id, reason: reason)
    }

    private mutating func add(_ definition: SensorDefinition) throws(SensorTable.Fault) {
        guard definition.fields.count <= SensorTable.limits.fields else {
            throw fault("it has more than \(SensorTable.limits.fields) fields")
        }
        let first = tables.rows.count
        for field in definition.fields {
            let row = try row(field)
            tables.rows.append(row)
        }
        // the condition applies to any length
        tables.lists += [UInt16(tables.records.count), try condition(definition.match), 0xFF00]
        tables.records.append(
            acc_sensor_record(
                row: UInt16(first),
                object: 0,
                rows: UInt8(definition.fields.count),
                objects: 0,
                flags: 0,
                family: 0,
                walk: 0,
                type: 255,
                part: 0,
                reach: 0
            )
        )
    }
}

// Conditions: each term has a next term for true and one for false.
extension SensorCompiler {
    private struct Node {
        var term: acc_sensor_term
        var yes: Int
        var no: Int
    }

    private mutating func condition(_ match: SensorCondition) throws(SensorTable.Fault) -> UInt16 {
        let (accept, reject) = (-1, -2)
        var nodes: [Node] = []
        let entry = try build(match, yes: accept, no: reject, &nodes)
        guard entry >= 0, nodes.count < Int(ACC_SENSOR_ACCEPT) else {
            throw fault(entry < 0 ? "a condition is empty" : "a condition is too long")
        }
        guard tables.terms.count + nodes.count <= Int(UInt16.max) else {
            throw fault("the file has too many conditions")
        }
        // built from the end: after the reversal, a term's successors follow it
        let place = { (node: Int) -> UInt8 in
            node == accept
                ? UInt8(ACC_SENSOR_ACCEPT)
                : node == reject ? UInt8(ACC_SENSOR_REJECT) : UInt8(nodes.count - 1 - node)
        }
        tables.conditions.append(UInt16(tables.terms.count))
        for node in nodes.reversed() {
            var term = node.term
            (term.yes, term.no) = (place(node.yes), place(node.no))
            tables.terms.append(term)
        }
        return UInt16(tables.conditions.count - 1)
    }

    private mutating func build(
        _ condition: SensorCondition,
        yes: Int,
        no: Int,
        _ nodes: inout [Node]
    ) throws(SensorTable.Fault) -> Int {
        switch condition {
        case .all(let parts):
            var next = yes
            for part in parts.reversed() { next = try build(part, yes: next, no: no, &nodes) }
            return next
        case .any(let parts):
            var next = no
            for part in parts.reversed() { next = try build(part, yes: yes, no: next, &nodes) }
            return next
        case .not(let part):
            return try build(part, yes: no, no: yes, &nodes)
        default:
            nodes.append(Node(term: try term(condition), yes: yes, no: no))
            return nodes.count - 1
        }
    }

    private mutating func term(
        _ condition: SensorCondition
    ) throws(SensorTable.Fault) -> acc_sensor_term {
        func make(
            _ kind: acc_sensor_term_kind,
            _ part: SensorPart = .mfr,
            _ at: Int8 = 0,
            _ value: UInt16
        ) -> acc_sensor_term {
            acc_sensor_term(
                kind: UInt8(kind.rawValue) | part.number << 4,
                at: at,
                value: value,
                yes: 0,
                no: 0
            )
        }
        switch condition {
        case .company(let number): return make(ACC_SENSOR_TERM_COMPANY, .mfr, 0, number)
        case .service(let number): return make(ACC_SENSOR_TERM_SERVICE, .mfr, 2, number)
        case .name(let text, let isWhole):
            let kind = isWhole ? ACC_SENSOR_TERM_NAME_IS : ACC_SENSOR_TERM_NAME_AT
            return make(kind, .mfr, 0, try keep(Array(text.utf8)))
        case .nameHas(let text):
            return make(ACC_SENSOR_TERM_NAME_HAS, .mfr, 0, try keep(Array(text.utf8)))
        case .length(let part, let range):
            let value = UInt16(range.lowerBound) | UInt16(range.upperBound) << 8
            return make(ACC_SENSOR_TERM_LENGTH, part, 0, value)
        case .bytes(let part, let at, let bytes):
            return make(ACC_SENSOR_TERM_BYTES, part, at, try keep(bytes))
        case .byte(let part, let at, let mask, let value):
            return make(ACC_SENSOR_TERM_BYTE, part, at, UInt16(mask) | UInt16(value) << 8)
        case .all, .any, .not: throw fault("a condition is empty")
        }
    }

    private mutating func keep(_ bytes: [UInt8]) throws(SensorTable.Fault) -> UInt16 {
        guard bytes.count < 64, tables.pool.count < 60_000 else {
            throw fault("a text is too long")
        }
        tables.pool += [UInt8(bytes.count)] + bytes
        return UInt16(tables.pool.count - bytes.count - 1)
    }
}

// Fields: a row, its code and its scale.
extension SensorCompiler {
    private mutating func row(_ field: SensorField) throws(SensorTable.Fault) -> acc_sensor_row {
        let type = try type(of: field)
        let when = try field.when.map { condition throws(SensorTable.Fault) in
            try self.condition(condition)
        }
        guard when ?? 0 < 256 else { throw fault("the file has more than 255 conditions") }
        return acc_sensor_row(
            quantity: try quantity(of: field),
            way: 0,
            when: UInt8(when ?? 0),
            instance: field.instance ?? 255,
            at: field.at,
            argument: field.bit ?? 0,
            code: try code(of: field),
            scale: try scale(of: field),
            type: type | field.part.number << 6
        )
    }

    private func type(of field: SensorField) throws(SensorTable.Fault) -> UInt8 {
        if field.type == "bit" {
            guard let bit = field.bit, bit < 8 else {
                throw fault("a field of type bit needs bit, 0 to 7")
            }
            return UInt8(ACC_SENSOR_TYPE_BIT.rawValue)
        }
        let types: [String: Int] = [
            "u8": 1, "i8": 17, "u16le": 2, "i16le": 18, "u16be": 34, "i16be": 50, "u24le": 3,
            "u24be": 35,
            "u32le": 4, "i32le": 20, "u32be": 36, "i32be": 52, "u48le": 6, "u48be": 38, "f32le": 15,
            "f32be": 47,
        ]
        guard let type = types[field.type] else {
            throw fault(
                "the type '\(field.type)' is none of bit, \(types.keys.sorted().joined(separator: ", "))"
            )
        }
        return UInt8(type)
    }

    private func quantity(of field: SensorField) throws(SensorTable.Fault) -> UInt8 {
        let named = (1..<ACC_QUANTITY_END.rawValue).map(acc_quantity.init(rawValue:)).filter {
            String(cString: acc_quantity_name($0)) == field.quantity
        }
        let found = named.first {
            field.unit == nil || String(cString: acc_quantity_unit($0)) == field.unit
        }
        guard let found else {
            throw fault(
                named.isEmpty
                    ? "there is no quantity '\(field.quantity)'; accessory sensors quantities lists them"
                    : "\(field.quantity) is in \(String(cString: acc_quantity_unit(named[0])))"
            )
        }
        return UInt8(found.rawValue)
    }

    /// The code for the raw number: first invalid markers and limits, then the mask.
    private mutating func code(of field: SensorField) throws(SensorTable.Fault) -> UInt8 {
        var code: [UInt32] = []
        var last = 0
        func add(_ operation: acc_sensor_operation, _ number: Int64) {
            last = code.count
            let word = UInt32(operation.rawValue)
            if -1 << 23..<1 << 23 ~= number {
                code.append(word | UInt32(truncatingIfNeeded: number) << 8)
            } else {
                code.append(word | UInt32(ACC_SENSOR_WIDE))
                code.append(UInt32(truncatingIfNeeded: number))
                code.append(UInt32(truncatingIfNeeded: number >> 32))
            }
        }
        for marker in field.invalid {
            let isBig = field.type.hasSuffix("be")
            let bits = (isBig ? marker : marker.reversed()).reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let isNegative =
                field.type.hasPrefix("i") && (isBig ? marker.first : marker.last) ?? 0 > 127
            add(ACC_SENSOR_DROP_IF, isNegative ? bits - 1 << (8 * marker.count) : bits)
        }
        let unit = field.type.hasPrefix("f") ? 1e6 : 1
        func whole(_ number: Double) throws(SensorTable.Fault) -> Int64 {
            guard let exact = Int64(exactly: (number * unit).rounded()) else {
                throw fault("\(number) is too large")
            }
            return exact
        }
        if let min = field.min { add(ACC_SENSOR_DROP_BELOW, try whole(min)) }
        if let max = field.max { add(ACC_SENSOR_DROP_ABOVE, try whole(max)) }
        if let mask = field.mask { add(ACC_SENSOR_AND, Int64(mask)) }
        guard !code.isEmpty else { return 0 }
        guard tables.codeAt.count < 256 else {
            throw fault("the file has more than 255 fields with masks or limits")
        }
        guard tables.code.count + code.count < Int(UInt16.max) else {
            throw fault("the file has too many markers and limits")
        }
        code[last] |= UInt32(ACC_SENSOR_LAST)
        tables.codeAt.append(UInt16(tables.code.count))
        tables.code += code
        return UInt8(tables.codeAt.count - 1)
    }

    /// The scale as a fraction of two 32-bit numbers, computed from millionths.
    private mutating func scale(of field: SensorField) throws(SensorTable.Fault) -> UInt8 {
        let micro = field.type.hasPrefix("f") ? field.scale : field.scale * 1e6
        let den: Int32 = abs(micro) < 1000 && micro.rounded() != micro ? 1_000_000 : 1000
        let isWhole = micro.rounded() == micro
        guard let num = Int32(exactly: (isWhole ? micro : micro * Double(den)).rounded()), num != 0,
            let add = Int32(exactly: (field.offset * 1e6).rounded())
        else { throw fault("scale or offset of \(field.quantity) is too large or too small") }
        guard tables.scales.count < 256 else { throw fault("the file has more than 255 scales") }
        tables.scales.append(acc_sensor_scale(num: num, den: isWhole ? 1 : den, add: add))
        return UInt8(tables.scales.count - 1)
    }
}

extension SensorPart {
    fileprivate var number: UInt8 {
        switch self {
        case .mfr: UInt8(ACC_SENSOR_PART_MANUFACTURER.rawValue)
        case .svc: UInt8(ACC_SENSOR_PART_SERVICE.rawValue)
        case .record: UInt8(ACC_SENSOR_PART_RECORD.rawValue)
        }
    }
}
