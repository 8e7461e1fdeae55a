import AccessoryConcurrency
import AccessoryLink
import Foundation
import Synchronization
import Testing

@testable import RequestTransfer

/// The app's end of a file from the device, against a device that sends single frames.
@Suite(.timeLimit(.minutes(20))) struct FetchTests {
    private let clock = VirtualClock()
    private let folder = Scratch()
    private let digits = Array("123456789".utf8)
    /// The CRC-32 of "/f" and of the digits.
    private let identity = "f714eeff-cbf43926"

    private final class Reports: Sendable {
        private let list = Mutex<[[Int]]>([])
        var all: [[Int]] { list.withLock { $0 } }
        func add(_ done: Int, _ size: Int) { list.withLock { $0.append([done, size]) } }
    }

    private func run(
        role: TransferSession.Role = .app,
        options: RequestTransferOptions = RequestTransferOptions(),
        judge: @escaping TransferSession.Judge = { _, _ in (.ok, nil) },
        _ body: @escaping @Sendable (TransferSession, inout Peer) async throws -> Void
    ) async throws {
        try await clock.runSession(
            role,
            in: folder,
            options: options,
            judge: judge,
            capacity: 5000,
            body
        )
    }

    /// Starts to fetch /f, and answers the question.
    private func begin(
        _ session: TransferSession,
        _ peer: inout Peer,
        _ reports: Reports = Reports()
    ) async throws -> Task<String, any Error> {
        let fetched = Task(executorPreference: clock) {
            try await session.fetch(RemotePath("/f")) { reports.add($0, $1) }
        }
        let question = try await peer.next()
        let path: FilePath = try decode(question.payload)
        #expect(question.kind == .ask && path.path == "/f")
        try await peer.answer(question, encode(FileHeadResponse()))
        return fetched
    }

    private func offer(
        _ peer: inout Peer,
        _ path: String = "/f",
        crc32: Int64 = 0xCBF4_3926,
        sequence: UInt16
    ) async throws -> FileHeadResponse {
        var head = FileHead()
        (head.path, head.size, head.crc32) = (path, 9, crc32)
        let kind = FileKinds.toApp.head
        return try decode(try await peer.ask(kind, encode(head), sequence: sequence))
    }

    private func part(_ bytes: ArraySlice<UInt8>, at offset: Int) -> [UInt8] {
        var data = FileData()
        (data.offset, data.data) = (Int32(offset), Data(bytes))
        return encode(data)
    }

    private func send(
        _ bytes: ArraySlice<UInt8>,
        at offset: Int = 0,
        to peer: borrowing Peer,
        sequence: UInt16
    ) async throws {
        let payload = part(bytes, at: offset)
        let frame = MetaFrame(kind: FileKinds.toApp.data, sequence: sequence, payload: payload)
        try await peer.send(frame.bytes)
    }

    private func end(_ peer: inout Peer, sequence: UInt16) async throws -> FileDataResponse {
        try decode(try await peer.ask(FileKinds.toApp.end, [], sequence: sequence))
    }

    @Test func aFileArrivesPartByPart() async throws {
        try await run(options: RequestTransferOptions { $0.packageCount = 2 }) {
            [self] session, peer in
            let reports = Reports()
            let fetched = try await begin(session, &peer, reports)
            await #expect(throws: RequestTransferError.transferRunning) {
                try await session.fetch(RemotePath("/g")) { _, _ in }
            }
            let head = try await offer(&peer, sequence: 1)
            #expect(head.result == 0 && head.oldSize == 0 && head.packageCount == 2)
            try await send(digits[..<4], to: peer, sequence: 2)
            let answer: FileDataResponse = try decode(
                try await peer.ask(FileKinds.toApp.data, part(digits[4...], at: 4), sequence: 3)
            )
            #expect(answer.result == 0 && answer.fileSize == 9)
            #expect(try await end(&peer, sequence: 4).result == 0)
            #expect(try await fetched.value == folder.path + "/f")
            #expect(reports.all == [[4, 9], [9, 9]])
            #expect(folder.read("f") == digits)
            // nothing is expected any more
            #expect(try await offer(&peer, sequence: 5).result == 3)
            #expect(try await end(&peer, sequence: 6).result == 3)
        }
    }

    @Test func aMissingEndMayStillArrive() async throws {
        try await run { [self] session, peer in
            let fetched = try await begin(session, &peer)
            _ = try await offer(&peer, sequence: 1)
            try await send(digits[..<8], to: peer, sequence: 2)
            let early = try await end(&peer, sequence: 3)
            #expect(early.result == 1 && early.fileSize == 8)
            try await send(digits[8...], at: 8, to: peer, sequence: 4)
            #expect(try await end(&peer, sequence: 5).result == 0)
            #expect(try await fetched.value == folder.path + "/f")
        }
    }

    @Test func aDamagedFileEndsTheFetch() async throws {
        try await run { [self] session, peer in
            let fetched = try await begin(session, &peer)
            _ = try await offer(&peer, crc32: 1, sequence: 1)
            try await send(digits[...], to: peer, sequence: 2)
            #expect(try await end(&peer, sequence: 3).result == 2)
            await #expect(throws: RequestTransferError.wrongCheck(path: "/f")) {
                try await fetched.value
            }
            #expect(folder.contents.isEmpty)
        }
    }

    @Test func anotherFileOrACancellationEndsTheFetch() async throws {
        try await run { [self] session, peer in
            let other = try await begin(session, &peer)
            #expect(try await offer(&peer, "/g", sequence: 1).result == 3)
            await #expect(throws: RequestTransferError.pathRefused("/g", .refused)) {
                try await other.value
            }
            let cancelled = try await begin(session, &peer)
            _ = try await offer(&peer, sequence: 2)
            #expect(try await peer.ask(FileKinds.toApp.cancel, [], sequence: 3).isEmpty)
            await #expect(throws: RequestTransferError.cancelled) { try await cancelled.value }
            #expect(try await end(&peer, sequence: 4).result == 3)
        }
    }

    @Test func aFileThatCannotBeStoredEndsTheFetch() async throws {
        try await run { [self] session, peer in
            let fetched = try await begin(session, &peer)
            _ = try await offer(&peer, sequence: 1)
            try await send(digits[...], to: peer, sequence: 2)
            try await clock.sleep(for: .seconds(1))
            try FileManager.default.removeItem(atPath: folder.path + "/.f.\(identity).partial")
            #expect(try await end(&peer, sequence: 3).result == 4)
            await #expect(throws: RequestTransferError.noSpace(path: "/f")) {
                try await fetched.value
            }
        }
    }

    /// The wait counts from the last part that was kept.
    @Test func aSilentDeviceTimesOut() async throws {
        try await run { [self] session, peer in
            let fetched = try await begin(session, &peer)
            try await clock.sleep(for: .seconds(10) - clock.now.offset)
            _ = try await offer(&peer, sequence: 1)
            try await send(digits[..<4], to: peer, sequence: 2)
            try await clock.sleep(for: .seconds(20) - clock.now.offset)
            // the same part again is no progress
            try await send(digits[..<4], to: peer, sequence: 2)
            await #expect(throws: RequestTransferError.timedOut) { try await fetched.value }
            #expect(clock.now.offset == .seconds(28))
            #expect(folder.contents == [".f.\(identity).partial"])
        }
    }

    @Test func theEndOfTheLinkEndsTheFetch() async throws {
        let fetched = Mutex<Task<String, any Error>?>(nil)
        try await run { [self] session, peer in
            let task = try await begin(session, &peer)
            fetched.withLock { $0 = task }
        }
        let task = try #require(fetched.withLock { $0 })
        await #expect(throws: RequestTransferError.interrupted) { try await task.value }
        #expect(clock.now.offset == .zero)
    }

    // MARK: Objects

    @Test(arguments: [TransferSession.Role.app, .device])
    func objectsOfTheOtherRoleAreIgnored(_ role: TransferSession.Role) async throws {
        let own: [FrameKind] = role == .app ? [.request, .withdrawal] : [.answer]
        let judged = Mutex<[FrameKind]>([])
        let judge: TransferSession.Judge = { kind, object in
            #expect(object == [1])
            judged.withLock { $0.append(kind) }
            return (.noSuchRequest, nil)
        }
        try await run(role: role, judge: judge) { _, peer in
            for kind in [FrameKind.request, .withdrawal, .answer] where !own.contains(kind) {
                try await peer.send(MetaFrame(kind: kind, sequence: 1, payload: [1]).bytes)
            }
            if role == .app {
                try await peer.send(MetaFrame(kind: .ask, sequence: 1, payload: [1]).bytes)
            }
            for (number, kind) in own.enumerated() {
                let answer = try await peer.ask(kind, [1], sequence: UInt16(2 + number))
                let receipt: Receipt = try decode(answer)
                #expect(receipt.result == 3)
            }
        }
        #expect(judged.withLock { $0 } == own)
    }

    @Test func objectsAreLimitedAndJoined() async throws {
        let judged = Mutex<[Int]>([])
        let judge: TransferSession.Judge = { _, object in
            judged.withLock { $0.append(object.count) }
            return (.ok, nil)
        }
        try await run(options: RequestTransferOptions { $0.largestObject = 1000 }, judge: judge) {
            _,
            peer in
            var sequence: UInt16 = 0
            // 960 bytes fit a frame; longer objects are sent in fragments
            for (count, results) in [(960, [0]), (1000, [0, 0]), (1001, [0, 4]), (5, [0])] {
                let (flags, payloads) = MetaFrame.fragments(of: noise(count))
                for (payload, result) in zip(payloads, results) {
                    sequence += 1
                    let receipt: Receipt = try decode(
                        try await peer.ask(.request, payload, sequence: sequence, flags: flags)
                    )
                    #expect(receipt.result == Int32(result), "\(count)")
                }
            }
            // a fragment without its header
            let receipt: Receipt = try decode(
                try await peer.ask(.request, [1], sequence: 99, flags: MetaFrame.fragmented)
            )
            #expect(receipt.result == 1)
        }
        #expect(judged.withLock { $0 } == [960, 1000, 5])
    }

    // MARK: Sending files

    /// The receiver's window is 1 to 1024 parts: two windows are on their way.
    @Test(arguments: [(0, 2), (1, 2), (3, 6), (1024, 2048), (1025, 2048)])
    func theReceiversWindowIsLimited(_ window: Int32, _ parts: Int) async throws {
        let local = try folder.write(noise(3000), to: "sent")
        try await run { [clock] session, peer in
            let file = try SourceFile(local: local)
            let pushed = Task(executorPreference: clock) {
                try await session.push(file, to: RemotePath("/a")) { _, _ in }
            }
            let head = try await peer.next()
            var response = FileHeadResponse()
            (response.packageSize, response.packageCount) = (0, window)
            try await peer.answer(head, encode(response))
            for number in 0..<parts {
                let frame = try await peer.next()
                let data: FileData = try decode(frame.payload)
                #expect(Int(data.offset) == number && data.data.count == 1)
                #expect(clock.now.offset == .zero)
            }
            // the next frame is a repetition, after 5 s
            let again = try await peer.next()
            #expect(again.isRetransmission && clock.now.offset == .seconds(5))
            await #expect(throws: RequestTransferError.transferRunning) {
                try await session.push(file, to: RemotePath("/b")) { _, _ in }
            }
            pushed.cancel()
            var frame = try await peer.next()
            while frame.kind != FileKinds.toDevice.cancel { frame = try await peer.next() }
            try await peer.answer(frame, [])
            await #expect(throws: RequestTransferError.cancelled) { try await pushed.value }
        }
    }

    /// Results of the receiver during the file (docs/request-transfer.md).
    @Test(
        arguments: [
            (2, RequestTransferError.wrongCheck(path: "/a")), (3, .cancelled),
            (4, .noSpace(path: "/a")),
            (5, .protocolMismatch),
        ] as [(Int32, RequestTransferError)]
    )
    func theReceiverMayEndAFile(_ result: Int32, _ error: RequestTransferError) async throws {
        let local = try folder.write(digits, to: "sent")
        for atEnd in [false, true] {
            try await run { [clock] session, peer in
                let file = try SourceFile(local: local)
                let pushed = Task(executorPreference: clock) {
                    try await session.push(file, to: RemotePath("/a")) { _, _ in }
                }
                let head = try await peer.next()
                var response = FileHeadResponse()
                (response.packageSize, response.packageCount) = (1, 1)
                try await peer.answer(head, encode(response))
                var frame = try await peer.next()
                while atEnd, frame.kind == FileKinds.toDevice.data {
                    let data: FileData = try decode(frame.payload)
                    var answer = FileDataResponse()
                    answer.fileSize = data.offset + 1
                    try await peer.answer(frame, encode(answer))
                    frame = try await peer.next()
                }
                var answer = FileDataResponse()
                answer.result = result
                try await peer.answer(frame, encode(answer))
                await #expect(throws: error) { try await pushed.value }
            }
        }
    }
}
