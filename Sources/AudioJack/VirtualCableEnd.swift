/// One jack of a virtual cable.
public final class VirtualCableEnd: VirtualTimePort {
    public let events: AsyncStream<AudioPortEvent>

    private let continuation: AsyncStream<AudioPortEvent>.Continuation
    private let side: Int
    private let core: CableCore

    init(side: Int, core: CableCore) {
        self.side = side
        self.core = core
        (events, continuation) = AsyncStream.makeStream()
        continuation.yield(.plugged)
    }

    deinit {
        continuation.finish()
    }

    public var sampleRate: Int { core.rate }

    public var blockSize: Int { core.blockSize }

    public var latency: Duration {
        .seconds(Double(ImpairedPath.delay) / Double(core.rate))
    }

    public var isPlugged: Bool? { core.isPlugged }

    public var failure: AudioPortError? { core.failure(side) }

    public func start() throws(AudioPortError) {
        try core.start(side)
    }

    public func transfer(
        _ output: [Float],
        isBusy: Bool
    ) async throws(AudioPortError) -> [Float] {
        try await AudioBlock.with(output) { block async throws(AudioPortError) in
            try await transfer(block, isBusy: isBusy)
        }
    }

    public nonisolated(nonsending) func transfer(
        _ block: AudioBlock,
        isBusy: Bool
    ) async throws(AudioPortError) {
        try await core.transfer(side, block, isBusy: isBusy)
    }

    public func wake() {
        core.wake(side)
    }

    package func holdTime() {
        core.holdTime()
    }

    package func releaseTime() {
        core.releaseTime()
    }

    public func stop() {
        core.stop(side)
    }

    /// Reports an event at this end, for tests and demonstrations. To plug and unplug, use the cable.
    public func report(_ event: AudioPortEvent) {
        continuation.yield(event)
    }

    /// Makes `start` and `transfer` of this end throw `failure` from now on; nil ends this.
    public func fail(with failure: AudioPortError?) {
        core.fail(side, with: failure)
    }
}

extension VirtualCableEnd: LoopingPort {
    func run(_ loop: AudioLoop, isBusy: Bool) async throws(AudioPortError) {
        try await core.run(side, loop, isBusy: isBusy)
    }
}
