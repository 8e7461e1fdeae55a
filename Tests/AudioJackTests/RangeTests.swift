import AccessoryBase
import Modem
import TestSupport
import Testing

@testable import AudioJack

/// Public calls with numbers at the ends of their ranges: they limit the number or throw, and never trap.
@Suite struct RangeTests {
    private static let integers = [Int.min, -1, 0, 1, 65_537, .max]
    private static let doubles = [
        Double.nan, -.infinity, -1, 0, .leastNonzeroMagnitude, 1, .greatestFiniteMagnitude,
        .infinity,
    ]
    private static let durations: [Duration] = [
        .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(Int64.max),
    ]

    @Test("a virtual cable's rate, block size and clock offset")
    func cables() async throws {
        for number in Self.integers {
            #expect((8000...192_000).contains(VirtualCable(sampleRate: number).host.sampleRate))
            #expect((16...65_536).contains(VirtualCable(blockSize: number).host.blockSize))
        }
        for offset in Self.doubles {
            let cable = VirtualCable(blockSize: 480, clockOffset: offset)
            try cable.host.start()
            for _ in 0..<3 {
                let block = try await cable.host.transfer(
                    [Float](repeating: 1, count: 480),
                    isBusy: true
                )
                #expect(block.count == 480)
            }
            // time stops while an end works on its block
            cable.host.stop()
            await cable.advance(by: .seconds(-1))
            await cable.at(.seconds(Int64.min)) {}
        }
    }

    @Test("a block of another size than the port's is refused")
    func blocks() async throws {
        let cable = VirtualCable(blockSize: 480)
        try cable.host.start()
        let port = try WAVFilePort(blockSize: 480)
        try await port.start()
        for size in [0, 1, 479, 481] {
            let block = [Float](repeating: 0, count: size)
            let reason: FailureReason = "a block has 480 samples, not \(size)"
            await #expect(
                throws: AudioPortError.outputFailed(device: "virtual cable", reason: reason)
            ) { try await cable.host.transfer(block, isBusy: true) }
            await #expect(throws: AudioPortError.outputFailed(device: "", reason: reason)) {
                try await port.transfer(block, isBusy: true)
            }
        }
        for count in [Int.min, -1, 0] { #expect(AudioBlock(count: count).output.isEmpty) }
    }

    @Test("impairments with any number")
    func impairments() async throws {
        for number in Self.doubles {
            for duration in Self.durations {
                let cable = VirtualCable(blockSize: 480)
                cable.impair(
                    .towardsHost,
                    with: Impairments {
                        ($0.gain, $0.dcOffset, $0.crosstalk) = (number, number, number)
                        ($0.lowPass, $0.highPass, $0.clipping) = (number, number, number)
                        $0.noise = .signalToNoise(decibels: number)
                        $0.echo = .init(delay: duration, decibels: number)
                        $0.dropouts = .init(perSecond: number, duration: duration)
                        $0.slips = .init(perSecond: number, range: .max)
                        $0.automaticGain = .init(target: number, time: duration)
                    }
                )
                try cable.host.start()
                let silence = [Float](repeating: 0, count: 480)
                for _ in 0..<3 { _ = try await cable.host.transfer(silence, isBusy: true) }
            }
        }
    }

    @Test("a WAV port's numbers, and a profile without frames")
    func files() async throws {
        let folder = try TemporaryFolder()
        for number in Self.integers {
            #expect((1...65_536).contains(try WAVFilePort(blockSize: number).blockSize))
            let path = folder.file("a.wav")
            let port = try WAVFilePort(play: path, sampleRate: number)
            if number < 1 || number > 1 << 32 {
                await #expect(throws: AudioPortError.self) { try await port.start() }
            }
        }
        for profile in ["hijack", "track2"] {
            let cable = VirtualCable()
            var options = AudioJackOptions()
            options.sends = try ModemProfile(profile)
            let jack = HostLink(over: cable.host, options: options)
            await #expect(throws: (any Error).self) { try await jack.open() }
            options = AudioJackOptions()
            options.receives = try ModemProfile(profile)
            let other = HostLink(over: VirtualCable().host, options: options)
            await #expect(throws: (any Error).self) { try await other.open() }
        }
    }
}
