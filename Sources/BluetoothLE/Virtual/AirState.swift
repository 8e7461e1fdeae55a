internal import AccessoryConcurrency

/// The state of a virtual air: adapters in reach of each other, scans, advertising and connections.
struct AirState {
    typealias RadioID = Int
    typealias LinkID = Int
    typealias SetID = Int

    /// Two adapters, in any order.
    struct Pair: Hashable {
        let low: RadioID
        let high: RadioID

        init(_ one: RadioID, _ other: RadioID) {
            low = min(one, other)
            high = max(one, other)
        }
    }

    /// An adapter.
    struct RadioModel {
        let radio: VirtualRadio
        var state = RadioState.poweredOn
        var scan: ScanModel?
        var initiators: [Int: Initiator] = [:]
        var acceptor:
            (id: Int, entry: AsyncThrowingStream<any RadioConnection, any Error>.Continuation)?
        var agent: PairingAgent?
        /// The stored keys, by device.
        var bonds: [BluetoothAddress: VirtualKey] = [:]

        var isOn: Bool { state == .poweredOn }
    }

    /// A scan.
    struct ScanModel {
        struct Seen: Hashable {
            let address: BluetoothAddress
            let set: SetID
            let isResponse: Bool
        }

        let id: Int
        let parameters: ScanParameters
        let begin: Duration
        let entry: AsyncThrowingStream<AdvertisementReport, any Error>.Continuation
        var seen = RecentSet<Seen>()

        func isListening(at time: Duration) -> Bool {
            let steps = Int((time - begin) / parameters.interval)
            return time - begin - parameters.interval * steps < parameters.window
        }
    }

    /// A connection attempt.
    struct Initiator {
        let peer: BluetoothAddress
        let parameters: ConnectionParameters
        let waiter: CheckedContinuation<Result<VirtualConnection, RadioError>, Never>
    }

    /// An advertising set.
    struct SetModel {
        let set: VirtualAdvertisingSet
        let owner: RadioID
        var parameters: AdvertisingParameters
        var timer: TimeSource.Timer?
    }

    /// A connection.
    struct LinkModelEntry {
        var model: LinkModel
        let radios: [RadioID]
        let ends: [VirtualConnection]
        var timer: TimeSource.Timer?
        var level = LinkSecurity.none
        /// The tasks that wait for room, by side.
        var waiters: [[CheckedContinuation<Void, Never>]] = [[], []]
        /// The channel acceptors, by side and PSM.
        var acceptors: [[UInt16: ChannelAcceptor]] = [[:], [:]]
        var channels: [Int: [VirtualChannel]] = [:]
        /// The ends that have requested the end of the link, and send nothing more.
        var leaving: Set<LinkModel.Side> = []

        func end(_ side: LinkModel.Side) -> VirtualConnection { ends[side.rawValue] }
    }

    /// An acceptor of channels.
    struct ChannelAcceptor {
        let id: Int
        let mtu: Int
        let entry: AsyncThrowingStream<any ChannelBearer, any Error>.Continuation
    }

    var conditions: AirConditions
    var random: SeededRandom
    var tap: (@Sendable (AirPacket) -> AirPacketFate)?
    var radios: [RadioID: RadioModel] = [:]
    var sets: [SetID: SetModel] = [:]
    var links: [LinkID: LinkModelEntry] = [:]
    var pathLoss: [Pair: Int] = [:]
    var outOfReach: Set<Pair> = []
    /// Packets that arrived or were about to arrive.
    var packets = 0
    private var count = 0

    init(conditions: AirConditions, seed: UInt64) {
        self.conditions = conditions
        random = SeededRandom(seed: seed)
    }

    /// A unique number.
    mutating func newID() -> Int {
        count += 1
        return count
    }

    /// Returns true with this probability.
    mutating func happens(_ chance: Double) -> Bool {
        chance > 0 && random.unit() < chance
    }

    func isInReach(_ one: RadioID, _ other: RadioID) -> Bool {
        !outOfReach.contains(Pair(one, other))
    }

    /// The RSSI of a sender at a receiver in dBm.
    mutating func strength(of sender: RadioID, at receiver: RadioID, power: Int = 0) -> Int {
        let loss = pathLoss[Pair(sender, receiver)] ?? conditions.pathLoss
        // beyond these limits, the RSSI is at an end of its range anyway
        func limited(_ decibels: Int) -> Int { min(max(decibels, -300), 300) }
        let range = max(limited(conditions.fading), 0)
        let fading = range > 0 ? Int.random(in: -range...range, using: &random) : 0
        return min(max(limited(power) - limited(loss) + fading, -127), 20)
    }

    /// Whether any adapter could receive an advertisement.
    var hasAudience: Bool {
        radios.values.contains { $0.isOn && ($0.scan != nil || !$0.initiators.isEmpty) }
    }
}
