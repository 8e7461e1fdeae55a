internal import AccessoryConcurrency
import Synchronization

/// One end of a connection on a virtual air.
final class VirtualConnection: RadioConnection {
    private struct State {
        var endReason: DisconnectReason?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let air: VirtualAir
    let link: AirState.LinkID
    let side: LinkModel.Side
    let radio: VirtualRadio
    let peerRadio: VirtualRadio
    let bearer: VirtualBearer
    private let announcements = Broadcaster<ConnectionSecurity>(replaying: ConnectionSecurity())
    private let state = Mutex(State())

    init(
        air: VirtualAir,
        link: AirState.LinkID,
        side: LinkModel.Side,
        radio: VirtualRadio,
        peer: VirtualRadio
    ) {
        self.air = air
        self.link = link
        self.side = side
        self.radio = radio
        peerRadio = peer
        bearer = VirtualBearer(air: air, link: link, side: side)
    }

    var peer: BluetoothAddress { peerRadio.ownAddress }
    var isCentral: Bool { side == .central }
    var attributes: any PacketBearer { bearer }
    var largestPacket: Int { 517 }
    var endReason: DisconnectReason? { state.withLock { $0.endReason } }

    var parameters: LinkParameters? {
        air.change { [link] state, _ in state.links[link]?.model.parameters }
    }

    /// Requests other parameters. An update takes effect six events after both ends receive it (Core
    /// 5.4, Vol 6, Part B, 5.1.1).
    func update(_ parameters: ConnectionParameters) async throws(RadioError) {
        try parameters.check()
        let agreed =
            isCentral
            ? VirtualAir.parameters(parameters, radio, peerRadio)
            : VirtualAir.parameters(parameters, peerRadio, radio)
        try await pass(events: 6)
        let isOver = air.change { [link] state, _ in
            state.links[link]?.model.parameters = agreed
            return state.links[link] == nil
        }
        if isOver { throw .disconnected(endReason ?? .connectionTimeout) }
    }

    func readRSSI() throws(RadioError) -> Int {
        let strength = air.change { [link, radio, peerRadio] state, _ in
            state.links[link] == nil ? nil : state.strength(of: peerRadio.id, at: radio.id)
        }
        guard let strength else { throw .disconnected(endReason ?? .connectionTimeout) }
        return strength
    }

    var security: AsyncStream<ConnectionSecurity> { announcements.stream() }

    func secure(to level: LinkSecurity) async throws(RadioError) {
        try await air.secure(self, to: level)
    }

    func announce(_ security: ConnectionSecurity) {
        announcements.send(security)
    }

    /// Waits for connection events.
    func pass(events: Int) async throws(RadioError) {
        guard let interval = parameters?.interval else {
            throw .disconnected(endReason ?? .connectionTimeout)
        }
        do {
            try await air.time.wait(air.time.now() + interval * events)
        } catch {
            throw .cancelled
        }
    }

    func disconnect() async {
        air.disconnect(link, by: side)
        await withCheckedContinuation { waiter in
            let hasEnded = state.withLock { state in
                if state.endReason == nil { state.waiters.append(waiter) }
                return state.endReason != nil
            }
            if hasEnded { waiter.resume() }
        }
    }

    func hasEnded(_ reason: DisconnectReason) {
        let waiters = state.withLock { state in
            state.endReason = reason
            defer { state.waiters = [] }
            return state.waiters
        }
        announcements.finish()
        bearer.inbox.put(.end)
        for waiter in waiters { waiter.resume() }
    }

    // MARK: Channels

    func openChannel(psm: UInt16, mtu: Int) async throws(RadioError) -> any ChannelBearer {
        try ChannelParameters.check(psm: psm, mtu: mtu)
        // request and response
        try await pass(events: 2)
        return try air.openChannel(psm: psm, mtu: mtu, over: self).get()
    }

    func incomingChannels(
        psm: UInt16,
        mtu: Int
    ) throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
        try ChannelParameters.check(psm: psm, mtu: mtu)
        return try air.acceptChannels(psm: psm, mtu: mtu, over: self)
    }
}

/// The Attribute Protocol's bearer on a virtual air.
final class VirtualBearer: PacketBearer {
    private let air: VirtualAir
    private let link: AirState.LinkID
    private let side: LinkModel.Side
    let inbox = Inbox()

    init(air: VirtualAir, link: AirState.LinkID, side: LinkModel.Side) {
        self.air = air
        self.link = link
        self.side = side
    }

    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        inbox.open(onPacket: onPacket, onEnd: onEnd)
    }

    func send(_ packet: [UInt8]) {
        air.send(packet, on: 0, of: link, by: side)
    }

    func drained() async {
        await air.drained(link, side)
    }

    func close() {
        air.disconnect(link, by: side)
    }
}
