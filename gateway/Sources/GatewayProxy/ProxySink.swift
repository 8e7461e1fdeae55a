internal import GatewayCore
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOPosix

/// The Bluetooth proxy, with which Home Assistant uses the gateway's adapters like its own. It
/// implements ESPHome's native API.
final class ProxySink: Sink {
    let name = ProxySettings.name
    let takesAdvertisements = true

    private let settings: ProxySettings
    private let protection: ProxyWire.Protection
    private let keyPath: String
    private let hub: ProxyHub
    private let loop: any EventLoop
    private let log: Logger

    init(
        _ settings: ProxySettings,
        _ protection: ProxyWire.Protection,
        keyPath: String,
        _ context: SinkContext
    ) {
        (self.settings, self.protection, self.keyPath) = (settings, protection, keyPath)
        log = context.log
        // one thread for all clients: one wake-up per batch
        loop = MultiThreadedEventLoopGroup.singleton.next()
        hub = ProxyHub(
            ProxyIdentity(gateway: context.gateway, hostName: settings.hostName),
            radios: context.radios,
            loop: loop,
            limit: settings.connections,
            isEncrypted: settings.isEncrypted,
            metrics: context.metrics
        )
    }

    func offer(_ item: Item) {
        if case .advertisement(let report, let adapter) = item {
            hub.offer(report, adapter: adapter)
        }
    }

    func run() async throws {
        let server = try await listen()
        let place = "\(settings.endpoint.host):\(settings.endpoint.port)"
        let key = settings.isEncrypted ? "its key is in \(keyPath)" : "without encryption"
        log.info("\(hub.identity.name) listens on \(place), \(key)")
        // until the task is cancelled
        for await _ in AsyncStream<Never>.makeStream().stream {}
        try? await server.close()
        await hub.close()
    }

    func drain() async {}

    /// Listens; retries while the address is in use.
    private func listen() async throws -> any Channel {
        var hasFailed = false
        while true {
            do {
                return try await bootstrap.bind(
                    host: settings.endpoint.host,
                    port: settings.endpoint.port
                ).get()
            } catch {
                if !hasFailed {
                    log.error(
                        "cannot listen on \(settings.endpoint.host):\(settings.endpoint.port): \(error); retrying every 10 s; choose another address in proxy.listen"
                    )
                }
                hasFailed = true
                try await Task.sleep(for: .seconds(10))
            }
        }
    }

    private var bootstrap: ServerBootstrap {
        ServerBootstrap(group: loop)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 256)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            // one short read of each client in turn: a client that floods the proxy delays others
            // by a kilobyte of requests at most
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(
                .recvAllocator,
                value: FixedSizeRecvByteBufferAllocator(capacity: 1024)
            )
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 1 << 15, high: 1 << 17))
            .childChannelInitializer { [hub, protection, log] channel in
                channel.eventLoop.makeCompletedFuture {
                    let wire = ProxyWire(protection, identity: hub.identity)
                    try channel.pipeline.syncOperations.addHandlers(
                        IdleStateHandler(readTimeout: .seconds(20)),
                        ProxyCodec(wire, log: log),
                        ProxyClientHandler(hub: hub)
                    )
                }
            }
            .keepingWatch()
    }
}

extension ServerBootstrap {
    /// Configures the kernel to detect within 9 s that a client has vanished, whether idle or with
    /// unacknowledged data: links must not stay open for a machine that was switched off.
    fileprivate func keepingWatch() -> ServerBootstrap {
        let seconds = [(TCP_KEEPIDLE, 3), (TCP_KEEPINTVL, 2)]
        let options = seconds + [(TCP_KEEPCNT, 3), (TCP_USER_TIMEOUT, 9000)]
        return options.reduce(childChannelOption(.socketOption(.so_keepalive), value: 1)) {
            $0.childChannelOption(.tcpOption(.init(rawValue: $1.0)), value: $1.1)
        }
    }
}
