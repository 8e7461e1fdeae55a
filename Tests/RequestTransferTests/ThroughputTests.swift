import AccessoryConcurrency
import AccessoryLink
import Testing

@testable import RequestTransfer

/// How much of a link's room a file gets, with the request and the answer around it, in virtual time:
/// the same at each run.
@Suite(.timeLimit(.minutes(1))) struct ThroughputTests {
    /// Writes without response on BLE: packets of an interval, an interval's latency each way.
    @Test(arguments: [(20, 4), (182, 4), (244, 1), (244, 6), (512, 4)])
    func aFileGetsNineTenthsOfTheLink(_ packetSize: Int, _ perInterval: Int) async throws {
        let bench = Bench()
        let interval = Duration.milliseconds(15)
        let tone = noise(300 << 10)
        let local = try bench.appFolder.write(tone, to: "sent/tone")
        let taken = try await bench.clock.run {
            let line = bench.connect(
                packetSize: packetSize,
                faults: PipeFaults { $0.delay = interval...interval }
            ) { link, _ in
                PacedLink(link, every: interval / perInterval, clock: bench.clock)
            }
            let begin = bench.clock.now
            _ = try await line.ask(.ringtone) { TransferAnswer(to: $0, localFilePaths: [local]) }
            return begin.duration(to: bench.clock.now)
        }
        #expect(bench.deviceFolder.read("music/tones/tone") == tone)
        let limit = interval / perInterval * (tone.count / packetSize)
        let share = limit / taken
        print("\(packetSize) bytes, \(perInterval) an interval: \(share) of the link")
        #expect(share >= 0.9)
    }
}

/// A link that takes a packet each so often.
actor PacedLink: ByteLink {
    private let link: any ByteLink
    private let period: Duration
    private let clock: VirtualClock
    private var next: VirtualClock.Instant

    init(_ link: any ByteLink, every period: Duration, clock: VirtualClock) {
        self.link = link
        self.period = period
        self.clock = clock
        next = clock.now
    }

    var packetSize: Int { get async { await link.packetSize } }
    nonisolated var incoming: AsyncThrowingStream<[UInt8], any Error> { link.incoming }

    func send(_ bytes: [UInt8]) async throws {
        next = max(next, clock.now).advanced(by: period)
        try await clock.sleep(until: next)
        try await link.send(bytes)
    }

    func close() async { await link.close() }
}
