import Testing

@testable import AudioJack

@Suite struct SoundTapTests {
    /// The tap keeps ten to twenty seconds.
    @Test func theTapKeepsTheLastSeconds() async throws {
        let tap = SoundTap()
        let port = tap.port(SteadyPort())
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
    var events: AsyncStream<AudioPortEvent> { AsyncStream { $0.finish() } }

    func start() {}
    func transfer(_ output: [Float], isBusy: Bool) -> [Float] { output.map { _ in 0.5 } }
    func wake() {}
    func stop() {}
}
