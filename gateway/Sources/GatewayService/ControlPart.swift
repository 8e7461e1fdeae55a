internal import AccessoryBase
internal import GatewayConfiguration
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle

/// The control socket, `control` in the state folder: by it, `accessory-gateway forget` reaches a running gateway. Each
/// request is one line, `forget A4:C1:38:00:00:01`, and so is each answer, `ok` or the reason of a failure.
struct ControlPart: Part {
    let path: String
    let forget: @Sendable (UInt64) -> Void

    static func path(in state: String) -> String { "\(state)/control" }

    func run() async throws {
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handlers = channel.pipeline.syncOperations
                    try handlers.addHandler(IdleStateHandler(allTimeout: .seconds(10)))
                    try handlers.addHandler(ControlHandler(forget))
                }
            }
        let channel: any Channel
        do {
            channel = try await bootstrap.bind(
                unixDomainSocketPath: path,
                cleanupExistingSocketFile: true
            ).get()
        } catch {
            Logger(label: "control").warning(
                "accessory-gateway forget cannot reach this gateway: cannot listen on \(path): \(error)"
            )
            try? await gracefulShutdown()
            return
        }
        try? await gracefulShutdown()
        try? await channel.close()
        unlink(path)
    }
}

/// Answers one line.
private final class ControlHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let longestLine = 64
    private let forget: @Sendable (UInt64) -> Void
    private var line = ""

    init(_ forget: @escaping @Sendable (UInt64) -> Void) { self.forget = forget }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        line += buffer.readString(length: min(buffer.readableBytes, Self.longestLine)) ?? ""
        guard line.contains("\n") || line.utf8.count >= Self.longestLine else { return }
        let text = answer(line.prefix { $0 != "\n" }.split(separator: " ").map(String.init))
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\n")))
            .whenComplete { _ in channel.close(promise: nil) }
    }

    private func answer(_ words: [String]) -> String {
        guard words.count == 2, words[0] == "forget", let device = Gateway.device(words[1]) else {
            return "a request is 'forget ADDRESS'"
        }
        forget(device)
        return "ok"
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// The other end of the control socket.
enum ControlClient {
    /// Seconds to wait for an answer.
    private static let patience = 10

    /// Sends a request; nil if no gateway listens.
    ///
    /// - Throws: `FailureReason` without an answer, or if the answer is not `ok`.
    static func ask(_ request: String, _ path: String) throws -> Bool {
        let handle = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard handle >= 0, var address = address(path) else { return false }
        defer { close(handle) }
        var time = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(handle, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            guard errno == EACCES else { return false }
            throw FailureReason(
                "cannot use \(path): \(systemMessage(errno))",
                nextStep: "run the command as root, or as the gateway's user"
            )
        }
        let line = request + "\n"
        _ = send(handle, line, line.utf8.count, Int32(MSG_NOSIGNAL))
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = recv(handle, &bytes, bytes.count, Int32(MSG_WAITALL))
        let answer = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .prefix { $0 != "\n" }
        guard answer == "ok" else {
            throw FailureReason(
                answer.isEmpty ? "the gateway at \(path) does not answer" : String(answer),
                nextStep: "see the gateway's log"
            )
        }
        return true
    }

    private static func address(_ path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        return withUnsafeMutableBytes(of: &address.sun_path) { place -> Bool in
            guard bytes.count < place.count else { return false }
            place.copyBytes(from: bytes)
            return true
        } ? address : nil
    }
}
