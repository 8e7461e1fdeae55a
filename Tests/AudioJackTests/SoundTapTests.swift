import Synchronization
import Testing

@testable import AudioJack

@Suite struct SoundTapTests {
    /// The tap keeps ten to twenty seconds.
    @Test func theTapKeepsTheLastSeconds() async throws {
        let started = Mutex<[Int]>([])
        let tap = SoundTap { port in
            let rate = await port.sampleRate
            started.withLock { $0.append(rate) }
        }
        let port = tap.port(SteadyPort())
        try await port.start()
        #expect(started.withLock(\.self) == [8000])
        #expect(await port.failure == .stopped)
        #expect(await port.sampleRate == 8000)
        let block = [Float](repeating: 0, count: 20_000)
        for count in 1...8 {
            #expect(try await port.transfer(block, isBusy: true) == block.map { _ in 0.5 })
            #expect(tap.samples.count == 20_000 * count)
        }
        _ = try await port.transfer(block, isBusy: true)
        #expect(tap.samples == [Float](repeating: 0.5, count: 100_000))
    }
}

/// A port that captures a constant.
private struct SteadyPort: AudioPort {
    let sampleRate = 8000
    let blockSize = 256
    let latency = Duration.zero
    let isPlugged: Bool? = nil
    let failure: AudioPortError? = .stopped
    var events: AsyncStream<AudioPortEvent> { AsyncStream { $0.finish() } }

    func start() {}
    func transfer(_ output: [Float], isBusy: Bool) -> [Float] { output.map { _ in 0.5 } }
    func wake() {}
    func stop() {}
}
