internal import BluetoothLE
internal import GatewayCore
internal import NIOCore
internal import Synchronization

/// The clients of the proxy, and their pending advertisements.
final class ProxyHub: Sendable {
    /// Maximum number of clients, and of connections that have not sent a hello yet. If there are
    /// more connections without a hello, the oldest one is closed.
    static let clientLimit = 64

    private struct State {
        var clients: [Int: ProxyClient] = [:]
        var count = 0
        var batch = AdvertisementBatch()
        /// The time of the batch's first advertisement.
        var batchBegin = NIODeadline.distantFuture
        var hasTimer = false
    }

    let links: ProxyLinks
    private let receivers = ProxyReceivers()
    private let loop: any EventLoop
    private let radios: AdapterRadios
    private let state = Mutex(State())
    private let known: ProxyIdentity
    private let isEncrypted: Bool
    private let clientCount, sent, dropped: Counter

    init(
        _ identity: ProxyIdentity,
        radios: AdapterRadios,
        loop: any EventLoop,
        limit: Int,
        isEncrypted: Bool,
        metrics: Metrics
    ) {
        (known, self.radios, self.loop, self.isEncrypted) = (identity, radios, loop, isEncrypted)
        links = ProxyLinks(radios: radios, receivers: receivers, limit: limit, metrics: metrics)
        clientCount = metrics.gauge("proxy_clients", help: "Clients of the Bluetooth proxy.")
        sent = metrics.counter(
            "proxy_advertisements_total",
            help: "Advertisements sent to clients of the Bluetooth proxy."
        )
        dropped = metrics.counter(
            "dropped_total",
            ("reason", "slow proxy client"),
            help: "Messages lost, by reason."
        )
    }

    /// The identity, with the adapter's address when it is known.
    var identity: ProxyIdentity {
        var identity = known
        if let address = radios.all.lazy.compactMap(\.radio.address).first {
            identity.adapter = address
        }
        return identity
    }

    var deviceInfo: ProxyMessage { .deviceInfo(identity, isEncrypted: isEncrypted) }

    // MARK: Clients

    /// Adds a new connection; nil if there are too many.
    func admit(_ channel: any Channel) -> ProxyClient? {
        let (client, removed) = state.withLock { state -> (ProxyClient?, ProxyClient?) in
            var removed: ProxyClient?
            let waiting = state.clients.values.filter { !$0.contains(.hasGreeted) }
            if waiting.count >= Self.clientLimit {
                removed = waiting.min { $0.number < $1.number }
            }
            guard state.clients.count - waiting.count < Self.clientLimit else { return (nil, nil) }
            state.count += 1
            let client = ProxyClient(number: state.count, channel: channel)
            state.clients[client.number] = client
            return (client, removed)
        }
        removed?.close()
        countClients()
        return client
    }

    /// Removes a closed connection and its links.
    func remove(_ client: ProxyClient) {
        state.withLock { $0.clients[client.number] = nil }
        links.end(of: client)
        countClients()
    }

    /// Closes all connections. Returns when their links have ended.
    func close() async {
        for client in clients { client.close() }
        await links.endAll()
    }

    private func countClients() {
        clientCount.set(clients.count { $0.contains(.hasGreeted) })
    }

    private var clients: [ProxyClient] { state.withLock { Array($0.clients.values) } }

    // MARK: The scanner

    /// Subscribes a client. Answers at once with the scanner's state, which clients wait for.
    func subscribe(_ client: ProxyClient) {
        client.send(.scanner(scanner))
        client.insert(.wantsAdvertisements)
    }

    private var scanner: ScannerState {
        let adapter = radios.all.first
        let isConfiguredActive = adapter?.isActive ?? true
        return ScannerState(
            isRunning: adapter != nil,
            isActive: radios.scanMode.isActive ?? isConfiguredActive,
            isConfiguredActive: isConfiguredActive
        )
    }

    func setActive(_ isActive: Bool, for client: ProxyClient) {
        radios.scanMode.set(isActive: isActive)
        let message = ProxyMessage.scanner(scanner)
        for other in clients where other.contains(.wantsAdvertisements) || other === client {
            other.send(message)
        }
    }

    // MARK: Advertisements

    private typealias Batch = (message: ProxyMessage, count: Int)

    /// Adds a report to the batch. Called by the scan: it acquires a lock, encodes, and returns.
    func offer(_ report: AdvertisementReport, adapter: String) {
        guard report.address.kind != .anonymous else { return }
        receivers.note(report.address.value, adapter: adapter)
        let (full, timer) = state.withLock { state -> (Batch?, Bool) in
            guard state.clients.values.contains(where: { $0.contains(.wantsAdvertisements) })
            else { return (nil, false) }
            if state.batch.count == 0 { state.batchBegin = .now() }
            if state.batch.append(report) { return (state.batch.take(), false) }
            defer { state.hasTimer = true }
            return (nil, !state.hasTimer)
        }
        if let full { loop.execute { self.send(full) } }
        if timer { wait(until: .now() + .nanoseconds(Self.patience)) }
    }

    private static let patience =
        AdvertisementBatch.patience.components.attoseconds / 1_000_000_000

    private func wait(until time: NIODeadline) {
        _ = loop.scheduleTask(deadline: time) { self.flush() }
    }

    /// Sends a batch whose first advertisement is due.
    private func flush() {
        let (due, next) = state.withLock { state -> (Batch?, NIODeadline?) in
            state.hasTimer = state.batch.count > 0
            guard state.hasTimer else { return (nil, nil) }
            let end = state.batchBegin + .nanoseconds(Self.patience)
            guard end <= .now() else { return (nil, end) }
            state.hasTimer = false
            return (state.batch.take(), nil)
        }
        if let due { send(due) }
        if let next { wait(until: next) }
    }

    private func send(_ batch: Batch) {
        for client in clients where client.contains(.wantsAdvertisements) {
            (client.offer(batch.message) ? sent : dropped).add(batch.count)
        }
    }
}
