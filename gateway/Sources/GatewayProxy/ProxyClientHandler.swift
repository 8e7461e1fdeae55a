internal import NIOCore

/// Answers one client's requests.
final class ProxyClientHandler: ChannelInboundHandler {
    typealias InboundIn = ProxyRequest
    typealias OutboundOut = ProxyMessage

    /// Timeout of the client's hello.
    private static let patience = TimeAmount.seconds(10)
    /// Number of silent periods of 20 s after which a client is closed; it is pinged after each
    /// earlier one.
    private static let silences = 3

    private let hub: ProxyHub
    private var client: ProxyClient?
    private var silence = 0
    private var deadline: Scheduled<Void>?

    init(hub: ProxyHub) { self.hub = hub }

    func channelActive(context: ChannelHandlerContext) {
        client = hub.admit(context.channel)
        guard client != nil else { return context.close(promise: nil) }
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        if let client { hub.remove(client) }
        client = nil
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is IdleStateHandler.IdleStateEvent else { return }
        silence += 1
        guard silence < Self.silences else { return context.close(promise: nil) }
        send(.ping, context)
        context.flush()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        silence = 0
        guard let client else { return }
        let request = unwrapInboundIn(data)
        guard client.contains(.hasGreeted) || request.isGreeting else {
            return context.close(promise: nil)
        }
        answer(request, client, context)
    }

    private func answer(
        _ request: ProxyRequest,
        _ client: ProxyClient,
        _ context: ChannelHandlerContext
    ) {
        switch request {
        case .hello:
            deadline?.cancel()
            client.insert(.hasGreeted)
            send(.hello(hub.identity), context)
        case .disconnect:
            send(.disconnected, context)
            context.flush()
            context.close(promise: nil)
        case .ping: send(.pong, context)
        case .deviceInfo: send(hub.deviceInfo, context)
        case .listEntities: send(.entitiesDone, context)
        case .capabilities: send(.capabilities(hub.identity), context)
        case .subscribeAdvertisements: hub.subscribe(client)
        case .unsubscribeAdvertisements: client.remove(.wantsAdvertisements)
        case .subscribeSlots: hub.links.subscribe(client)
        case .setScannerMode(let isActive): hub.setActive(isActive, for: client)
        case .pong, .ignored: break
        default: hub.links.handle(request, of: client)
        }
    }

    /// Sends a message. The codec flushes after all received requests are answered.
    private func send(_ message: ProxyMessage, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(message), promise: nil)
    }
}

extension ProxyRequest {
    fileprivate var isGreeting: Bool {
        switch self {
        case .hello, .disconnect: true
        default: false
        }
    }
}
