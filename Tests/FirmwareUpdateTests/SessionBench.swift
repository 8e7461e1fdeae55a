import AccessoryConcurrency

@testable import FirmwareUpdate

/// A sender and a device, joined directly, with delays and faults.
struct SessionBench {
    var session: SuotaSession
    let device: DeviceModel
    var now = Duration.zero
    var events: [SuotaEvent] = []
    /// Written and read, in order.
    var trace: [SuotaAction] = []
    /// How the update ended; the outer nil: not yet.
    var outcome: SuotaError??
    /// Chooses the order of the answers and the duration of each action.
    var random: SeededRandom
    /// Number of actions after which the link is lost.
    var linkLossAfter: Int?
    /// Number of actions after which the device stops answering.
    var silentAfter: Int?
    /// A status to replace, and its replacement; nil drops it.
    var replacement: (status: UInt8, with: UInt8?)?
    private var isLinkLost = false

    static let optional: Set<SuotaCharacteristic> = [.psm, .version, .patchDataSize, .mtu]

    init(
        _ device: DeviceModel,
        configuration: SuotaConfiguration = SuotaConfiguration(),
        seed: UInt64 = 1
    ) {
        session = SuotaSession(configuration: configuration)
        session.linkMTU = 247
        self.device = device
        random = SeededRandom(seed: seed)
    }

    /// Connects, discovers and reads until the session is ready or has failed.
    mutating func connect(
        _ characteristics: Set<SuotaCharacteristic> = SuotaCharacteristic.required.union(optional)
    ) {
        isLinkLost = false
        device.connect(mtu: 247)
        session.handle(.connected, at: now)
        session.handle(.discovered(characteristics), at: now)
        run()
    }

    mutating func update(_ file: SuotaFile) throws(SuotaError) {
        try session.start(file, at: now)
        run()
    }

    /// Performs the session's actions until it has none and waits for nothing.
    mutating func run() {
        var steps = 0
        while true {
            steps += 1
            precondition(steps < 1_000_000, "the session does not end")
            if let action = session.nextAction(at: now) {
                perform(action)
            } else if outcome == nil, let deadline = session.deadline {
                now = max(deadline, now)
            } else {
                return
            }
        }
    }

    mutating func perform(_ action: SuotaAction) {
        switch action {
        case .event(let event): return events.append(event)
        case .finished(let error):
            outcome = .some(error)
            return
        default: break
        }
        trace.append(action)
        now += .microseconds(Int64(random.next() % 30_000))
        if let linkLossAfter, trace.count > linkLossAfter {
            if !isLinkLost {
                isLinkLost = true
                device.disconnect()
                session.handle(.linkLost, at: now)
            }
            return
        }
        if let silentAfter, trace.count > silentAfter {
            if case .sendChunk = action { session.handle(.sent, at: now) }  // the stack accepts it
            return
        }
        answer(action)
    }

    private mutating func answer(_ action: SuotaAction) {
        switch action {
        case .read(let characteristic) where characteristic.group == .deviceInfo:
            session.handle(.read(characteristic, Array("text".utf8)), at: now)
        case .read(let characteristic):
            session.handle(.read(characteristic, device.read(characteristic)), at: now)
        case .write(let characteristic, let bytes):
            deliver(device.write(characteristic, bytes), and: .written(characteristic))
        case .subscribe:
            device.subscribe()
            session.handle(.subscribed, at: now)
        case .sendChunk(let bytes):
            deliver(device.write(.patchData, Array(bytes)), and: .sent)
        case .openChannel: session.handle(.channelOpened(packet: 498), at: now)
        case .sendPacket(let bytes): deliver(device.stream(Array(bytes)), and: .sent)
        case .closeChannel, .disconnect, .event, .finished: break
        }
    }

    /// Delivers the response to a write and the statuses that the device notifies for it, in random order.
    private mutating func deliver(_ statuses: [UInt8], and answer: SuotaInput) {
        let isLate = random.next() % 2 == 0
        if !isLate { session.handle(answer, at: now) }
        for status in statuses {
            if let replacement, replacement.status == status {
                guard let other = replacement.with else { continue }
                session.handle(.notified([other]), at: now)
            } else {
                session.handle(.notified([status]), at: now)
            }
        }
        if isLate { session.handle(answer, at: now) }
    }
}

/// An image of that many bytes of code.
func makeFile(
    _ family: SuotaImage.Family,
    code: Int = 3000,
    time: UInt32 = 1_700_000_000,
    version: String = "1.2.3"
) throws -> SuotaFile {
    let bytes = try SuotaImage.file(
        family: family,
        version: version,
        time: time,
        code: (0..<code).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(time)) }
    )
    return SuotaFile(name: "test.img", bytes: bytes)
}
