internal import CAccessory
internal import Glibc

// The evidence for a format, in bits: with n bits, one of 2^n advertisements of other devices would be taken for this one if
// their data were random.

extension SensorDefinition {
    /// The bits that a format reaches in each of its alternatives, or it is read by a loose search only. A maker's own
    /// company or service reaches them with a byte or a length and a value; one that others use too needs a byte more.
    package static let leastEvidence = 24.0

    /// The evidence of a format; nil for a format that another one reads.
    package var evidence: Double? {
        wholeMatch.map { $0.bits + plausibility }
    }

    /// `match`, or what replaces it without the sender's address.
    private var wholeMatch: SensorCondition? {
        match.map { match in matchWithoutAddress.map { .any([match, $0]) } ?? match }
    }

    /// The condition of the built-in table: alternatives with too little evidence hold in a loose search only.
    var guardedMatch: SensorCondition {
        guard let wholeMatch else { return .never }
        let guarded = wholeMatch.guarded(beside: plausibility)
        guard let sure, guarded != wholeMatch else { return guarded }
        let surely = wholeMatch.guarded(beside: plausibility + sure.bits)
        return .all([surely, .any([sure, .loose])])
    }

    /// Whether values that are plausible are part of the evidence.
    var needsPlausibleValues: Bool {
        guard let wholeMatch else { return false }
        // `sure` is required only where values are not enough
        let isSure = wholeMatch.guarded(beside: plausibility) != wholeMatch
        let others = isSure ? sure?.bits ?? 0 : 0
        return isWholeRange
            || wholeMatch.guarded(beside: others)
                != wholeMatch.guarded(beside: others + plausibility)
    }

    /// The evidence of values that are within their limits, and of objects that end where the data does.
    private var plausibility: Double {
        let values = fields.reduce(0) { $0 + $1.plausibility(temperatures ?? -6...13) }
        let list: Double =
            switch objects?.form {
            case .bthome1: 16
            case .numbered, .sized: 8
            case .flagged, nil: 0
            }
        return isWholeRange ? 0 : encryption == .none ? values + list : 0
    }
}

extension SensorCondition {
    /// The evidence of the condition.
    fileprivate var bits: Double { max(0, -log2(chance)) }

    /// The condition, its alternatives with too little evidence for a loose search only.
    ///
    /// - Parameter others: The evidence of what must hold besides.
    fileprivate func guarded(beside others: Double) -> SensorCondition {
        if bits + others >= SensorDefinition.leastEvidence { return self }
        let loose = SensorCondition.all([self, .loose])
        switch self {
        case .all(var parts):
            guard let index = parts.firstIndex(where: \.hasAlternatives) else { return loose }
            let choice = parts.remove(at: index)
            let guarded = choice.guarded(beside: others + SensorCondition.all(parts).bits)
            parts.insert(guarded, at: index)
            return guarded == .all([choice, .loose]) ? loose : .all(parts)
        case .any(let parts):
            let guarded = parts.map { $0.guarded(beside: others) }
            return guarded == parts.map { .all([$0, .loose]) } ? loose : .any(guarded)
        default: return loose
        }
    }

    private var hasAlternatives: Bool {
        switch self {
        case .any: true
        case .all(let parts): parts.contains(where: \.hasAlternatives)
        default: false
        }
    }

    /// The chance that random data fulfils the condition.
    private var chance: Double {
        switch self {
        case .all(let parts): Self.joined(parts).reduce(1) { $0 * $1.chance }
        case .any(let parts): min(1, parts.reduce(0) { $0 + $1.chance })
        case .not(let part): 1 - part.chance
        case .company(let numbers):
            numbers.reduce(0) { $0 + exp2(Self.sharedCompanies.contains($1) ? -8 : -16) }
        case .companyDigits(let digits, _): exp2(-4 * Double(digits.count))
        case .service(let runs), .listed(let runs):
            runs.reduce(0) { $0 + exp2(Self.isShared($1) ? -8 : -8 * Double($1.count)) }
        case .bytes(_, let runs): Self.sum(runs, bits: 8)
        case .digits(_, let runs): Self.sum(runs, bits: 4)
        // a letter or a digit in any case: about one of 32
        case .nameAt(let texts, _), .nameIs(let texts), .nameEnds(let texts), .nameHas(let texts):
            Self.sum(texts.map { Array($0.utf8) }, bits: 5)
        // data has 0 to 31 bytes
        case .length(_, let range): Double(range.clamped(to: 0...31).count) / 32
        case .byte(_, let mask, _): exp2(-Double(mask.nonzeroBitCount))
        case .address: exp2(-48)
        case .addressEnd: exp2(-24)
        case .crc16: exp2(-16)
        case .value(let field): field.share { _ in true }
        case .absent, .loose: 1
        }
    }

    /// Companies that sensors use although they are another company's, and those with other devices of the same maker.
    private static let sharedCompanies: Set<UInt16> = [
        0x0000, 0x0001, 0x0010, 0x0011, 0x0014, 0x0015, 0x0018, 0x001B, 0x0030, 0x004C, 0x0059,
        0x0131, 0x0157, 0x8803, 0x8843, 0xEC88, 0xFFFF,
    ]

    /// Whether devices of several makers use a service: the SIG's own, Huami's, and those of serial ports.
    private static func isShared(_ uuid: [UInt8]) -> Bool {
        guard uuid.count == 2 else { return false }
        let number = UInt16(uuid[0]) | UInt16(uuid[1]) << 8
        return [0x18, 0x2A].contains(uuid[1]) || [0x0000, 0xFEE0, 0xFFE0, 0xFFF0].contains(number)
    }

    private static func sum(_ runs: [[UInt8]], bits: Double) -> Double {
        min(1, runs.reduce(0) { $0 + exp2(-bits * Double($1.count)) })
    }
}

extension SensorField {
    /// The share of all raw numbers that are inside the field's own limits and that a test accepts; 1 for other types than
    /// integers.
    fileprivate func share(_ accepts: (Double) -> Bool) -> Double {
        guard case .integer(let size, let isSigned, _) = type, steps.isEmpty else { return 1 }
        let all = exp2(8 * Double(size))
        let first = isSigned ? -all / 2 : 0
        let (low, high) = (min?.double ?? first, max?.double ?? first + all)
        let samples = 4096
        let count = (0..<samples).count { index in
            let raw = (first + all * Double(index) / Double(samples)).rounded(.down)
            return raw >= low && raw <= high && accepts(raw)
        }
        return Double(Swift.max(count, 1)) / Double(samples)
    }

    /// The bits by which a value within the limits of its quantity confirms the format.
    fileprivate func plausibility(_ temperatures: ClosedRange<Int8>) -> Double {
        let quantities = SensorMeasurement.quantities
        let index = quantities.firstIndex { $0 == (quantity, unit ?? $0.unit) }
        let (scale, offset) = (scale.double, offset.double)
        guard let index, when == nil, values.isEmpty, (scale * offset).isFinite else { return 0 }
        return -log2(
            share { raw in
                var one = acc_measurement()
                one.quantity = UInt8(index + 1)
                // within the range of the type
                one.micro = Int64(Swift.min(Swift.max((raw * scale + offset) * 1e6, -9e18), 9e18))
                acc_sensor_limit(
                    &one,
                    1,
                    Int32(temperatures.lowerBound),
                    Int32(temperatures.upperBound)
                )
                return acc_measurement_form(UInt32(one.form)) == ACC_FORM_NUMBER
            }
        )
    }
}
