/// Facts about data that was found by a key.
struct SensorFacts {
    var company: UInt16?
    var service: UInt16?
    var listed: UInt16?
    var hasManufacturer: Bool?
    var hasService: Bool?
    var manufacturerLength: Int?
    var serviceLength: Int?
    /// The values that a byte may have.
    var bytes: [SensorPlace: Set<UInt8>] = [:]
}

extension SensorCondition {
    /// Mask and value of a byte that match exactly the bytes of a list: 2^n bytes that differ in n bits. Nil if there are
    /// none.
    static func mask(_ runs: [[UInt8]]) -> (mask: UInt8, value: UInt8)? {
        let values = Set(runs.map { $0[0] })
        guard runs.allSatisfy({ $0.count == 1 }), let least = values.min() else { return nil }
        let differ = values.reduce(UInt8(0)) { $0 | ($1 ^ least) }
        guard values.count == 1 << differ.nonzeroBitCount else { return nil }
        return (~differ, least & ~differ)
    }

    /// Conditions that must all hold, those on bits of the same byte as one.
    static func joined(_ parts: [SensorCondition]) -> [SensorCondition] {
        var joined: [SensorCondition] = []
        var tests: [SensorPlace: Int] = [:]
        for part in parts.flatMap(\.parts) {
            guard case .byte(let place, let mask, let value) = part else {
                joined.append(part)
                continue
            }
            if let index = tests[place], case .byte(_, let other, let before) = joined[index],
                (before ^ value) & other & mask == 0
            {
                joined[index] = .byte(place, mask: other | mask, value: before | value)
            } else {
                tests[place] = joined.count
                joined.append(part)
            }
        }
        return joined
    }

    /// The conditions that must all hold.
    private var parts: [SensorCondition] {
        if case .all(let parts) = self { parts.flatMap(\.parts) } else { [self] }
    }

    /// Whether a condition requires a part of the data.
    func requires(_ part: SensorPart) -> Bool {
        switch self {
        case .all(let parts): parts.contains { $0.requires(part) }
        case .any(let parts): parts.allSatisfy { $0.requires(part) }
        case .length(let other, _): other == part
        default: self.part == part
        }
    }

    /// Whether a condition requires a name.
    var requiresName: Bool {
        switch self {
        case .all(let parts): parts.contains(where: \.requiresName)
        case .any(let parts): parts.allSatisfy(\.requiresName)
        case .nameAt, .nameIs, .nameEnds, .nameHas: true
        default: false
        }
    }

    /// The part whose length a condition limits, and its minimum and maximum; nil if it limits no length.
    var limits: (isService: Bool, low: Int, high: Int)? {
        guard case .length(let part, let range) = self, part != .obj else { return nil }
        let company = part == .record ? 2 : 0
        let low = range.lowerBound - company
        // a missing part has length 0, so a limit that allows 0 does not require the part
        guard low > 0 else { return nil }
        return (part == .svc, low, range.upperBound == 255 ? 255 : range.upperBound - company)
    }

    /// The lengths of manufacturer data that a condition allows; nil for any.
    var manufacturerLengths: Set<Int>? {
        switch self {
        case .all(let parts):
            let sets = parts.compactMap(\.manufacturerLengths)
            return sets.first.map { sets.reduce($0) { $0.intersection($1) } }
        case .any(let parts):
            let sets = parts.map(\.manufacturerLengths)
            return sets.contains(nil) ? nil : sets.reduce([]) { $0.union($1!) }
        case .length(let part, let range) where range.count == 1:
            switch part {
            case .mfr: return [range.lowerBound]
            case .record: return [range.lowerBound - 2]
            default: return nil
            }
        default: return nil
        }
    }

    /// The values of single bytes that a condition allows.
    var knownBytes: [SensorPlace: Set<UInt8>] {
        switch self {
        case .all(let parts):
            return parts.reduce(into: [:]) { known, part in
                known.merge(part.knownBytes) { $0.intersection($1) }
            }
        case .any(let parts):
            let all = parts.map(\.knownBytes)
            guard let first = all.first else { return [:] }
            let places = first.keys.filter { place in all.allSatisfy { $0[place] != nil } }
            return Dictionary(
                uniqueKeysWithValues: places.map { place in
                    (place, all.reduce([]) { $0.union($1[place]!) })
                }
            )
        case .byte(let place, 0xFF, let value): return [place: [value]]
        case .bytes(let place, let runs):
            let length = runs.map(\.count).min() ?? 0
            return Dictionary(
                uniqueKeysWithValues: (0..<length).map { index in
                    (
                        SensorPlace(part: place.part, at: place.at + index),
                        Set(runs.map { $0[index] })
                    )
                }
            )
        default: return [:]
        }
    }

    /// The cost of a condition, by which conditions are sorted: cheap ones first.
    private var price: Int {
        switch self {
        case .all(let parts), .any(let parts): (parts.map(\.price).max() ?? 0) + 1
        case .not(let part): part.price
        case .nameAt, .nameIs, .nameEnds: 20
        case .nameHas: 30
        case .address, .addressEnd, .crc16, .service, .listed: 10
        case .value(let field): field.min != nil || field.max != nil ? 10 : 1
        case .bytes: 2
        case .loose: 3
        case .digits(_, let runs): runs.count == 1 && runs[0].count <= 2 ? 1 : 2
        default: 1
        }
    }

    /// The part of a condition that the facts do not decide: `always`, `never`, or a condition.
    func specialised(by facts: SensorFacts) -> SensorCondition {
        switch self {
        case .all(let parts):
            let rest = parts.map { $0.specialised(by: facts) }.filter { $0 != .always }
            return rest.contains(.never) ? .never : Self.sorted(rest, Self.all)
        case .any(let parts):
            let rest = parts.map { $0.specialised(by: facts) }.filter { $0 != .never }
            if rest.contains(.always) { return .always }
            // a loose search is rare: it is the last alternative, but the first of what must hold
            let loose = rest.filter { $0 == .loose }
            return Self.sorted(rest.filter { $0 != .loose }, loose: loose, Self.any)
        case .not(let part):
            let rest = part.specialised(by: facts)
            if rest == .always { return .never }
            if rest == .never { return .always }
            // "not" of a single missing byte is false; "not" of several terms is true
            return .not(part.part != nil ? rest : .all([rest]))
        case .bytes(let place, let runs):
            guard let allowed = facts.bytes[place] else { return self }
            let rest = runs.filter { allowed.contains($0[0]) }
            let isDecided =
                rest.allSatisfy { $0.count == 1 } && allowed.isSubset(of: rest.map { $0[0] })
            return rest.isEmpty ? .never : isDecided ? .always : SensorCondition(place, rest)
        case .byte(let place, let mask, let value):
            guard let allowed = facts.bytes[place] else { return self }
            return decided(Set(allowed.map { $0 & mask == value }))
        default: return decided(outcome(facts).map { [$0] } ?? [])
        }
    }

    private func decided(_ outcomes: Set<Bool>) -> SensorCondition {
        outcomes.count == 1 ? (outcomes.contains(true) ? .always : .never) : self
    }

    private static func sorted(
        _ parts: [SensorCondition],
        loose: [SensorCondition] = [],
        _ make: ([SensorCondition]) -> SensorCondition
    ) -> SensorCondition {
        guard parts.count + loose.count != 1 else { return (parts + loose)[0] }
        let order = parts.enumerated().sorted { a, b in
            (a.element.price, a.offset) < (b.element.price, b.offset)
        }
        return make(order.map(\.element) + loose)
    }

    /// Whether a condition on company, services or lengths holds, if the facts decide it.
    private func outcome(_ facts: SensorFacts) -> Bool? {
        switch self {
        case .company(let numbers): return facts.company.map(numbers.contains)
        case .companyDigits(let digits, let at):
            return facts.company.map { number in
                let all = [number >> 4 & 15, number & 15, number >> 12, number >> 8 & 15]
                return all[at..<at + digits.count].elementsEqual(digits.map(UInt16.init))
            }
        case .service(let uuids):
            if let number = facts.service { return uuids.contains(number.littleEndianBytes) }
            guard facts.hasService == false, let number = facts.listed else { return nil }
            return uuids.contains(number.littleEndianBytes) ? true : nil
        case .listed(let uuids):
            guard let number = facts.listed else { return nil }
            return uuids.contains(number.littleEndianBytes) ? true : nil
        case .absent(let part):
            return (part == .mfr ? facts.hasManufacturer : part == .svc ? facts.hasService : nil)
                .map { !$0 }
        case .length(let part, let range):
            switch part {
            case .mfr: return facts.manufacturerLength.map(range.contains)
            case .record: return facts.manufacturerLength.map { range.contains($0 + 2) }
            case .svc: return facts.serviceLength.map(range.contains)
            case .obj: return nil
            }
        default: return nil
        }
    }
}

extension UInt16 {
    var littleEndianBytes: [UInt8] { [UInt8(self & 0xFF), UInt8(self >> 8)] }
}
