internal import BluetoothLE
internal import GatewayCore
internal import Synchronization

/// One client's link to one device, from the connect request to the end of the link.
final class ProxyLink: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        /// Whether the client has closed the link or disconnected.
        var isEnding = false
        /// The MTU; nil while there is no link.
        var mtu: Int?
        var clearsCache = false
    }

    /// Timeout of a device's answer.
    private static let patience = Duration.seconds(10)
    /// Maximum number of queued requests; clients wait for most answers.
    private static let capacity = 256

    let client: ProxyClient
    private let peer: BluetoothAddress
    private let adapter: AdapterRadios.Adapter
    private let requests: AsyncStream<ProxyRequest>
    private let entry: AsyncStream<ProxyRequest>.Continuation
    private let state = Mutex(State())

    var address: UInt64 { peer.value }

    init(_ peer: BluetoothAddress, adapter: AdapterRadios.Adapter, client: ProxyClient) {
        (self.peer, self.adapter, self.client) = (peer, adapter, client)
        (requests, entry) = AsyncStream.makeStream(
            of: ProxyRequest.self,
            bufferingPolicy: .bufferingOldest(Self.capacity)
        )
    }

    /// Connects, and serves the link until it ends.
    ///
    /// - Parameter onEnd: Called at the end, with whether the link was established.
    func start(usesCache: Bool, onEnd: @escaping @Sendable (Bool) -> Void) {
        state.withLock { state in
            state.task = Task { onEnd(await run(usesCache: usesCache)) }
            if state.isEnding { state.task?.cancel() }
        }
    }

    /// Ends the link or the connection attempt.
    func end() {
        state.withLock { state in
            state.isEnding = true
            state.task?.cancel()
        }
    }

    func ended() async { await state.withLock { $0.task }?.value }

    /// Queues a request, which is executed after the earlier ones.
    func perform(_ request: ProxyRequest) {
        guard case .enqueued = entry.yield(request) else {
            return client.send(request.refusal(Int(ATTError.insufficientResources.rawValue)))
        }
    }

    /// Reports the existing link again.
    func repeatAnswer() {
        if let mtu = state.withLock({ $0.mtu }) { client.send(.connected(address, mtu: mtu)) }
    }

    private func run(usesCache: Bool) async -> Bool {
        let central = adapter.central
        if !usesCache { await central.forget(central.peripheral(peer)) }
        do {
            let peripheral = try await central.connect(
                to: peer,
                timeout: Self.patience,
                // the client requests pairing itself
                options: ConnectOptions { $0.securesOnDemand = false }
            )
            state.withLock { $0.mtu = peripheral.mtu }
            client.send(.connected(address, mtu: peripheral.mtu))
            let reason = await serve(peripheral)
            let clearsCache = state.withLock { state in
                state.mtu = nil
                return state.clearsCache
            }
            await peripheral.disconnect()
            if clearsCache { await central.forget(peripheral) }
            client.send(.disconnected(address, error: reason))
            return true
        } catch {
            let isEnding = state.withLock { $0.isEnding }
            client.send(.disconnected(address, error: isEnding ? 0 : GATTFailure.code(error)))
            return false
        }
    }

    /// Executes the client's requests until the link ends. Returns the reason, 0 if the client
    /// ended it.
    private func serve(_ peripheral: Peripheral) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            group.addTask {
                for await case .disconnected(let reason) in peripheral.states {
                    return Int((reason ?? .connectionTimeout).rawValue)
                }
                return 0
            }
            group.addTask { [self] in
                var session = ProxySession(peripheral, adapter: adapter, client: client) {
                    self.state.withLock { $0.clearsCache = true }
                }
                for await request in requests { await session.perform(request) }
                session.end()
                return 0
            }
            let reason = await group.next() ?? 0
            group.cancelAll()
            return state.withLock { $0.isEnding } ? 0 : reason
        }
    }
}
