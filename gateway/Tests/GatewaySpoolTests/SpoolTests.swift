import Foundation
import GatewayCore
import GatewaySpool
import Logging
import Synchronization
import Testing

@Suite final class SpoolTests {
    private let folder = NSTemporaryDirectory() + "/gateway-spool-\(UUID())"
    private let metrics = Metrics()

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func spool(
        rows: Int = 1000,
        bytes: Int = 1 << 20,
        age: Int64 = 1 << 40,
        clock: @escaping @Sendable () -> Int64 = { 1000 },
        steady: (@Sendable () -> Int64)? = nil
    ) throws -> Spool {
        try Spool(
            path: folder + "/mqtt.sqlite",
            limits: SpoolLimits(rows: rows, bytes: bytes, age: age),
            metrics: metrics,
            log: Logger(label: "spool") { _ in SwiftLogNoOpLogHandler() },
            clock: SpoolClock(wall: clock, steady: steady ?? clock)
        )
    }

    private func message(_ number: Int, key: Int64 = 1) -> SpoolMessage {
        SpoolMessage(key: key, topic: "t/\(number)", payload: Array("\(number)".utf8))
    }

    private func dropped(_ reason: String) -> Int {
        metrics.counter("dropped_total", ("reason", reason), help: "").value
    }

    @Test func messagesAreInOrderAndRemovedWhenAcknowledged() throws {
        let spool = try spool()
        for number in 0..<10 { spool.offer(message(number)) }
        spool.flush()
        let taken = spool.take(100)
        #expect(taken.map(\.topic) == (0..<10).map { "t/\($0)" })
        #expect(spool.take(100).isEmpty)
        for one in taken.prefix(7) { spool.acknowledge(one.receipt) }
        #expect(spool.depth == 3)
        spool.rewind()
        #expect(spool.take(100).map(\.topic) == ["t/7", "t/8", "t/9"])
    }

    @Test func answersKeepTheirCorrelationDataOnDisk() throws {
        let first = try spool()
        let all: [[UInt8]?] = [nil, [], [0, 1, 0xFF]]
        for (number, data) in all.enumerated() {
            first.offer(
                SpoolMessage(key: 1, topic: "t/\(number)", payload: [], correlation: data)
            )
        }
        first.close()
        let taken = try spool().take(10)
        #expect(taken.map(\.correlation) == all)
        #expect(taken.map(\.receipt.isAnswer) == [false, true, true])
    }

    /// A service that runs for years: a commit calls its listener at the same depth of the stack as the first one did.
    @Test func manyCommitsCostAsMuchAsTheFirst() throws {
        let spool = try spool()
        let reached = Mutex<[pthread_t: ClosedRange<UInt>]>([:])
        spool.whenCommitted {
            var mark = 0
            let place = withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
            reached.withLock { reached in
                let known = reached[pthread_self()] ?? place...place
                reached[pthread_self()] =
                    min(known.lowerBound, place)...max(known.upperBound, place)
            }
        }
        for number in 0..<300 {
            spool.offer(message(number))
            spool.flush()
        }
        // each wrapping needs some 100 bytes of stack
        let growth = reached.withLock { $0.values.map { $0.upperBound - $0.lowerBound }.max() }
        #expect(try #require(growth) < 4096)
    }

    @Test func undeliveredMessagesSurviveARestart() throws {
        let first = try spool(rows: 100_000)
        for number in 0..<6000 { first.offer(message(number)) }
        first.flush()
        for one in first.take(2000) { first.acknowledge(one.receipt) }
        first.close()
        let second = try spool(rows: 100_000)
        #expect(second.depth == 4000)
        var topics: [String] = []
        while true {
            let some = second.take(300)
            if some.isEmpty { break }
            topics += some.map(\.topic)
        }
        #expect(topics == (2000..<6000).map { "t/\($0)" })
    }

    @Test func messagesBeyondTheMemoryLimitAreReadFromDisk() throws {
        let spool = try spool(rows: 100_000)
        var topics: [String] = []
        for round in 0..<10 {
            for number in 0..<2000 { spool.offer(message(round * 2000 + number)) }
            spool.flush()
            if round.isMultiple(of: 3) { topics += spool.take(500).map(\.topic) }
        }
        while true {
            let some = spool.take(777)
            if some.isEmpty { break }
            topics += some.map(\.topic)
        }
        #expect(topics == (0..<20_000).map { "t/\($0)" })
    }

    @Test func aFullSpoolDropsTheOldestOfTheSameKeyAndCountsIt() throws {
        let spool = try spool(rows: 160)
        spool.offer(message(0, key: 99))
        for number in 1...400 {
            spool.offer(message(number, key: 1))
            if number.isMultiple(of: 20) { spool.flush() }
        }
        spool.flush()
        let left = spool.take(1000).map(\.topic)
        #expect(left.count <= 160)
        // the only message of its key outlives 240 of the other
        #expect(left.first == "t/0")
        #expect(left.last == "t/400")
        #expect(dropped("full") == 401 - left.count)
    }

    @Test func bytesAreLimited() throws {
        let spool = try spool(bytes: 1 << 16)
        for number in 0..<100 {
            spool.offer(
                SpoolMessage(key: 1, topic: "t", payload: [UInt8](repeating: 0, count: 2000))
            )
            if number.isMultiple(of: 5) { spool.flush() }
        }
        spool.flush()
        #expect(spool.depth * 2000 <= 1 << 16)
        #expect(dropped("full") == 100 - spool.depth)
    }

    @Test func oldMessagesAreDroppedAndCounted() throws {
        let clock = Counter()
        let spool = try spool(age: 1000) { Int64(clock.value) }
        spool.offer(message(0))
        spool.flush()
        clock.set(20_000)
        spool.offer(message(1))
        spool.flush()
        #expect(spool.take(10).map(\.topic) == ["t/1"])
        #expect(dropped("age") == 1)
    }

    /// The clock is set forward by years, or back, with messages in the spool: none becomes too old by that, and all do by
    /// time.
    @Test(arguments: [30 * 365 * 86_400_000, -20_000, 0])
    func messagesDoNotAgeWhenTheClockIsSet(step: Int) throws {
        let (wall, steady) = (Counter(), Counter())
        wall.set(100_000)
        let age: Int64 = 100_000
        let spool = try spool(
            age: age,
            clock: { Int64(wall.value) },
            steady: { Int64(steady.value) }
        )
        func pass(_ milliseconds: Int) {
            wall.set(wall.value + milliseconds)
            steady.set(steady.value + milliseconds)
            spool.offer(message(steady.value))
            spool.flush()
        }
        pass(10_000)
        wall.set(wall.value + step)
        pass(10_000)
        pass(10_000)
        #expect(dropped("age") == 0)
        pass(80_000)
        #expect(dropped("age") == 0)
        pass(10_000)
        #expect(dropped("age") == 1)
    }

    /// Messages of a late clock have the right time for the next run: they are not too old then, and become so.
    @Test(arguments: [(99_000, 0), (101_000, 1)])
    func theNextRunKnowsTheTimeOfALateClock(pause: Int, count: Int) throws {
        let (wall, steady) = (Counter(), Counter())
        let first = try spool(
            age: 100_000,
            clock: { Int64(wall.value) },
            steady: { Int64(steady.value) }
        )
        first.offer(message(0))
        first.flush()
        wall.set(1_800_000_000_000)
        steady.set(10_000)
        first.offer(message(1))
        first.flush()
        first.close()
        // message 0 is ten seconds older than message 1
        let now = Int64(1_800_000_000_000 - 10_000 + pause)
        let second = try spool(age: 100_000, clock: { now })
        second.offer(message(2))
        second.flush()
        #expect(dropped("age") == count)
        #expect(second.take(9).count == 3 - count)
    }

    @Test func theOldestMessagesTimeIsAMetric() throws {
        let oldest = metrics.gauge("spool_oldest_milliseconds", help: "")
        let clock = Counter()
        let first = try spool { Int64(clock.value) }
        for number in 1...3 {
            clock.set(number * 1000)
            first.offer(message(number))
            first.flush()
        }
        #expect(oldest.value == 1000)
        first.acknowledge(first.take(1)[0].receipt)
        first.flush()
        #expect(oldest.value == 2000)
        first.close()
        oldest.set(0)
        let second = try spool { 9000 }
        #expect(oldest.value == 2000)
        for message in second.take(9) { second.acknowledge(message.receipt) }
        second.flush()
        #expect(oldest.value == 0)
    }

    @Test func aDamagedFileIsRenamed() throws {
        let path = folder + "/mqtt.sqlite"
        try Data("this is no database, whatever its name says".utf8).write(to: URL(filePath: path))
        let spool = try spool()
        spool.offer(message(0))
        spool.flush()
        #expect(spool.take(1).count == 1)
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    }
}
