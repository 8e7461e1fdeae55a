internal import Logging
internal import NIOCore

/// Bytes to requests and messages to bytes, on one connection.
final class ProxyCodec: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ProxyRequest
    typealias OutboundIn = ProxyMessage
    typealias OutboundOut = ByteBuffer

    private var wire: ProxyWire
    private let log: Logger

    init(_ wire: ProxyWire, log: Logger) { (self.wire, self.log) = (wire, log) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        wire.append(unwrapInboundIn(data).readableBytesView)
        do {
            while context.channel.isActive, let step = try wire.next() {
                try handle(step, context)
            }
        } catch let fault as ProxyWireFault {
            refuse(fault.reason, fault.answer, context)
        } catch {
            refuse("it sent a damaged message", [], context)
        }
    }

    private func handle(_ step: ProxyWire.Step, _ context: ChannelHandlerContext) throws {
        switch step {
        case .send(let bytes):
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
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
        // not the whole: what it has sent and nobody reads would take the answer along
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

    /// A client that reads nothing is not read from, so that its requests do not pile up as answers.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.channel.setOption(.autoRead, value: context.channel.isWritable)
            .whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }
}
