import AccessoryConcurrency
import AccessoryLink
import Foundation
import Synchronization
import Testing

@testable import RequestTransfer

/// A session against a peer that answers as no end of this library would (docs/request-transfer.md).
@Suite(.timeLimit(.minutes(20))) struct ProtocolTests {
    private let clock = VirtualClock()
    private let folder = Scratch()

    private func run(
        _ role: TransferSession.Role,
        options: RequestTransferOptions = RequestTransferOptions(),
        judge: @escaping TransferSession.Judge = { _, _ in (.ok, nil) },
        _ body: @escaping @Sendable (TransferSession, inout Peer) async throws -> Void
    ) async throws {
        try await clock.runSession(
            role,
            in: folder,
            options: options,
            judge: judge,
            body
        )
    }

    private func head(_ path: String, size: Int, crc32: UInt32 = 0) -> [UInt8] {
        var head = FileHead()
        (head.path, head.size, head.crc32) = (path, Int32(size), Int64(crc32))
        return encode(head)
    }

    private static let headErrors: [(Int32, RequestTransferError)] = [
        (1, .noSpace(path: "/a")), (2, .busy), (3, .pathRefused("/a", .refused)),
        (4, .tooLarge("/a")), (5, .noSuchFile("/a")), (6, .protocolMismatch),
        (-1, .protocolMismatch),
    ]

    @Test(arguments: headErrors)
    func aRefusedHeadStatesTheReason(_ result: Int32, _ error: RequestTransferError) async throws {
        let local = try folder.write([1], to: "f")
        try await run(.app) { [clock] session, peer in
            let file = try SourceFile(local: local)
            var response = FileHeadResponse()
            response.result = result
            let pushed = Task(executorPreference: clock) {
                try await session.push(file, to: RemotePath("/a")) { _, _ in }
            }
            let head = try await peer.next()
            #expect(head.kind == FileKinds.toDevice.head)
            try await peer.answer(head, encode(response))
            await #expect(throws: error) { try await pushed.value }
            let fetched = Task(executorPreference: clock) {
                try await session.fetch(RemotePath("/a")) { _, _ in }
            }
            let question = try await peer.next()
            #expect(question.kind == .ask)
            try await peer.answer(question, encode(response))
            await #expect(throws: error) { try await fetched.value }
        }
    }

    private static let receiptErrors: [(Int32, RequestTransferError?)] = [
        (0, nil), (1, .malformed), (2, .busy), (3, .cancelled), (4, .tooLarge("the object")),
        (5, .protocolMismatch),
    ]

    @Test(arguments: receiptErrors)
    func aReceiptStatesTheReason(_ result: Int32, _ error: RequestTransferError?) async throws {
        try await run(.app) { [clock] session, peer in
            let sent = Task(executorPreference: clock) { try await session.send(.answer, [7]) }
            let frame = try await peer.next()
            #expect(frame.kind == .answer && frame.payload == [7] && frame.flags == 0)
            var receipt = Receipt()
            receipt.result = result
            try await peer.answer(frame, encode(receipt))
            if let error {
                await #expect(throws: error) { try await sent.value }
            } else {
                try await sent.value
            }
        }
    }

    @Test(arguments: [0, 1, 2])
    func aFrameWithoutAnAnswerIsRepeated(_ retries: Int) async throws {
        try await run(.app, options: RequestTransferOptions { $0.retries = retries }) {
            [clock] session, peer in
            let begin = clock.now
            let sent = Task(executorPreference: clock) { try await session.send(.answer, [7]) }
            var first: MetaFrame?
            for attempt in 0...retries {
                var frame = try await peer.next()
                // 5 s for the answer and 0.5 s of pause
                #expect(begin.duration(to: clock.now) == .milliseconds(5500 * attempt))
                #expect(frame.isRetransmission == (attempt > 0))
                frame.flags = 0
                #expect(frame == first ?? frame)
                first = frame
            }
            await #expect(throws: RequestTransferError.timedOut) { try await sent.value }
            #expect(begin.duration(to: clock.now) == .milliseconds(5500 * retries + 5000))
        }
    }

    @Test func anAnswerDuringThePauseCounts() async throws {
        try await run(.app) { [clock] session, peer in
            let sent = Task(executorPreference: clock) { try await session.send(.answer, [7]) }
            let frame = try await peer.next()
            try await clock.sleep(for: .milliseconds(5200))
            // an answer to another frame does not count
            var other = frame
            other.sequence &+= 1
            try await peer.answer(other, [])
            try await peer.answer(frame, [])
            try await sent.value
            #expect(clock.now.offset == .milliseconds(5200))
        }
    }

    @Test func anIncompleteFrameIsDroppedAfterThreeSeconds() async throws {
        try await run(.device) { [clock, folder] _, peer in
            try folder.write([1], to: "f")
            var question = FilePath()
            question.path = "/none"
            let bytes = MetaFrame(kind: .ask, sequence: 1, payload: encode(question)).bytes
            // the rest arrives in time
            try await peer.send(Array(bytes[..<10]))
            try await clock.sleep(for: .milliseconds(2999))
            try await peer.send(Array(bytes[10...]))
            let first = try await peer.next()
            #expect(first.kind == .ask && first.sequence == 1)
            // the rest is too late, but the next frame is complete
            try await peer.send(Array(bytes[..<10]))
            try await clock.sleep(for: .milliseconds(3001))
            question.path = "/other"
            let answer = try await peer.ask(.ask, encode(question), sequence: 2)
            let response: FileHeadResponse = try decode(answer)
            #expect(response.result == 5)
        }
    }

    @Test func aDeviceAnswersRequestsForFiles() async throws {
        try folder.write([1], to: "f")
        try await run(.device) { session, peer in
            func result(_ path: String, _ sequence: UInt16, _ peer: inout Peer) async throws
                -> Int32
            {
                var question = FilePath()
                question.path = path
                let answer = try await peer.ask(.ask, encode(question), sequence: sequence)
                let response: FileHeadResponse = try decode(answer)
                return response.result
            }
            #expect(try await result("/none", 1, &peer) == 5)
            #expect(try await result("f", 2, &peer) == 3)
            #expect(try await result("/f/g", 3, &peer) == 3)
            await session.set(isBusy: true)
            #expect(try await result("/f", 4, &peer) == 2)
            await session.set(isBusy: false)
            // a repetition has the answer of the first question
            #expect(try await result("/f", 4, &peer) == 2)
            #expect(try await peer.ask(.ask, [0xFF], sequence: 5).isEmpty == false)
            #expect(try await result("/f", 6, &peer) == 0)
            let head = try await peer.next()
            #expect(head.kind == FileKinds.toApp.head)
            // a second file waits for the first, a third is refused
            #expect(try await result("/f", 7, &peer) == 0)
            #expect(try await result("/f", 8, &peer) == 2)
        }
    }

    @Test func aDeviceAcceptsFilesOnlyForItsRequest() async throws {
        try await run(.device, options: RequestTransferOptions { $0.mostFiles = 2 }) {
            [self] session, peer in
            let kinds = FileKinds.toDevice
            func result(_ payload: [UInt8], _ sequence: UInt16, _ peer: inout Peer) async throws
                -> Int32
            {
                let response: FileHeadResponse = try decode(
                    try await peer.ask(kinds.head, payload, sequence: sequence)
                )
                return response.result
            }
            #expect(try await result(head("/a", size: 0), 1, &peer) == 3)
            await session.set(filesLeft: 2)
            #expect(try await result(head("a", size: 0), 2, &peer) == 3)
            #expect(try await result([0xFF], 3, &peer) == 3)
            #expect(try await result(head("/a", size: 64 << 20 + 1), 4, &peer) == 4)
            #expect(try await result(head("/a", size: 0), 5, &peer) == 0)
            // another file must wait for this one's end; this one may begin again
            #expect(try await result(head("/b", size: 0), 6, &peer) == 2)
            let end: FileDataResponse = try decode(
                try await peer.ask(kinds.end, [], sequence: 7)
            )
            #expect(end.result == 0 && folder.contents == ["a"])
            await session.set(isBusy: true)
            #expect(try await result(head("/b", size: 0), 8, &peer) == 2)
            await session.set(isBusy: false)
            #expect(try await result(head("/b", size: 1), 9, &peer) == 0)
            #expect(try await result(head("/b", size: 1), 10, &peer) == 4)
        }
    }

    @Test(arguments: [TransferSession.Role.app, .device])
    func partsWithoutAFileAreAnsweredWithThree(_ role: TransferSession.Role) async throws {
        try await run(role) { session, peer in
            let kinds = role.incoming
            #expect(kinds.head == (role == .app ? FileKinds.toApp : .toDevice).head)
            for (number, kind) in [kinds.data, kinds.end].enumerated() {
                let answer = try await peer.ask(kind, [], sequence: UInt16(number))
                let response: FileDataResponse = try decode(answer)
                #expect(response.result == 3 && response.fileSize == 0)
            }
            #expect(try await peer.ask(kinds.cancel, [], sequence: 9).isEmpty)
            if role == .app {
                let answer: FileHeadResponse = try decode(
                    try await peer.ask(kinds.head, encode(FileHead()), sequence: 10)
                )
                #expect(answer.result == 3)
            }
        }
    }

    @Test func keysAreThoseOfTheProtocol() {
        let (down, up) = (FileKinds.toDevice, FileKinds.toApp)
        #expect(
            [down.head, down.data, down.end, down.cancel].map(\.key) == [0x21, 0x22, 0x23, 0x24]
        )
        #expect([up.head, up.data, up.end, up.cancel].map(\.key) == [0x25, 0x26, 0x27, 0x28])
        #expect([down.head, up.cancel, .ask].allSatisfy { $0.command == 6 })
        #expect(FrameKind.ask.key == 0x36)
        #expect([FrameKind.request, .answer, .withdrawal].map(\.key) == [1, 2, 3])
        #expect([FrameKind.request, .answer, .withdrawal].allSatisfy { $0.command == 7 })
        #expect(down.data.isData && up.data.isData)
        #expect(
            ![down.head, down.end, down.cancel, up.head, .ask, .request].contains { $0.isData }
        )
        #expect(MetaFrame.retransmitted == 2)
        #expect(
            (0...4).map { ReceiptResult(rawValue: $0) } == [
                .ok, .malformed, .busy, .noSuchRequest, .tooLong,
            ]
        )
    }

    /// A frame has 8 + 2 bytes of header, and 9 around the file's bytes.
    @Test func partsFillTheirPackets() {
        let around = MetaFrame(kind: .ask, sequence: 0, payload: []).bytes.count + 9
        for (most, packet) in [(960, 1000), (960, 244), (960, 20), (100, 50), (10, 7)] {
            let size = MetaFrame.partSize(most: most, packetSize: packet)
            #expect(size <= most && size > 0)
            #expect((size + around) % packet == 0 || size == most, "\(most) \(packet)")
            // one packet more exceeds the limit
            #expect(size + packet > most)
        }
        // a packet that is longer than the frame changes nothing
        #expect(MetaFrame.partSize(most: 10, packetSize: 2000) == 10)
        #expect(MetaFrame.partSize(most: 1, packetSize: around) == 1)
        #expect(MetaFrame.partSize(most: 1, packetSize: around + 1) == 1)
    }

    @Test func aFileIsSentFromTheKeptPart() async throws {
        let local = try folder.write(noise(2500), to: "f")
        // the kept part is the file's beginning, something else, longer than the file, or nothing
        for (kept, isSame, start) in [
            (1000, true, 1000), (1000, false, 0), (2501, true, 0), (0, true, 0),
        ] {
            try await run(.app) { [clock] session, peer in
                let file = try SourceFile(local: local)
                let reports = Recorder()
                let pushed = Task(executorPreference: clock) {
                    try await session.push(file, to: RemotePath("/a/b")) { reports.add($0, $1) }
                }
                let question = try await peer.next()
                let head: FileHead = try decode(question.payload)
                #expect(head.path == "/a/b" && head.size == 2500)
                #expect(head.crc32 == Int64(file.crc32))
                var response = FileHeadResponse()
                response.oldSize = Int32(kept)
                response.oldCrc32 =
                    Int64(try file.handle.crc32(of: min(kept, 2500))) ^ (isSame ? 0 : 1)
                response.packageSize = 960
                response.packageCount = 1
                try await peer.answer(question, encode(response))
                var bytes: [UInt8] = []
                while true {
                    let frame = try await peer.next()
                    var answer = FileDataResponse()
                    if frame.kind == FileKinds.toDevice.data {
                        let data: FileData = try decode(frame.payload)
                        #expect(Int(data.offset) == start + bytes.count && data.data.count <= 960)
                        bytes += data.data
                        answer.fileSize = Int32(start + bytes.count)
                        try await peer.answer(frame, encode(answer))
                        continue
                    }
                    #expect(frame.kind == FileKinds.toDevice.end && frame.payload.isEmpty)
                    answer.fileSize = 2500
                    try await peer.answer(frame, encode(answer))
                    break
                }
                try await pushed.value
                #expect(bytes == Array(noise(2500)[start...]))
                #expect(reports.first == [start, 2500] && reports.last == [2500, 2500])
            }
        }
    }
}

/// Records the progress of a file.
private final class Recorder: Sendable {
    private let reports = Mutex<[[Int]]>([])

    func add(_ done: Int, _ size: Int) { reports.withLock { $0.append([done, size]) } }
    var first: [Int]? { reports.withLock { $0.first } }
    var last: [Int]? { reports.withLock { $0.last } }
}
