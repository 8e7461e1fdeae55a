internal import BluetoothLE
internal import GatewayCore
internal import Synchronization

/// The clients' links, with their maximum number.
final class ProxyLinks: Sendable {
    private struct State {
        var links: [UInt64: ProxyLink] = [:]
        var subscribers: [Int: ProxyClient] = [:]
    }

    private let radios: AdapterRadios
    private let limit: Int
    private let receivers: ProxyReceivers
    private let state = Mutex(State())
    private let linkCount, connects, failures: Counter

    /// - Parameter limit: Maximum number of links.
    init(radios: AdapterRadios, receivers: ProxyReceivers, limit: Int, metrics: Metrics) {
        (self.radios, self.limit, self.receivers) = (radios, limit, receivers)
        linkCount = metrics.gauge("proxy_links", help: "Open links of proxy clients.")
        connects = metrics.counter(
            "proxy_connects_total",
            help: "Links established for proxy clients."
        )
        failures = metrics.counter(
            "proxy_connect_failures_total",
            help: "Failed connection attempts for proxy clients."
        )
    }

    // MARK: Slots

    /// Sends a client the number of free links, now and after each change.
    func subscribe(_ client: ProxyClient) {
        state.withLock { state in
            state.subscribers[client.number] = client
            client.send(slots(state))
        }
    }

    private func slots(_ state: borrowing State) -> ProxyMessage {
        .slots(limit: limit, held: state.links.keys.sorted())
    }

    /// Called under the lock, which keeps all changes in order.
    private func announce(_ state: borrowing State) {
        linkCount.set(state.links.count)
        let message = slots(state)
        for client in state.subscribers.values { client.send(message) }
    }

    // MARK: Adapters

    /// The adapter that receives a device, or the first one; nil while none is open.
    private func adapter(for address: UInt64) -> AdapterRadios.Adapter? {
        let open = radios.all
        let receiver = receivers.adapter(of: address)
        return open.first { $0.name == receiver } ?? open.first
    }

    // MARK: Requests

    /// Handles a request for a device.
    func handle(_ request: ProxyRequest, of client: ProxyClient) {
        switch request {
        case .connect(let peer, let usesCache): connect(peer, usesCache, client)
        case .device(.disconnect, let address):
            guard let link = link(address, of: client) else {
                return client.send(.disconnected(address, error: 0))
            }
            link.end()
        case .device(let action, let address): device(action, address, request, client)
        default:
            guard let address = request.address else { return }
            guard let link = link(address, of: client) else {
                return client.send(request.refusal(GATTFailure.notConnected))
            }
            link.perform(request)
        }
    }

    private func link(_ address: UInt64, of client: ProxyClient) -> ProxyLink? {
        state.withLock { $0.links[address] }.flatMap { $0.client === client ? $0 : nil }
    }

    private func connect(_ peer: BluetoothAddress, _ usesCache: Bool, _ client: ProxyClient) {
        let address = peer.value
        guard let adapter = adapter(for: address), receivers.mayHear(address) else {
            return refuse(address, GATTFailure.notEstablished, client)
        }
        enum Outcome {
            case made(ProxyLink)
            case own(ProxyLink)
            case taken
        }
        let outcome = state.withLock { state -> Outcome in
            if let link = state.links[address] {
                return link.client === client ? .own(link) : .taken
            }
            guard state.links.count < limit else { return .taken }
            let link = ProxyLink(peer, adapter: adapter, client: client)
            state.links[address] = link
            announce(state)
            return .made(link)
        }
        switch outcome {
        case .made(let link):
            link.start(usesCache: usesCache) { [weak self] in self?.remove(link, wasMade: $0) }
        // the answer is pending, or is repeated here
        case .own(let link): link.repeatAnswer()
        case .taken: refuse(address, GATTFailure.busy, client)
        }
    }

    private func refuse(_ address: UInt64, _ error: Int, _ client: ProxyClient) {
        failures.add()
        client.send(.disconnected(address, error: error))
        state.withLock { client.send(slots($0)) }
    }

    /// Removes a link that has ended.
    private func remove(_ link: ProxyLink, wasMade: Bool) {
        (wasMade ? connects : failures).add()
        state.withLock { state in
            guard state.links[link.address] === link else { return }
            state.links[link.address] = nil
            announce(state)
        }
    }

    /// Ends the links of a client that has disconnected.
    func end(of client: ProxyClient) {
        let links = state.withLock { state in
            state.subscribers[client.number] = nil
            return state.links.values.filter { $0.client === client }
        }
        for link in links { link.end() }
    }

    /// Ends all links. Returns when they have ended.
    func endAll() async {
        let links = state.withLock { Array($0.links.values) }
        for link in links { link.end() }
        for link in links { await link.ended() }
    }

    // MARK: Pairing and caches

    private func device(
        _ action: ProxyRequest.DeviceAction,
        _ address: UInt64,
        _ request: ProxyRequest,
        _ client: ProxyClient
    ) {
        if let link = link(address, of: client) { return link.perform(request) }
        // a client must not unpair a device that another client is connected to
        let isHeld = state.withLock { $0.links[address] != nil }
        guard action != .pair, !isHeld, let adapter = adapter(for: address) else {
            return client.send(.done(action, address, error: GATTFailure.notConnected))
        }
        Task { client.send(.done(action, address, error: await adapter.forget(address, action))) }
    }
}

extension AdapterRadios.Adapter {
    /// Forgets the attributes of a device without a link, or its keys for `unpair`. Returns the
    /// error number, 0 on success.
    func forget(_ address: UInt64, _ action: ProxyRequest.DeviceAction) async -> Int {
        if let peripheral = central.peripherals.first(where: { $0.address.value == address }) {
            await central.forget(peripheral)
        }
        return action == .unpair ? await unpair(address) : 0
    }

    /// Forgets a device's keys. Returns the error number, 0 on success.
    func unpair(_ address: UInt64) async -> Int {
        do {
            for bond in try await radio.bonds() where bond.value == address {
                try await radio.removeBond(with: bond)
            }
            return 0
        } catch {
            return GATTFailure.code(error)
        }
    }
}
