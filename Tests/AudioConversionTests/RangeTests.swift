import AudioConversion
import Testing

/// Public calls with numbers at the ends of their ranges: they limit the number or throw, and never trap.
@Suite struct RangeTests {
    private static let integers = [Int.min, -1, 0, 3, 256, .max]

    @Test func formats() async {
        for number in Self.integers {
            for format in [
                PCMFormat(sampleRate: number), PCMFormat(sampleRate: 8000, channels: number),
            ] {
                #expect(throws: ConversionError.unsupportedFormat(format)) { try format.validate() }
                #expect(throws: ConversionError.unsupportedFormat(format)) {
                    _ = try MP3Stream(to: format)
                }
                #expect(MP3Stream.wavHeader(for: format, frames: 1).isEmpty)
                #expect(format.bytesPerFrame >= 0)
                await #expect(throws: ConversionError.unsupportedFormat(format)) {
                    _ = try await AudioConverter().convert([UInt8](), format: format)
                }
            }
        }
    }

    @Test func sizesAndThreads() async throws {
        let format = PCMFormat(sampleRate: 8000)
        for number in Self.integers {
            var stream = try MP3Stream(to: format, size: number)
            #expect(throws: ConversionError.self) { _ = try stream.finish() }
            _ = MP3Stream.wavHeader(for: format, frames: number)
            var converter = AudioConverter(threads: number)
            converter.threads = number
            await #expect(throws: ConversionError.self) {
                _ = try await converter.convert("/dev/null", to: "/nowhere/x", format: format)
            }
        }
    }
}
