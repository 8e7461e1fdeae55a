internal import Synchronization

/// Records the last ten seconds that a port captures.
package final class SoundTap: Sendable {
    private let kept = Mutex<[Float]>([])
    fileprivate let started: @Sendable (any AudioPort) async -> Void

    /// - Parameter started: Called with the port when it has started.
    package init(started: @escaping @Sendable (any AudioPort) async -> Void = { _ in }) {
        self.started = started
    }

    /// The recorded samples.
    package var samples: [Float] { kept.withLock { $0 } }

    /// Wraps a port and records the captured samples.
    package func port(_ port: any AudioPort) -> any AudioPort {
        TappedPort(port: port, tap: self)
    }

    fileprivate func record(_ block: some Collection<Float>, rate: Int) {
        kept.withLock { kept in
            kept += block
            if kept.count > 20 * rate { kept.removeFirst(10 * rate) }
        }
    }
}

private struct TappedPort: VirtualTimePort {
    let port: any AudioPort
    let tap: SoundTap

    var sampleRate: Int { get async { await port.sampleRate } }
    var blockSize: Int { get async { await port.blockSize } }
    var latency: Duration { get async { await port.latency } }
    var isPlugged: Bool? { get async { await port.isPlugged } }
    var events: AsyncStream<AudioPortEvent> { port.events }

    var failure: AudioPortError? { get async { await port.failure } }

    func start() async throws(AudioPortError) {
        try await port.start()
        await tap.started(port)
    }

    func transfer(_ output: [Float], isBusy: Bool) async throws(AudioPortError) -> [Float] {
        let block = try await port.transfer(output, isBusy: isBusy)
        tap.record(block, rate: await port.sampleRate)
        return block
    }

    nonisolated(nonsending) func transfer(
        _ block: AudioBlock,
        isBusy: Bool
    ) async throws(AudioPortError) {
        try await port.transfer(block, isBusy: isBusy)
        tap.record(block.input, rate: await port.sampleRate)
    }

    func wake() { port.wake() }
    func holdTime() { (port as? any VirtualTimePort)?.holdTime() }
    func releaseTime() { (port as? any VirtualTimePort)?.releaseTime() }
    func stop() async { await port.stop() }
}
