internal import CAccessory

/// A user's sensor formats, compiled to the rows of the core.
public final class SensorTable: Sendable {
    /// The maximum number of definitions in a table, and of fields in a definition.
    public static let limits = (definitions: 64, fields: 32)

    /// The models of the definitions, in the order in which they are tried.
    public let models: [SensorModel]
    private let variants: [SensorVariants]
    private let memory: SensorTableMemory

    /// Compiles definitions. The first definition that matches an advertisement decodes it.
    public init(_ definitions: [SensorDefinition]) throws(SensorFault) {
        let ordered = definitions.inOrder
        if definitions.count > Self.limits.definitions {
            throw SensorFault(
                id: definitions[Self.limits.definitions].id,
                "there are more than \(Self.limits.definitions) formats",
                nextStep: "use fewer files at a time"
            )
        }
        for definition in ordered {
            if definition.fieldCount > Self.limits.fields {
                throw SensorFault(
                    id: definition.id,
                    "it has more than \(Self.limits.fields) fields",
                    nextStep: "divide it into formats of one family"
                )
            }
            if definition.encryption != .none {
                throw SensorFault(
                    id: definition.id,
                    position: "encrypted",
                    "only built-in formats are decrypted",
                    nextStep: "leave it out; the fields that are not encrypted can be read"
                )
            }
        }
        memory = SensorTableMemory(try SensorTables(ordered))
        variants = ordered.map { definition in
            SensorVariants(
                definition.deviceType?.lines ?? [],
                models: definition.models,
                make: definition.model
            )
        }
        models = variants.map(\.model)
        guard acc_sensor_table_check(memory.table) == .ok else {
            throw SensorFault(
                id: definitions.first?.id ?? "",
                "the core refuses the table",
                nextStep: "please report this with the file"
            )
        }
    }

    /// The model of a definition by its number. Of several models, the byte of the device type or the name selects one.
    func model(_ number: Int, type: UInt16, named name: String?) -> SensorModel {
        variants[number].selected(number: type, name: name) ?? models[number]
    }

    /// Calls `body` with the table in the core's format, or with null without a table.
    static func with<Result>(
        _ table: SensorTable?,
        _ body: (UnsafePointer<acc_sensor_table>?) -> Result
    ) -> Result {
        withExtendedLifetime(table) { body(table.map { UnsafePointer($0.memory.table) }) }
    }
}

/// The arrays of a table at fixed addresses. It is Sendable because they are never modified after
/// creation.
private final class SensorTableMemory: @unchecked Sendable {
    let table: UnsafeMutablePointer<acc_sensor_table>
    private var blocks: [UnsafeMutableRawPointer] = []

    init(_ tables: SensorTables) {
        // Swift cannot construct a table without arrays, so start with zeros
        let layout = MemoryLayout<acc_sensor_table>.self
        let zeros = UnsafeMutableRawPointer.allocate(
            byteCount: layout.size,
            alignment: layout.alignment
        )
        zeros.initializeMemory(as: UInt8.self, repeating: 0, count: layout.size)
        table = zeros.bindMemory(to: acc_sensor_table.self, capacity: 1)
        table.pointee.rows = keep(tables.rows)
        table.pointee.row_count = UInt16(tables.rows.count)
        table.pointee.terms = keep(tables.terms)
        table.pointee.term_count = UInt16(tables.terms.count)
        table.pointee.conditions = keep(tables.conditions)
        table.pointee.condition_count = UInt16(tables.conditions.count - 1)
        table.pointee.code = keep(tables.code)
        table.pointee.code_size = UInt16(tables.code.count)
        table.pointee.code_at = keep(tables.codeAt)
        table.pointee.code_count = UInt16(tables.codeAt.count)
        table.pointee.scales = keep(tables.scales)
        table.pointee.scale_count = UInt16(tables.scales.count)
        table.pointee.pool = keep(tables.pool)
        table.pointee.pool_size = UInt16(tables.pool.count)
        table.pointee.objects = keep(tables.objects)
        table.pointee.object_count = UInt16(tables.objects.count)
        table.pointee.records = keep(tables.records)
        table.pointee.record_count = UInt16(tables.records.count)
        table.pointee.lists = keep(tables.lists)
        table.pointee.list_size = UInt16(tables.lists.count)
        // all records are in one list; the hash table has two slots and is empty
        let empty = acc_sensor_slot(value: 0, list: UInt16(ACC_SENSOR_KEY_NONE.rawValue) << 12)
        table.pointee.slots = keep([empty, empty])
        table.pointee.shift = 31
    }

    deinit {
        for block in blocks { block.deallocate() }
        table.deallocate()
    }

    private func keep<Element: BitwiseCopyable>(_ array: [Element]) -> UnsafePointer<Element> {
        let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, array.count))
        copy.initialize(from: array, count: array.count)
        blocks.append(UnsafeMutableRawPointer(copy))
        return UnsafePointer(copy)
    }
}
