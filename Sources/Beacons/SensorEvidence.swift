internal import Glibc

extension SensorDefinition {
    /// How surely a format is recognised, in bits: with n bits, one of 2^n advertisements of other devices would be taken for
    /// this one if their data were random. Nil for a format that another one reads.
    package var evidence: Double? {
        guard let match else { return nil }
        let whole = matchWithoutAddress.map { SensorCondition.any([match, $0]) } ?? match
        return max(0, -log2(whole.chance))
    }
}

extension SensorCondition {
    /// The chance that random data fulfils the condition.
    fileprivate var chance: Double {
        switch self {
        case .all(let parts): Self.joined(parts).reduce(1) { $0 * $1.chance }
        case .any(let parts): min(1, parts.reduce(0) { $0 + $1.chance })
        case .not(let part): 1 - part.chance
        case .company(let numbers): Double(numbers.count) * exp2(-16)
        case .companyDigits(let digits, _): exp2(-4 * Double(digits.count))
        case .service(let runs), .listed(let runs), .bytes(_, let runs): Self.sum(runs, bits: 8)
        case .digits(_, let runs): Self.sum(runs, bits: 4)
        // a letter or a digit in any case: about one of 32
        case .nameAt(let texts, _), .nameIs(let texts), .nameEnds(let texts), .nameHas(let texts):
            Self.sum(texts.map { Array($0.utf8) }, bits: 5)
        // data has 0 to 31 bytes
        case .length(_, let range): Double(range.clamped(to: 0...31).count) / 32
        case .byte(_, let mask, _): exp2(-Double(mask.nonzeroBitCount))
        case .address: exp2(-48)
        case .crc16: exp2(-16)
        case .absent, .value: 1
        }
    }

    private static func sum(_ runs: [[UInt8]], bits: Double) -> Double {
        min(1, runs.reduce(0) { $0 + exp2(-bits * Double($1.count)) })
    }
}
