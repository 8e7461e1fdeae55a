public import NIOCore

/// Counts a server's connection, and closes it if it is not admitted in time: with a half request, or without access.
public final class ConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    public typealias InboundIn = NIOAny

    /// The time for the first permitted request.
    public static let patience = TimeAmount.seconds(5)

    private let connections: Connections

    public init(_ connections: Connections) { self.connections = connections }

    public func channelActive(context: ChannelHandlerContext) {
        let (channel, connections) = (context.channel, connections)
        connections.opened(channel)
        context.eventLoop.scheduleTask(in: Self.patience) {
            if connections.isWaiting(channel) { channel.close(promise: nil) }
        }
        context.fireChannelActive()
    }

    public func channelInactive(context: ChannelHandlerContext) {
        connections.closed(context.channel)
        context.fireChannelInactive()
    }
}
