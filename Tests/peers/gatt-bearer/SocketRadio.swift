import AccessoryConcurrency
import BluetoothLE
import Glibc
import Synchronization

/// A radio whose connections are unix sockets with one ATT PDU per packet, or the bearers of `dial`.
final class SocketRadio: Radio {
    let links = RadioLinks()
    private let path: String
    private let dial: @Sendable () throws(RadioError) -> any PacketBearer
    private let sender: (@Sendable (AdvertisementBatches.Continuation) -> Void)?

    convenience init(path: String) {
        self.init(path: path) { () throws(RadioError) in
            SocketBearer(file: try UnixSocket.connect(to: path))
        }
    }

    init(path: String, dial: @escaping @Sendable () throws(RadioError) -> any PacketBearer) {
        self.path = path
        self.dial = dial
        sender = nil
    }

    /// A radio that only scans. `sender` receives its end of each scan.
    init(path: String, sender: @escaping @Sendable (AdvertisementBatches.Continuation) -> Void) {
        self.path = path
        dial = { () throws(RadioError) in throw .notSupported("connections") }
        self.sender = sender
    }

    var name: String { path }
    var address: BluetoothAddress? { nil }
    var features: RadioFeatures { RadioFeatures() }

    var states: AsyncStream<RadioState> {
        AsyncStream { continuation in
            continuation.yield(.poweredOn)
        }
    }

    func setPower(_ isOn: Bool) async throws(RadioError) { throw .notSupported("power") }

    func scan(
        _ parameters: ScanParameters
    ) async throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
        throw .notSupported("scans")
    }

    func scanBatches(_ parameters: ScanParameters) async throws(RadioError) -> AdvertisementBatches
    {
        guard let sender else { throw .notSupported("scans") }
        let (batches, entry) = AdvertisementBatches.makeStream(limit: 1 << 20)
        sender(entry)
        return batches
    }

    func advertise(
        _ parameters: AdvertisingParameters
    ) async throws(RadioError) -> any AdvertisingSet {
        throw .notSupported("advertising")
    }

    func connect(
        to address: BluetoothAddress,
        _ parameters: ConnectionParameters
    ) async throws(RadioError) -> any RadioConnection {
        BearerConnection(try dial(), isCentral: true)
    }

    /// The connections accepted on the socket.
    func incomingConnections() async throws(RadioError)
        -> AsyncThrowingStream<any RadioConnection, any Error>
    {
        let file = try UnixSocket.listen(at: path)
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: (any RadioConnection).self,
            throwing: (any Error).self
        )
        EventLoop.shared.watch(file, for: .readable) { _ in
            let connection = UnixSocket.accept(from: file)
            guard connection >= 0 else { return }
            entry.yield(BearerConnection(file: connection))
        }
        entry.onTermination = { [path] _ in
            EventLoop.shared.forget(file)
            close(file)
            unlink(path)
        }
        return stream
    }

    func setPairingAgent(_ agent: PairingAgent?) async throws(RadioError) {}
    func bonds() async throws(RadioError) -> [BluetoothAddress] { [] }
    func removeBond(with address: BluetoothAddress) async throws(RadioError) {}
}

/// A connection that is a bearer and nothing else.
final class BearerConnection: RadioConnection {
    let peer = BluetoothAddress(value: 0x01)
    let isCentral: Bool
    private let bearer: any PacketBearer
    private let listeners: Listeners

    /// The listeners of `security`, until the end.
    private final class Listeners: Sendable {
        private let state = Mutex<[AsyncStream<ConnectionSecurity>.Continuation]?>([])

        func add(_ listener: AsyncStream<ConnectionSecurity>.Continuation) {
            listener.yield(ConnectionSecurity())
            let isOpen = state.withLock { state in
                state?.append(listener)
                return state != nil
            }
            if !isOpen { listener.finish() }
        }

        func end() {
            let ended = state.withLock { $0.take() }
            for listener in ended ?? [] { listener.finish() }
        }
    }

    init(_ bearer: any PacketBearer, isCentral: Bool) {
        self.bearer = bearer
        self.isCentral = isCentral
        listeners = Listeners()
    }

    /// A connection that a socket has accepted. Its security ends with the socket: the server's task waits for that.
    init(file: CInt) {
        let listeners = Listeners()
        self.listeners = listeners
        bearer = SocketBearer(file: file) { listeners.end() }
        isCentral = false
    }

    var attributes: any PacketBearer { bearer }
    var largestPacket: Int { 517 }
    var parameters: LinkParameters? { nil }
    var endReason: DisconnectReason? { nil }

    var security: AsyncStream<ConnectionSecurity> {
        let (stream, listener) = AsyncStream.makeStream(of: ConnectionSecurity.self)
        listeners.add(listener)
        return stream
    }

    func update(_ parameters: ConnectionParameters) async throws(RadioError) {
        throw .notSupported("link parameters")
    }

    func readRSSI() async throws(RadioError) -> Int { throw .notSupported("signal strength") }

    func secure(to level: LinkSecurity) async throws(RadioError) {
        throw .notSupported("encryption")
    }

    func openChannel(psm: UInt16, mtu: Int) async throws(RadioError) -> any ChannelBearer {
        throw .notSupported("channels")
    }

    func incomingChannels(
        psm: UInt16,
        mtu: Int
    ) async throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
        throw .notSupported("channels")
    }

    func disconnect() async {
        listeners.end()
        bearer.close()
    }
}
