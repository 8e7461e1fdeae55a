import AccessoryConcurrency
import Synchronization
import Testing

@testable import RequestTransfer

/// How long a requested file is awaited: 10 s since its last bytes here, from 3 s on.
@Suite(.timeLimit(.minutes(20))) struct ExpectationTests {
    private typealias Awaited = RequestTransfer.Expectation

    private struct Outcome: Equatable {
        let error: RequestTransferError?
        let end: Duration
    }

    private let clock = VirtualClock()

    private func wait(
        _ act: @escaping @Sendable (Awaited, Task<Outcome, Never>) async throws -> Void
    ) async throws -> Outcome {
        try await clock.run { [clock] in
            let time = TimeSource(clock)
            try await clock.sleep(for: .seconds(3))
            let expectation = Awaited(try RemotePath("/a"), { _, _ in }, at: time.now())
            let wait = time.task { () -> Outcome in
                do throws(RequestTransferError) {
                    let name = try await expectation.value(patience: .seconds(10), on: time)
                    #expect(name == "a")
                    return Outcome(error: nil, end: time.now())
                } catch {
                    return Outcome(error: error, end: time.now())
                }
            }
            try await act(expectation, wait)
            return await wait.value
        }
    }

    @Test func aFileThatDoesNotArriveTimesOut() async throws {
        let outcome = try await wait { expectation, _ in
            #expect(expectation.path.text == "/a")
        }
        #expect(outcome == Outcome(error: .timedOut, end: .seconds(13)))
    }

    @Test func eachPartExtendsTheWait() async throws {
        let outcome = try await wait { [clock] expectation, _ in
            for second in [4, 13, 22] {
                try await clock.sleep(for: .seconds(second) - clock.now.offset)
                expectation.report(second, of: 100, at: .seconds(second))
            }
        }
        #expect(outcome == Outcome(error: .timedOut, end: .seconds(32)))
    }

    @Test func theFirstResultEndsTheWaitAtOnce() async throws {
        let whole = try await wait { [clock] expectation, _ in
            try await clock.sleep(for: .seconds(5) - clock.now.offset)
            expectation.finish(.success("a"))
            expectation.finish(.failure(.busy))
        }
        #expect(whole == Outcome(error: nil, end: .seconds(5)))
        let clash = Self()
        let failed = try await clash.wait { expectation, _ in
            expectation.finish(.failure(.interrupted))
            expectation.finish(.success("a"))
        }
        #expect(failed == Outcome(error: .interrupted, end: .seconds(3)))
    }

    @Test func aCancelledWaitEndsAtOnce() async throws {
        let outcome = try await wait { [clock] _, wait in
            try await clock.sleep(for: .seconds(6) - clock.now.offset)
            wait.cancel()
        }
        #expect(outcome == Outcome(error: .cancelled, end: .seconds(6)))
    }

    @Test func progressIsPassedOn() throws {
        let reports = Mutex<[[Int]]>([])
        let expectation = Awaited(
            try RemotePath("/a"),
            { done, size in reports.withLock { $0.append([done, size]) } },
            at: .zero
        )
        expectation.report(1, of: 3, at: .seconds(1))
        expectation.report(3, of: 3, at: .seconds(2))
        #expect(reports.withLock { $0 } == [[1, 3], [3, 3]])
    }
}
