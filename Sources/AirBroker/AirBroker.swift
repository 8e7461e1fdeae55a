public import BluetoothLE
internal import Glibc
import Synchronization

/// Lets programs meet on one virtual air: each that connects to the broker's socket gets an adapter on
/// it (``BrokerRadio``).
///
///     let broker = try AirBroker(air: VirtualAir(), path: "/run/user/1000/air")
///     await broker.run()
public final class AirBroker: Sendable {
    private struct State {
        var isOpen = true
        var clients: [ObjectIdentifier: BrokerClient] = [:]
    }

    private let air: VirtualAir
    private let path: String
    private let file: CInt
    private let state = Mutex(State())
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

    deinit { close() }

    /// Serves until the task is cancelled. Once.
    ///
    /// - Parameter onChange: Told how many programs are connected whenever that changes.
    public func run(onChange: @Sendable (Int) -> Void = { _ in }) async {
        EventLoop.shared.watch(file, for: .readable) { [weak self] _ in self?.accept() }
        await withTaskCancellationHandler {
            for await count in counts { onChange(count) }
        } onCancel: {
            countsEntry.finish()
        }
        for client in close() { client.end() }
    }

    /// Returns who was connected. The socket's number may be another's at once, so that nobody accepts
    /// from it afterwards.
    @discardableResult
    private func close() -> [BrokerClient] {
        state.withLock { state in
            guard state.isOpen else { return [] }
            state.isOpen = false
            EventLoop.shared.forget(file)
            _ = Glibc.close(file)
            unlink(path)
            return Array(state.clients.values)
        }
    }

    /// Takes one program in, if one waits.
    func accept() {
        let connection = state.withLock { $0.isOpen ? UnixSocket.accept(from: file) : -1 }
        guard connection >= 0 else { return }
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
        // destroyed outside the lock, which its socket's end may ask for
        _ = consume client
        air.remove(radio)
        countsEntry.yield(count)
    }
}
