import AccessoryConcurrency
import AccessoryLink
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct ByteCarrierTests {
    @Test(arguments: [1, 7, 20, 244, 1000])
    func exchangesSucceedForAnyPacketSize(_ packetSize: Int) async throws {
        let bench = try await PipeBench(packetSize: packetSize)
        try await bench.run {
            let isResumed = try await bench.host.open()
            #expect(!isResumed)
            for size in [0, 1, 499, 500, 501, 5000] {
                let request = pattern(size)
                let answer = try await bench.host.exchange(request, timeout: .seconds(60))
                #expect(answer == request)
            }
            await bench.host.close()
        }
        #expect(await bench.host.state == .deviceDetected)
        #expect(await bench.device.state == .deviceReady)
        #expect(await bench.host.statistics.garbled == 0)
    }

    static let seeds = Array(UInt64(1)...12)

    @Test(arguments: seeds) func exchangesSucceedUnderFaults(_ seed: UInt64) async throws {
        let faults = PipeFaults {
            $0.loss = 0.02 * Double(seed % 4)
            $0.damage = 0.02 * Double(seed % 3)
            $0.duplication = 0.05 * Double(seed % 2)
            $0.delay = .zero ... .milliseconds(Int64(seed % 5) * 10)
        }
        let bench = try await PipeBench(packetSize: 600, faults: faults, seed: seed)
        let request = pattern(1 << 16, seed: seed)
        try await bench.run {
            try await bench.host.open()
            let answer = try await bench.host.exchange(request)
            #expect(answer == request, "seed \(seed)")
            await bench.host.close()
        }
        if seed % 12 != 0 {
            #expect(await bench.host.statistics.retransmitted > 0, "seed \(seed)")
        }
    }

    @Test(arguments: [1, 2, 5]) func triesAsOftenAsConfigured(_ tries: Int) async throws {
        let bench = try await PipeBench(change: { $0.tries = tries })
        try await bench.run {
            try await bench.host.open()
            bench.pipe.impair(with: PipeFaults { $0.loss = 1 })
            await #expect(throws: LinkError.self) { try await bench.host.exchange([1]) }
        }
        #expect(await bench.host.statistics.retransmitted == tries)
    }

    @Test func framesAreFoundAfterLostPackets() async throws {
        // frames of several packets, some of which are lost
        let faults = PipeFaults { $0.loss = 0.02 }
        let bench = try await PipeBench(packetSize: 100, faults: faults)
        let request = pattern(20_000)
        try await bench.run {
            try await bench.host.open()
            let answer = try await bench.host.exchange(request)
            #expect(answer == request)
        }
        #expect(await bench.host.statistics.garbled > 0)
    }

    @Test func bothSendInDuplexMode() async throws {
        let bench = try await PipeBench(change: { $0.mode = .duplex }, answer: { _ in nil })
        let (down, up) = (bench.device.events, bench.host.events)
        let messages = (0..<20).map { pattern($0 * 333, seed: UInt64($0)) }
        try await bench.run {
            try await bench.host.open()
            async let answering: Void = {
                for message in messages.reversed() { try await bench.device.send(message) }
            }()
            for message in messages {
                let answer = try await bench.host.exchange(message)
                #expect(answer == [])
            }
            try await answering
            #expect(await bench.host.state == .idle)
            await bench.host.close()
        }
        #expect(await received(down) == messages)
        #expect(await received(up) == messages.reversed())
    }

    /// The packets received until the link was closed.
    private func received(_ events: AsyncStream<LinkEvent>) async -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for await event in events {
            if case .received(let bytes) = event { messages.append(bytes) }
            if case .closed = event { break }
        }
        return messages
    }

    /// With no exchange running, the stream breaks or is closed, and both ends report it once.
    @Test(arguments: [LinkMode.masterSlave, .duplex], [false, true])
    func aLossIsReportedWhileNothingRuns(_ mode: LinkMode, isClosed: Bool) async throws {
        let bench = try await PipeBench(change: { $0.mode = mode }, answer: { _ in nil })
        try await bench.run { try await bench.host.open() }
        let events = [bench.host.events, bench.device.events]
        isClosed ? bench.pipe.host.close() : bench.pipe.cut()
        for stream in events {
            var seen: [LinkEvent] = []
            for await event in stream {
                seen.append(event)
                if case .closed = event { break }
            }
            #expect(seen == [.fault(.disconnected), .closed(.oneSided)])
        }
        for await state in bench.host.states where state == .waitingDevice { break }
        for await state in bench.device.states where state == .notReady { break }
        await #expect(throws: LinkError.notOpen) { try await bench.host.exchange([1]) }
    }

    @Test func aLostDuplexStreamThrows() async throws {
        let bench = try await PipeBench(change: { $0.mode = .duplex }, answer: { _ in nil })
        let stream = DuplexStream(bench.host)
        try await bench.run { try await bench.host.open() }
        bench.pipe.cut()
        await #expect(throws: ByteLinkError.lost) { for try await _ in stream.incoming {} }
    }

    /// The events of one exchange, and none of another.
    @Test func eachExchangeHasItsReport() async throws {
        let bench = try await PipeBench()
        try await bench.run {
            try await bench.host.open()
            for number in 0..<20 as Range<UInt8> {
                let seen = Mutex<[LinkEvent]>([])
                let answer = try await bench.host.exchange([number]) { event in
                    seen.withLock { $0.append(event) }
                }
                #expect(answer == [number])
                #expect(seen.withLock { $0 } == [.sent, .received([number])])
            }
        }
        let refused = Mutex<[LinkEvent]>([])
        await bench.host.release()
        await #expect(throws: LinkError.notOpen) {
            try await bench.host.exchange([1]) { event in refused.withLock { $0.append(event) } }
        }
        #expect(refused.withLock { $0 } == [])
    }

    @Test func aDuplexMessageCanBeCancelled() async throws {
        let bench = try await PipeBench(change: { $0.mode = .duplex }, answer: { _ in nil })
        try await bench.run { try await bench.host.open() }
        bench.pipe.impair(with: PipeFaults { $0.loss = 1 })
        try await bench.run {
            let sending = Task(executorPreference: bench.clock) {
                try await bench.host.send([1, 2, 3])
            }
            try await bench.clock.sleep(for: .milliseconds(1))
            sending.cancel()
            await #expect(throws: CancellationError.self) { try await sending.value }
        }
        bench.pipe.impair(with: PipeFaults())
        try await bench.run { try await bench.host.send([4]) }
        #expect(await bench.host.state == .idle)
    }

    @Test func sendNeedsDuplexMode() async throws {
        let bench = try await PipeBench()
        await #expect(throws: LinkError.notOpen) { try await bench.host.send([1]) }
        try await bench.run { try await bench.host.open() }
        await #expect(throws: LinkError.busy) { try await bench.host.send([1]) }
        await #expect(throws: LinkError.busy) { try await bench.device.send([1]) }
    }

    @Test func anExchangeTimesOut() async throws {
        let bench = try await PipeBench(
            change: {
                $0.pollInterval = nil
                $0.sleepAfter = nil
            },
            answer: { _ in nil }
        )
        try await bench.run { try await bench.host.open() }
        let begin = bench.clock.now
        await #expect(throws: LinkError.timedOut) {
            try await bench.run {
                try await bench.host.exchange([1], timeout: .seconds(3600))
            }
        }
        #expect(begin.duration(to: bench.clock.now) >= .seconds(3600))
        #expect(begin.duration(to: bench.clock.now) <= .seconds(3620))
        #expect(await bench.host.state == .idle)
    }

    @Test func aSilentDeviceIsNoticed() async throws {
        let bench = try await PipeBench(answer: { _ in nil })
        try await bench.run { try await bench.host.open() }
        bench.pipe.impair(with: PipeFaults { $0.loss = 1 })
        await #expect(throws: LinkError.deviceSilent) {
            try await bench.run { try await bench.host.exchange([1]) }
        }
        #expect(await bench.host.state == .idle)
    }

    @Test func openingWithoutAPeerFails() async throws {
        let clock = VirtualClock()
        let pipe = BytePipe(packetSize: 20, capacity: 1, clock: clock)
        let host = HostLink(over: pipe.host, clock: clock)
        // no reader receives the second packet
        await #expect(throws: LinkError.connectionFailed) {
            try await clock.run { try await host.open() }
        }
        #expect(!(await host.isConnected))
    }

    @Test(arguments: [false, true]) func aLostStreamEndsTheExchange(_ isClosed: Bool) async throws {
        let bench = try await PipeBench(answer: { _ in nil })
        try await bench.run { try await bench.host.open() }
        let exchange = Task(executorPreference: bench.clock) { try await bench.host.exchange([1]) }
        for await state in bench.device.states where state == .dataProcess { break }
        if isClosed { bench.pipe.accessory.close() } else { bench.pipe.cut() }
        await #expect(throws: LinkError.disconnected) { try await exchange.value }
        #expect(LinkError.disconnected.code == 20)
        for await state in bench.host.states where state == .waitingDevice { break }
        for await state in bench.device.states where state == .notReady { break }
        await #expect(throws: LinkError.connectionFailed) { try await bench.host.open() }
        await #expect(throws: LinkError.notOpen) { try await bench.host.exchange([1]) }
        await #expect(throws: LinkError.connectionFailed) { try await bench.device.start() }
    }

    @Test func anIdleLinkNoticesTheLoss() async throws {
        let bench = try await PipeBench()
        for await state in bench.host.states where state == .deviceDetected { break }
        try await bench.run { try await bench.host.open() }
        let events = bench.host.events
        bench.pipe.cut()
        for await event in events where event == .closed(.oneSided) { break }
        #expect(await bench.host.state == .waitingDevice)
    }

    @Test func aStreamMayBreakWithoutASession() async throws {
        let bench = try await PipeBench()
        for await state in bench.host.states where state == .deviceDetected { break }
        bench.pipe.cut()
        for await state in bench.host.states where state == .waitingDevice { break }
        await #expect(throws: LinkError.connectionFailed) { try await bench.host.open() }
    }

    @Test(arguments: [false, true]) func anExchangeIsCancelled(_ byTask: Bool) async throws {
        let bench = try await PipeBench(answer: { $0.isEmpty ? $0 : nil })
        try await bench.run { try await bench.host.open() }
        let exchange = Task(executorPreference: bench.clock) { try await bench.host.exchange([1]) }
        for await state in bench.device.states where state == .dataProcess { break }
        if byTask { exchange.cancel() } else { try await bench.host.cancelExchange() }
        let error = await #expect(throws: (any Error).self) {
            try await bench.run { try await exchange.value }
        }
        if byTask {
            #expect(error is CancellationError)
        } else {
            #expect(error as? LinkError == .cancelled)
        }
        #expect(await bench.device.state == .idle)
        #expect(try await bench.run { try await bench.host.exchange([]) } == [])
    }

    @Test func anUnansweredCancelEnds() async throws {
        let bench = try await PipeBench(answer: { _ in nil })
        try await bench.run { try await bench.host.open() }
        let exchange = Task(executorPreference: bench.clock) { try await bench.host.exchange([1]) }
        for await state in bench.device.states where state == .dataProcess { break }
        bench.pipe.impair(with: PipeFaults { $0.loss = 1 })
        exchange.cancel()
        await #expect(throws: LinkError.cancelFailed) {
            try await bench.run { try await exchange.value }
        }
    }

    @Test func aSessionIsResumed() async throws {
        let bench = try await PipeBench()
        let resumed = try await bench.run {
            try await bench.host.open()
            await bench.host.release()
            return try await bench.host.open()
        }
        #expect(resumed)
        #expect(try await bench.run { try await bench.host.exchange([7]) } == [7])
    }

    @Test func anotherHostResumesTheSession() async throws {
        let clock = VirtualClock()
        let pipe = BytePipe(clock: clock)
        let device = DeviceLink(over: pipe.accessory, clock: clock)
        try await device.start()
        for expected in [false, true, true] {
            // the device keeps the session of a host that has disconnected
            let host = HostLink(over: pipe.host, clock: clock)
            let isResumed = try await clock.run { try await host.open() }
            #expect(isResumed == expected)
        }
        #expect(await device.state == .idle)
    }

    @Test func anOpeningCanBeCancelled() async throws {
        let bench = try await PipeBench(faults: PipeFaults { $0.loss = 1 })
        try await bench.run {
            let opening = Task(executorPreference: bench.clock) { try await bench.host.open() }
            try await bench.clock.sleep(for: .milliseconds(1))
            opening.cancel()
            await #expect(throws: CancellationError.self) { try await opening.value }
        }
        bench.pipe.impair(with: PipeFaults())
        #expect(try await bench.run { try await bench.host.open() } == false)
    }

    @Test func anIdleLinkDoesNotWake() async throws {
        let bench = try await PipeBench()
        try await bench.run {
            try await bench.host.open()
            _ = try await bench.host.exchange(pattern(3000))
            for await state in bench.device.states where state == .idle { break }
            try await bench.clock.sleep(for: .seconds(1))
            let (begin, timers) = (bench.clock.now, timersSet(bench.clock))
            let packets = bench.pipe.packetsDelivered
            // the next packet reports that the device goes to sleep
            for await state in bench.host.states where state != .idle { break }
            #expect(begin.duration(to: bench.clock.now) > .seconds(50))
            #expect(bench.pipe.packetsDelivered == packets + 1)
            // only a few of the device's timers fire, and no task wakes in between
            #expect(timersSet(bench.clock) <= timers + 6)
            #expect(await bench.host.state == .deviceDetected)
        }
    }

    /// The number of timers that have been set on a clock so far, with that of this call.
    private func timersSet(_ clock: VirtualClock) -> VirtualClock.Ticket {
        let ticket = clock.schedule(at: clock.now.offset) {}
        clock.cancel(ticket)
        return ticket
    }
}
