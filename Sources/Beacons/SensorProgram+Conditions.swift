internal import CAccessory

// Conditions: terms, each with the next term for true and for false.
extension SensorProgram {
    private indirect enum Tree {
        case term(Term)
        case every([Tree])
        case some([Tree])
        case inverse(Tree)
    }

    /// The number of a definition's match.
    mutating func condition(_ match: SensorCondition, of definition: SensorDefinition)
        throws(SensorFault) -> Int
    {
        (id, position) = (definition.id, "match")
        return try condition(match)
    }

    /// The number of a condition.
    mutating func condition(_ condition: SensorCondition) throws(SensorFault) -> Int {
        let tree = try tree(condition)
        var terms: [Term] = []
        let accept = UInt8(ACC_SENSOR_ACCEPT)
        guard link(tree, yes: Int(accept), no: Int(ACC_SENSOR_REJECT), &terms) != nil else {
            throw fault("a condition has more than 253 terms")
        }
        // built from the end: after the reversal, a term's successors follow it
        let last = terms.count - 1
        let turned = terms.reversed().map { term in
            var term = term
            if term.yes < accept { term.yes = UInt8(last - Int(term.yes)) }
            if term.no < accept { term.no = UInt8(last - Int(term.no)) }
            return term
        }
        return terms.isEmpty ? 0 : conditions.add(turned, group)
    }

    /// Adds the terms of a tree; returns the first one, or nil if there are too many.
    private func link(_ tree: Tree, yes: Int, no: Int, _ terms: inout [Term]) -> Int? {
        switch tree {
        case .term(var term):
            (term.yes, term.no) = (UInt8(yes), UInt8(no))
            terms.append(term)
            return terms.count < Int(ACC_SENSOR_ACCEPT) ? terms.count - 1 : nil
        case .every(let parts):
            return parts.reversed().reduce(yes) { next, part in
                next.flatMap { link(part, yes: $0, no: no, &terms) }
            }
        case .some(let parts):
            return parts.reversed().reduce(no) { next, part in
                next.flatMap { link(part, yes: yes, no: $0, &terms) }
            }
        case .inverse(let part):
            return link(part, yes: no, no: yes, &terms)
        }
    }

    private mutating func tree(_ condition: SensorCondition) throws(SensorFault) -> Tree {
        func some<Item>(_ items: [Item], _ make: (Item) throws(SensorFault) -> Tree)
            throws(SensorFault) -> Tree
        {
            let trees = try items.map(make)
            return trees.count == 1 ? trees[0] : .some(trees)
        }
        switch condition {
        case .all(let parts): return try every(parts)
        case .any(let parts):
            var trees: [Tree] = []
            for part in parts { trees.append(try tree(part)) }
            return .some(trees)
        case .not(let part):
            let inverse = Tree.inverse(try tree(part))
            // a single missing byte is neither equal nor different
            return part.part.map { .every([.term(present($0)), inverse]) } ?? inverse
        case .company(let numbers):
            return try some(numbers) {
                .term(Term(kind: ACC_SENSOR_TERM_COMPANY, value: .number($0)))
            }
        case .companyDigits(let digits, let at): return halfBytes(.record, at, digits)
        case .service(let uuids): return try some(uuids) { uuid(ACC_SENSOR_TERM_SERVICE, $0) }
        case .listed(let uuids): return try some(uuids) { uuid(ACC_SENSOR_TERM_LISTED, $0) }
        case .absent(let part): return .inverse(.term(present(part)))
        case .nameAt(let texts, let at):
            return try some(texts) {
                text(ACC_SENSOR_TERM_NAME_AT, $0, Int8(truncatingIfNeeded: at))
            }
        case .nameIs(let texts): return try some(texts) { text(ACC_SENSOR_TERM_NAME_IS, $0) }
        case .nameEnds(let texts): return try some(texts) { text(ACC_SENSOR_TERM_NAME_ENDS, $0) }
        case .nameHas(let texts): return try some(texts) { text(ACC_SENSOR_TERM_NAME_HAS, $0) }
        case .length(let part, let range):
            let value = UInt16(range.lowerBound | range.upperBound << 8)
            return .term(
                Term(kind: ACC_SENSOR_TERM_LENGTH, part: part.number, value: .number(value))
            )
        case .bytes(let place, let runs):
            if let (mask, value) = SensorCondition.mask(runs) {
                return .term(byte(place, mask, value))
            }
            return try some(runs) { run in
                if run.count == 1 { return .term(byte(place, 0xFF, run[0])) }
                let value = Value.bytes(bytes.add(run, group))
                return .term(term(ACC_SENSOR_TERM_BYTES, place, value))
            }
        case .byte(let place, let mask, let value): return .term(byte(place, mask, value))
        case .digits(let place, let runs):
            return try some(runs) { halfBytes(place.part, place.at, $0) }
        case .address(let place, let isReversed):
            return .term(term(ACC_SENSOR_TERM_ADDRESS, place, .number(isReversed ? 1 : 0)))
        case .addressEnd(let place):
            return .term(term(ACC_SENSOR_TERM_ADDRESS, place, .number(2)))
        case .crc16(let place, let count):
            return .term(term(ACC_SENSOR_TERM_CRC16, place, .number(UInt16(count))))
        case .loose: return .term(Term(kind: ACC_SENSOR_TERM_LOOSE))
        case .value(let field):
            let row = try innerRow(field)
            return .term(Term(kind: ACC_SENSOR_TERM_VALUE, value: .row(row)))
        }
    }

    private mutating func every(_ parts: [SensorCondition]) throws(SensorFault) -> Tree {
        var trees: [Tree] = []
        // parts of which an earlier test has shown that they are there
        var there: Set<SensorPart> = []
        for part in SensorCondition.joined(parts) {
            if case .not(let inner) = part, let read = inner.part, there.contains(read) {
                trees.append(.inverse(try tree(inner)))
            } else {
                trees.append(try tree(part))
            }
            if case .byte(let place, _, _) = part { there.insert(place.part) }
        }
        return .every(trees)
    }

    private func term(_ kind: acc_sensor_term_kind, _ place: SensorPlace, _ value: Value) -> Term {
        Term(
            kind: kind,
            part: place.part.number,
            at: Int8(truncatingIfNeeded: place.at),
            value: value
        )
    }

    private func byte(_ place: SensorPlace, _ mask: UInt8, _ value: UInt8) -> Term {
        term(ACC_SENSOR_TERM_BYTE, place, .number(UInt16(mask) | UInt16(value) << 8))
    }

    private func present(_ part: SensorPart) -> Term {
        Term(kind: ACC_SENSOR_TERM_PRESENT, part: part.number)
    }

    private mutating func text(_ kind: acc_sensor_term_kind, _ text: String, _ at: Int8 = 0) -> Tree
    {
        .term(Term(kind: kind, at: at, value: .bytes(bytes.add(Array(text.utf8), group))))
    }

    private mutating func uuid(_ kind: acc_sensor_term_kind, _ uuid: [UInt8]) -> Tree {
        let value: Value =
            uuid.count == 2
            ? .number(UInt16(uuid[0]) | UInt16(uuid[1]) << 8) : .bytes(bytes.add(uuid, group))
        return .term(Term(kind: kind, at: Int8(uuid.count), value: value))
    }

    private func halfBytes(_ part: SensorPart, _ at: Int, _ digits: [UInt8]) -> Tree {
        var tests: [(at: Int, mask: UInt8, value: UInt8)] = []
        for (index, digit) in digits.enumerated() {
            let (byte, shift) = ((at + index) / 2, UInt8((at + index) % 2 == 0 ? 4 : 0))
            if let last = tests.last, last.at == byte {
                tests[tests.count - 1].mask |= 15 << shift
                tests[tests.count - 1].value |= digit << shift
            } else {
                tests.append((byte, 15 << shift, digit << shift))
            }
        }
        return .every(
            tests.map { .term(byte(SensorPlace(part: part, at: $0.at), $0.mask, $0.value)) }
        )
    }

    /// Whether a condition is a test of one byte.
    func testsByte(_ number: Int) -> Bool {
        let terms = conditions.items[number]
        return terms.count == 1 && terms[0].kind == ACC_SENSOR_TERM_BYTE
            && terms[0].yes == UInt8(ACC_SENSOR_ACCEPT) && terms[0].no == UInt8(ACC_SENSOR_REJECT)
    }

    /// Numbers the conditions anew: those of one test of a byte come first, so that each has the number of its term.
    mutating func sortConditions() {
        let numbers = conditions.items.indices.dropFirst()
        let order = [0] + numbers.filter(testsByte) + numbers.filter { !testsByte($0) }
        var place = [Int](repeating: 0, count: order.count)
        for (new, old) in order.enumerated() { place[old] = new }
        conditions.reorder(order)
        for index in rows.indices { rows[index].when = place[rows[index].when] }
        code.change { operations in
            operations.map { operation in
                guard operation.kind == ACC_SENSOR_NEGATE_IF else { return operation }
                var operation = operation
                operation.number = Int64(place[Int(operation.number)])
                return operation
            }
        }
    }
}
