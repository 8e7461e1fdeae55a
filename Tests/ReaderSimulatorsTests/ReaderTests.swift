import AccessoryLink
import AudioJack
import Modem
import ReaderSimulators
import Testing

/// A host and a reader, joined by a virtual cable.
struct Bench {
    let cable: VirtualCable
    let transport: AudioJackTransport
    let reader: ReaderSimulator

    init(
        seed: UInt64 = 1,
        sampleRate: Int = 48_000,
        clockOffset: Double = 0,
        profile: ModemProfile = .reader,
        change: (inout AudioJackOptions) -> Void = { _ in },
        handler: @escaping ReaderSimulator.Handler = { request, _ in request }
    ) async throws {
        cable = VirtualCable(sampleRate: sampleRate, clockOffset: clockOffset, seed: seed)
        var options = AudioJackOptions(profile)
        options.link.seed = UInt32(seed)
        change(&options)
        transport = AudioJackTransport(cable.host, options: options)
        reader = ReaderSimulator(cable.accessory, options: options, handler: handler)
        try await reader.start()
    }

    var jack: HostLink { transport.link }
}

/// Pseudo-random bytes, the same for the same seed.
func pattern(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}

@Suite(.timeLimit(.minutes(20))) struct ReaderTests {
    @Test(arguments: [Duration.seconds(10_000_000_000), .seconds(Int64.max)])
    func waitsForAnyLengthOfTime(_ timeout: Duration) async throws {
        let bench = try await Bench()
        try await bench.jack.open()
        #expect(try await bench.jack.exchange([1, 2, 3], timeout: timeout) == [1, 2, 3])
        await bench.jack.close()
    }

    @Test(arguments: ["reader", "bell202", "manchester:8820", "fsk:2400,2400,4800"])
    func exchangesOverEveryProfile(_ name: String) async throws {
        let bench = try await Bench(profile: ModemProfile(name))
        #expect(await bench.jack.isConnected == false)
        #expect(try await bench.jack.open() == false)
        #expect(await bench.jack.isConnected)
        for size in [0, 1, 499, 500, 501, 3000] {
            let request = pattern(size)
            #expect(try await bench.jack.exchange(request, timeout: .seconds(120)) == request)
        }
        await bench.jack.close()
        #expect(await bench.jack.state == .deviceDetected)
        #expect(await bench.reader.link.state == .deviceReady)
    }

    @Test func progressMessagesArriveInOrder() async throws {
        let bench = try await Bench(handler: { request, work in
            for step in UInt8(1)...3 {
                await work.wait(.seconds(1))
                try await work.progress([step])
            }
            return request.reversed()
        })
        let events = bench.jack.events
        try await bench.jack.open()
        #expect(try await bench.jack.exchange([1, 2, 3], timeout: .seconds(30)) == [3, 2, 1])
        await bench.jack.close()
        var seen: [LinkEvent] = []
        for await event in events {
            seen.append(event)
            if case .closed = event { break }
        }
        #expect(
            seen == [
                .opened(resumed: false), .sent, .progress([1]), .progress([2]), .progress([3]),
                .received([3, 2, 1]), .closed(.agreed),
            ]
        )
    }
}
