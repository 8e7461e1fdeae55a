import AccessoryLink
import AudioJack
import Modem
import ReaderSimulators
import Testing

/// Cancelling, unplugging and losing the caller at every moment of an exchange.
@Suite(.timeLimit(.minutes(20))) struct InterruptionTests {
    /// Moments of an exchange of 1500 bytes each way with a second of work: 0 to about 2.7 s.
    static let moments: [Duration] = stride(from: 0, through: 2800, by: 140).map {
        .milliseconds($0)
    }

    private func bench(_ moment: Duration) async throws -> Bench {
        let seed = UInt64(moment.components.attoseconds / 1_000_000_000_000_000) + 1
        return try await Bench(
            seed: seed,
            profile: ModemProfile("manchester:9600"),
            handler: { request, work in
                await work.wait(.milliseconds(500))
                try await work.progress([1])
                await work.wait(.milliseconds(500))
                return request
            }
        )
    }

    @Test(arguments: moments) func cancelled(at moment: Duration) async throws {
        let bench = try await bench(moment)
        try await bench.jack.open()
        let request = pattern(1500)
        let answer = Task { try await bench.jack.exchange(request, timeout: .seconds(60)) }
        let hasCancelled = await bench.cable.at(bench.cable.elapsed + moment) {
            (try? await bench.jack.cancelExchange()) != nil
        }
        switch await answer.result {
        case .success(let bytes): #expect(bytes == request)
        case .failure(let error): #expect(error as? LinkError == .cancelled && hasCancelled)
        }
        // the next exchange finds both ends ready
        #expect(try await bench.jack.exchange([9], timeout: .seconds(30)) == [9])
    }

    @Test(arguments: moments) func unplugged(at moment: Duration) async throws {
        let bench = try await bench(moment)
        try await bench.jack.open()
        let request = pattern(1500)
        let answer = Task { try await bench.jack.exchange(request, timeout: .seconds(60)) }
        await bench.cable.at(bench.cable.elapsed + moment) { bench.cable.unplug() }
        switch await answer.result {
        case .success(let bytes): #expect(bytes == request)
        case .failure(let error):
            #expect([.unplugged, .noDevice].contains(error as? LinkError))
        }
        for await state in bench.jack.states where state == .waitingDevice { break }
        bench.cable.plug()
        for await state in bench.jack.states where state == .deviceDetected { break }
        try await bench.jack.open()
        #expect(try await bench.jack.exchange([9], timeout: .seconds(30)) == [9])
    }

    @Test(arguments: [0, 300, 900, 1600]) func theCallersTaskIsCancelled(after milliseconds: Int)
        async throws
    {
        let moment = Duration.milliseconds(milliseconds)
        let bench = try await bench(moment)
        try await bench.jack.open()
        let answer = Task { try await bench.jack.exchange(pattern(1500)) }
        await bench.cable.at(bench.cable.elapsed + moment) { answer.cancel() }
        await #expect(throws: CancellationError.self) { try await answer.value }
        #expect(try await bench.jack.exchange([9], timeout: .seconds(30)) == [9])
    }

    @Test func theCallersTaskIsCancelledWhileOpening() async throws {
        let bench = try await Bench()
        await bench.reader.misbehave(.deaf)
        let opening = Task { try await bench.jack.open() }
        await bench.cable.at(.seconds(1)) { opening.cancel() }
        await #expect(throws: CancellationError.self) { try await opening.value }
        await bench.reader.misbehave(nil)
        try await bench.jack.open()
    }

    @Test func unpluggedWhileOpening() async throws {
        let bench = try await Bench()
        await bench.reader.misbehave(.deaf)
        let opening = Task { try await bench.jack.open() }
        await bench.cable.at(.seconds(1)) { bench.cable.unplug() }
        await #expect(throws: LinkError.self) { try await opening.value }
        for await state in bench.jack.states where state == .waitingDevice { break }
    }
}
