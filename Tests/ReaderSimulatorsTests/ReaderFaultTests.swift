import AccessoryLink
import AudioJack
import Modem
import ReaderSimulators
import Testing

/// Each fault of a reader causes one clear error at the host, in bounded time.
@Suite(.timeLimit(.minutes(20))) struct ReaderFaultTests {
    @Test(arguments: [ReaderFault.deaf, .silentHandshake, .wrongVersion])
    func openingFails(_ fault: ReaderFault) async throws {
        let bench = try await Bench()
        await bench.reader.misbehave(fault)
        await #expect(throws: LinkError.handshakeFailed) { try await bench.jack.open() }
        #expect(LinkError.handshakeFailed.code == -3)
        #expect(await bench.jack.state == .deviceDetected)
        #expect(bench.cable.elapsed < .seconds(60))

        await bench.reader.misbehave(nil)
        try await bench.jack.open()
        #expect(try await bench.jack.exchange([1], timeout: .seconds(10)) == [1])
    }

    @Test(arguments: [
        (ReaderFault.silentInExchange, LinkError.deviceSilent, HostState.idle),
        (.wrongState, .wrongState, .idle), (.resets, .unknown, .deviceDetected),
    ])
    func exchangeFails(_ fault: ReaderFault, _ error: LinkError, _ state: HostState) async throws {
        let bench = try await Bench { $0.link.tries = 3 }
        try await bench.jack.open()
        await bench.reader.misbehave(fault)
        await #expect(throws: error) { try await bench.jack.exchange(pattern(100)) }
        #expect(await bench.jack.state == state)
        #expect(bench.cable.elapsed < .seconds(120))
    }

    @Test func exchangeTimesOutWhileTheReaderIsSilent() async throws {
        let bench = try await Bench()
        try await bench.jack.open()
        await bench.reader.misbehave(.silentInExchange)
        let began = bench.cable.elapsed
        await #expect(throws: LinkError.timedOut) {
            try await bench.jack.exchange([1], timeout: .seconds(3))
        }
        #expect(bench.cable.elapsed - began < .seconds(4))
        #expect(await bench.jack.state == .idle)
    }

    @Test func tooLongAnswersAreRefused() async throws {
        let bench = try await Bench { $0.link.largestMessage = 4096 }
        try await bench.jack.open()
        await bench.reader.misbehave(.answersTooLong)
        await #expect(throws: LinkError.outOfMemory) {
            try await bench.jack.exchange([1], timeout: .seconds(60))
        }
        #expect(await bench.jack.state == .deviceDetected)
        await bench.reader.misbehave(nil)
        #expect(try await bench.jack.open(), "the reader still holds the session")
        #expect(try await bench.jack.exchange([2], timeout: .seconds(10)) == [2])
    }

    @Test(arguments: [ReaderFault.losesAcknowledgements, .damagesFrames])
    func exchangeSucceedsDespiteFaults(_ fault: ReaderFault) async throws {
        let bench = try await Bench(profile: ModemProfile("manchester:8820"))
        try await bench.jack.open()
        await bench.reader.misbehave(fault)
        let request = pattern(6000)
        #expect(try await bench.jack.exchange(request, timeout: .seconds(120)) == request)
        #expect(await bench.jack.statistics.framesSent > 12)
        await bench.jack.close()
        #expect(await bench.jack.state == .deviceDetected)
    }

    @Test func unansweredCancelFails() async throws {
        let bench = try await Bench(handler: { request, work in
            await work.wait(.seconds(60))
            return request
        })
        try await bench.jack.open()
        await bench.reader.misbehave(.ignoresCancel)
        let cancelled = Task {
            try await bench.cable.at(bench.cable.elapsed + .seconds(2)) {
                try await bench.jack.cancelExchange()
            }
        }
        await #expect(throws: LinkError.cancelFailed) { try await bench.jack.exchange([1]) }
        try await cancelled.value
        #expect(LinkError.cancelFailed.code == 13)
        #expect(await bench.jack.state == .idle)
    }

    @Test func unansweredCloseEndsTheSessionHere() async throws {
        let bench = try await Bench()
        try await bench.jack.open()
        await bench.reader.misbehave(.ignoresClose)
        let began = bench.cable.elapsed
        await bench.jack.close()
        #expect(await bench.jack.state == .deviceDetected)
        #expect(bench.cable.elapsed - began < .seconds(10))
    }
}
