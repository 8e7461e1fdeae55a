import AccessoryConcurrency
import AccessoryLink
import BluetoothLE
import BluetoothSerial
import Testing

@testable import RequestTransfer

/// The share of a link's capacity that a file transfer uses, including its request and answer. Measured in
/// virtual time, so it is the same in each run.
@Suite(.timeLimit(.minutes(20))) struct ThroughputTests {
    /// Simulates writes without response on BLE: a number of packets per connection interval, and a latency of
    /// one interval each way.
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

/// The speed of a transfer of 1 MiB over a virtual air, compared with plain writes without response.
@Suite(.timeLimit(.minutes(20))) struct AirThroughputTests {
    @Test(arguments: [Duration.microseconds(7500), .milliseconds(15), .milliseconds(30)])
    func aFileGetsNineTenthsOfTheAir(_ interval: Duration) async throws {
        let tone = noise(1 << 20)
        let alone = try await time(interval) { bench, near, far in
            let size = near.packetSize
            for start in stride(from: 0, to: tone.count, by: size) {
                try await near.send(Array(tone[start..<min(start + size, tone.count)]))
            }
            var count = 0
            for try await packet in far.incoming {
                count += packet.count
                if count == tone.count { break }
            }
        }
        let transfer = try await time(interval) { bench, near, far in
            let local = try bench.appFolder.write(tone, to: "sent/tone")
            let line = bench.connection(app: near, device: far)
            _ = try await line.ask(.ringtone) { TransferAnswer(to: $0, localFilePaths: [local]) }
            #expect(bench.deviceFolder.read("music/tones/tone") == tone)
        }
        print("an interval of \(interval): \(alone / transfer) of the air")
        #expect(alone / transfer >= 0.9)
    }

    /// The duration of `work` on a new connection, in virtual time.
    private func time(
        _ interval: Duration,
        _ work: @escaping @Sendable (Bench, SerialLink, SerialServiceLink) async throws -> Void
    ) async throws -> Duration {
        let bench = Bench()
        let air = VirtualAir(clock: bench.clock)
        let (phone, watch) = (air.addAdapter(), air.addAdapter())
        return try await bench.clock.run {
            let manager = PeripheralManager(radio: watch, clock: bench.clock)
            let service = try await SerialService(.requestTransfer, on: manager)
            try await manager.startAdvertising(name: "watch", uuids: [service.profile.service])
            let central = Central(radio: phone, clock: bench.clock)
            let peripheral = try await central.connect(
                to: #require(watch.address),
                options: ConnectOptions { $0.parameters.interval = interval...interval }
            )
            let near = try await SerialLink.open(.requestTransfer, on: peripheral)
            var lines = service.lines.makeAsyncIterator()
            let far = try #require(await lines.next())
            let begin = bench.clock.now
            try await work(bench, near, far)
            return begin.duration(to: bench.clock.now)
        }
    }
}

/// A link that accepts one packet per interval.
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
