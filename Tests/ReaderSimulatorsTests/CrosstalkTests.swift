import AccessoryLink
import AudioJack
import Modem
import ReaderSimulators
import Testing

/// The host's quality is that of the reader's frames, at any level of its own sound in the microphone.
@Suite struct CrosstalkTests {
    /// One short exchange, after which the reader is closed.
    private func exchange(crosstalk: Double?, noise: Double, seed: UInt64) async throws
        -> SignalQuality
    {
        let bench = try await Bench(seed: seed, clockOffset: 120)
        for direction in VirtualCable.Direction.allCases {
            bench.cable.impair(
                direction,
                with: Impairments {
                    $0.gain = -12
                    $0.noise = .signalToNoise(decibels: noise)
                    $0.crosstalk = crosstalk
                }
            )
        }
        try await bench.jack.open()
        #expect(try await bench.jack.exchange([1, 2, 3], timeout: .seconds(10)) == [1, 2, 3])
        await bench.jack.close()
        return bench.transport.quality
    }

    @Test(arguments: 1...4) func theQualityIsThatOfTheReadersFrames(seed: Int) async throws {
        let seed = UInt64(seed)
        let alone = try await exchange(crosstalk: nil, noise: 25, seed: seed)
        #expect(alone.goodFrames == 5 && alone.badFrames == 0)
        for crosstalk in stride(from: -60.0, through: 0, by: 5) {
            let quality = try await exchange(crosstalk: crosstalk, noise: 25, seed: seed)
            let difference = abs(quality.signalToNoise - alone.signalToNoise)
            #expect(difference < 2, "\(crosstalk) dB: \(quality.signalToNoise) dB")
            #expect(abs(quality.level / alone.level - 1) < 0.1, "\(crosstalk) dB: \(quality.level)")
            #expect(
                quality.goodFrames == 5 && quality.badFrames == 0,
                "\(crosstalk) dB: \(quality)"
            )
        }
    }

    /// In so much noise, weaker frames of the host return damaged. They are not the reader's.
    @Test(arguments: [-45.0, -40, -35, -30, -25]) func damagedFramesOfTheHostAreNotCounted(
        crosstalk: Double
    ) async throws {
        for seed in 1...3 {
            let quality = try await exchange(crosstalk: crosstalk, noise: 12, seed: UInt64(seed))
            #expect(quality.badFrames == 0 && quality.goodFrames == 5, "\(quality)")
        }
    }
}
