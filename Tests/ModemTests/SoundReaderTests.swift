import AccessoryBase
import Foundation
import TestSupport
import Testing

@testable import Modem

@Suite struct SoundReaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// 60 frames of two channels at 22050 Hz: left -12000, -11600 … 11600, right the opposite. As ffmpeg writes it.
    private static let flac =
        "664c61438000002209000900000050000050056222f00000003c536056d63f697d3482ac74e74e43710afff86618003bcc451d12d2bd44e62c36ae1a32c010"
        + "5555fff249248a49244444444444442108421084210848a25dc5aa579cc586d5c346580001084210842492492493fff555555111111111111005e8"

    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = folder.file(name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// AIFF: big-endian samples, the rate as an 80-bit number.
    private func aiff(_ samples: [Int16]) -> [UInt8] {
        func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
        // 8000 = 0xFA00 * 2^(12 - 15)
        let rate: [UInt8] = [0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]
        let common = big(Int16(1)) + big(UInt32(samples.count)) + big(Int16(16)) + rate
        let sound = big(UInt32(0)) + big(UInt32(0)) + samples.flatMap { big($0) }
        let chunks =
            Array("COMM".utf8) + big(UInt32(common.count)) + common + Array("SSND".utf8)
            + big(UInt32(sound.count)) + sound
        return Array("FORM".utf8) + big(UInt32(4 + chunks.count)) + Array("AIFF".utf8) + chunks
    }

    @Test func eachChannelOfAFLACFile() throws {
        let path = try file("a.flac", try #require(Hexadecimal.bytes(Self.flac)))
        for channel in 0...1 {
            var reader = try SoundReader(path)
            #expect(reader.sampleRate == 22_050 && reader.channels == 2 && reader.frameCount == 60)
            let sign: Float = channel == 0 ? 1 : -1
            let left = (0..<60).map { sign * Float($0 * 400 - 12_000) / 32_768 }
            #expect(try reader.read(7, channel: channel) == Array(left.prefix(7)))
            #expect(try reader.read(100, channel: channel) == Array(left.dropFirst(7)))
            #expect(try reader.read(1, channel: channel) == [])
        }
        var reader = try SoundReader(path)
        #expect(try reader.read(0) == [])
        for channel in [-1, 2] {
            #expect(throws: WAVError.noChannel(path: path, channel: channel, channels: 2)) {
                try reader.read(1, channel: channel)
            }
        }
    }

    @Test func readsOfAnyLength() throws {
        let samples = (0..<5000).map { Int16($0 * 6 - 15_000) }
        let path = try file("a.aiff", aiff(samples))
        for length in [1, 1023, 1024, 1025, 4096, 5000, Int.max] {
            var reader = try SoundReader(path)
            #expect(reader.sampleRate == 8000 && reader.frameCount == 5000)
            var sound: [Float] = []
            while case let piece = try reader.read(length), !piece.isEmpty {
                #expect(piece.count == min(length, 5000 - sound.count))
                sound += piece
            }
            #expect(sound == samples.map { Float($0) / 32_768 })
        }
    }

    @Test func theRestOfAFileThatIsCutShort() throws {
        let bytes = aiff((0..<100).map { $0 })
        var whole = try SoundReader(try file("whole.aiff", bytes))
        #expect(try whole.read(1000).count == 100)
        let flac = try file("cut.flac", try #require(Hexadecimal.bytes(Self.flac)).dropLast(20))
        var reader = try SoundReader(flac)
        let error = WAVError.cutShort(path: flac, stated: 60, frames: 0)
        #expect(throws: error) { try reader.read(60) }
        #expect(throws: error) { try reader.read(60) }
    }

    @Test func aWAVFileNeedsNoLibrary() throws {
        let path = folder.file("a.wav")
        var writer = try WAVWriter(path, WAVFormat(channels: 2, sampleRate: 11_025))
        try writer.write([0.5, -0.25])
        try writer.finish()
        var reader = try SoundReader(path)
        #expect(reader.sampleRate == 11_025 && reader.channels == 2 && reader.frameCount == 2)
        #expect(try reader.read(9, channel: 1) == [0.5, -0.25])
    }

    @Test func otherFilesAreRefused() throws {
        let text = try file("a.txt", Array("no sound at all, but a text".utf8))
        #expect(throws: WAVError.notWAV(path: text)) { _ = try SoundReader(text) }
        let empty = try file("empty.flac", [])
        #expect(throws: WAVError.empty(path: empty)) { _ = try SoundReader(empty) }
        let missing = folder.file("missing.flac")
        #expect(throws: WAVError.cannotOpen(path: missing, code: ENOENT)) {
            _ = try SoundReader(missing)
        }
    }
}
