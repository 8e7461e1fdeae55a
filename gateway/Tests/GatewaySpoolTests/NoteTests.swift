import Foundation
import GatewayCore
import GatewaySpool
import Logging
import Testing

@Suite final class NoteTests {
    private let folder = NSTemporaryDirectory() + "/gateway-notes-\(UUID())"
    private var path: String { folder + "/mqtt.sqlite" }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func spool() throws -> Spool {
        try Spool(
            path: path,
            limits: SpoolLimits(rows: 1000, bytes: 1 << 20, age: 1 << 40),
            metrics: Metrics(),
            log: Logger(label: "spool") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private let message = SpoolMessage(key: 1, topic: "t", payload: [1])

    @Test func notesSurviveARestart() throws {
        let first = try spool()
        first.offer(message, notes: [Note(.events, 5, [1]), Note(.events, 6, [2])])
        first.keep([Note(.counter, 5, [3])])
        first.close()
        #expect(first.notes(.events) == [])
        let second = try spool()
        #expect(Set(second.notes(.events)) == [Note(.events, 5, [1]), Note(.events, 6, [2])])
        #expect(second.notes(.counter) == [Note(.counter, 5, [3])])
        #expect(second.notes(.device) == [])
        #expect(second.take(9).count == 1)
    }

    @Test func theLastNoteOfAKeyCounts() throws {
        let spool = try spool()
        spool.keep([Note(.events, 5, [1]), Note(.events, 6, [1])])
        spool.flush()
        spool.keep([Note(.events, 5, [2])])
        spool.keep([Note(.events, 5, [3])])
        spool.keep([Note(.events, 6)])
        spool.flush()
        #expect(spool.notes(.events) == [Note(.events, 5, [3])])
        // nothing of the first commit is written again
        spool.offer(message)
        spool.flush()
        #expect(spool.notes(.events) == [Note(.events, 5, [3])])
    }

    /// A row that is not as it was written, and a file with other damage.
    @Test func damagedNotesAreLeftOut() throws {
        let mark: [UInt8] = Array("a note of this test".utf8)
        let first = try spool()
        first.keep([Note(.events, 5, mark), Note(.events, 6, [1])])
        first.close()
        var file = try Data(contentsOf: URL(filePath: path))
        let place = try #require(file.range(of: Data(mark)))
        file[place.lowerBound] ^= 1
        try file.write(to: URL(filePath: path))
        #expect(try spool().notes(.events) == [Note(.events, 6, [1])])
    }

    /// Messages of a run that was killed may have been delivered; those of one that was closed have not.
    @Test func messagesOfAKilledRunAreUncertain() throws {
        let killed = try spool()
        killed.offer(message)
        killed.flush()
        let next = try spool()
        next.offer(message)
        next.flush()
        #expect(next.take(9).map(next.isUncertain) == [true, false])
        next.close()
        let last = try spool()
        #expect(last.take(9).map(last.isUncertain) == [false, false])
        withExtendedLifetime(killed) {}
    }

    @Test func notesAreSaved() throws {
        let first = try spool()
        let payload = [UInt8](repeating: 7, count: 2000)
        for _ in 0..<9 { first.offer(SpoolMessage(key: 1, topic: "t", payload: payload)) }
        first.keep([Note(.events, 5, [1])])
        first.close()
        var file = try Data(contentsOf: URL(filePath: path))
        let damaged = try #require(file.range(of: Data(payload)))
        let page = damaged.lowerBound / 4096 * 4096
        file.replaceSubrange(page..<page + 4096, with: repeatElement(0xA5, count: 4096))
        try file.write(to: URL(filePath: path))
        let second = try spool()
        while !second.take(9).isEmpty {}
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
        #expect(second.notes(.events) == [Note(.events, 5, [1])])
    }
}
