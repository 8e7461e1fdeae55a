import AudioConversion
import FoundationEssentials
import Testing

/// The examples of the catalogue, compiled and run.
@Suite struct DocumentationTests {
    @Test func convertAFile() async throws {
        let folder = try Folder()
        let ring = try folder.write("ring.mp3", silence(frames: 100))
        let target = folder.path("ring.wav")
        let report = try await AudioConverter().convert(
            ring,
            to: target,
            format: PCMFormat(sampleRate: 16_000, depth: .bits16)
        ) { done, total in
            print("\(done) of \(total) bytes")
        }
        print(report.duration, report.clippedSamples, report.damageCount)
        #expect(report.frames == 41_796)
    }

    @Test func convertBytes() async throws {
        let mp3 = Data(silence(frames: 100))
        let (pcm, _) = try await AudioConverter().convert(
            mp3,
            format: PCMFormat(sampleRate: 8000, depth: .bits8, container: .raw)
        )
        #expect(pcm.count == 20_898)
    }

    @Test func convertAStream() async throws {
        let pieces = AsyncStream<[UInt8]> { continuation in
            for _ in 0..<100 { continuation.yield(silence(frames: 1)) }
            continuation.finish()
        }
        var played: [UInt8] = []
        try await AudioConverter().convert(pieces, format: PCMFormat(sampleRate: 16_000)) { bytes in
            played += bytes
        }
        #expect(played.count == 44 + 2 * 41_796)
    }
}
