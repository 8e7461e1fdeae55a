internal import CAccessory

/// The lists of formats by key, each format with the part of its condition that the key does not imply.
struct SensorLookup {
    struct Member: Hashable {
        let number: Int
        let rest: SensorCondition
    }

    struct List {
        /// Positions and masks of bytes that select lists in which the search continues.
        var switches: [(at: UInt8, mask: UInt8)] = []
        var members: [Member] = []
    }

    private(set) var lists: [SensorKey: List] = [:]
    private let definitions: [SensorDefinition]

    init(_ definitions: [SensorDefinition]) throws(SensorFault) {
        self.definitions = definitions
        for (number, definition) in definitions.enumerated() {
            guard let keys = Keys(definition) else {
                throw SensorFault(
                    id: definition.id,
                    position: "match",
                    "nothing to look it up by",
                    nextStep: "add a company, a service, an exact length, or names_begin"
                )
            }
            for key in keys.names { lists[key, default: List()].members += [] }
            for key in keys.all {
                let rest = Self.rest(of: definition, key, keys.listed.contains(key))
                lists[key, default: List()].members +=
                    rest == .never ? [] : [Member(number: number, rest: rest)]
            }
        }
        split()
    }

    /// The keys of a definition.
    private struct Keys {
        var all: Set<SensorKey>
        /// Those for services that are only listed.
        var listed: Set<SensorKey> = []
        /// Those of names, with which the definition is found by the length of the data.
        var names: Set<SensorKey> = []

        /// Nil if the data of the definition has no key.
        init?(_ definition: SensorDefinition) {
            guard let match = definition.match, let keys = SensorKey.keys(of: match) else {
                return nil
            }
            all = keys
            if let other = definition.matchWithoutAddress {
                guard let more = SensorKey.keys(of: other) else { return nil }
                all.formUnion(more)
            }
            if all.remove(.named) != nil {
                names = Set(definition.namesBegin.filter { !$0.isEmpty }.map(SensorKey.name))
                guard !names.isEmpty else { return nil }
                let lengths = match.manufacturerLengths?.filter { 0..<32 ~= $0 }
                if let lengths, definition.matchWithoutAddress == nil {
                    all.formUnion(lengths.map { SensorKey(.named, UInt16($0)) })
                } else {
                    all.formUnion(names)
                    names = []
                }
            }
            let fields = definition.fields
            let isInService = !fields.isEmpty && fields.allSatisfy { $0.part == .svc }
            guard !match.requires(.svc), !isInService else { return }
            listed = Set(all.compactMap(\.whenListed)).subtracting(all)
            all.formUnion(listed)
        }
    }

    /// The part of a definition's condition that remains to check when it was found by a key.
    private static func rest(of definition: SensorDefinition, _ key: SensorKey, _ isListed: Bool)
        -> SensorCondition
    {
        let match = key.restrict(definition.guardedMatch)
        var facts = key.facts
        guard isListed else { return match.specialised(by: facts) }
        // a listed service is used only if there is no service data
        facts.hasService = false
        let rest = match.specialised(by: facts)
        return rest == .never
            ? .never : .all([.absent(.svc)] + (rest == .always ? [] : [rest]))
    }

    /// Splits long lists by a byte of the data.
    private mutating func split() {
        var found: [SensorKey: [(member: Member, owner: SensorKey)]] = [:]
        for key in lists.keys.sorted() where key.kind == .company || key.kind == .service {
            let members = lists[key]!.members
            guard members.count > 2 || key.isCommon else { continue }
            var split = Split(key, members)
            split.divide(members.indices.map { $0 })
            lists[key] = List(switches: split.switches, members: split.rest.map { members[$0] })
            for (byte, inside) in split.lists {
                found[byte, default: []] += inside.sorted().map { (members[$0], key) }
            }
        }
        for (key, inside) in found {
            let sources = sources(of: key)
            var rests: [Int: SensorCondition] = [:]
            for (member, owner) in inside {
                // a list that is reached from two companies or positions cannot assume either
                rests[member.number] =
                    sources.count > 1
                    ? definitions[member.number].guardedMatch
                    : member.rest.specialised(by: facts(key, sources[0], owner))
            }
            lists[key] = List(
                members: rests.filter { $0.value != .never }.sorted { $0.key < $1.key }
                    .map { Member(number: $0.key, rest: $0.value) }
            )
        }
    }

    private typealias Source = (owner: SensorKey, at: UInt8, mask: UInt8)

    /// The lists, positions and masks from which the list of a byte is reached.
    private func sources(of key: SensorKey) -> [Source] {
        lists.flatMap { owner, list in
            list.switches.filter { place in
                owner.isOwner(of: key)
                    && (0...255).contains {
                        SensorKey.byte(owner, at: place.at, $0 & place.mask) == key
                    }
            }.map { (owner, $0.at, $0.mask) }
        }
    }

    private func facts(_ key: SensorKey, _ source: Source, _ owner: SensorKey) -> SensorFacts {
        let place = SensorPlace(
            part: owner.kind == .company ? .mfr : .svc,
            at: Int(Int8(bitPattern: source.at))
        )
        var facts = source.owner.facts
        facts.bytes[place] = Set(
            (0...255).filter {
                SensorKey.byte(source.owner, at: source.at, $0 & source.mask) == key
            }
        )
        return facts
    }
}

/// The division of one list by the bytes that tell its members apart.
private struct Split {
    private(set) var switches: [(at: UInt8, mask: UInt8)] = []
    /// The members, by index, that remain in the list.
    private(set) var rest: [Int] = []
    private(set) var lists: [SensorKey: Set<Int>] = [:]
    private let key: SensorKey
    private let known: [[SensorPlace: Set<UInt8>]]

    init(_ key: SensorKey, _ members: [SensorLookup.Member]) {
        self.key = key
        known = members.map(\.rest.knownBytes)
    }

    private struct Choice {
        let at: Int
        let mask: UInt8
        let lists: [SensorKey: Set<Int>]
        let rest: [Int]
        let cost: Int
    }

    /// Divides by the byte that distinguishes most of the members, then the rest by another one.
    mutating func divide(_ members: [Int]) {
        let part: SensorPart = key.kind == .company ? .mfr : .svc
        let places = Set(members.flatMap { known[$0].keys.filter { $0.part == part }.map(\.at) })
        let choices = places.map { choice(members, SensorPlace(part: part, at: $0)) }
        let best = choices.min { ($0.cost, $0.at) < ($1.cost, $1.at) }
        guard let best, best.cost < members.count || members.count == 1 else {
            rest = members
            return
        }
        switches.append((UInt8(truncatingIfNeeded: best.at), best.mask))
        lists.merge(best.lists) { $0.union($1) }
        rest = best.rest
        if rest.count > 2 { divide(rest) }
    }

    private func choice(_ members: [Int], _ place: SensorPlace) -> Choice {
        let inside = members.filter { known[$0][place] != nil }
        let mask = inside.reduce(UInt8(0xFF)) { mask, member in
            mask & (SensorCondition.mask(known[member][place]!.map { [$0] })?.mask ?? 0xFF)
        }
        var lists: [SensorKey: Set<Int>] = [:]
        for member in inside {
            for byte in known[member][place]! {
                let at = UInt8(truncatingIfNeeded: place.at)
                lists[.byte(key, at: at, byte & mask), default: []].insert(member)
            }
        }
        return Choice(
            at: place.at,
            mask: mask,
            lists: lists,
            rest: members.filter { known[$0][place] == nil },
            cost: members.count - inside.count + (lists.values.map(\.count).max() ?? 0)
        )
    }
}

extension SensorKey {
    /// The key of a service that is only listed, for the key of service data.
    fileprivate var whenListed: SensorKey? {
        switch kind {
        case .service: SensorKey(.listed, value)
        case .serviceLong: SensorKey(.listedLong, value)
        default: nil
        }
    }

    /// Whether lists of this key may continue in the list of `byte`.
    fileprivate func isOwner(of byte: SensorKey) -> Bool {
        kind == .company && byte.kind == .companyByte
            || kind == .service && byte.kind == .serviceByte
    }
}
