internal import CAccessory

/// How the reader of the built-in table loads each row, and how many bytes the rows of each record read.
struct SensorWays {
    private(set) var ways: [UInt8] = []
    /// The part that most rows of a record read, and the bytes of it that they read.
    private(set) var reaches: [(part: UInt8, size: Int)] = []

    init(_ program: SensorProgram) {
        let rows = program.rows
        var use: [Int: Set<UInt8?>] = [:]
        let parts = program.records.map { record -> UInt8? in
            let isPlain =
                Int(record.flags)
                & (ACC_SENSOR_RECORD_ENCRYPTED | ACC_SENSOR_RECORD_NUMBERS | ACC_SENSOR_RECORD_FLAGS
                    | ACC_SENSOR_RECORD_BTHOME1) == 0
            guard isPlain else { return nil }
            let read = record.rows.map { rows[$0] }.filter { Self.loads[$0.base] != nil }
            let fromEnd = Set(read.filter { $0.at < 0 }.map(\.part))
            let counts = Dictionary(grouping: read.map(\.part).filter { !fromEnd.contains($0) }) {
                $0
            }
            let part = counts.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
            for row in record.rows { use[row, default: []].insert(part) }
            return part
        }
        ways = (rows + program.inner.items).enumerated().map { index, row in
            let isReached = Self.loads[row.base] != nil && use[index] == [row.part]
            return Self.way(row, isReached, program)
        }
        reaches = zip(parts, program.records).map { part, record in
            guard let part else { return (0, 0) }
            let ends = record.rows.filter { ways[$0] & 15 != 0 }.map { row in
                Int(rows[row].at) + Int(rows[row].type & 15)
            }
            return (part, ends.max() ?? 0)
        }
    }

    /// The ways of integers, by type.
    private static let loads: [UInt8: acc_sensor_way] = {
        let (signed, big) = (
            UInt8(ACC_SENSOR_TYPE_SIGNED.rawValue), UInt8(ACC_SENSOR_TYPE_BIG_ENDIAN.rawValue)
        )
        return [
            1: ACC_SENSOR_WAY_U8, 1 | signed: ACC_SENSOR_WAY_I8, 2: ACC_SENSOR_WAY_U16LE,
            2 | signed: ACC_SENSOR_WAY_I16LE, 2 | big: ACC_SENSOR_WAY_U16BE,
            2 | signed | big: ACC_SENSOR_WAY_I16BE, 3: ACC_SENSOR_WAY_U24LE,
            3 | big: ACC_SENSOR_WAY_U24BE, 4: ACC_SENSOR_WAY_U32LE, 4 | big: ACC_SENSOR_WAY_U32BE,
        ]
    }()

    private static func way(
        _ row: SensorProgram.Row,
        _ isReached: Bool,
        _ program: SensorProgram
    ) -> UInt8 {
        let condition =
            row.when == 0
            ? 0
            : program.testsByte(row.when)
                ? ACC_SENSOR_WAY_IF_BYTE.rawValue : ACC_SENSOR_WAY_IF.rawValue
        guard isReached, var way = loads[row.base] else { return UInt8(condition) }
        let isBinary = SensorProgram.isBinary(row.quantity)
        var needsMore =
            row.instance == SensorProgram.counted || program.scales.items[row.scale].den != 1
        if way == ACC_SENSOR_WAY_U8, isBinary, row.code == 0, !needsMore {
            return UInt8(ACC_SENSOR_WAY_FLAG.rawValue | condition)
        }
        if way == ACC_SENSOR_WAY_U8, row.argument != 0 { way = ACC_SENSOR_WAY_MASKED }
        needsMore = needsMore || isBinary || (row.argument != 0 && way != ACC_SENSOR_WAY_MASKED)
        let flag =
            needsMore
            ? ACC_SENSOR_WAY_MORE.rawValue : row.code != 0 ? ACC_SENSOR_WAY_CODE.rawValue : 0
        return UInt8(way.rawValue | condition | flag)
    }
}
