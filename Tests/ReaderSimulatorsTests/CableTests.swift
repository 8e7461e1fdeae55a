import AccessoryLink
import AudioJack
import Modem
import ReaderSimulators
import Testing

/// Exchanges over impaired cables: exact data, or a clear error.
@Suite(.timeLimit(.minutes(20))) struct CableTests {
    static let impairments: [(String, Impairments)] = [
        (
            "inverted, DC",
            Impairments {
                $0.invertsPolarity = true
                $0.dcOffset = 0.1
            }
        ),
        (
            "quiet, noisy",
            Impairments {
                $0.gain = -30
                $0.noise = .signalToNoise(decibels: 15)
            }
        ),
        (
            "loud, clipped",
            Impairments {
                $0.gain = 6
                $0.clipping = 1
            }
        ),
        (
            "filtered",
            Impairments {
                $0.highPass = 100
                $0.lowPass = 12_000
            }
        ),
        (
            "echo",
            Impairments { $0.echo = .init(delay: .milliseconds(1), decibels: -14) }
        ),
        (
            "dropouts",
            Impairments { $0.dropouts = .init(perSecond: 0.5, duration: .milliseconds(20)) }
        ),
        ("slips", Impairments { $0.slips = .init(perSecond: 0.5, range: 10) }),
        ("crosstalk", Impairments { $0.crosstalk = -30 }),
    ]

    @Test(arguments: impairments.indices, [UInt64(1), 2]) func impairedCables(
        _ index: Int,
        seed: UInt64
    )
        async throws
    {
        let (name, impairments) = Self.impairments[index]
        let bench = try await Bench(seed: seed)
        for direction in VirtualCable.Direction.allCases {
            bench.cable.impair(direction, with: impairments)
        }
        try await bench.jack.open()
        let request = pattern(2500, seed: seed)
        let answer = try await bench.jack.exchange(request, timeout: .seconds(300))
        #expect(answer == request, "\(name), seed \(seed)")
        await bench.jack.close()
    }

    @Test(arguments: [-20_000.0, -500, 500, 20_000]) func clockOffset(_ offset: Double) async throws
    {
        let bench = try await Bench(clockOffset: offset)
        try await bench.jack.open()
        let request = pattern(2500)
        #expect(try await bench.jack.exchange(request, timeout: .seconds(300)) == request)
        let measured = bench.transport.quality.clockOffset
        #expect(abs(measured - offset) < 300 + abs(offset) * 0.02, "measured \(measured) ppm")
    }

    @Test(arguments: [44_100, 96_000]) func sampleRates(_ rate: Int) async throws {
        let bench = try await Bench(sampleRate: rate)
        try await bench.jack.open()
        #expect(
            try await bench.jack.exchange(pattern(1200), timeout: .seconds(60)) == pattern(1200)
        )
    }

    @Test func errorCorrectionCarriesThroughNoise() async throws {
        let bench = try await Bench(profile: .bell202) { $0.correctsErrors = true }
        for direction in VirtualCable.Direction.allCases {
            bench.cable.impair(
                direction,
                with: Impairments { $0.noise = .signalToNoise(decibels: -4) }
            )
        }
        try await bench.jack.open()
        #expect(try await bench.jack.exchange(pattern(300), timeout: .seconds(300)) == pattern(300))
        #expect(bench.transport.quality.correctedSymbols > 0)
    }

    @Test func aLargeFileIsSent() async throws {
        let bench = try await Bench(
            profile: ModemProfile("manchester:9600"),
            handler: { request, _ in [UInt8(request.count >> 8)] }
        )
        try await bench.jack.open()
        let updates = bench.jack.progress
        let watcher = Task {
            var seen: [LinkProgress] = []
            for await update in updates where update.toSend > 0 { seen.append(update) }
            return seen
        }
        let answer = try await bench.jack.exchange(pattern(16_384 - 1), timeout: .seconds(600))
        #expect(answer == [63])
        watcher.cancel()
        let seen = await watcher.value
        #expect(seen.count > 1)
        #expect(seen.map(\.sent) == seen.map(\.sent).sorted())
        #expect(seen.allSatisfy { $0.toSend == 16_383 && $0.sent <= 16_383 })
    }

    @Test func twoSessionsInARow() async throws {
        let bench = try await Bench()
        for _ in 0..<2 {
            #expect(try await bench.jack.open() == false)
            #expect(try await bench.jack.exchange([5], timeout: .seconds(10)) == [5])
            await bench.jack.close()
        }
        #expect(try await bench.jack.open() == false)
        await bench.jack.release()
        #expect(try await bench.jack.open(), "the device kept the session")
    }
}
