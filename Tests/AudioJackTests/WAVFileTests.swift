import Foundation
import Testing

@testable import AudioJack

/// A folder that is removed with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("accessory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Names of the files in it.
    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    }
}

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
        #expect(back == samples)
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect(size.map { $0 % 2 } == 0)
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

    @Test func aTruncatedFileIsReadToItsEnd() async throws {
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

        let port = try WAVFilePort(capture: path, blockSize: frames)
        try await port.start()
        let silence = [Float](repeating: 0, count: frames)
        #expect(try await port.transfer(silence, isBusy: true).count == frames)
        await #expect(throws: AudioPortError.inputFailed(device: path, reason: error.cause)) {
            try await port.transfer(silence, isBusy: true)
        }
    }

    @Test func portDoesNotOverwriteItsInput() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        let link = folder.file("b.wav")
        var writer = try WAVWriter(path, WAVFormat(sampleRate: 8000))
        try writer.write(samples)
        try writer.finish()
        try FileManager.default.linkItem(atPath: path, toPath: link)
        let port = try WAVFilePort(play: link, capture: path)
        await #expect(throws: AudioPortError.self) { try await port.start() }
    }

    @Test func portPlaysAndCaptures() async throws {
        let folder = try TemporaryFolder()
        var writer = try WAVWriter(folder.file("in.wav"), WAVFormat(sampleRate: 22050))
        try writer.write(samples)
        try writer.finish()
        let port = try WAVFilePort(
            play: folder.file("out.wav"),
            capture: folder.file("in.wav"),
            blockSize: 100
        )
        try await port.start()
        #expect(port.sampleRate == 22050)
        var captured: [Float] = []
        for start in stride(from: 0, to: 1000, by: 100) {
            captured += try await port.transfer(Array(samples[start..<start + 100]), isBusy: false)
        }
        #expect(captured == Array(samples[..<1000]))
        let silence = [Float](repeating: 0, count: 100)
        #expect(try await port.transfer(silence, isBusy: true)[0] == samples[1000])
        #expect(try await port.transfer(silence, isBusy: true) == silence)

        // idle at the end of the file: time does not advance until there is work
        async let idle = port.transfer(silence, isBusy: false)
        port.wake()
        #expect(try await idle == silence)
        await port.stop()
        var reader = try WAVReader(folder.file("out.wav"))
        #expect(reader.frameCount == 1300)
        #expect(try reader.read(1000) == Array(samples[..<1000]))
        await #expect(throws: AudioPortError.stopped) {
            try await port.transfer(silence, isBusy: true)
        }
    }

    @Test func aPortThatCannotStartThrowsTheReason() async throws {
        let folder = try TemporaryFolder()
        #expect(throws: WAVError.cannotOpen(path: folder.file("x"), code: ENOENT)) {
            _ = try WAVFilePort(capture: folder.file("x"))
        }
        let port = try WAVFilePort(play: folder.file("none/a.wav"))
        await #expect(throws: AudioPortError.self) { try await port.start() }
    }
}
