import AudioConversion
import Testing

@Suite struct AudioConverterTests {
    @Test func lengthIsRoundedToNearest() async throws {
        let format = PCMFormat(sampleRate: 16_000, container: .raw, dither: PCMFormat.Dither.none)
        let (bytes, report) = try await AudioConverter().convert(
            silence(frames: 50),
            format: format
        )
        #expect(report.frames == Int((50.0 * 1152 * 16 / 44.1).rounded()))
        #expect(bytes == [UInt8](repeating: 0, count: 2 * report.frames))
        #expect(report.sourceRate == 44_100 && report.sourceChannels == 2 && !report.isGapless)
        #expect(report.damageCount == 0)
    }

    @Test func wavHeaderStatesTheLength() async throws {
        let format = PCMFormat(sampleRate: 8000, depth: .bits8)
        let (bytes, report) = try await AudioConverter().convert(silence(frames: 9), format: format)
        #expect(String(decoding: bytes[..<4], as: UTF8.self) == "RIFF")
        #expect(Int(bytes[40]) | Int(bytes[41]) << 8 == report.frames)
        #expect(bytes.count == 44 + report.frames + report.frames % 2)
        #expect(report.bytes == bytes.count)
    }

    @Test func damageIsReported() async throws {
        let source =
            silence(frames: 20) + [UInt8](repeating: 0x55, count: 999) + silence(frames: 20)
        var format = PCMFormat(sampleRate: 44_100)
        let report = try await AudioConverter().convert(source, format: format).report
        let damage = try #require(report.damage.first)
        #expect(report.damageCount == 1 && damage.bytes == 999 && damage.offset < 20 * 417)
        // one silenced; two fit into the other bytes
        #expect(report.sourceFrames == 40 * 1152 && report.framesLost == 3)
        #expect(report.framesOmitted == 2 && report.framesFilled == 0 && damage.framesLost == 3)
        format.keepsTimeline = true
        let timed = try await AudioConverter().convert(source, format: format).report
        #expect(timed.sourceFrames == 42 * 1152 && timed.framesLost == 3)
        #expect(timed.framesOmitted == 2 && timed.framesFilled == 2)
    }

    /// Frames have 1152 samples at MPEG-1's rates, from 32 kHz on, and 576 at MPEG-2's.
    @Test(arguments: [
        ([0xFF, 0xFB, 0x98], 576, 32_000, 1152.0), ([0xFF, 0xF3, 0x84], 192, 24_000, 576.0),
    ])
    func damageIsReportedWithItsTime(header: [UInt8], size: Int, rate: Int, samples: Double)
        async throws
    {
        let good = silence(frames: 100, header: header, size: size)
        let source = good + [UInt8](repeating: 0x55, count: 999) + good
        let format = PCMFormat(sampleRate: rate)
        let report = try await AudioConverter().convert(source, format: format).report
        let frame = try #require(report.damage.first).position / .seconds(samples / Double(rate))
        #expect((98...101).contains(frame) && report.damageCount == 1)
    }

    @Test(arguments: [
        ([UInt8](), ConversionError.empty),
        (Array("no sound in here, only words".utf8), .noSound),
        (Array("fLaC............................".utf8), .notMP3(found: "FLAC")),
    ])
    func othersAreRefused(source: [UInt8], error: ConversionError) async {
        await #expect(throws: error) {
            _ = try await AudioConverter().convert(source, format: PCMFormat(sampleRate: 16_000))
        }
    }

    @Test func unknownCombinationsAreRefused() {
        let wrong = [
            PCMFormat(sampleRate: 7999), PCMFormat(sampleRate: 200_000),
            PCMFormat(sampleRate: 16_000, channels: 3),
            PCMFormat(sampleRate: 16_000, depth: .bits8, isSigned8: true),
            PCMFormat(sampleRate: 16_000, depth: .bits16, isPadded24: true),
        ]
        for format in wrong {
            #expect(throws: ConversionError.unsupportedFormat(format)) { try format.validate() }
        }
    }

    @Test func streamsEqualMemory() async throws {
        let source = silence(frames: 100)
        let format = PCMFormat(sampleRate: 22_050, container: .raw)
        let whole = try await AudioConverter().convert(source, format: format).bytes
        let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
            for start in stride(from: 0, to: source.count, by: 777) {
                continuation.yield(Array(source[start..<min(start + 777, source.count)]))
            }
            continuation.finish()
        }
        var streamed: [UInt8] = []
        _ = try await AudioConverter().convert(pieces, format: format) { streamed += $0 }
        #expect(streamed == whole)
    }
}
