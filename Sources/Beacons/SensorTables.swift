internal import CAccessory

/// Compiled definitions as the arrays that the core reads.
struct SensorTables: Sendable {
    private(set) var rows: [acc_sensor_row] = []
    private(set) var terms: [acc_sensor_term] = []
    private(set) var conditions: [UInt16] = []
    private(set) var code: [UInt32] = []
    private(set) var codeAt: [UInt16] = []
    private(set) var scales: [acc_sensor_scale] = []
    private(set) var pool: [UInt8] = []
    private(set) var objects: [acc_sensor_object] = []
    private(set) var records: [acc_sensor_record] = []
    /// One list: all definitions in order.
    private(set) var lists: [UInt16] = []

    init(_ definitions: [SensorDefinition]) throws(SensorFault) {
        var program = try SensorProgram(definitions)
        for (number, definition) in definitions.enumerated() {
            let match = try program.condition(definition.match ?? .never, of: definition)
            // the condition applies to any length
            lists += [UInt16(number), UInt16(match), 0xFF00]
        }
        lists.append(UInt16(ACC_SENSOR_LIST_END))
        let sizes = [
            program.conditions.items.reduce(0) { $0 + $1.count },
            program.bytes.items.reduce(0) { $0 + $1.count + 1 },
            program.code.items.reduce(0) { $0 + SensorProgram.words($1).count },
        ]
        guard program.conditions.items.count < ACC_SENSOR_LIST_CONDITION,
            sizes.allSatisfy({ $0 < 60_000 })
        else {
            throw SensorFault(
                id: definitions.last?.id ?? "",
                "the file has too many conditions, markers or texts",
                nextStep: "divide it into two files, and use one at a time"
            )
        }
        fill(program)
    }

    private mutating func fill(_ program: SensorProgram) {
        var bytesAt: [UInt16] = []
        for bytes in program.bytes.items {
            bytesAt.append(UInt16(pool.count))
            pool += [UInt8(bytes.count)] + bytes
        }
        let firstInner = program.rows.count
        for condition in program.conditions.items {
            conditions.append(UInt16(terms.count))
            for term in condition {
                let value: UInt16 =
                    switch term.value {
                    case .number(let number): number
                    case .bytes(let number): bytesAt[number]
                    case .row(let number): UInt16(firstInner + number)
                    }
                terms.append(
                    acc_sensor_term(
                        kind: term.number,
                        at: term.at,
                        value: value,
                        yes: term.yes,
                        no: term.no
                    )
                )
            }
        }
        conditions.append(UInt16(terms.count))
        for operations in program.code.items {
            codeAt.append(UInt16(code.count))
            code += SensorProgram.words(operations).map { word in
                switch word {
                case .number(let number): number
                case .condition(let flags, let number): flags | UInt32(number) << 8
                case .row(let row): UInt32(firstInner + row)
                }
            }
        }
        scales = program.scales.items.map {
            acc_sensor_scale(num: $0.num, den: $0.den, add: $0.add)
        }
        rows = (program.rows + program.inner.items).map { row in
            acc_sensor_row(
                quantity: row.quantity,
                way: 0,
                when: UInt8(row.when),
                instance: row.instance,
                at: row.at,
                argument: row.argument,
                code: UInt8(row.code),
                scale: UInt8(row.scale),
                type: row.type
            )
        }
        objects = program.objects.map { object in
            acc_sensor_object(
                key: object.key,
                size: object.size,
                row: UInt16(object.rows.lowerBound),
                rows: UInt16(object.rows.count)
            )
        }
        records = program.records.map { record in
            acc_sensor_record(
                row: UInt16(record.rows.lowerBound),
                object: UInt16(record.objects.lowerBound),
                rows: UInt8(record.rows.count),
                objects: UInt8(record.objects.count),
                flags: record.flags,
                family: record.family,
                walk: record.walk,
                type: record.type,
                part: 0,
                reach: 0,
                coldest: record.temperatures.lowerBound,
                hottest: record.temperatures.upperBound
            )
        }
    }
}

extension SensorProgram {
    /// A word of code: itself, an operation whose argument is the number of a condition, or the number of an inner row.
    enum Word {
        case number(UInt32)
        case condition(UInt32, Int)
        case row(Int)
    }

    /// The words of a code: operation, flags and an argument of 24 bits, or of two more words; then operands.
    static func words(_ operations: [Operation]) -> [Word] {
        operations.enumerated().flatMap { index, operation -> [Word] in
            let isLast = index == operations.count - 1
            let flags = operation.kind.rawValue | (isLast ? UInt32(ACC_SENSOR_LAST) : 0)
            let number = operation.number
            var words: [Word] = []
            if operation.kind == ACC_SENSOR_NEGATE_IF {
                words = [.condition(flags, Int(number))]
            } else if -1 << 23..<1 << 23 ~= number {
                words = [.number(flags | UInt32(truncatingIfNeeded: number) << 8)]
            } else {
                words = [
                    .number(flags | UInt32(ACC_SENSOR_WIDE)),
                    .number(UInt32(truncatingIfNeeded: number)),
                    .number(UInt32(truncatingIfNeeded: number >> 32)),
                ]
            }
            if let row = operation.row { words.append(.row(row)) }
            return words + operation.operands.map(Word.number)
        }
    }
}

extension SensorProgram.Term {
    /// The core's number of kind and part.
    var number: UInt8 { UInt8(kind.rawValue) | part << 4 }
}
