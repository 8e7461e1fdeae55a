import Foundation
import TestSupport
import Testing

@testable import AudioJack

/// ALSA's own plugins as devices. They need no card and run at any speed.
private enum SoundLab {
    /// Configures alsa-lib with this test's own definitions, once per process.
    static let folder: TemporaryFolder = {
        do {
            let folder = try TemporaryFolder()
            let definitions = """
                </usr/share/alsa/alsa.conf>
                pcm.to_file {
                    @args [ FILE ]
                    @args.FILE { type string }
                    type file slave.pcm null file $FILE format raw
                }
                pcm.from_file {
                    @args [ FILE ]
                    @args.FILE { type string }
                    type file slave.pcm null file /dev/null infile $FILE format raw
                }
                """
            try Data(definitions.utf8).write(to: URL(fileURLWithPath: folder.file("asound.conf")))
            setenv("ALSA_CONFIG_PATH", folder.file("asound.conf"), 1)
            setenv("XDG_STATE_HOME", folder.path, 1)
            return folder
        } catch {
            fatalError("no temporary folder: \(error)")
        }
    }()
}

/// 16-bit values in 32 bits, on both of two channels, as a file plugin stores them.
private func stereo32(_ samples: [Float]) -> Data {
    let words = samples.flatMap { sample in
        let word = Int32(sample * 32768) << 16
        return [word.littleEndian, word.littleEndian]
    }
    return words.withUnsafeBytes { Data($0) }
}

private func noise(_ count: Int) -> [Float] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Float(Int16(truncatingIfNeeded: state >> 16)) / 32768
    }
}

@Suite(.serialized) struct ALSAPortTests {
    @Test(arguments: [44100, 48000, 96000])
    func everySampleArrives(rate: Int) async throws {
        let played = SoundLab.folder.file("out-\(rate).raw")
        let source = SoundLab.folder.file("in-\(rate).raw")
        let samples = noise(rate)
        try stereo32(samples).write(to: URL(fileURLWithPath: source))

        var configuration = ALSAConfiguration(
            play: "to_file:FILE=\(played)",
            capture: "from_file:FILE=\(source)"
        )
        configuration.sampleRate = rate
        let port = ALSAPort(configuration)
        try await port.start()
        let size = await port.blockSize
        #expect(await port.sampleRate == rate && size == rate / 100)
        var captured: [Float] = []
        for start in stride(from: 0, to: samples.count, by: size) {
            let block = Array(samples[start..<start + size])
            captured += try await port.transfer(block, isBusy: true)
        }
        let counts = try #require(await port.counts)
        await port.stop()
        #expect(captured == samples)
        #expect(counts.overruns == 0 && counts.underruns == 0)
        #expect(counts.dropped == 0 && counts.inserted == 0)

        let file = try Data(contentsOf: URL(fileURLWithPath: played))
        let expected = stereo32(samples)
        let lead = file.count - expected.count
        #expect(lead > 0 && lead % 8 == 0)
        #expect(file.suffix(expected.count) == expected)
        #expect(file.prefix(lead).allSatisfy { $0 == 0 })
    }

    @Test func failuresAreReported() async throws {
        _ = SoundLab.folder
        let unknown = ALSAPort(ALSAConfiguration(play: "nothing_of_that_name", capture: "null"))
        await #expect(throws: AudioPortError.noSuchDevice("nothing_of_that_name")) {
            try await unknown.start()
        }
        let noCard = ALSAPort(ALSAConfiguration(play: "null", capture: "hw:nothing_here"))
        await #expect(throws: AudioPortError.noSuchDevice("hw:nothing_here")) {
            try await noCard.start()
        }
        var configuration = ALSAConfiguration(play: "null")
        configuration.sampleRate = 1_000_000
        let tooFast = ALSAPort(configuration)
        await #expect(
            throws: AudioPortError.outputFailed(
                device: "null",
                reason: "1000000 Hz is outside 8000 to 192000 Hz"
            )
        ) {
            try await tooFast.start()
        }
        #expect(noCard.isPlugged == nil)
        #expect(noCard.failure == .noSuchDevice("hw:nothing_here"))
    }

    @Test(arguments: [Duration.seconds(11), .seconds(Int64.max), .seconds(Int64.min)])
    func lengthsHaveLimits(length: Duration) async throws {
        _ = SoundLab.folder
        var configuration = ALSAConfiguration(play: "null")
        configuration.block = length
        let port = ALSAPort(configuration)
        guard length > .zero else {
            // the minimum
            try await port.start()
            #expect(await port.blockSize == 1)
            return await port.stop()
        }
        await #expect {
            try await port.start()
        } throws: {
            "\($0)".contains("more than 10 s")
        }
    }

    @Test func stopEndsTransfers() async throws {
        _ = SoundLab.folder
        let port = ALSAPort(ALSAConfiguration(play: "null"))
        try await port.start()
        let block = [Float](repeating: 0, count: await port.blockSize)
        let loop = Task {
            while true { _ = try await port.transfer(block, isBusy: true) }
        }
        await port.stop()
        await #expect(throws: AudioPortError.stopped) { try await loop.value }
        #expect(await port.sampleRate == 0)
        try await port.start()
        #expect(await port.sampleRate == 48000)
        await port.stop()
    }

    @Test func namedDevicesAreListed() {
        _ = SoundLab.folder
        let null = AudioDevice.all().first { $0.name == "null" }
        #expect(null?.plays == true && null?.captures == true && null?.card == nil)
    }
}
