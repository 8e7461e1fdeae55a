import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import AudioJack
import BluetoothLE
import Communication
import Testing

/// Interruptions at every moment of an exchange.
@Suite(.timeLimit(.minutes(20))) struct InterruptionTests {
    /// Moments of an exchange: 1500 bytes each way with 1 s of work take about 4 s over the jack and 1.2 s over
    /// Bluetooth.
    static func moments(_ channel: TransportName) -> [Duration] {
        let step = channel == .audioJack ? 400 : 110
        return (0..<14).map { .milliseconds($0 * step) }
    }

    static let handler: ReaderSimulator.Handler = { request, work in
        await work.wait(.milliseconds(500))
        try await work.progress([1])
        await work.wait(.milliseconds(500))
        return request
    }

    static let request = (0..<1500).map { UInt8(truncatingIfNeeded: $0) }

    /// Interrupts an exchange at each moment. It ends with `expected`, or with the complete answer if
    /// that has arrived first; both occur.
    private func exchange(
        _ channel: TransportName,
        endsWith expected: Int,
        when happens: @escaping @Sendable (Bench) async -> Void,
        then check: @escaping @Sendable (Bench) async throws -> Void
    ) async throws {
        var codes: Set<Int?> = []
        for moment in Self.moments(channel) {
            let seed = UInt32(moment / .milliseconds(1)) + 1
            let ending = try await Bench.run(channel, seed: seed, handler: Self.handler) { bench in
                try await bench.open()
                async let outcome = code {
                    let answer = try await bench.manager.exchange(
                        Self.request,
                        timeout: .seconds(60)
                    )
                    #expect(answer == Self.request)
                }
                try await bench.after(moment) { await happens(bench) }
                let ending = await outcome
                try await check(bench)
                await bench.manager.release()
                return ending
            }
            codes.insert(ending)
        }
        #expect(codes == [nil, expected])
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth])
    func aLostDeviceEndsAnExchange(_ channel: TransportName) async throws {
        try await exchange(channel, endsWith: channel == .audioJack ? 14 : 20) {
            $0.lose()
        } then: { bench in
            await bench.wait(for: .waitingDevice)
            #expect(await bench.manager.state == .waitingDevice)
            #expect(await bench.manager.isConnected == false)
        }
    }

    @Test(arguments: [false, true])
    func aRadioTurnedOffEndsAnExchangeWithCode20(_ isOwn: Bool) async throws {
        try await exchange(.bluetooth, endsWith: 20) { bench in
            guard case .air(_, let phone, let board, _) = bench.medium else { return }
            try? (isOwn ? phone : board).setPower(false)
        } then: { bench in
            await bench.wait(for: .waitingDevice)
            #expect(await bench.readerState() == (isOwn ? .deviceReady : .notReady))
        }
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth])
    func aCancelEndsAnExchangeWithCode12(_ channel: TransportName) async throws {
        try await exchange(channel, endsWith: 12) {
            try? await $0.manager.cancelExchange()
        } then: { bench in
            #expect(await bench.manager.state == .idle)
            let answer = try await bench.manager.exchange([1, 2], timeout: .seconds(30))
            #expect(answer == [1, 2])
        }
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth])
    func anUnansweredCancelGivesCode13(_ channel: TransportName) async throws {
        let handler: ReaderSimulator.Handler = { request, work in
            await work.wait(.seconds(60))
            return request
        }
        try await Bench.run(channel, handler: handler) { bench in
            await bench.misbehave(.ignoresCancel)
            try await bench.open()
            async let outcome = code { try await bench.manager.exchange([1]) }
            try await bench.after(.seconds(2)) { try await bench.manager.cancelExchange() }
            #expect(await outcome == 13)
            #expect(await bench.manager.state == .idle)
            await bench.manager.release()
        }
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth])
    func anExchangeTimesOut(_ channel: TransportName) async throws {
        let handler: ReaderSimulator.Handler = { request, work in
            await work.wait(.seconds(20))
            return request
        }
        try await Bench.run(channel, handler: handler) { bench in
            try await bench.open()
            let events = bench.manager.events
            #expect(await code { try await bench.manager.exchange([1], timeout: .seconds(3)) } == 0)
            #expect(await bench.manager.state == .idle)
            for await event in events where event == .timedOut { break }
            await bench.manager.close()
        }
    }

    /// The result and the duration of an exchange of the same bytes over the same air.
    private func exchange(within timeout: Duration) async throws -> (Int?, Duration) {
        try await Bench.run(.bluetooth, seed: 9) { bench in
            guard case .air(_, _, _, let clock) = bench.medium else { return (nil, .zero) }
            let time = TimeSource(clock)
            try await bench.open()
            let began = time.now()
            let outcome = await code {
                try await bench.manager.exchange(Self.request, timeout: timeout)
            }
            let elapsed = time.now() - began
            await bench.manager.close()
            return (outcome, elapsed)
        }
    }

    @Test func anExchangesTimeoutIsExact() async throws {
        let (outcome, whole) = try await exchange(within: .seconds(60))
        #expect(outcome == nil && whole > .zero)
        // the link counts in microseconds
        #expect(try await exchange(within: whole + .microseconds(2)).0 == nil)
        #expect(try await exchange(within: whole - .microseconds(2)).0 == 0)
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth])
    func aDeviceThatFallsSilentGivesCode5(_ channel: TransportName) async throws {
        try await Bench.run(channel) { bench in
            await bench.misbehave(.silentInExchange)
            try await bench.open()
            #expect(await code { try await bench.manager.exchange([1]) } == 5)
            #expect(await bench.manager.state == .idle)
            await bench.manager.release()
        }
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth])
    func aResetDeviceMustBeClosedAndOpened(_ channel: TransportName) async throws {
        try await Bench.run(channel) { bench in
            await bench.misbehave(.resets)
            try await bench.open()
            #expect(await code { try await bench.manager.exchange([1]) } == 8)
            #expect(await bench.manager.state == .deviceDetected)
            #expect(await code { try await bench.manager.exchange([1]) } == -2)
            await bench.misbehave(nil)
            await bench.manager.release()
            #expect(await bench.manager.state == .deviceDetected)
            try await bench.open()
            #expect(try await bench.manager.exchange([1], timeout: .seconds(10)) == [1])
            await bench.manager.close()
        }
    }

    @Test(arguments: [
        (AudioPortEvent.focusLost, 15), (.serverEnded, 16), (.interrupted, 17), (.routeChanged, 17),
    ])
    func theJackReportsDisturbances(_ event: AudioPortEvent, _ expected: Int) async throws {
        try await Bench.run(.audioJack) { bench in
            guard case .cable(let cable) = bench.medium else { return }
            try await bench.open()
            let events = bench.manager.events
            cable.host.report(event)
            var seen: Set<Int> = []
            for await heard in events {
                if heard == .transport(TransportEvent(event)) { seen.insert(0) }
                if case .disturbed(let error) = heard { seen.insert(error.code ?? 0) }
                if seen.count == 2 { break }
            }
            #expect(seen == [0, expected])
            #expect(await bench.manager.state == .idle)
            await bench.manager.release()
        }
    }
}
