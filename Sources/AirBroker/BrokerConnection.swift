internal import AccessoryConcurrency
internal import BluetoothLE
internal import Glibc
import Synchronization

/// One end of a connection on the broker's air. Its packets use their own socket.
final class BrokerConnection: RadioConnection {
    private struct State {
        var endReason: DisconnectReason?
        var acceptors: [UInt16: AsyncThrowingStream<any ChannelBearer, any Error>.Continuation] =
            [:]
    }

    private let radio: BrokerRadio
    private let info: LinkInfo
    private let bearer: BrokerBearer
    private let announcements = Broadcaster<ConnectionSecurity>(replaying: ConnectionSecurity())
    private let ending = Completion<DisconnectReason>()
    private let state = Mutex(State())

    init(radio: BrokerRadio, info: LinkInfo, file: CInt) {
        self.radio = radio
        self.info = info
        bearer = BrokerBearer(file: file)
    }

    var peer: BluetoothAddress { info.peer }
    var isCentral: Bool { info.isCentral }
    var attributes: any PacketBearer { bearer }
    var largestPacket: Int { 517 }
    /// Always nil: only the broker has the parameters, and asking it takes time.
    var parameters: LinkParameters? { nil }
    var endReason: DisconnectReason? { state.withLock { $0.endReason } }
    var security: AsyncStream<ConnectionSecurity> { announcements.stream() }

    private func call(_ request: LinkRequest) async throws(RadioError) -> BrokerRadio.Answer {
        if let endReason { throw .disconnected(endReason) }
        return try await radio.call(.link(info.number, request))
    }

    func update(_ parameters: ConnectionParameters) async throws(RadioError) {
        _ = try await call(.update(parameters))
    }

    func readRSSI() async throws(RadioError) -> Int {
        guard case .number(let strength) = try await call(.readRSSI).reply else {
            throw .failed("the broker's answer does not fit the request")
        }
        return strength
    }

    func secure(to level: LinkSecurity) async throws(RadioError) {
        _ = try await call(.secure(level))
    }

    func openChannel(psm: UInt16, mtu: Int) async throws(RadioError) -> any ChannelBearer {
        let answer = try await call(.openChannel(psm: psm, mtu: mtu))
        guard case .channel(let size) = answer.reply, let file = answer.file else {
            throw .failed("the broker's answer does not fit the request")
        }
        return BrokerChannel(file: file, largestPacketOut: size)
    }

    func incomingChannels(
        psm: UInt16,
        mtu: Int
    ) async throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: (any ChannelBearer).self,
            throwing: (any Error).self
        )
        let isFree = state.withLock { state in
            guard state.acceptors[psm] == nil else { return false }
            state.acceptors[psm] = entry
            return true
        }
        guard isFree else { throw .busy }
        entry.onTermination = { [weak self] _ in
            guard let self else { return }
            state.withLock { $0.acceptors[psm] = nil }
            radio.send(.link(info.number, .stopAcceptingChannels(psm: psm)))
        }
        _ = try await call(.acceptChannels(psm: psm, mtu: mtu))
        return stream
    }

    /// Closes the packets' socket, at whose end the broker ends the link. A request by the other
    /// socket could overtake packets.
    func disconnect() async {
        await bearer.drained()
        bearer.close()
        _ = await ending.cause()
    }

    // MARK: Events from the broker

    func announce(_ security: ConnectionSecurity) {
        announcements.send(security)
    }

    func accept(_ channel: BrokerChannel, psm: UInt16) {
        state.withLock { $0.acceptors[psm] }?.yield(channel)
    }

    func end(_ reason: DisconnectReason) {
        let acceptors = state.withLock { state in
            state.endReason = reason
            defer { state.acceptors = [:] }
            return state.acceptors.values
        }
        for acceptor in acceptors { acceptor.finish() }
        announcements.finish()
        bearer.reasonIsKnown()
        ending.complete(reason)
    }
}

/// Carries the Attribute Protocol. It ends once the reason for the end is known.
final class BrokerBearer: PacketBearer {
    private struct State {
        var isReasonKnown = false
        var isOver = false
        var onEnd: (@Sendable () -> Void)?
    }

    private let socket: SocketBearer
    private let state = Mutex(State())

    init(file: CInt) {
        socket = SocketBearer(file: file)
    }

    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        state.withLock { $0.onEnd = onEnd }
        socket.start(onPacket: onPacket, onEnd: { [self] in end { $0.isOver = true } })
    }

    func reasonIsKnown() {
        end { $0.isReasonKnown = true }
    }

    private func end(_ change: (inout State) -> Void) {
        let onEnd = state.withLock { state -> (@Sendable () -> Void)? in
            change(&state)
            guard state.isOver, state.isReasonKnown else { return nil }
            defer { state.onEnd = nil }
            return state.onEnd
        }
        onEnd?()
    }

    func send(_ packet: [UInt8]) { socket.send(packet) }

    func drained() async { await socket.drained() }

    func close() { socket.close() }
}

/// A credit-based channel on the broker's air.
final class BrokerChannel: ChannelBearer {
    let largestPacketOut: Int
    private let socket: SocketBearer

    init(file: CInt, largestPacketOut: Int) {
        self.largestPacketOut = largestPacketOut
        socket = SocketBearer(file: file, largestPacket: 1 << 16)
    }

    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        socket.start(onPacket: onPacket, onEnd: onEnd)
    }

    func send(_ packet: [UInt8]) { socket.send(packet) }

    func drained() async { await socket.drained() }

    func close() { socket.close() }
}
