internal import AccessoryBase
public import BluetoothLE
internal import Glibc
import Synchronization

/// Connects programs on one virtual air: each program that connects to the broker's socket gets an
/// adapter on it (``BrokerRadio``).
///
///     let broker = try VirtualAirBroker(air: VirtualAir(), path: "/run/user/1000/air")
///     await broker.run()
public final class VirtualAirBroker: Sendable {
    private struct State {
        var isOpen = true
        var listener: ListeningSocket<Void>?
        var clients: [ObjectIdentifier: BrokerClient] = [:]
    }

    private let air: VirtualAir
    private let path: String
    private let file: CInt
    private let user: uid_t
    private let state = Mutex(State())
    private let counts: AsyncStream<Int>
    private let countsEntry: AsyncStream<Int>.Continuation

    /// The socket of the air that the programs of this user share, such as those of `--adapter virtual`.
    public static var userPath: String {
        UserFolders.runtime().map { $0 + "/swift-accessories-air" }
            ?? "/tmp/swift-accessories-air-\(getuid())"
    }

    /// Creates a broker with its socket at `path`, at most 107 bytes. Only programs of this user
    /// can connect, with any umask. The socket of a terminated broker is removed.
    ///
    /// - Throws: `busy` while another broker listens there; `failed` if the socket cannot be
    ///   created.
    public convenience init(air: VirtualAir, path: String) throws(RadioError) {
        try self.init(air: air, path: path, for: geteuid())
    }

    /// - Parameter user: The user whose programs are accepted.
    init(air: VirtualAir, path: String, for user: uid_t) throws(RadioError) {
        self.air = air
        self.path = path
        self.user = user
        file = try UnixSocket.listen(at: path)
        (counts, countsEntry) = AsyncStream.makeStream(of: Int.self)
    }

    deinit { close() }

    /// Serves until the task is cancelled. Call it once.
    ///
    /// - Parameter onChange: Called with the number of connected programs when it changes.
    public func run(onChange: @Sendable (Int) -> Void = { _ in }) async {
        listen()
        await withTaskCancellationHandler {
            for await count in counts { onChange(count) }
        } onCancel: {
            countsEntry.finish()
        }
        for client in close() { client.end() }
    }

    private func listen() {
        state.withLock { state in
            guard state.isOpen, state.listener == nil else { return }
            state.listener = ListeningSocket(
                file: file,
                accept: { [user] in (UnixSocket.accept(from: $0, as: user), ()) },
                onSocket: { [weak self] socket, _ in self?.join(socket) }
            )
        }
    }

    /// Closes the broker. Returns the programs that were connected.
    @discardableResult
    private func close() -> [BrokerClient] {
        let (isFirst, listener, clients) = state.withLock { state in
            defer { state = State(isOpen: false) }
            return (state.isOpen, state.listener, Array(state.clients.values))
        }
        guard isFirst else { return [] }
        // removed before the socket closes: a program that finds no socket starts its own broker
        unlink(path)
        if let listener { listener.close() } else { _ = Glibc.close(file) }
        return clients
    }

    /// Accepts one program. The broker owns its connection.
    private func join(_ connection: CInt) {
        let radio = air.addAdapter()
        let key = ObjectIdentifier(radio)
        let client = BrokerClient(file: connection, radio: radio) { [weak self] in
            self?.leave(key, radio)
        }
        let count = state.withLock { state -> Int? in
            guard state.isOpen else { return nil }
            state.clients[key] = client
            return state.clients.count
        }
        guard let count else { return client.end() }
        client.start()
        countsEntry.yield(count)
    }

    private func leave(_ key: ObjectIdentifier, _ radio: VirtualRadio) {
        let (client, count) = state.withLock { state in
            (state.clients.removeValue(forKey: key), state.clients.count)
        }
        // released outside the lock, because the end of its socket may take the lock
        _ = consume client
        air.remove(radio)
        countsEntry.yield(count)
    }
}
