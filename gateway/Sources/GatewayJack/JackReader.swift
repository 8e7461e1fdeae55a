internal import AccessoryLink
public import AudioJack
public import GatewayCore
public import Logging
internal import Modem

/// Keeps a session with one reader on an audio jack open and delivers the messages that the reader
/// sends (duplex mode).
public struct JackReader: Sendable {
    /// Creates the port of a session.
    public typealias Open = @Sendable () -> any AudioPort

    private let reader: ReaderSettings.Reader
    private let open: Open
    private let clock: any Clock<Duration>
    private let log: Logger
    private let messages, restarts, isUp: Counter
    private let deliver: @Sendable (ReaderMessage) -> Void

    /// Maximum pause before a reader is retried.
    private static let longestPause = Duration.seconds(30)

    /// - Parameters:
    ///   - clock: The clock of the pauses between attempts.
    ///   - open: Creates the port; nil: the sound card in the settings.
    ///   - deliver: Called with each message, in order.
    public init(
        _ reader: ReaderSettings.Reader,
        metrics: Metrics,
        log: Logger,
        clock: any Clock<Duration> = ContinuousClock(),
        open: Open? = nil,
        deliver: @escaping @Sendable (ReaderMessage) -> Void
    ) {
        (self.reader, self.clock, self.log, self.deliver) = (reader, clock, log, deliver)
        self.open =
            open ?? { ALSAPort(ALSAConfiguration(play: reader.play, capture: reader.capture)) }
        let label = ("reader", reader.name)
        messages = metrics.counter(
            "reader_messages_total",
            label,
            help: "Messages received from readers."
        )
        restarts = metrics.counter(
            "reader_restarts_total",
            label,
            help: "Sessions that ended and were reopened."
        )
        isUp = metrics.gauge("reader_up", label, help: "1 while the reader's session is open.")
    }

    /// Receives messages until the task is cancelled.
    public func run() async {
        var pause = Duration.seconds(1)
        while !Task.isCancelled {
            let before = messages.value
            let reason = await session()
            isUp.set(0)
            guard !Task.isCancelled else { return }
            if messages.value > before { pause = .seconds(1) }
            restarts.add()
            log.warning(
                "reader \(reader.name): \(reason); retrying in \(pause.components.seconds) s"
            )
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Receives messages until the session ends; returns the reason.
    private func session() async -> String {
        do {
            var options = AudioJackOptions(try ModemProfile(reader.profile))
            options.link.mode = .duplex
            let port = open()
            let link = HostLink(over: port, options: options)
            let events = link.events
            let reason = await listen(link, events)
            await link.release()
            return await port.failure.map { "\($0)" } ?? reason
        } catch {
            return "\(error)"
        }
    }

    private func listen(_ link: HostLink, _ events: AsyncStream<LinkEvent>) async -> String {
        do {
            try await link.open()
        } catch {
            return "\(error)"
        }
        isUp.set(1)
        log.info("reader \(reader.name) is open")
        for await event in events {
            switch event {
            case .received(let bytes):
                messages.add()
                deliver(ReaderMessage(reader: reader.name, bytes: bytes, time: WallClock.now))
            case .closed(let ending): return "the session ended (\(ending))"
            default: break
            }
        }
        return "the link was closed"
    }
}
