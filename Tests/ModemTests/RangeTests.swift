import TestSupport
import Testing

@testable import Modem

/// Public calls with numbers at the ends of their ranges: they limit the number or throw, and never trap.
@Suite struct RangeTests {
    private static let integers = [Int.min, -1, 0, 1, 65_536, 1 << 32, .max]
    /// Rates and sizes that nothing has.
    private static let invalid = [Int.min, -1, 0, 1, 999, 1 << 32, .max]
    private static let floats: [Float] = [
        .nan, -.infinity, -1, -0.0, .leastNonzeroMagnitude, 1, 9, .greatestFiniteMagnitude,
        .infinity,
    ]
    private static let durations: [Duration] = [
        .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(Int64.max),
    ]

    @Test("samples, rates and levels of modems")
    func modems() throws {
        for rate in Self.invalid {
            #expect(throws: ModemError.self) { _ = try Modulator(.reader, rate: rate) }
            #expect(throws: ModemError.self) { _ = try Demodulator(.reader, rate: rate) }
            #expect(throws: ModemProfile.Failure.self) {
                try ModemProfile.reader.check(rate: rate)
            }
        }
        for level in Self.floats {
            var modulator = try Modulator(.reader, rate: 48_000, level: level)
            try modulator.send([1])
            let sound = modulator.render()
            #expect(sound.allSatisfy { $0.magnitude <= 1.2 } && sound.contains { $0 != 0 })
            var sender = CableSender(level: level)
            try sender.startSounding(id: .max)
            #expect(sender.render(48_000).allSatisfy { $0.magnitude <= 1.2 })
        }
        for duration in Self.durations {
            var modulator = try Modulator(.reader, rate: 48_000)
            try modulator.sendWakeTone(duration)
            #expect(modulator.render(1).count == 1)
        }
        for count in Self.integers {
            var modulator = try Modulator(.reader, rate: 48_000)
            try modulator.send([1])
            #expect(modulator.render(count).isEmpty == (count <= 0))
            var sender = CableSender()
            try sender.startSounding(id: 0)
            #expect(sender.render(count).isEmpty == (count <= 0))
        }
        let sound = Self.floats.flatMap { [Float](repeating: $0, count: 500) }
        for mode in Demodulator.Mode.allCases {
            var demodulator = try Demodulator(.bell202, rate: 48_000, mode: mode)
            demodulator.learnHum(sound)
            demodulator.learnHum([])
            _ = demodulator.push([]) + demodulator.push(sound) + demodulator.finish()
        }
    }

    @Test("sizes, rates and requests of the cable modem")
    func cable() throws {
        var sender = CableSender()
        for number in Self.invalid {
            #expect(throws: ModemError.self) { try sender.start([1], bitRate: number) }
            #expect(throws: ModemError.self) { try sender.start([1], band: number) }
            #expect(throws: ModemError.self) { try sender.start([1], rate: number) }
        }
        for number in Self.integers {
            #expect(CableRepetition(bytes: [0, 1], blocks: number) == nil || number == 1)
            var receiver = CableReceiver(rate: number)
            _ = receiver.push(Self.floats) + receiver.push([])
        }
        #expect(throws: ModemError.payload(count: 1 << 24, limits: 1...(1 << 24) - 1)) {
            try sender.start([UInt8](repeating: 0, count: 1 << 24))
        }
        try sender.startSounding(id: 3)
        var receiver = CableReceiver()
        let sound = sender.render() + [Float](repeating: 0, count: 4800)
        var soundings = 0
        for case .sounded(let report) in receiver.push(sound) + receiver.finish() {
            soundings += 1
            for count in Self.integers {
                #expect(report.blocks(count: count) >= 0)
                _ = report.bitsPerSecond(rate: count)
                guard count <= 65_536 else { continue }
                var parts = PartialPayload(count: count, report: report)
                for offset in Self.integers {
                    parts.take(.init(number: offset, offset: offset, bytes: [1, 2]))
                    parts.raiseMargin(sent: offset)
                }
            }
            var receiver = CableReceiver()
            receiver.expect(report, missing: [UInt8](repeating: 255, count: 1 << 20))
        }
        #expect(soundings == 1)
    }

    @Test("channels, rates and counts of WAV files")
    func files() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.wav")
        for number in Self.integers {
            for format in [
                WAVFormat(channels: number, sampleRate: 48_000), WAVFormat(sampleRate: number),
            ] where !format.isValid {
                #expect(throws: WAVError.invalidFormat(path: path, format)) {
                    _ = try WAVWriter(path, format)
                }
                #expect(format.header(frames: nil) == nil && format.encode([1]).isEmpty)
            }
            let header = WAVFormat(sampleRate: 48_000).header(frames: number)
            #expect((header == nil) == (number < 0 || number > 1 << 31))
        }
        for sample in WAVFormat.Sample.allCases {
            let format = WAVFormat(sample: sample, channels: 3, sampleRate: 8000)
            var writer = try WAVWriter(path, format)
            try writer.write(Self.floats)
            try writer.finish()
            for count in Self.integers {
                var reader = try WAVReader(path)
                let samples = try reader.read(count, channel: 2)
                #expect(samples.count == min(max(count, 0), Self.floats.count))
                for channel in Self.integers where channel != 0 && channel != 1 {
                    #expect(throws: WAVError.self) { _ = try reader.read(1, channel: channel) }
                }
            }
        }
    }

    @Test("figures and pictures of any samples")
    func pictures() {
        let long = Self.floats.flatMap { [Float](repeating: $0, count: 700) }
        for samples in [[], [.nan], Self.floats, long] {
            for rate in [Int.min, 0, 48_000, .max] {
                for profile in [nil, "reader", "track2", "nothing"] {
                    let picture = ScopePicture(
                        samples: samples,
                        rate: rate,
                        title: "<&",
                        profile: profile
                    )
                    #expect(picture.svg.contains("&lt;&amp;"))
                    #expect(!SignalReport(samples: samples, rate: rate).recommendation.isEmpty)
                }
            }
        }
    }

    @Test("names of profiles with any number")
    func profiles() {
        for number in ["nan", "inf", "-1", "0", "1e300", "99999999999999999999", ""] {
            for name in [
                "fsk:\(number),1200,2200", "fsk:1200,\(number),2200", "manchester:\(number)",
            ] {
                #expect(throws: ModemProfile.Failure.self) { try ModemProfile(name) }
            }
        }
    }
}
