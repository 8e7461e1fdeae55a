import Foundation
import GRDB
import GatewayCore
import GatewaySpool
import Logging
import Synchronization
import Testing

/// A spool whose file refuses messages for a time, as a full disk does.
@Suite final class FullDiskTests {
    private let folder = NSTemporaryDirectory() + "/gateway-full-\(UUID())"
    private let metrics = Metrics()
    private let lines = Lines()
    private let spool: Spool
    /// Another connection to the file. Its triggers ask for too large a value, which is an error as a
    /// full disk's: no sign of damage.
    private let other: DatabaseQueue

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let lines = lines
        spool = try Spool(
            path: folder + "/mqtt.sqlite",
            limits: SpoolLimits(rows: 1000, bytes: 1 << 20, age: 1 << 40),
            metrics: metrics,
            log: Logger(label: "spool") { _ in lines }
        )
        other = try DatabaseQueue(path: folder + "/mqtt.sqlite")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func fill() throws {
        for table in ["message", "note"] {
            try other.inDatabase {
                try $0.execute(
                    sql: """
                        CREATE TRIGGER full_\(table) BEFORE INSERT ON \(table)
                        BEGIN SELECT zeroblob(2147483647); END
                        """
                )
            }
        }
    }

    private func free() throws {
        for table in ["message", "note"] {
            try other.inDatabase { try $0.execute(sql: "DROP TRIGGER full_\(table)") }
        }
    }

    private func offer(_ number: Int) {
        spool.offer(SpoolMessage(key: 1, topic: "t/\(number)", payload: Array("\(number)".utf8)))
    }

    /// Delivers all that can be taken; the topics.
    private func deliver() -> [String] {
        var topics: [String] = []
        while case let messages = spool.take(100), !messages.isEmpty {
            for message in messages { spool.acknowledge(message.receipt) }
            topics += messages.map(\.topic)
        }
        return topics
    }

    /// A sink that is faster than the next commit leaves nothing to write: the spool finds out all the same that there is space.
    @Test func spaceIsNoticedThoughAllWasDeliveredFromMemory() throws {
        offer(0)
        spool.flush()
        #expect(deliver() == ["t/0"])
        spool.flush()
        try fill()
        offer(1)
        spool.flush()
        #expect(lines.count("cannot be written") == 1)
        #expect(deliver() == ["t/1"])
        try free()
        spool.flush()
        #expect(lines.count("writable again") == 1)
        #expect(metrics.gauge("spool_messages", help: "").value == 0)
        // from now on, messages are delivered when they are on disk
        offer(2)
        #expect(deliver().isEmpty)
        spool.flush()
        #expect(deliver() == ["t/2"])
    }

    /// While the disk refuses writes, each attempt fails, also if it only deletes, or has nothing to write; the fault is logged once.
    @Test func aRefusalIsLoggedOnce() throws {
        offer(0)
        spool.flush()
        try fill()
        offer(1)
        for _ in 0..<5 { spool.flush() }
        #expect(deliver() == ["t/0", "t/1"])
        for _ in 0..<5 { spool.flush() }
        #expect(lines.count("cannot be written") == 1 && lines.count("writable again") == 0)
        #expect(metrics.counter("spool_errors_total", help: "").value == 10)
    }

    /// A spool that is closed while the disk refuses writes was closed, not killed, if the last write succeeds.
    @Test func closingIsRecordedAfterARefusal() throws {
        try fill()
        offer(0)
        spool.flush()
        try free()
        spool.close()
        let next = try Spool(
            path: folder + "/mqtt.sqlite",
            limits: SpoolLimits(rows: 1000, bytes: 1 << 20, age: 1 << 40),
            metrics: Metrics(),
            log: Logger(label: "spool") { _ in SwiftLogNoOpLogHandler() }
        )
        let messages = next.take(9)
        #expect(messages.map(\.topic) == ["t/0"])
        #expect(messages.allSatisfy { !next.isUncertain($0) })
    }
}

/// A log handler that keeps its lines.
private struct Lines: LogHandler {
    private let all = Storage()
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    private final class Storage: Sendable { let lines = Mutex<[String]>([]) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { all.lines.withLock { $0.append("\(event.message)") } }

    func count(_ text: String) -> Int { all.lines.withLock { $0.count { $0.contains(text) } } }
}
