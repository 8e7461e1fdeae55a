internal import GatewayCore
internal import GatewayHTTP
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// The live page.
final class PageSink: Sink {
    let name = PageSettings.name
    let takesAdvertisements = true

    private let settings: PageSettings
    private let token: PageToken?
    private let tokenPath: String
    private let history: History
    private let state: PageState
    private let log: Logger
    private let dropped: Counter
    /// Locked while values are moved to the history, so that none of a device comes after `forget`.
    private let saving = Mutex<Void>(())

    init(
        _ settings: PageSettings,
        token: PageToken?,
        tokenPath: String,
        history: History,
        _ context: SinkContext
    ) {
        (self.settings, self.token, self.tokenPath) = (settings, token, tokenPath)
        (self.history, log) = (history, context.log)
        state = PageState(context)
        dropped = context.metrics.counter(
            "dropped_total",
            ("reason", "history"),
            help: "Messages lost, by reason."
        )
    }

    func offer(_ item: Item) {
        switch item {
        case .advertisement(let report, let adapter):
            state.note(report, adapter: adapter, at: WallClock.now)
        case .reading(let reading): state.note(reading)
        case .presence(let change): state.note(change)
        }
    }

    func forget(_ device: UInt64) {
        saving.withLock { _ in
            state.forget(device)
            do { try history.forget(device) } catch {
                log.error("the history of a device cannot be removed: \(error); is the disk full?")
            }
        }
    }

    func run() async throws {
        await withTaskGroup { group in
            group.addTask { await self.serve() }
            group.addTask { await self.repeats(.milliseconds(500)) { self.state.tick() } }
            group.addTask { await self.keepHistory() }
        }
        save()
    }

    func drain() async {}

    private func repeats(_ interval: Duration, _ work: () -> Void) async {
        while (try? await Task.sleep(for: interval)) != nil { work() }
    }

    // MARK: History

    private func keepHistory() async {
        var count = 0
        await repeats(.milliseconds(History.levels[0].step)) {
            save()
            count += 1
            if count.isMultiple(of: 30) || settings.historySize < 1 << 24 { prune() }
        }
    }

    private func save() { saving.withLock { _ in saveLocked() } }

    private func saveLocked() {
        let buckets = state.takeBuckets()
        guard !buckets.isEmpty else { return }
        do {
            try history.add(buckets, at: WallClock.now)
        } catch {
            dropped.add(buckets.count)
            log.error("the history cannot be written: \(error); is the disk full?")
        }
    }

    private func prune() {
        do { try history.prune(at: WallClock.now) } catch {
            log.error("the history cannot be pruned: \(error); is the disk full?")
        }
    }

    // MARK: Server

    /// Serves until the task is cancelled; retries while the address is in use.
    private func serve() async {
        let endpoint = settings.endpoint
        if token != nil { log.info("other machines need the token in \(tokenPath)") }
        let connections = Connections()
        let access = PageGuard(token: token, connections: connections)
        var hasFailed = false
        while !Task.isCancelled {
            do {
                let application = Application(
                    router: PageRouter(state: state, history: history, access: access).router,
                    server: .http1(
                        configuration: .init(
                            additionalChannelHandlers: [ConnectionHandler(connections)],
                            idleTimeout: .seconds(30)
                        )
                    ),
                    configuration: .init(
                        address: .hostname(endpoint.host, port: endpoint.port),
                        serverName: nil
                    ),
                    onServerRunning: { [log] _ in
                        log.info("http://\(endpoint.host):\(endpoint.port)/")
                    },
                    logger: Logger(label: "http") { _ in SwiftLogNoOpLogHandler() }
                )
                try await application.run()
            } catch {
                guard !Task.isCancelled else { return }
                if !hasFailed {
                    log.error(
                        "cannot listen on \(endpoint.host):\(endpoint.port): \(error); retrying every 10 s; choose another address in page.listen"
                    )
                }
                hasFailed = true
                try? await Task.sleep(for: .seconds(10))
            }
        }
    }
}
