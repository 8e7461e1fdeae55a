import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// The queue between a radio and the consumer of its reports.
@Suite(.timeLimit(.minutes(20))) struct AdvertisementBatchesTests {
    private func report(_ number: Int) -> AdvertisementReport {
        AdvertisementReport(address: BluetoothAddress(value: UInt64(number)), data: [])
    }

    private func numbers(_ batch: [AdvertisementReport]?) -> [Int]? {
        batch.map { $0.map { Int($0.address.value) } }
    }

    @Test func oneStepReturnsAllQueuedReports() async throws {
        let (batches, entry) = AdvertisementBatches.makeStream()
        entry.yield([report(1), report(2)])
        entry.yield([])
        entry.yield([report(3)])
        entry.finish()
        var iterator = batches.makeAsyncIterator()
        #expect(numbers(try await iterator.next()) == [1, 2, 3])
        #expect(try await iterator.next() == nil)
        #expect(batches.droppedReports == 0)
    }

    @Test func aWaitingTaskReceivesTheNextBatch() async throws {
        let (batches, entry) = AdvertisementBatches.makeStream()
        async let first = batches.first { _ in true }
        entry.yield([report(7)])
        #expect(numbers(try await first) == [7])
    }

    @Test(arguments: [1, 3, 1000, 3000]) func theOldestReportsAreDroppedAndCounted(
        _ limit: Int
    ) async throws {
        let (batches, entry) = AdvertisementBatches.makeStream(limit: limit)
        for number in 0..<2000 { entry.yield([report(number * 2), report(number * 2 + 1)]) }
        entry.finish()
        var received: [Int] = []
        for try await batch in batches { received += numbers(batch)! }
        #expect(received == Array(4000 - limit..<4000))
        #expect(batches.droppedReports == 4000 - limit)
    }

    @Test func theErrorArrivesOnceAfterTheReports() async throws {
        let (batches, entry) = AdvertisementBatches.makeStream()
        entry.yield([report(1)])
        entry.finish(throwing: RadioError.poweredOff)
        entry.yield([report(2)])
        var iterator = batches.makeAsyncIterator()
        #expect(numbers(try await iterator.next()) == [1])
        await #expect(throws: RadioError.poweredOff) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func theLastReferenceEndsTheScan() async throws {
        let ends = Mutex(0)
        var (batches, entry): (AdvertisementBatches?, AdvertisementBatches.Continuation) =
            AdvertisementBatches.makeStream()
        entry.onTermination { ends.withLock { $0 += 1 } }
        var reports = batches?.reports
        batches = nil
        #expect(ends.withLock { $0 } == 0)
        entry.yield([report(1)])
        var iterator = reports?.makeAsyncIterator()
        #expect(try await iterator?.next()?.address.value == 1)
        (reports, iterator) = (nil, nil)
        #expect(ends.withLock { $0 } == 1)
        entry.onTermination { ends.withLock { $0 += 1 } }
        #expect(ends.withLock { $0 } == 2)
    }

    @Test func cancellingTheTaskEndsTheScan() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let (batches, entry) = AdvertisementBatches.makeStream()
            let ended = Completion<Void>()
            entry.onTermination { ended.complete(()) }
            let task = TimeSource(clock).task {
                await Result { try await batches.first { _ in true } }
            }
            try await clock.sleep(for: .seconds(1))
            task.cancel()
            #expect(try await task.value.get() == nil)
            await ended.cause()
        }
    }

    @Test func reportsArriveOneByOneInOrder() async throws {
        let (batches, entry) = AdvertisementBatches.makeStream()
        entry.yield([report(1), report(2)])
        entry.yield([report(3)])
        entry.finish(throwing: RadioError.poweredOff)
        var iterator = batches.reports.makeAsyncIterator()
        for number in 1...3 { #expect(try await iterator.next()?.address.value == UInt64(number)) }
        await #expect(throws: RadioError.poweredOff) { try await iterator.next() }
    }

    @Test func forwardedBatchesKeepTheirOrderAndTheEnd() async throws {
        let (batches, entry) = AdvertisementBatches.makeStream()
        entry.yield([report(1)])
        let received = Mutex<[Int]>([])
        let end = Mutex<RadioError?>(nil)
        let forwarding = batches.forward(on: TimeSource(ContinuousClock())) { batch in
            received.withLock { $0 += batch.map { Int($0.address.value) } }
        } onEnd: { error in
            end.withLock { $0 = error as? RadioError }
        }
        entry.yield([report(2), report(3)])
        #expect(received.withLock { $0 } == [1, 2, 3])
        entry.finish(throwing: RadioError.poweredOff)
        #expect(end.withLock { $0 } == .poweredOff)
        withExtendedLifetime(forwarding) {}
    }

    @Test func cancelledForwardingDeliversNothing() async throws {
        let (batches, entry) = AdvertisementBatches.makeStream()
        let ends = Mutex(0)
        entry.onTermination { ends.withLock { $0 += 1 } }
        let forwarding = batches.forward(on: TimeSource(ContinuousClock())) { _ in
            Issue.record("a batch after the end")
        } onEnd: { _ in
            Issue.record("cancelled, not ended")
        }
        forwarding.cancel()
        entry.yield([report(1)])
        entry.finish()
        #expect(ends.withLock { $0 } == 1)
    }

    @Test func aRadioWithoutBatchesYieldsBatchesOfOne() async throws {
        let (reports, entry) = AsyncThrowingStream.makeStream(of: AdvertisementReport.self)
        entry.yield(report(1))
        entry.yield(report(2))
        entry.finish()
        var received: [[Int]] = []
        for try await batch in AdvertisementBatches(reports) { received.append(numbers(batch)!) }
        #expect(received == [[1], [2]])
    }
}
