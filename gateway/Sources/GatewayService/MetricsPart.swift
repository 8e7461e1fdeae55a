internal import GatewayConfiguration
internal import GatewayCore
internal import GatewayHTTP
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import ServiceLifecycle

/// Serves `/metrics`.
struct MetricsPart: Part {
    let endpoint: Configuration.Endpoint
    let metrics: Metrics

    func run() async throws {
        let connections = Connections()
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handlers = channel.pipeline.syncOperations
                    try handlers.configureHTTPServerPipeline()
                    try handlers.addHandler(
                        IdleStateHandler(readTimeout: .seconds(30), writeTimeout: .seconds(30))
                    )
                    try handlers.addHandler(ConnectionHandler(connections))
                    try handlers.addHandler(MetricsHandler(metrics, connections))
                }
            }
        let log = Logger(label: "metrics")
        let channel: any Channel
        do {
            channel = try await bootstrap.bind(host: endpoint.host, port: endpoint.port).get()
        } catch {
            log.error(
                "/metrics is not served: cannot listen on \(endpoint.host):\(endpoint.port): \(error); choose another address in 'metrics'"
            )
            try? await gracefulShutdown()
            return
        }
        log.info("http://\(endpoint.host):\(endpoint.port)/metrics")
        try? await gracefulShutdown()
        try? await channel.close()
    }
}

/// Answers requests in order.
private final class MetricsHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let metrics: Metrics
    private let connections: Connections
    private var head: HTTPRequestHead?

    init(_ metrics: Metrics, _ connections: Connections) {
        (self.metrics, self.connections) = (metrics, connections)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            self.head = nil
            answer(head, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let isKnown = request.uri == "/metrics" && [.GET, .HEAD].contains(request.method)
        if isKnown, !connections.admit(context.channel) { return context.close(promise: nil) }
        let text = isKnown ? metrics.text : "accessory-gateway: see /metrics\n"
        var buffer = context.channel.allocator.buffer(capacity: text.utf8.count)
        buffer.writeString(text)
        let headers: HTTPHeaders = [
            "content-type": "text/plain; version=0.0.4; charset=utf-8",
            "content-length": "\(buffer.readableBytes)",
        ]
        let head = HTTPResponseHead(
            version: request.version,
            status: isKnown ? .ok : .notFound,
            headers: headers
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request.method != .HEAD {
            context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
        }
        let isLast = !request.isKeepAlive
        let end = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        if isLast {
            let channel = context.channel
            end.whenComplete { _ in channel.close(promise: nil) }
        }
    }
}
