internal import AccessoryConcurrency
import Synchronization

/// Carries a link's frames on a byte stream; a clock supplies the time.
///
/// `watch` reads the stream for as long as the carrier exists, so that no data piles up in it; data
/// received without a running link is dropped. `run` sends, and waits for a frame, a command or the
/// link's deadline. Both run on the link's actor.
final class ByteCarrier: LinkCarrier {
    private struct State {
        var origin = Duration.zero
        var isRunning = false
        var hasEnded = false
        var hasClosed = false
    }

    let kind: TransportKind
    private let link: any ByteLink
    /// Whether the stream is the carrier's own, which it closes after its session.
    private let closesLink: Bool
    private let time: TimeSource
    private let state = Mutex(State())
    private let reader = Mutex(FrameReader())
    private let signal = Alarm()

    /// Timeout for the stream to accept a frame; after it, the stream counts as broken.
    private static let sendLimit = Duration.seconds(10)
    /// Latency added by a radio's connection interval and one end's buffers.
    private static let latency = Duration.milliseconds(50)

    init(
        _ link: any ByteLink,
        _ kind: TransportKind,
        clock: some Clock<Duration>,
        closesLink: Bool = false
    ) {
        self.link = link
        self.kind = kind
        self.closesLink = closesLink
        time = TimeSource(clock)
    }

    deinit {
        guard closesLink, !state.withLock({ $0.hasClosed }) else { return }
        _ = time.task { [link] in await link.close() }
    }

    var executor: (any TaskExecutor)? { time.executor }

    /// True until the stream ends, then nil. A lost stream does not recover.
    var isPresent: Bool? { state.withLock { $0.hasEnded } ? nil : true }

    /// The time since `start`.
    var now: Duration? { time.now() - state.withLock { $0.origin } }

    func start(as role: LinkRole) throws(LinkError) -> CarrierProperties {
        let now = time.now()
        let hasEnded = state.withLock { state in
            state.origin = now
            return state.hasEnded
        }
        guard !hasEnded else { throw kind.failedOpening }
        var properties = CarrierProperties(kind)
        properties.latency = Self.latency
        properties.isReliable = true
        return properties
    }

    func run(_ core: isolated LinkCore) async throws(LinkError) {
        let packetSize = max(await link.packetSize, 1)
        reader.withLock { $0 = FrameReader() }
        state.withLock { $0.isRunning = true }
        var departure: Departure?
        defer {
            departure?.cancel()
            state.withLock { $0.isRunning = false }
        }
        while true {
            advance(core)
            if let result = departure?.result {
                guard result == .left else { throw kind.loss }
                departure = nil
                core.sent()
            }
            if departure == nil, let output = core.nextOutput() {
                departure = send(output, packetSize: packetSize)
            }
            if departure == nil, core.isFinished { return }
            let limit = departure.map { $0.begin + Self.sendLimit }
            guard !state.withLock({ $0.hasEnded }), limit.map({ time.now() < $0 }) != false
            else { throw kind.loss }
            let origin = state.withLock { $0.origin }
            let deadline = [core.deadline.map { $0 + origin }, limit].compactMap { $0 }.min()
            await signal.wait(until: deadline, on: time)
        }
    }

    private func advance(_ core: isolated LinkCore) {
        if let now { core.step(to: now) }
    }

    private func send(_ output: LinkOutput, packetSize: Int) -> Departure {
        switch output {
        case .frame(let payload, let isDamaged):
            let frame = FrameReader.frame(payload, isDamaged: isDamaged)
            return Departure(of: frame, in: packetSize, over: link, on: time) { [signal] in
                signal.ring()
            }
        case .tone:
            preconditionFailure("a stream of bytes was asked for a tone")
        }
    }

    func wake() {
        signal.ring()
    }

    /// Closes the stream if it is the carrier's own. A caller's stream stays open.
    func stop() async {
        guard closesLink else { return }
        state.withLock { ($0.hasEnded, $0.hasClosed) = (true, true) }
        await link.close()
    }

    func watch(_ core: LinkCore) async {
        await core.detect()
        do {
            for try await bytes in link.incoming { await receive(bytes, core) }
        } catch {
            // a link handles a closed stream like a lost one
        }
        let isLost = state.withLock { state in
            state.hasEnded = true
            return !state.hasClosed
        }
        guard isLost, !Task.isCancelled else { return }
        await core.ended()
    }

    private func receive(_ bytes: [UInt8], _ core: isolated LinkCore) {
        guard state.withLock({ $0.isRunning }) else { return }
        advance(core)
        for finding in reader.withLock({ $0.push(bytes) }) {
            switch finding {
            case .frame(let payload): core.receive(payload)
            case .badFrame: core.garbled(.frameFormat)
            }
        }
        signal.ring()
    }

    /// Does nothing: a shared clock cannot be stopped.
    func holdTime() {}

    /// Does nothing: a shared clock cannot be stopped.
    func releaseTime() {}
}
