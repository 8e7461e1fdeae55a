internal import AccessoryConcurrency
public import AccessoryLink

extension TransportKind {
    /// The audio jack.
    public static let audioJack = TransportKind(
        "jack",
        loss: .unplugged,
        failedOpening: .handshakeFailed
    )
}

/// A transport to the device on an audio jack. Its events are `AudioPortEvent`s.
public final class AudioJackTransport: AttachedTransport {
    public let link: HostLink
    public let mode: LinkMode
    private let carrier: AudioCarrier

    /// Creates a transport to the device on `port`. Does not open the port. Use one transport per port.
    public init(_ port: any AudioPort, options: AudioJackOptions = AudioJackOptions()) {
        carrier = AudioCarrier(port, options: options)
        mode = options.link.mode
        link = HostLink(over: carrier, options: options.link)
    }

    public var kind: TransportKind { .audioJack }

    public var isPresent: Bool? {
        get async { await carrier.isPresent }
    }

    public var events: AsyncStream<TransportEvent> {
        carrier.portEvents.stream { TransportEvent($0) }
    }
}
