internal import Logging
internal import NIOCore

/// Decodes bytes to requests and encodes messages, on one connection.
final class ProxyCodec: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ProxyRequest
    typealias OutboundIn = ProxyMessage
    typealias OutboundOut = ByteBuffer

    private var wire: ProxyWire
    private var isReading = true
    private let log: Logger

    init(_ wire: ProxyWire, log: Logger) { (self.wire, self.log) = (wire, log) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        wire.append(unwrapInboundIn(data).readableBytesView)
        process(context)
    }

    /// Handles received messages. Stops handling and reading while the client does not read its
    /// answers, which would accumulate. `ProxySink` limits the size of a read, so that one client
    /// cannot occupy the thread.
    private func process(_ context: ChannelHandlerContext) {
        do {
            while context.channel.isActive, context.channel.isWritable,
                let step = try wire.next()
            {
                try handle(step, context)
            }
        } catch let fault as ProxyWireFault {
            refuse(fault.reason, fault.answer, context)
        } catch {
            refuse("it sent a damaged message", [], context)
        }
        context.flush()
        let reads = context.channel.isWritable
        guard reads != isReading, context.channel.isActive else { return }
        isReading = reads
        context.channel.setOption(.autoRead, value: reads).whenFailure { _ in }
    }

    private func handle(_ step: ProxyWire.Step, _ context: ChannelHandlerContext) throws {
        switch step {
        case .send(let bytes):
            context.write(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        case .message(let type, let payload):
            let request = try ProxyRequest(type: type, payload)
            context.fireChannelRead(wrapInboundOut(request))
        }
    }

    private func refuse(_ reason: String, _ answer: [UInt8], _ context: ChannelHandlerContext) {
        let peer = context.remoteAddress.map { "\($0)" } ?? "a client"
        log.info("\(peer) is refused: \(reason)")
        guard !answer.isEmpty else { return context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer)), promise: nil)
        // half-close only: a full close with unread received data would discard the answer
        context.close(mode: .output, promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard wire.isOpen else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        let bytes = wire.encode(unwrapOutboundIn(data))
        context.write(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { process(context) }
        context.fireChannelWritabilityChanged()
    }
}
