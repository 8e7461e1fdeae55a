import AccessoryConcurrency
import Synchronization
import Testing

@testable import AccessoryLink

/// Commands of both ends on a pipe, and what the other end receives.
@Suite(.timeLimit(.minutes(20))) struct LinkCommandTests {
    /// The next event that `choose` accepts.
    private static func next<Value>(
        _ events: AsyncStream<LinkEvent>,
        _ choose: (LinkEvent) -> Value?
    ) async -> Value? {
        for await event in events { if let value = choose(event) { return value } }
        return nil
    }

    @Test func aDeviceReportsProgressBeforeItsAnswer() async throws {
        let bench = try await PipeBench(answer: { _ in nil })
        let (host, device) = (bench.host, bench.device)
        let requests = device.events
        try await bench.run {
            await #expect(throws: LinkError.notOpen) { try await device.respond([1]) }
            await #expect(throws: LinkError.notOpen) { try await device.sendProgress([1]) }
            await #expect(throws: LinkError.notOpen) { try await device.refuse(with: .unknown) }
            await #expect(throws: LinkError.notOpen) { try await device.sleep() }
            await #expect(throws: LinkError.notOpen) { try await host.exchange([1]) }
            await #expect(throws: LinkError.notOpen) { try await host.cancelExchange() }
            try await host.open()
            let isResumed = try await host.open()
            #expect(isResumed)
            await #expect(throws: LinkError.nothingToCancel) { try await host.cancelExchange() }
            await #expect(throws: LinkError.busy) { try await device.respond([1]) }
            let reported = Mutex<[LinkEvent]>([])
            async let answer = host.exchange([5]) { event in reported.withLock { $0.append(event) }
            }
            let request = await Self.next(requests) {
                if case .received(let bytes) = $0 { bytes } else { nil }
            }
            #expect(request == [5])
            await #expect(throws: LinkError.busy) { try await host.exchange([6]) }
            let states = await (host.state, device.state)
            #expect(states == (.dataExchange, .dataProcess))
            try await device.sendProgress([1, 2])
            try await device.sendProgress([3])
            try await device.respond([9])
            let result = try await answer
            #expect(result == [9])
            let events = reported.withLock { $0 }
            #expect(events == [.sent, .progress([1, 2]), .progress([3]), .received([9])])
            let idle = await (host.state, device.state)
            #expect(idle == (.idle, .idle))
        }
    }

    @Test(
        arguments: [
            .decodingFailed, .outOfMemory, .byteFormat, .frameFormat, .unknown, .wrongState,
        ] as [LinkError]
    )
    func aRefusalEndsTheExchangeWithItsError(error: LinkError) async throws {
        let bench = try await PipeBench(answer: { _ in nil })
        let requests = bench.device.events
        try await bench.run {
            try await bench.host.open()
            let device = bench.device
            let refusal = Task(executorPreference: bench.clock) {
                for await case .received in requests { return try await device.refuse(with: error) }
            }
            await #expect(throws: error) { try await bench.host.exchange([1]) }
            try await refusal.value
            let isOpen = await bench.host.isConnected
            // docs/link.md, states of the host: errors 4 and 8 end the session
            #expect(isOpen == ![.outOfMemory, .unknown].contains(error))
        }
    }

    @Test func aSleepingDeviceEndsTheSession() async throws {
        let bench = try await PipeBench()
        let (hostEvents, deviceEvents) = (bench.host.events, bench.device.events)
        try await bench.run {
            try await bench.host.open()
            try await bench.device.sleep()
            let ending = await Self.next(hostEvents) {
                if case .closed(let ending) = $0 { ending } else { nil }
            }
            #expect(ending == .asleep)
            let isAsleep = await Self.next(deviceEvents) { $0 == .asleep ? true : nil }
            #expect(isAsleep == true)
        }
        #expect(await bench.host.state == .deviceDetected)
        #expect(await bench.device.state == .deviceReady)
    }

    @Test func aResetDeviceDoesNotKnowTheSession() async throws {
        let bench = try await PipeBench()
        try await bench.run {
            // before the session there is nothing to forget
            await bench.device.reset()
            try await bench.host.open()
            await bench.device.reset()
            await #expect(throws: LinkError.self) { try await bench.host.exchange([1]) }
            await bench.host.release()
            let isResumed = try await bench.host.open()
            #expect(!isResumed)
            let answer = try await bench.host.exchange([2])
            #expect(answer == [2])
        }
    }

    @Test func messagesHaveALimit() async throws {
        let bench = try await PipeBench(change: { $0.largestMessage = 100 })
        try await bench.run {
            try await bench.host.open()
            let longest = try await bench.host.exchange(pattern(100))
            #expect(longest == pattern(100))
            await #expect(throws: LinkError.self) { try await bench.host.exchange(pattern(101)) }
        }
        let other = try await PipeBench()
        try await other.run {
            try await other.host.open()
            await #expect(throws: LinkError.tooLong) {
                try await other.host.exchange([UInt8](repeating: 0, count: 1 << 20 + 1))
            }
            let answer = try await other.host.exchange([1])
            #expect(answer == [1])
        }
    }

    @Test func aLinkCanBeClosedWhileItOpens() async throws {
        for isPolite in [true, false] {
            let bench = try await PipeBench(faults: PipeFaults { $0.loss = 1 })
            try await bench.run {
                let host = bench.host
                let opening = Task(executorPreference: bench.clock) { try await host.open() }
                try await bench.clock.sleep(for: .milliseconds(20))
                if isPolite { await host.close() } else { await host.release() }
                await #expect(throws: LinkError.cancelled) { try await opening.value }
                // without a session, closing does nothing
                await host.close()
                await host.release()
            }
            #expect(await bench.host.isConnected == false)
        }
    }

    @Test func closingFailsARunningExchange() async throws {
        for isPolite in [true, false] {
            let bench = try await PipeBench(answer: { _ in nil })
            let events = bench.device.events
            try await bench.run {
                let host = bench.host
                try await host.open()
                let exchange = Task(executorPreference: bench.clock) {
                    try await host.exchange([1])
                }
                _ = await Self.next(events) { if case .received = $0 { true } else { nil } }
                if isPolite { await host.close() } else { await host.release() }
                await #expect(throws: LinkError.cancelled) { try await exchange.value }
            }
            // a close signal reaches the device; the resource's closing does not
            #expect(await bench.device.state == (isPolite ? .deviceReady : .dataProcess))
        }
    }

    @Test func cancelledTasksDoNotCall() async throws {
        let bench = try await PipeBench()
        try await bench.run {
            let host = bench.host
            let opening = Task(executorPreference: bench.clock) {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await host.open()
            }
            await #expect(throws: CancellationError.self) { try await opening.value }
            try await host.open()
            let exchange = Task(executorPreference: bench.clock) {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await host.exchange([1])
            }
            await #expect(throws: CancellationError.self) { try await exchange.value }
            let answer = try await host.exchange([2])
            #expect(answer == [2])
        }
    }

    @Test func twoTasksOpenTheSameSession() async throws {
        let bench = try await PipeBench()
        try await bench.run {
            let host = bench.host
            async let first = host.open()
            async let second = host.open()
            let results = try await [first, second]
            #expect(results.contains(false))
            await host.close()
        }
    }

    // MARK: Taps

    /// A host and an echoing device on a pipe. A tap at the host judges the fourth frame in one direction.
    private static func tapped(
        _ direction: LinkTap.Direction?,
        _ judge: @escaping @Sendable ([UInt8]) -> LinkTap.Verdict
    ) async throws -> (statistics: LinkStatistics, answer: [UInt8]) {
        let clock = VirtualClock()
        let pipe = BytePipe(clock: clock)
        let count = Mutex(0)
        let tap = LinkTap { seen, payload in
            guard seen == direction else { return .pass }
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 4 ? judge(payload) : .pass
        }
        let options = LinkOptions { $0.seed = 1 }
        let host = HostLink(over: pipe.host, options: options, clock: clock, tap: tap)
        let device = DeviceLink(over: pipe.accessory, options: options, clock: clock)
        try await device.start()
        let events = device.events
        let service = Task(executorPreference: clock) {
            for await case .received(let request) in events { try? await device.respond(request) }
        }
        defer { service.cancel() }
        return try await clock.run {
            try await host.open()
            let answer = try await host.exchange(pattern(5000))
            return (await host.statistics, answer)
        }
    }

    @Test func aTapChangesFrames() async throws {
        let plain = try await Self.tapped(nil) { _ in .drop }
        #expect(plain.answer == pattern(5000))
        #expect(plain.statistics.garbled == 0 && plain.statistics.retransmitted == 0)
        for direction in [LinkTap.Direction.incoming, .outgoing] {
            let lost = try await Self.tapped(direction) { _ in .drop }
            #expect(lost.answer == pattern(5000) && lost.statistics.garbled == 0)
            let damaged = try await Self.tapped(direction) { _ in .damage }
            #expect(damaged.answer == pattern(5000))
            #expect(damaged.statistics.garbled == (direction == .incoming ? 1 : 0))
            let replaced = try await Self.tapped(direction) { .replace($0) }
            #expect(replaced.answer == pattern(5000) && replaced.statistics == plain.statistics)
            let nonsense = try await Self.tapped(direction) { _ in .replace([0x3F]) }
            #expect(nonsense.answer == pattern(5000) && nonsense.statistics.garbled == 0)
            if direction == .outgoing {
                // the device repeats what it misses
                for other in [lost, damaged, nonsense] {
                    #expect(other.statistics != plain.statistics)
                }
            }
        }
    }

    // MARK: Streams over a link

    @Test func aDuplexLinkIsAStream() async throws {
        let bench = try await PipeBench(change: { $0.mode = .duplex }, answer: { _ in nil })
        let (host, device) = (DuplexStream(bench.host), DuplexStream(bench.device))
        #expect(host.packetSize == 1000)
        try await bench.run {
            try await bench.host.open()
            await #expect(throws: ByteLinkError.packetTooLong(1001)) {
                try await host.send([UInt8](repeating: 0, count: 1001))
            }
            try await host.send(pattern(1000))
            try await device.send([7])
            var (fromHost, fromDevice) = (
                device.incoming.makeAsyncIterator(), host.incoming.makeAsyncIterator()
            )
            let (atDevice, atHost) = (try await fromHost.next(), try await fromDevice.next())
            #expect(atDevice == pattern(1000) && atHost == [7])
            // the host's end leaves the device on; the device notices nothing
            await host.close()
            let rest = try await fromDevice.next()
            #expect(rest == nil)
        }
        #expect(await bench.device.state == .idle)
        await device.close()
        #expect(await bench.device.state != .idle)
    }
}

@Suite struct LinkCallersTests {
    @Test("waiting for the end of a link is no alarm, so it keeps no sound card busy")
    func waitingForTheEnd() async {
        var callers = LinkCallers()
        await withCheckedContinuation { end in
            callers.wait(until: .max, end)
            #expect(callers.nextAlarm == nil)
            callers.ringAlarms(until: .max)
        }
        await withCheckedContinuation { alarm in
            callers.wait(until: 7, alarm)
            #expect(callers.nextAlarm == 7)
            callers.ringAlarms(until: 7)
        }
        #expect(callers.nextAlarm == nil)
    }
}
