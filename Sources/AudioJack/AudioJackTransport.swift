internal import AccessoryConcurrency
public import AccessoryLink
public import Modem

extension TransportKind {
    /// The audio jack.
    public static let audioJack = TransportKind(
        "jack",
        loss: .unplugged,
        failedOpening: .handshakeFailed
    )
}

/// A transport to the device on an audio jack, with the quality of its signal. Its events are
/// `AudioPortEvent`s.
public final class AudioJackTransport: AttachedTransport {
    public let link: HostLink
    public let mode: LinkMode
    private let carrier: AudioCarrier

    /// Creates a transport to the device on `port`. Does not open the port.
    ///
    /// - Parameters:
    ///   - port: The audio port. Use one transport per port.
    ///   - options: The options of modem and link.
    ///   - tap: Sees every frame and may corrupt it; for logs and test benches.
    public init(
        _ port: any AudioPort,
        options: AudioJackOptions = AudioJackOptions(),
        tap: LinkTap? = nil
    ) {
        carrier = AudioCarrier(port, options: options)
        mode = options.link.mode
        link = HostLink(over: carrier, options: options.link, tap: tap)
    }

    public var kind: TransportKind { .audioJack }

    public var isPresent: Bool? {
        get async { await carrier.isPresent }
    }

    public var events: AsyncStream<TransportEvent> {
        carrier.portEvents.stream { TransportEvent($0) }
    }

    /// Signal quality of the sound received from the device.
    public var quality: SignalQuality { carrier.quality }

    /// The state of the cable modem's line, the current one first.
    package var cableStates: AsyncStream<CableState> {
        get async {
            // the carrier reports the effects of a frame before it leaves the link's actor
            _ = await link.statistics
            return carrier.cableStates.stream()
        }
    }
}
