import Glibc
import Testing

@testable import AudioConversion

/// Conversions of files, formats and reports.
@Suite struct FileTests {
    private static let format = PCMFormat(sampleRate: 16_000)

    @Test func aFileEqualsMemory() async throws {
        let folder = try Folder()
        let bytes = silence(frames: 300)
        let source = try folder.write("in.mp3", bytes)
        for threads in [1, 4] {
            let report = try await AudioConverter(threads: threads).convert(
                source,
                to: folder.path("out.wav"),
                format: Self.format
            )
            let whole = try await AudioConverter().convert(bytes, format: Self.format)
            #expect(try folder.read("out.wav") == whole.bytes && report == whole.report)
        }
    }

    @Test func failuresNameTheirCause() async throws {
        let folder = try Folder()
        let source = try folder.write("in.mp3", silence(frames: 10))
        let empty = try folder.write("empty.mp3", [])
        let wave = try folder.write(
            "in.wav",
            Array("RIFF....WAVEfmt ".utf8) + [UInt8](repeating: 0, count: 99)
        )
        for (from, to, error) in [
            (folder.path("none.mp3"), folder.path("out.wav"), .unreadable(errno: ENOENT)),
            (source, source, .sameFile), (empty, folder.path("out.wav"), .empty),
            (wave, folder.path("out.wav"), .notMP3(found: "WAV")),
            (source, folder.path("none/out.wav"), .cannotCreate(errno: ENOENT)),
        ] as [(String, String, ConversionError)] {
            await #expect(throws: error) {
                _ = try await AudioConverter().convert(from, to: to, format: Self.format)
            }
        }
        #expect(try folder.contents == ["empty.mp3", "in.mp3", "in.wav"])
        let wrong = PCMFormat(sampleRate: 1)
        await #expect(throws: ConversionError.unsupportedFormat(wrong)) {
            _ = try await AudioConverter().convert(
                source,
                to: folder.path("out.wav"),
                format: wrong
            )
        }
    }

    @Test func firstBytesShowWhatIsMP3() {
        func isMP3(_ bytes: [UInt8], isWhole: Bool = true) -> Bool {
            AudioConverter.isMP3(bytes.span, isWhole: isWhole)
        }
        let frame = silence(frames: 1)
        #expect(isMP3(frame) && !isMP3(frame, isWhole: false) && !isMP3([]))
        let sound = [UInt8](repeating: 1, count: 100)
        let zeros = [UInt8](repeating: 0, count: 5000)
        #expect(!isMP3(sound + frame + zeros) && isMP3(sound + silence(frames: 3) + zeros))
        // a picture in the metadata may be longer than the first bytes
        let picture =
            Array("ID3".utf8) + [3, 0, 0, 0, 127, 0, 0] + [UInt8](repeating: 1, count: 65526)
        #expect(isMP3(picture, isWhole: false) && !isMP3(picture))
    }

    @Test func threadsAreAtLeastOne() {
        #expect(AudioConverter(threads: 0).threads == 1 && AudioConverter(threads: -3).threads == 1)
        #expect(AudioConverter(threads: 5).threads == 5)
        #expect(AudioConverter().threads == sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    @Test func progressInMemoryGoesToTheEnd() async throws {
        let source = silence(frames: 400)
        let heard = Box()
        _ = try await AudioConverter().convert(source, format: Self.format) { heard.add($0, $1) }
        // blocks of 64 KiB
        let whole = 65_536
        let steps = Array(stride(from: whole, to: source.count, by: whole)) + [source.count]
        #expect(heard.done == steps && heard.totals == [source.count])
    }

    @Test(arguments: [
        (PCMFormat.Depth.bits8, false, false, 1, 1), (.bits8, true, false, 2, 2),
        (.bits16, false, false, 2, 4),
        (.bits24, false, false, 1, 3), (.bits24, false, true, 2, 8), (.bits32, false, false, 1, 4),
    ])
    func framesHaveTheirSize(
        depth: PCMFormat.Depth,
        isSigned8: Bool,
        isPadded24: Bool,
        channels: Int,
        size: Int
    ) async throws {
        var format = PCMFormat(
            sampleRate: 44_100,
            depth: depth,
            channels: channels,
            container: .raw,
            dither: .some(.none)
        )
        (format.isSigned8, format.isPadded24) = (isSigned8, isPadded24)
        #expect(format.bytesPerFrame == size)
        let (bytes, report) = try await AudioConverter().convert(silence(frames: 5), format: format)
        #expect(bytes.count == size * report.frames && report.frames == 5 * 1152)
        // silence is 128 in unsigned bytes
        #expect(bytes.allSatisfy { $0 == (depth == .bits8 && !isSigned8 ? 128 : 0) })
        #expect(report.duration == .seconds(5.0 * 1152 / 44_100))
    }

    @Test func ditherIsNoiseOfOneBit() async throws {
        for (depth, dither, isNoisy) in [
            (.bits16, nil, true), (.bits16, .some(.none), false), (.bits16, .tpdf, true),
            (.bits24, nil, false),
            (.bits24, .tpdf, true), (.bits8, nil, true), (.bits32, nil, false),
        ] as [(PCMFormat.Depth, PCMFormat.Dither?, Bool)] {
            let format = PCMFormat(
                sampleRate: 44_100,
                depth: depth,
                container: .raw,
                dither: dither
            )
            let bytes = try await AudioConverter().convert(silence(frames: 5), format: format).bytes
            #expect((Set(bytes).count > 1) == isNoisy, "\(depth) \(String(describing: dither))")
        }
        var format = PCMFormat(sampleRate: 44_100, container: .raw)
        let first = try await AudioConverter().convert(silence(frames: 5), format: format).bytes
        let again = try await AudioConverter().convert(silence(frames: 5), format: format).bytes
        format.seed = 1
        let other = try await AudioConverter().convert(silence(frames: 5), format: format).bytes
        #expect(first == again && first != other)
    }

    @Test func aHeaderStatesTheLength() {
        let header = MP3Stream.wavHeader(
            for: PCMFormat(sampleRate: 8000, channels: 2),
            frames: 1000
        )
        #expect(header.count == 44 && Array(header.prefix(4)) == Array("RIFF".utf8))
        // 4000 bytes of samples, 36 of the rest of the header
        #expect(
            Array(header[40..<44]) == [0xA0, 0x0F, 0, 0]
                && Array(header[4..<8]) == [0xC4, 0x0F, 0, 0]
        )
        #expect(MP3Stream.wavHeader(for: PCMFormat(sampleRate: -1), frames: 1) == [])
    }

    @Test func aStreamIsEmptyUntilThereIsSound() throws {
        var stream = try MP3Stream(to: PCMFormat(sampleRate: 44_100, container: .raw))
        #expect(try stream.feed([UInt8]().span) == [])
        let frames = silence(frames: 400)
        let first = try stream.feed(frames.span)
        let (rest, report) = try stream.finish()
        #expect(first.count + rest.count == 2 * report.frames && report.frames == 400 * 1152)
        #expect(!first.isEmpty)
    }

    @Test func aStreamThatIsNoMP3Fails() async throws {
        var stream = try MP3Stream(to: Self.format)
        var error: ConversionError?
        do throws(ConversionError) {
            for _ in 0..<100 {
                _ = try stream.feed(Array("fLaC............................".utf8).span)
            }
            _ = try stream.finish()
        } catch let failure { error = failure }
        #expect(error == .notMP3(found: "FLAC"))
    }

    @Test func atMostSixteenDamagedPlacesAreDescribed() async throws {
        let part = silence(frames: 10) + [UInt8](repeating: 0x55, count: 50)
        let source = (0..<20).flatMap { _ in part } + silence(frames: 10)
        let report = try await AudioConverter().convert(source, format: Self.format).report
        #expect(report.damageCount == 20 && report.damage.count == 16)
        #expect(report.damage.allSatisfy { $0.bytes == 50 && !$0.isAtEnd && $0.framesLost == 1 })
        #expect(report.framesLost == 20 && !report.isCut)
        let cut = try await AudioConverter().convert(source.dropLast(100), format: Self.format)
            .report
        #expect(cut.isCut && cut.damageCount == 21)
    }

    @Test func causesAreShort() {
        for (error, text) in [
            (.unreadable(errno: ENOENT), "cannot be read: no such file or directory"),
            (.cannotCreate(errno: EACCES), "cannot be created: permission denied"),
            (.cannotWrite(errno: ENOSPC), "cannot be written: no space left on device"),
            (.notMP3(found: "WAV"), "is not an MP3 file but WAV"), (.empty, "is empty"),
        ] as [(ConversionError, String)] {
            #expect(error.cause(source: "a", target: "b").hasSuffix(" " + text))
            #expect(error.nextStep != nil)
        }
    }
}

/// The calls of a progress handler.
private final class Box: @unchecked Sendable {
    // one call at a time
    private(set) var done: [Int] = []
    private(set) var totals: Set<Int> = []

    func add(_ done: Int, _ total: Int) {
        self.done.append(done)
        totals.insert(total)
    }
}
