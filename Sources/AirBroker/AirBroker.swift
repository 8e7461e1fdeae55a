public import BluetoothLE
internal import Glibc
import Synchronization

/// Lets programs meet on one virtual air: each that connects to the broker's socket gets an adapter on
/// it (``BrokerRadio``).
///
///     let broker = try AirBroker(air: VirtualAir(), path: "/run/user/1000/air")
///     await broker.run()
public final class AirBroker: Sendable {
    private let air: VirtualAir
    private let path: String
    private let file: CInt
    private let clients = Mutex<[ObjectIdentifier: BrokerClient]>([:])
    private let counts: AsyncStream<Int>
    private let countsEntry: AsyncStream<Int>.Continuation

    /// A broker whose socket is at `path`, at most 107 bytes. What a broker that died left there is
    /// removed.
    ///
    /// - Throws: `busy` while another broker listens there; `failed`, when the socket cannot be made.
    public init(air: VirtualAir, path: String) throws(RadioError) {
        self.air = air
        self.path = path
        file = try UnixSocket.listen(at: path)
        (counts, countsEntry) = AsyncStream.makeStream(of: Int.self)
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter onChange: Told how many programs are connected whenever that changes.
    public func run(onChange: @Sendable (Int) -> Void = { _ in }) async {
        EventLoop.shared.watch(file, for: .readable) { [weak self] _ in self?.accept() }
        await withTaskCancellationHandler {
            for await count in counts { onChange(count) }
        } onCancel: {
            countsEntry.finish()
        }
        EventLoop.shared.forget(file)
        _ = Glibc.close(file)
        unlink(path)
        for client in clients.withLock({ Array($0.values) }) { client.end() }
    }

    private func accept() {
        let connection = UnixSocket.accept(from: file)
        guard connection >= 0 else { return }
        let radio = air.addAdapter()
        let key = ObjectIdentifier(radio)
        let client = BrokerClient(file: connection, radio: radio) { [weak self] in
            self?.leave(key, radio)
        }
        let count = clients.withLock { clients in
            clients[key] = client
            return clients.count
        }
        client.start()
        countsEntry.yield(count)
    }

    private func leave(_ key: ObjectIdentifier, _ radio: VirtualRadio) {
        let count = clients.withLock { clients in
            clients[key] = nil
            return clients.count
        }
        air.remove(radio)
        countsEntry.yield(count)
    }
}
