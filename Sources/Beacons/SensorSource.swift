internal import CAccessory

/// Definitions compiled to C: the items of `csrc/sensor/table.h`, with the names of the models.
///
/// Items refer to each other by names that follow from their contents or from their format's id, so that another format
/// adds lines and changes few.
package struct SensorSource {
    private var program: SensorProgram
    private let lookup: SensorLookup
    private let hash: SensorHash
    /// The items of each format and each key.
    private var items: [String: [String]] = [:]

    /// Compiles the formats. Formats that another one reads are only named.
    ///
    /// - Throws: `SensorFault`.
    package static func text(of definitions: [SensorDefinition]) throws(SensorFault) -> String {
        let read = definitions.filter { $0.match != nil }.inOrder
        var source = try SensorSource(read)
        try source.addItems()
        return try source.text(read, definitions.filter { $0.match == nil })
    }

    private init(_ definitions: [SensorDefinition]) throws(SensorFault) {
        program = try SensorProgram(definitions)
        lookup = try SensorLookup(definitions)
        guard let hash = SensorHash(lookup.lists.keys.sorted()) else {
            throw SensorFault(
                id: definitions.last?.id ?? "",
                "no multiplier gives each key a slot of its own",
                nextStep: "please report this"
            )
        }
        self.hash = hash
    }
}

// The items of each format and of each key.
extension SensorSource {
    private mutating func add(_ group: String, _ kind: String, _ words: [String]) {
        items[group, default: []].append("\(kind)(\(words.joined(separator: ", ")))")
    }

    /// Adds an item of several words, each in braces or a number, with their count.
    private mutating func add(_ group: String, _ kind: String, _ name: String, _ words: [String]) {
        add(group, kind, [name, "\(words.count)"] + words)
    }

    private mutating func addItems() throws(SensorFault) {
        let tests = try addLists()
        for (scale, group) in zip(program.scales.items, program.scales.groups).dropFirst() {
            add(group, "SCALE", [name(scale), "\(scale.num)", "\(scale.den)", "\(scale.add)"])
        }
        for (bytes, group) in zip(program.bytes.items, program.bytes.groups) {
            add(group, "BYTES", name(bytes), bytes.map { "\($0)" })
        }
        for number in program.conditions.items.indices.dropFirst() {
            let terms = program.conditions.items[number]
            // those of lists follow in any case, also if they test a byte
            let isTest = program.testsByte(number) && number <= tests
            add(
                program.conditions.groups[number],
                isTest ? "TEST" : "CONDITION",
                name(terms),
                terms.map(text)
            )
        }
        for (operations, group) in zip(program.code.items, program.code.groups).dropFirst() {
            add(group, "CODE", name(operations), SensorProgram.words(operations).map(text))
        }
        let ways = SensorWays(program)
        for (index, row) in program.inner.items.enumerated() {
            let way = ways.ways[program.rows.count + index]
            add(program.inner.groups[index], "INNER", [name(row), text(row, way)])
        }
        for run in program.runs {
            let rows = run.rows.map { text(program.rows[$0], ways.ways[$0]) }
            add(run.group, "ROWS", "r_\(identifier(run.name))", rows)
        }
        for (index, record) in program.records.enumerated() {
            addRecord(record, ways.reaches[index])
        }
    }

    private mutating func addRecord(
        _ record: SensorProgram.Record,
        _ reach: (part: UInt8, size: Int)
    ) {
        let name = identifier(record.id)
        let objects = record.objects.map { program.objects[$0] }
        if !objects.isEmpty {
            let words = objects.map { object in
                braces([
                    "\(object.key)", "\(object.size)", rowName(object.rows), "\(object.rows.count)",
                ])
            }
            add(record.id, "OBJECTS", "o_\(name)", words)
        }
        let words: [String] =
            [
                rowName(record.rows), objects.isEmpty ? "0" : "o_\(name)", "\(record.rows.count)",
                "\(objects.count)",
            ]
            + ["\(record.flags)"]
            + [record.family, record.walk, record.type, reach.part].map { "\($0)" }
            + [
                "\(reach.size)", "\(record.temperatures.lowerBound)",
                "\(record.temperatures.upperBound)",
            ]
        add(record.id, "RECORD", ["n_\(name)"] + words)
    }

    /// Adds the lists with their conditions; equal ones once. Returns the number of conditions of fields that test a byte.
    private mutating func addLists() throws(SensorFault) -> Int {
        let tests = program.conditions.items.indices.dropFirst().prefix(while: program.testsByte)
        var names: [[String]: String] = [:]
        for key in lookup.lists.keys.sorted() {
            program.group = key.label
            let list = lookup.lists[key]!
            var words = list.switches.flatMap {
                ["ACC_SENSOR_LIST_SWITCH | \($0.at)", "\($0.mask)"]
            }
            for member in list.members { words += try entry(member) }
            words.append("ACC_SENSOR_LIST_END")
            let name = names[words] ?? "l_\(identifier(key.label))"
            if names.updateValue(name, forKey: words) == nil { add(key.label, "LIST", name, words) }
            let place = hash.place(of: key)
            add(
                key.label,
                "SLOT",
                [key.kind.constant, "\(key.value)", name, "\(place.group)", "\(place.number)"]
            )
        }
        return tests.count
    }

    /// A list's words for one format: its number, its condition with flags, and its length limits.
    private mutating func entry(_ member: SensorLookup.Member) throws(SensorFault) -> [String] {
        let record = program.records[member.number]
        let parts: [SensorCondition] =
            if case .all(let parts) = member.rest { parts } else { [member.rest] }
        var flags: [String] = []
        if parts.contains(where: \.requiresName) { flags.append("ACC_SENSOR_LIST_NAME") }
        let apple = SensorCondition.company([0x004C])
        if parts.contains(.absent(.svc)) { flags.append("ACC_SENSOR_LIST_NO_SERVICE") }
        let notApple: [SensorCondition] = [.not(apple), .not(.all([apple]))]
        if parts.contains(where: notApple.contains) { flags.append("ACC_SENSOR_LIST_NOT_APPLE") }
        var rest = parts.filter { $0 != .absent(.svc) && !notApple.contains($0) }
        let limits = rest.lazy.compactMap(\.limits).first
        if let limits {
            if limits.isService { flags.append("ACC_SENSOR_LIST_OF_SERVICE") }
            rest.removeAll { part in part.limits.map { $0 == limits } ?? false }
        }
        let condition = try program.condition(.all(rest), as: record.id)
        guard condition < ACC_SENSOR_LIST_CONDITION else {
            throw SensorFault(id: record.id, "there are more than 4094 conditions")
        }
        let name = condition == 0 ? "0" : name(program.conditions.items[condition])
        return [
            "n_\(identifier(record.id))", ([name] + flags).joined(separator: " | "),
            limits.map { "\($0.low | $0.high << 8)" } ?? "0xFF00",
        ]
    }
}

// The file.
extension SensorSource {
    private static let kinds = [
        "SCALE", "BYTES", "TEST", "CONDITION", "CODE", "INNER", "ROWS", "OBJECTS", "RECORD", "LIST",
        "SLOT", "NAMES",
    ]

    private func text(_ read: [SensorDefinition], _ named: [SensorDefinition]) throws(SensorFault)
        -> String
    {
        var text = """
            // Generated from sensors.json by scripts/sensor-table: edit that file, not this one.
            // table.h and names.c include it, with a definition of the macros whose items they need.
            // clang-format off

            """
        for kind in Self.kinds { text += "#ifndef \(kind)\n#define \(kind)(...)\n#endif\n" }
        for definition in read { text += block(definition.id) + names(definition) }
        for definition in named { text += names(definition) }
        for key in lookup.lists.keys.sorted() { text += block(key.label) }
        for kind in Self.kinds { text += "#undef \(kind)\n" }
        return text + (try tables())
    }

    /// The items of a group, in lines of at most 120 characters.
    private func block(_ group: String) -> String {
        var text = ""
        var length = 0
        for word in (items[group] ?? []).joined(separator: " ").split(separator: " ") {
            let isFirst = text.isEmpty
            let fits = length + word.utf8.count < 120
            text += isFirst ? "" : fits ? " " : "\n    "
            length = (isFirst || fits ? length : 3) + 1 + word.utf8.count
            text += word
        }
        return text.isEmpty ? "" : text + "\n"
    }

    private func names(_ definition: SensorDefinition) -> String {
        let types = definition.deviceType?.lines ?? []
        var flags = definition.hasReadings ? ACC_SENSOR_MODEL_READ : 0
        flags |= definition.encryption == .withKey ? ACC_SENSOR_MODEL_ENCRYPTED : 0
        flags |= definition.needsScanResponse ? ACC_SENSOR_MODEL_NEEDS_NAME : 0
        flags |= definition.needsConnection ? ACC_SENSOR_MODEL_NEEDS_CONNECTION : 0
        let texts = [
            definition.brand, definition.name, definition.models.joined(separator: "\n"),
            definition.id, types.joined(separator: "\n"),
        ]
        return "NAMES(\((texts.map(quoted) + ["\(flags)"]).joined(separator: ", ")))\n"
    }

    /// The tables whose items have fixed places: those of the hash, and bits.
    private func tables() throws(SensorFault) -> String {
        let keys = lookup.lists.keys
        let conditions = program.conditions.items
        let asks = conditions.indices.map { $0 == 0 ? (false, false) : program.asks($0) }
        func lengths(_ kind: SensorKey.Kind) -> [Int] {
            keys.filter { $0.kind == kind }.map { Int($0.value) }
        }
        let words = conditions.count / 32 + 1
        return "#define SENSOR_MULTIPLIER \(hex(hash.multiplier))\n"
            + "#define SENSOR_SHIFT \(hash.shift)\n"
            + "#define SENSOR_MANUFACTURER_LENGTHS \(bits(lengths(.manufacturerLength), 1)[0].dropLast())\n"
            + "#define SENSOR_SERVICE_LENGTHS \(bits(lengths(.serviceLength), 1)[0].dropLast())\n"
            + macro("SENSOR_COMPANY_HIGHS", bits(lengths(.companyHigh), 8), 8)
            + macro("SENSOR_IBEACONS", bits(try iBeacons(), 8), 8)
            + macro(
                "SENSOR_ASKS_MANUFACTURER",
                bits(asks.indices.filter { asks[$0].0 }, words),
                words
            )
            + macro("SENSOR_ASKS_SERVICE", bits(asks.indices.filter { asks[$0].1 }, words), words)
            + macro("SENSOR_PRESENT", bits(hash.present, 128), 8)
            + macro(
                "SENSOR_DISPLACE",
                hash.displace.enumerated().map { "BY(\($0), \($1))" },
                16
            )
    }

    private func macro(_ name: String, _ items: [String], _ width: Int) -> String {
        let lines = stride(from: 0, to: items.count, by: width).map { start in
            items[start..<min(start + width, items.count)].map { " \($0)" }.joined()
        }
        return "#define \(name) \\\n   " + lines.joined(separator: " \\\n   ") + "\n"
    }

    private func bits(_ numbers: [Int], _ words: Int) -> [String] {
        var all = [UInt32](repeating: 0, count: words)
        for number in numbers { all[number / 32] |= 1 << UInt32(number % 32) }
        return all.map { hex($0) + "," }
    }

    /// The first bytes of the iBeacon UUIDs that formats use: byte 2 after Apple's company number, which selects their
    /// lists.
    private func iBeacons() throws(SensorFault) -> [Int] {
        let apple = SensorKey(.company, 0x004C)
        guard let list = lookup.lists[apple] else { return [] }
        guard list.members.isEmpty, list.switches.allSatisfy({ $0.at == 2 && $0.mask == 0xFF })
        else {
            throw SensorFault(
                id: program.records[list.members.first?.number ?? 0].id,
                position: "match",
                "the company 004C alone would make it a format of every Apple device",
                nextStep: "add the UUID of its iBeacon: {\"in\": \"mfr\", \"at\": 2, \"hex\": ...}"
            )
        }
        return (0..<256).filter { lookup.lists[.byte(apple, at: 2, UInt8($0))] != nil }
    }
}

// Items as text.
extension SensorSource {
    private func braces(_ words: [String]) -> String { "{\(words.joined(separator: ", "))}" }

    private func hex(_ number: UInt32) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits + "u"
    }

    private func identifier(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private func quoted(_ text: String) -> String {
        let escapes: [Character: String] = ["\n": "\\n", "\t": "\\t", "\"": "\\\"", "\\": "\\\\"]
        return "\"" + text.map { escapes[$0] ?? String($0) }.joined() + "\""
    }

    private func rowName(_ rows: Range<Int>) -> String {
        guard !rows.isEmpty,
            let run = program.runs.first(where: { $0.rows.contains(rows.lowerBound) })
        else { return "0" }
        let offset = rows.lowerBound - run.rows.lowerBound
        return "r_\(identifier(run.name))" + (offset > 0 ? " + \(offset)" : "")
    }

    private func text(_ row: SensorProgram.Row, _ way: UInt8) -> String {
        let when = row.when == 0 ? "0" : name(program.conditions.items[row.when])
        let code = row.code == 0 ? "0" : name(program.code.items[row.code])
        let scale = row.scale == 0 ? "0" : name(program.scales.items[row.scale])
        return braces([
            "\(row.quantity)", "\(way)", when, "\(row.instance)", "\(row.at)", "\(row.argument)",
            code, scale, "\(row.type)",
        ])
    }

    private func text(_ term: SensorProgram.Term) -> String {
        var at = Int(term.at)
        let value: String =
            switch term.value {
            case .number(let number): "\(number)"
            case .bytes(let number): name(program.bytes.items[number])
            case .row(let number): name(program.inner.items[number])
            }
        if term.kind == ACC_SENSOR_TERM_NAME_HAS, case .bytes(let number) = term.value {
            at = pairBit(program.bytes.items[number])
        }
        return braces(["\(term.number)", "\(at)", value, "\(term.yes)", "\(term.no)"])
    }

    /// The bit of a text's last two characters in condition.c's filter of names, counted from 1; 0 for one character.
    private func pairBit(_ text: [UInt8]) -> Int {
        guard text.count > 1 else { return 0 }
        let pair = (Int(text[text.count - 2]) | Int(text[text.count - 1]) << 8) | 0x2020
        return 1 + ((pair * 0x1D35) >> 10 & 63)
    }

    private func text(_ word: SensorProgram.Word) -> String {
        switch word {
        case .number(let number): "0x" + String(number, radix: 16, uppercase: true)
        case .condition(let flags, let number):
            "0x\(String(flags, radix: 16, uppercase: true)) | \(name(program.conditions.items[number])) << 8"
        case .row(let number): name(program.inner.items[number])
        }
    }

    private func name(_ scale: SensorProgram.Scale) -> String {
        identifier("s_\(scale.num)_\(scale.den)_\(scale.add)".replacing("-", with: "m"))
    }

    private func name(_ bytes: [UInt8]) -> String { digest("p", bytes.map { "\($0)" }) }
    private func name(_ terms: [SensorProgram.Term]) -> String { digest("c", terms.map(text)) }
    private func name(_ row: SensorProgram.Row) -> String { digest("x", [text(row, 0)]) }

    private func name(_ operations: [SensorProgram.Operation]) -> String {
        digest("k", SensorProgram.words(operations).map(text))
    }

    /// A name that follows from an item's contents: the FNV-1a hash of its text.
    private func digest(_ prefix: String, _ words: [String]) -> String {
        let hash = words.joined(separator: ",").utf8.reduce(UInt32(0x811C_9DC5)) {
            ($0 ^ UInt32($1)) &* 0x0100_0193
        }
        return prefix + "_" + hex(hash).dropFirst(2).dropLast().lowercased()
    }
}

extension SensorProgram {
    /// The number of a condition of one format's list.
    fileprivate mutating func condition(_ condition: SensorCondition, as id: String)
        throws(SensorFault) -> Int
    {
        do throws(SensorFault) {
            return try self.condition(condition)
        } catch {
            throw SensorFault(id: id, position: "match", error.reason)
        }
    }

    /// Whether a condition depends on the manufacturer data, and on the service data.
    fileprivate func asks(_ number: Int) -> (Bool, Bool) {
        var (manufacturer, service) = (false, false)
        for term in conditions.items[number] {
            switch term.kind {
            case ACC_SENSOR_TERM_COMPANY: manufacturer = true
            case ACC_SENSOR_TERM_SERVICE: service = true
            case ACC_SENSOR_TERM_VALUE: (manufacturer, service) = (true, true)
            case ACC_SENSOR_TERM_BYTE, ACC_SENSOR_TERM_BYTES, ACC_SENSOR_TERM_LENGTH,
                ACC_SENSOR_TERM_PRESENT, ACC_SENSOR_TERM_ADDRESS, ACC_SENSOR_TERM_CRC16:
                let isObject = term.part == SensorPart.obj.number
                service = service || isObject || term.part == SensorPart.svc.number
                manufacturer = manufacturer || isObject || term.part != SensorPart.svc.number
            default: break
            }
        }
        return (manufacturer, service)
    }
}

extension SensorKey {
    /// What a reader of the generated file sees.
    fileprivate var label: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "\(kind.rawValue) \(String(repeating: "0", count: 4 - digits.count))\(digits)"
    }
}

extension SensorKey.Kind {
    /// The core's constant, without its prefix.
    fileprivate var constant: String {
        rawValue.uppercased().replacing("MFR", with: "MANUFACTURER").replacing(
            "SVC",
            with: "SERVICE"
        )
        .replacing("-", with: "_")
    }
}
