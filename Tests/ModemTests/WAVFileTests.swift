import AccessoryBase
import Foundation
import TestSupport
import Testing

@testable import Modem

@Suite struct WAVFileTests {
    private let samples = (0..<1001).map { Float($0 % 255 - 127) / 128 }

    @Test(arguments: WAVFormat.Sample.allCases, [1, 2, 3])
    func samplesRoundTrip(sample: WAVFormat.Sample, channels: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        let format = WAVFormat(sample: sample, channels: channels, sampleRate: 44100)
        var writer = try WAVWriter(path, format)
        try writer.write(Array(samples[..<500]))
        try writer.write(Array(samples[500...]))
        #expect(folder.names.allSatisfy { $0.contains("partial") })
        try writer.finish()
        #expect(folder.names == ["a.wav"])

        var reader = try WAVReader(path)
        #expect(reader.format == format && reader.frameCount == samples.count)
        var back: [Float] = []
        while true {
            let piece = try reader.read(77, channel: channels - 1)
            if piece.isEmpty { break }
            back += piece
        }
        // the steps of G.711 are a 16th of the value
        let step: Float = sample == .aLaw || sample == .muLaw ? 1.0 / 32 : 0
        #expect(back.count == samples.count)
        #expect(zip(back, samples).allSatisfy { abs($0 - $1) <= step * (abs($1) + 0.01) })
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect(size.map { $0 % 2 } == 0)
    }

    /// RIFX, as sox -B writes it: every number and sample has its high byte first. Reads may end inside a frame.
    @Test func bigEndianFilesAreRead() throws {
        func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
        let folder = try TemporaryFolder()
        let format = big(UInt16(1)) + big(UInt16(2)) + big(UInt32(8000)) + big(UInt32(32_000))
        let sound = (0..<1001).flatMap { big(Int16($0)) + big(Int16(-$0)) }
        let bytes =
            Array("RIFX".utf8) + big(UInt32(36 + sound.count)) + Array("WAVEfmt ".utf8)
            + big(UInt32(16)) + format + big(UInt16(4)) + big(UInt16(16)) + Array("data".utf8)
            + big(UInt32(sound.count)) + sound
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a.wav")))
        for channel in 0...1 {
            var reader = try WAVReader(folder.file("a.wav"))
            #expect(reader.format == WAVFormat(channels: 2, sampleRate: 8000))
            #expect(reader.frameCount == 1001)
            var back: [Float] = []
            while let piece = try Optional(reader.read(77, channel: channel)), !piece.isEmpty {
                back += piece
            }
            #expect(back == (0..<1001).map { Float(channel == 0 ? $0 : -$0) / 32768 })
        }
    }

    @Test func unfinishedLeavesNothing() throws {
        let folder = try TemporaryFolder()
        do {
            var writer = try WAVWriter(folder.file("a.wav"), WAVFormat(sampleRate: 8000))
            try writer.write(samples)
        }
        #expect(folder.names.isEmpty)
    }

    @Test func aLinkStays() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: folder.file("a.wav")))
        symlink("a.wav", folder.file("link"))
        var writer = try WAVWriter(folder.file("link"), WAVFormat(sampleRate: 8000))
        try writer.write(samples)
        try writer.finish()
        #expect(folder.names.sorted() == ["a.wav", "link"])
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link"))
                == "a.wav"
        )
        #expect(try WAVReader(folder.file("a.wav")).frameCount == samples.count)
    }

    @Test func onlyFilesAreReplaced() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.file("pipe")
        mkfifo(pipe, 0o600)
        #expect(throws: WAVError.cannotWrite(path: pipe, code: ENOTSUP)) {
            _ = try WAVWriter(pipe, WAVFormat(sampleRate: 8000))
        }
        #expect(throws: WAVError.cannotWrite(path: folder.path, code: EISDIR)) {
            _ = try WAVWriter(folder.path, WAVFormat(sampleRate: 8000))
        }
        #expect(folder.names == ["pipe"])
    }

    @Test func anOpenSizeExtendsToTheEndOfTheFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        var writer = try WAVWriter(path, WAVFormat(sampleRate: 8000))
        try writer.write(samples)
        try writer.finish()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange(40..<44, with: [255, 255, 255, 255])
        try bytes.write(to: URL(fileURLWithPath: path))
        var reader = try WAVReader(path)
        #expect(reader.frameCount == nil)
        #expect(try reader.read(5000) == samples)
        #expect(try reader.read(5000) == [])
    }

    /// A prefix of a file is read to its end and then throws, or throws for its header.
    @Test func everyPrefix() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        var writer = try WAVWriter(path, WAVFormat(sample: .signed24, sampleRate: 8000))
        try writer.write(Array(samples[..<10]))
        try writer.finish()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for length in 0..<bytes.count {
            try bytes.prefix(length).write(to: URL(fileURLWithPath: path))
            if length < 68 {
                let error = length == 0 ? WAVError.empty(path: path) : .truncated(path: path)
                #expect(throws: error) { _ = try WAVReader(path) }
            } else {
                var reader = try WAVReader(path)
                let there = (length - 68) / 3
                #expect(try there == 0 || reader.read(100).count == there)
                guard there < 10 else { continue }
                #expect(throws: WAVError.cutShort(path: path, stated: 10, frames: there)) {
                    _ = try reader.read(100)
                }
            }
        }
    }

    @Test func errorsNameTheFault() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        #expect(throws: WAVError.cannotOpen(path: path, code: ENOENT)) { _ = try WAVReader(path) }
        try Data("no sound in here at all".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: WAVError.notWAV(path: path)) { _ = try WAVReader(path) }
        let folderPath = folder.path
        #expect(throws: WAVError.cannotRead(path: folderPath, code: EISDIR)) {
            _ = try WAVReader(folderPath)
        }
        let missing = folder.file("none/a.wav")
        #expect(throws: WAVError.cannotWrite(path: missing, code: ENOENT)) {
            _ = try WAVWriter(missing, WAVFormat(sampleRate: 8000))
        }
        var writer = try WAVWriter(path, WAVFormat(sampleRate: 8000))
        try writer.write(samples)
        try writer.finish()
        #expect(throws: WAVError.noChannel(path: path, channel: 1, channels: 1)) {
            var reader = try WAVReader(path)
            _ = try reader.read(1, channel: 1)
        }
    }

    @Test func aTruncatedFileIsReadToItsEnd() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        var writer = try WAVWriter(path, WAVFormat(sample: .signed16, sampleRate: 8000))
        try writer.write(samples)
        try writer.finish()
        let stated = samples.count
        let frames = stated - 100
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        try whole.dropLast(199).write(to: URL(fileURLWithPath: path))
        let error = WAVError.cutShort(path: path, stated: stated, frames: frames)
        var reader = try WAVReader(path)
        #expect(try reader.read(stated + 7).count == frames)
        for _ in 0..<2 { #expect(throws: error) { _ = try reader.read(1) } }
    }
}
