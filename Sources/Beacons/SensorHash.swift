internal import CAccessory

/// A perfect hash of keys: each key has a slot of its own.
struct SensorHash {
    let multiplier: UInt32
    /// What the number of a slot is xored with, by the upper 7 bits of the hash.
    let displace: [UInt32]
    /// 32 - log2 of the number of slots.
    let shift: UInt32
    private let keys: [SensorKey]

    /// Keys that are frequent in advertisements, which the bitmap should reject if no format uses them: Apple, Microsoft,
    /// Samsung, Google; heart rate, battery, device information, HID, generic access and others; Eddystone, Fast Pair,
    /// exposure notifications, Tile and others.
    private static let frequent =
        [0x004C, 0x0006, 0x0075, 0x00E0, 0x0087, 0x009E].map { SensorKey(.company, $0) }
        + [SensorKey.Kind.listed, .service].flatMap { kind in
            [
                0x180D, 0x180F, 0x180A, 0x1812, 0x1800, 0x1801, 0x1816, 0x1818, 0x1826, 0xFEAA,
                0xFE2C, 0xFD6F, 0xFEED, 0xFE9F, 0xFEF3, 0xFCF1, 0xFE07, 0xFD5A,
            ].map { SensorKey(kind, $0) }
        }

    /// Searches a multiplier with which no frequent key is mistaken for one of the table's. The first one is used, so that
    /// another key rarely changes it. Twice as many slots are used if there is none.
    init?(_ keys: [SensorKey]) {
        let shift = UInt32(UInt32(keys.count * 9 / 8).leadingZeroBitCount)
        guard let found = Self(keys, shift: shift) ?? Self(keys, shift: shift - 1) else {
            return nil
        }
        self = found
    }

    private init?(_ keys: [SensorKey], shift: UInt32) {
        let others = Self.frequent.filter { !keys.contains($0) }
        var best: (mistakes: Int, multiplier: UInt32, displace: [UInt32])?
        var multiplier: UInt32 = 0x9E37_79B1
        for _ in 0..<1000 where best?.mistakes != 0 {
            multiplier = (multiplier &* 0x2C1B_3C6D &+ 0x297A_2D39) | 1
            let present = Set(keys.map { $0.hash(multiplier) >> 20 })
            let mistakes = others.count { present.contains($0.hash(multiplier) >> 20) }
            guard mistakes < best?.mistakes ?? .max,
                let displace = Self.displacements(keys.map { $0.hash(multiplier) }, shift)
            else { continue }
            best = (mistakes, multiplier, displace)
        }
        guard let best else { return nil }
        (self.keys, self.multiplier, displace, self.shift) = (
            keys, best.multiplier, best.displace, shift
        )
    }

    /// The number of a key's slot, before it is xored with the displacement of its group.
    func place(of key: SensorKey) -> (group: UInt32, number: UInt32) {
        let hash = key.hash(multiplier)
        return (hash >> 25, (hash << 7) >> shift)
    }

    /// A displacement for each value of the upper 7 bits, so that every hash gets its own slot; nil if there is none.
    private static func displacements(_ hashes: [UInt32], _ shift: UInt32) -> [UInt32]? {
        let groups = Dictionary(grouping: hashes) { $0 >> 25 }.mapValues { group in
            group.map { ($0 << 7) >> shift }
        }
        var displace = [UInt32](repeating: 0, count: 128)
        var taken: Set<UInt32> = []
        for (group, places) in groups.sorted(by: { (-$0.1.count, $0.0) < (-$1.1.count, $1.0) }) {
            guard Set(places).count == places.count,
                let by = (0..<UInt32(1) << (32 - shift)).first(where: { by in
                    places.allSatisfy { !taken.contains($0 ^ by) }
                })
            else { return nil }
            taken.formUnion(places.map { $0 ^ by })
            displace[Int(group)] = by
        }
        return displace
    }

    /// The numbers of bits that are set in the bitmap of hashes.
    var present: [Int] { keys.map { Int($0.hash(multiplier) >> 20) } }
}

extension SensorKey {
    fileprivate func hash(_ multiplier: UInt32) -> UInt32 {
        (number << 16 | UInt32(value)) &* multiplier
    }
}
