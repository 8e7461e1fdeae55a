/// A link in duplex mode as a byte stream: each packet is a message. Protocols for Bluetooth
/// therefore also run over the audio jack.
///
///     let jack = HostLink(over: ALSAPort(), options: options)  // options.link.mode is .duplex
///     try await jack.open()
///     let transfer = RequestTransferManager(over: DuplexStream(jack), folder: "transfers")
///
/// Create it before or right after the link is opened: earlier messages are lost. It ends with the
/// session.
public final class DuplexStream: ByteLink {
    /// Largest packet: 1000 bytes, because each message over sound has a fixed cost.
    public let packetSize = 1000
    private let events: AsyncStream<LinkEvent>
    private let core: LinkCore
    private let sendMessage: @Sendable ([UInt8]) async throws -> Void
    private let leave: @Sendable () async -> Void

    /// Creates the host's end. `close` leaves the accessory on.
    public init(_ link: HostLink) {
        events = link.events
        core = link.core
        sendMessage = { try await link.send($0) }
        leave = { await link.release() }
    }

    /// Creates the accessory's end.
    public init(_ link: DeviceLink) {
        events = link.events
        core = link.core
        sendMessage = { try await link.send($0) }
        leave = { await link.stop() }
    }

    public var incoming: AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { [events, core] in
            for await event in events {
                switch event {
                case .received(let message): return message
                case .closed, .asleep: return nil
                case .failed, .fault:
                    guard await core.state.isOpen else { throw ByteLinkError.lost }
                case .opened, .sent, .progress, .timedOut, .dropped: break
                }
            }
            return nil
        }
    }

    /// - Throws: `packetTooLong`, or the link's `LinkError`.
    public func send(_ bytes: [UInt8]) async throws {
        guard bytes.count <= packetSize else { throw ByteLinkError.packetTooLong(bytes.count) }
        try await sendMessage(bytes)
    }

    /// Ends the session at this end and releases the carrier.
    public func close() async {
        await leave()
    }
}
