import AccessoryLink
import AudioJack
import ReaderSimulators
import Testing

/// The rows of the reader interface's state table, seen from the caller.
@Suite(.timeLimit(.minutes(20))) struct StateTests {
    /// The code that a call throws; nil when it does not throw.
    private func code(_ call: () async throws -> some Any) async -> Int? {
        do {
            _ = try await call()
            return nil
        } catch {
            return (error as? LinkError)?.code
        }
    }

    @Test func withoutADevice() async throws {
        let bench = try await Bench()
        bench.cable.unplug()
        let jack = bench.jack
        for await state in jack.states where state == .waitingDevice { break }
        #expect(await code { try await jack.open() } == -4)
        #expect(await code { try await jack.exchange([1]) } == -4)
        #expect(await code { try await jack.cancelExchange() } == -4)
        #expect(await jack.state == .waitingDevice)
        await jack.close()
        await jack.release()
        #expect(await jack.state == .waitingDevice)
    }

    @Test func beforeOpening() async throws {
        let jack = try await Bench().jack
        for await state in jack.states where state == .deviceDetected { break }
        #expect(await code { try await jack.exchange([1]) } == -2)
        #expect(await code { try await jack.cancelExchange() } == -2)
        await jack.close()
        #expect(await jack.state == .deviceDetected)
    }

    @Test func whileIdle() async throws {
        let bench = try await Bench()
        let jack = bench.jack
        try await jack.open()
        let sent = await jack.statistics.framesSent
        #expect(try await jack.open())
        #expect(await jack.statistics.framesSent == sent, "opening again sends nothing")
        #expect(await code { try await jack.cancelExchange() } == -1)
        #expect(await jack.state == .idle)
        #expect(await bench.reader.link.state == .idle)
    }

    @Test func whileExchanging() async throws {
        let bench = try await Bench(handler: { request, work in
            await work.wait(.seconds(20))
            return request
        })
        let jack = bench.jack
        try await jack.open()
        let answer = Task { try await jack.exchange(pattern(300), timeout: .seconds(60)) }
        try await bench.cable.at(bench.cable.elapsed + .seconds(5)) {
            #expect(await jack.state == .dataExchange)
            #expect(await bench.reader.link.state == .dataProcess)
            #expect(await code { try await jack.exchange([2]) } == -1)
            try await jack.cancelExchange()
            #expect(await code { try await jack.cancelExchange() } == -3)
            #expect(await jack.state == .dataExchange)
        }
        await #expect(throws: LinkError.cancelled) { try await answer.value }
        #expect(await jack.state == .idle)
        #expect(await bench.reader.link.state == .idle)
    }

    @Test func closingEndsAnExchangeWithCode12() async throws {
        for closesDevice in [true, false] {
            let bench = try await Bench(handler: { request, work in
                await work.wait(.seconds(30))
                return request
            })
            let jack = bench.jack
            try await jack.open()
            let answer = Task { try await jack.exchange([1]) }
            await bench.cable.advance(by: .seconds(2))
            await closesDevice ? jack.close() : jack.release()
            await #expect(throws: LinkError.cancelled) { try await answer.value }
            #expect(await jack.state == .deviceDetected)
            if !closesDevice {
                #expect(try await jack.open(), "the device is still on: its session is resumed")
            }
        }
    }

    @Test func deviceStatesFollow() async throws {
        let bench = try await Bench()
        let link = bench.reader.link
        #expect(await link.state == .deviceReady)
        try await bench.jack.open()
        #expect(await link.state == .idle)
        _ = try await bench.jack.exchange([1], timeout: .seconds(10))
        await bench.jack.close()
        #expect(await link.state == .deviceReady)
        bench.cable.unplug()
        for await state in link.states where state == .notReady { break }
        #expect(await link.state == .notReady)
    }

    @Test(arguments: [
        (AudioPortEvent.focusLost, 15), (.serverEnded, 16), (.interrupted, 17), (.routeChanged, 17),
    ])
    func disturbancesEndAnExchange(_ event: AudioPortEvent, _ expected: Int) async throws {
        let bench = try await Bench(handler: { request, work in
            await work.wait(.seconds(30))
            return request
        })
        let jack = bench.jack
        try await jack.open()
        let faults = jack.events
        bench.cable.host.report(event)
        for await case .fault(let error) in faults {
            #expect(error.code == expected, "an event while nothing runs")
            break
        }
        #expect(await jack.state == .idle)
        let reported = Task {
            await bench.cable.at(bench.cable.elapsed + .seconds(3)) {
                bench.cable.host.report(event)
            }
        }
        #expect(await code { try await jack.exchange([1]) } == expected)
        await reported.value
        #expect(await jack.state == .idle)
    }

    @Test func lostSamplesAreCounted() async throws {
        let bench = try await Bench()
        let jack = bench.jack
        try await jack.open()
        #expect(bench.transport.quality.lostSamples == 0)
        let events = jack.events
        bench.cable.host.report(.xrun(lostFrames: 300))
        bench.cable.host.report(.xrun(lostFrames: 41))
        // events arrive in order
        bench.cable.host.report(.routeChanged)
        for await case .fault in events { break }
        #expect(bench.transport.quality.lostSamples == 341)
        _ = try await jack.exchange([1], timeout: .seconds(10))
        #expect(bench.transport.quality.lostSamples == 341, "later sound does not hide the loss")
        await jack.release()
        try await jack.open()
        #expect(bench.transport.quality.lostSamples == 0, "the port was opened again")
        await jack.close()
    }

    @Test func brokenPortsAreNamed() async throws {
        let bench = try await Bench()
        bench.cable.host.fail(with: .outputFailed(device: "hw:9", reason: "no such rate"))
        #expect(await code { try await bench.jack.open() } == -1)
        bench.cable.host.fail(with: .inputFailed(device: "hw:9", reason: "no such rate"))
        #expect(await code { try await bench.jack.open() } == -2)
        bench.cable.host.fail(with: nil)
        try await bench.jack.open()
        let answer = Task { try await bench.jack.exchange(pattern(4000)) }
        await bench.cable.advance(by: .seconds(1))
        bench.cable.host.fail(with: .inputFailed(device: "hw:9", reason: "input/output error"))
        await #expect(throws: LinkError.readFailed) { try await answer.value }
        #expect(await bench.jack.state == .deviceDetected)
    }
}
