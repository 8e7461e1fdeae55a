import Foundation
import GatewayCore
import GatewaySpool
import Logging
import Synchronization
import Testing

/// Files of a spool with 500 messages of 60 to 260 bytes, which are damaged before or while they are used.
@Suite final class DamageTests {
    private let folder = NSTemporaryDirectory() + "/gateway-damage-\(UUID())"
    private var path: String { folder + "/mqtt.sqlite" }
    private let messages = (1...500).map { number in
        SpoolMessage(
            key: Int64(number % 10),
            topic: "accessory/devices/\(number)",
            payload: Array("\(number)".utf8) + [UInt8](repeating: 0x2E, count: number * 7 % 200),
            isEvent: number % 7 == 0
        )
    }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func spool(_ metrics: Metrics = Metrics()) throws -> Spool {
        try Spool(
            path: path,
            limits: SpoolLimits(rows: 1000, bytes: 1 << 20, age: 1 << 40),
            metrics: metrics,
            log: Logger(label: "spool") { _ in SwiftLogNoOpLogHandler() },
            clock: SpoolClock(wall: { 1000 }, steady: { 1000 })
        )
    }

    private func filledFile() throws -> Data {
        let spool = try spool()
        for message in messages { spool.offer(message) }
        spool.close()
        return try Data(contentsOf: URL(filePath: path))
    }

    private func put(_ file: Data) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        try file.write(to: URL(filePath: path))
    }

    /// What can still be delivered, as offered.
    private func delivered(_ spool: Spool) -> [SpoolMessage] {
        var all: [SpoolMessage] = []
        // a file that is found to be damaged while it is read gives nothing at first
        for _ in 0..<20 {
            while case let some = spool.take(100), !some.isEmpty { all += some }
        }
        return all
    }

    /// Every message is one that was offered, and none comes twice.
    private func expectOffered(_ found: [SpoolMessage], _ what: String) {
        #expect(Set(found.map(\.sequence)).count == found.count, "\(what)")
        for message in found {
            guard messages.indices.contains(Int(message.sequence) - 1) else {
                Issue.record("\(what): number \(message.sequence)")
                continue
            }
            let original = messages[Int(message.sequence) - 1]
            #expect(
                message.topic == original.topic && message.payload == original.payload
                    && message.isEvent == original.isEvent,
                "\(what)"
            )
        }
    }

    /// A flipped bit costs the rows of one page at most, wherever it is, and the spool works on.
    @Test func aFlippedBitCostsOnePage() throws {
        let file = try filledFile()
        var random = SystemRandomNumberGenerator.seeded(3)
        for round in 0..<60 {
            var damaged = file
            let place = Int.random(in: 0..<file.count, using: &random)
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try put(damaged)
            let spool = try spool()
            let found = delivered(spool)
            expectOffered(found, "bit in byte \(place), round \(round)")
            // the first page is made anew; without the next two, of which one is the table's root, nothing is found
            let isMain = (4096..<3 * 4096).contains(place)
            #expect(found.count > 400 || isMain, "\(found.count) messages, byte \(place)")
            spool.offer(messages[0])
            spool.flush()
            #expect(!spool.take(1).isEmpty)
            spool.close()
        }
    }

    @Test func aDestroyedPageCostsItsRows() throws {
        let file = try filledFile()
        var counts: [Int] = []
        for page in 3..<(file.count / 4096) {
            var damaged = file
            damaged.replaceSubrange(
                page * 4096..<(page + 1) * 4096,
                with: repeatElement(0xA5, count: 4096)
            )
            try put(damaged)
            let metrics = Metrics()
            let found = delivered(try spool(metrics))
            expectOffered(found, "page \(page)")
            counts.append(found.count)
        }
        // the table's root is one of the pages: without it, nothing is found
        #expect(counts.sorted()[0] == 0 && counts.sorted()[1] > 440, "\(counts)")
    }

    @Test func aCutFileIsNoObstacle() throws {
        let file = try filledFile()
        for length in stride(from: 0, to: file.count, by: 1777) {
            try put(file.prefix(length))
            let spool = try spool()
            expectOffered(delivered(spool), "\(length) bytes")
            spool.offer(messages[0])
            spool.flush()
            #expect(!spool.take(1).isEmpty)
            spool.close()
        }
    }

    /// Without any one page the spool works on. Only without the table's root is nothing found.
    @Test func aZeroedPageIsNoObstacle() throws {
        let file = try filledFile()
        var counts: [Int] = []
        for page in 0..<(file.count / 4096) {
            var damaged = file
            let range = page * 4096..<(page + 1) * 4096
            damaged.replaceSubrange(range, with: repeatElement(0, count: 4096))
            try put(damaged)
            let spool = try spool()
            let found = delivered(spool)
            expectOffered(found, "page \(page)")
            counts.append(found.count)
            spool.offer(messages[0])
            spool.flush()
            #expect(!spool.take(1).isEmpty, "page \(page)")
            spool.close()
        }
        #expect(counts.sorted()[0] == 0 && counts.sorted()[1] > 440, "\(counts)")
    }

    /// Zeros in a record of the first tables read as values that were never written, such as a migration without a name.
    @Test func zerosInARecordAreNoObstacle() throws {
        let file = try filledFile()
        for page in 0..<4 {
            for place in stride(from: (page + 1) * 4096 - 96, to: (page + 1) * 4096, by: 8) {
                var damaged = file
                damaged.replaceSubrange(place..<place + 8, with: repeatElement(0, count: 8))
                try put(damaged)
                let spool = try spool()
                expectOffered(delivered(spool), "byte \(place)")
                spool.close()
            }
        }
    }

    /// SQLite opens no file with a damaged first page, nor one that was cut; the messages on the other pages are saved.
    @Test(arguments: ["first page", "name", "half", "in a page"])
    func aFileThatSQLiteRefusesIsRead(_ damage: String) throws {
        var file = try filledFile()
        let size = file.count
        switch damage {
        case "first page": file.replaceSubrange(0..<4096, with: repeatElement(0, count: 4096))
        case "name": file[3] ^= 1
        case "half": file.removeSubrange((size / 2 / 4096 * 4096)...)
        default: file.removeSubrange((size * 3 / 4 / 4096 * 4096 + 1000)...)
        }
        try put(file)
        let spool = try spool()
        let found = delivered(spool)
        expectOffered(found, damage)
        let share = damage == "half" ? 0.35 : damage == "in a page" ? 0.6 : 1
        #expect(Double(found.count) >= share * Double(messages.count), "\(found.count)")
        // numbers go on
        spool.offer(messages[0])
        spool.flush()
        #expect(delivered(spool).map(\.payload) == [messages[0].payload])
        spool.close()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy {
                !$0.contains("model")
            }
        )
    }

    /// The log that an earlier damaged file left behind is not applied to this one.
    @Test func anEarlierDamageIsForgotten() throws {
        let file = try filledFile()
        try put(Data())
        let earlier = try spool()
        earlier.offer(SpoolMessage(key: 1, topic: "earlier", payload: []))
        earlier.flush()
        let log = try Data(contentsOf: URL(filePath: path + "-wal"))
        earlier.close()
        var damaged = file
        damaged.replaceSubrange(6 * 4096..<7 * 4096, with: repeatElement(0xA5, count: 4096))
        try put(damaged)
        try log.write(to: URL(filePath: path + ".damaged-wal"))
        let found = delivered(try spool())
        expectOffered(found, "an earlier log")
        #expect(found.count > 440, "\(found.count)")
    }

    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
        let count = Atomic<Int>(0)
    }

    /// A damaged row is found while others are acknowledged and deleted, on another thread.
    @Test func theDepthIsRightAfterDamageDuringDeliveries() throws {
        var file = try filledFile()
        let last = try #require(file.range(of: Data("accessory/devices/495".utf8)))
        file[last.lowerBound] ^= 1
        for round in 0..<40 {
            try put(file)
            let metrics = Metrics()
            let spool = try spool(metrics)
            let isDone = Flag()
            let flushes = Thread { while !isDone.isSet.load(ordering: .relaxed) { spool.flush() } }
            flushes.start()
            var count = 0
            for _ in 0..<20 {
                while case let some = spool.take(40), !some.isEmpty {
                    for one in some { spool.acknowledge(one.receipt) }
                    count += some.count
                }
            }
            isDone.isSet.store(true, ordering: .relaxed)
            while !flushes.isFinished { usleep(100) }
            spool.flush()
            #expect(spool.depth == 0, "round \(round), \(count) messages")
            #expect(count >= 499)
            let lost = metrics.counter("dropped_total", ("reason", "damaged"), help: "").value
            #expect(lost == 1, "round \(round)")
            spool.close()
        }
    }

    /// Messages that are too old are deleted on one thread, while they are taken and acknowledged on another.
    @Test func theDepthIsRightAfterSweepsDuringDeliveries() throws {
        let file = try filledFile()
        for round in 0..<40 {
            try put(file)
            let steps = Flag()
            // each look at the clock is a minute later: each commit looks for old messages
            let steady: @Sendable () -> Int64 = {
                Int64(steps.count.wrappingAdd(60_000, ordering: .relaxed).newValue)
            }
            let spool = try Spool(
                path: path,
                limits: SpoolLimits(rows: 1000, bytes: 1 << 20, age: 30 * 60_000),
                metrics: Metrics(),
                log: Logger(label: "spool") { _ in SwiftLogNoOpLogHandler() },
                clock: SpoolClock(wall: steady, steady: steady)
            )
            let flushes = Thread { while !steps.isSet.load(ordering: .relaxed) { spool.flush() } }
            flushes.start()
            for _ in 0..<200 {
                for one in spool.take(3) { spool.acknowledge(one.receipt) }
                usleep(50)
            }
            steps.isSet.store(true, ordering: .relaxed)
            while !flushes.isFinished { usleep(100) }
            while case let some = spool.take(100), !some.isEmpty {
                for one in some { spool.acknowledge(one.receipt) }
            }
            spool.flush()
            #expect(spool.depth == 0, "round \(round)")
            spool.close()
        }
    }

    /// The file is damaged while the spool uses it.
    @Test func damageIsNoticedWhileTheSpoolIsUsed() throws {
        let file = try filledFile()
        try put(file)
        let metrics = Metrics()
        let spool = try spool(metrics)
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        for page in 4..<7 {
            try handle.seek(toOffset: UInt64(page * 4096))
            try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        }
        try handle.close()
        let found = delivered(spool)
        expectOffered(found, "three pages")
        let lost = metrics.counter("dropped_total", ("reason", "damaged"), help: "").value
        #expect(
            found.count > 350 && found.count + lost == messages.count,
            "\(found.count) + \(lost)"
        )
    }
}

extension SystemRandomNumberGenerator {
    /// SplitMix64: the same numbers in each run.
    fileprivate struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    fileprivate static func seeded(_ seed: UInt64) -> Seeded { Seeded(state: seed) }
}
