import AccessoryBase
import Foundation
import Modem
import TestSupport
import Testing

@testable import AudioJack

@Suite struct WAVFilePortTests {
    private let samples = (0..<1001).map { Float($0 % 255 - 127) / 128 }

    @Test func aTruncatedFileIsPlayedToItsEnd() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        var writer = try WAVWriter(path, WAVFormat(sampleRate: 8000))
        try writer.write(samples)
        try writer.finish()
        let frames = samples.count - 100
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        try whole.dropLast(199).write(to: URL(fileURLWithPath: path))
        let error = WAVError.cutShort(path: path, stated: samples.count, frames: frames)
        let port = try WAVFilePort(capture: path, blockSize: frames)
        try await port.start()
        let silence = [Float](repeating: 0, count: frames)
        #expect(try await port.transfer(silence, isBusy: true).count == frames)
        await #expect(
            throws: AudioPortError.inputFailed(device: path, reason: FailureReason(error))
        ) {
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
