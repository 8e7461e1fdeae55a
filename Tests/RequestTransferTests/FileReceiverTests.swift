import Foundation
import Glibc
import Testing

@testable import RequestTransfer

struct FileReceiverTests {
    private func receiver(oldSize: Int = 0, packageCount: Int = 2) -> FileReceiver {
        FileReceiver(size: 100, oldSize: oldSize, packageCount: packageCount)
    }

    /// Receives and stores a frame. Returns whether the receiver acknowledges it.
    private func store(_ receiver: inout FileReceiver, at offset: Int, _ count: Int = 10) -> Bool {
        #expect(
            receiver.receive(offset: offset, count: count, isRetransmission: false)
                == .keep(restarts: offset == 0)
        )
        return receiver.keep(count)
    }

    @Test(arguments: [(-1, 10), (0, 0), (0, -1), (91, 10), (0, 101), (100, 1)])
    func framesOutsideTheFileAreRefused(_ offset: Int, _ count: Int) {
        var receiver = receiver()
        #expect(
            receiver.receive(offset: offset, count: count, isRetransmission: false) == .answer(2)
        )
        // the refused frame is not the beginning
        #expect(
            receiver.receive(offset: 0, count: 100, isRetransmission: false)
                == .keep(restarts: true)
        )
    }

    @Test func aWindowIsAcknowledgedAtItsEnd() {
        var receiver = receiver(packageCount: 3)
        let answers = (0..<7).map { store(&receiver, at: 10 * $0) }
        #expect(answers == [false, false, true, false, false, true, false])
        #expect(receiver.received == 70)
        var single = self.receiver(packageCount: 1)
        let all = (0..<3).map { store(&single, at: 10 * $0) }
        #expect(all == [true, true, true])
    }

    @Test func aFileResumesOrRestarts() {
        var resumed = receiver(oldSize: 40)
        #expect(resumed.received == 40)
        #expect(
            resumed.receive(offset: 40, count: 60, isRetransmission: false)
                == .keep(restarts: false)
        )
        #expect(!resumed.keep(60) && resumed.received == 100)
        var restarted = receiver(oldSize: 40)
        #expect(
            restarted.receive(offset: 0, count: 10, isRetransmission: false)
                == .keep(restarts: true)
        )
        #expect(restarted.received == 0)
        // the first frame is lost: bytes from 0 are missing
        var late = receiver(oldSize: 40)
        #expect(late.receive(offset: 50, count: 10, isRetransmission: false) == .answer(1))
        #expect(late.received == 0)
        // only the first frame restarts the file
        var begun = receiver(oldSize: 40)
        _ = store(&begun, at: 40)
        #expect(begun.receive(offset: 0, count: 10, isRetransmission: false) == .ignore)
        #expect(begun.received == 50)
    }

    @Test func aGapIsReportedOnceForTwoWindows() {
        var receiver = receiver()
        _ = store(&receiver, at: 0)
        let actions = (0..<9).map { _ in
            receiver.receive(offset: 20, count: 10, isRetransmission: false)
        }
        #expect(
            actions
                == [.answer(1), .ignore, .ignore, .ignore, .answer(1), .ignore, .ignore, .ignore]
                + [.answer(1)]
        )
        // the missing frame ends the gap, so that the next one is reported at once
        _ = store(&receiver, at: 10)
        #expect(receiver.receive(offset: 40, count: 10, isRetransmission: false) == .answer(1))
    }

    @Test func onlyRepeatedOldFramesAreAnswered() {
        var receiver = receiver()
        _ = store(&receiver, at: 0)
        #expect(receiver.receive(offset: 0, count: 10, isRetransmission: false) == .ignore)
        _ = store(&receiver, at: 10)
        // the acknowledgement was lost
        #expect(receiver.receive(offset: 0, count: 10, isRetransmission: true) == .answer(0))
        #expect(receiver.receive(offset: 10, count: 10, isRetransmission: true) == .ignore)
        #expect(receiver.received == 20)
    }
}

@Suite struct TransferFolderTests {
    private let scratch = Scratch()

    private func partial(_ path: String, size: Int, keepsFolders: Bool = true) throws
        -> PartialFile
    {
        try TransferFolder(path: scratch.path, keepsFolders: keepsFolders)
            .receive(RemotePath(path), size: size, crc32: 0)
    }

    @Test func onlyADeviceKeepsFolders() throws {
        let path = try RemotePath("/a/b/c")
        #expect(
            TransferFolder(path: "root", keepsFolders: true).localPath(of: path) == "root/a/b/c"
        )
        #expect(TransferFolder(path: "root", keepsFolders: false).localPath(of: path) == "root/c")
        for (keeps, name) in [(true, "a/b/c"), (false, "c")] {
            let file = try partial("/a/b/c", size: 3, keepsFolders: keeps)
            try file.write([1, 2, 3], at: 0)
            #expect(scratch.read(name) == nil)
            #expect(try file.commit() == "c")
            #expect(scratch.read(name) == [1, 2, 3])
        }
        #expect(scratch.contents == ["a", "a/b", "a/b/c", "c"])
    }

    @Test func aPartIsKeptUnlessItIsLongerThanTheFile() throws {
        try scratch.write(noise(10), to: ".tone.partial")
        #expect(try partial("/tone", size: 11).oldSize == 10)
        #expect(try partial("/tone", size: 10).oldSize == 10)
        #expect(scratch.read(".tone.partial") == noise(10))
        #expect(try partial("/tone", size: 9).oldSize == 0)
        #expect(scratch.read(".tone.partial") == [])
    }

    private func store(_ path: String, _ bytes: [UInt8]) throws -> String {
        let source = Scratch()
        let crc32 = try SourceFile(local: source.write(bytes, to: "bytes")).crc32
        withExtendedLifetime(source) {}
        let folder = TransferFolder(path: scratch.path, keepsFolders: false)
        let file = try folder.receive(RemotePath(path), size: bytes.count, crc32: crc32)
        try file.write(bytes[...], at: 0)
        return try file.commit()
    }

    @Test func anAppReplacesNoFile() throws {
        #expect(try store("/a/photo.jpg", [1]) == "photo.jpg")
        let second = try store("/b/photo.jpg", [2])
        let third = try store("/a/photo.jpg", [3])
        let names = ["photo.jpg", second, third]
        #expect(names.allSatisfy { $0.hasPrefix("photo") && $0.hasSuffix(".jpg") })
        // the same file once more
        #expect(try store("/b/photo.jpg", [2]) == second)
        // its name is taken by other bytes of the same size, by more, by none
        for (number, bytes) in [(2, [9]), (3, [2, 2]), (4, [])] as [(Int, [UInt8])] {
            try scratch.write(
                bytes,
                to: number == 2 ? second : "\(second.dropLast(4))-\(number - 1).jpg"
            )
            #expect(try store("/b/photo.jpg", [2]) == "\(second.dropLast(4))-\(number).jpg")
        }
        #expect(scratch.read("photo.jpg") == [1] && scratch.read(third) == [3])
        #expect(scratch.contents.count == 6 && !scratch.contents.contains { $0.hasPrefix(".") })
    }

    @Test func theSearchForANameEnds() throws {
        let name = try store("/b/f", [1])
        let other = try store("/b/f", [2])
        #expect(name == "f")
        for number in 2...100 { try scratch.write([], to: "\(other)-\(number)") }
        try scratch.write([9], to: other)
        #expect(throws: SystemError.self) { try store("/b/f", [2]) }
        #expect(scratch.read(other) == [9] && scratch.read("f") == [1])
        // the bytes are kept for another try
        #expect(scratch.contents.contains { $0.hasPrefix(".f.") })
        try FileManager.default.removeItem(atPath: "\(scratch.path)/\(other)-100")
        #expect(try store("/b/f", [2]) == "\(other)-100")
    }

    @Test(arguments: [("a", "a-I"), ("a.b.c", "a.b-I.c"), ("a.", "a-I.")])
    func theIdentityStandsBeforeTheExtension(_ name: String, _ expected: String) throws {
        let identity = FileIdentity(try RemotePath("/f"), size: 1, crc32: 0x12)
        #expect(identity.text.count == 17 && identity.text.hasSuffix("-00000012"))
        #expect(identity.name(name) == expected.replacing("I", with: identity.text))
        #expect(
            identity.name(name, number: 2) == expected.replacing("I", with: identity.text + "-2")
        )
    }

    /// Files of one name that are interrupted both continue.
    @Test func partsOfOneNameAreKeptApart() throws {
        let folder = TransferFolder(path: scratch.path, keepsFolders: false)
        for (path, size) in [("/a/f", 5), ("/b/f", 7)] {
            let file = try folder.receive(RemotePath(path), size: 9, crc32: 1)
            #expect(file.oldSize == 0)
            try file.write(ArraySlice(noise(size)), at: 0)
        }
        #expect(try folder.receive(RemotePath("/a/f"), size: 9, crc32: 1).oldSize == 5)
        #expect(try folder.receive(RemotePath("/b/f"), size: 9, crc32: 1).oldSize == 7)
        #expect(try folder.receive(RemotePath("/b/f"), size: 9, crc32: 2).oldSize == 0)
    }

    /// A crash between the two steps of naming a file leaves it with both names.
    @Test func aCompleteFileIsNotContinued() throws {
        let folder = TransferFolder(path: scratch.path, keepsFolders: false)
        let file = try folder.receive(RemotePath("/f"), size: 2, crc32: 1)
        try file.write([1, 2], at: 0)
        let part = scratch.path + "/" + (try #require(scratch.contents.first))
        #expect(link(part, scratch.path + "/f") == 0)
        let again = try folder.receive(RemotePath("/f"), size: 2, crc32: 1)
        #expect(again.oldSize == 0)
        try again.write([3, 4], at: 0)
        #expect(scratch.read("f") == [1, 2])
    }

    @Test func partsAreWrittenCutAndDiscarded() throws {
        let file = try partial("/tone", size: 8)
        #expect(file.oldSize == 0)
        try file.write([9, 9, 1, 2, 3][2...], at: 0)
        try file.write([4, 5], at: 3)
        #expect(scratch.read(".tone.partial") == [1, 2, 3, 4, 5])
        // the check value of CRC-32 is that of "123456789"
        try file.write(Array("123456789x".utf8)[...], at: 0)
        #expect(try file.crc32(of: 9) == 0xCBF4_3926)
        // bytes beyond the end are not counted
        try file.truncate(to: 9)
        #expect(try file.crc32(of: 100) == 0xCBF4_3926)
        file.discard()
        #expect(scratch.contents.isEmpty)
    }

    @Test func missingFilesAndFoldersAreReported() throws {
        let folder = TransferFolder(path: scratch.path, keepsFolders: true)
        for path in ["/none", "/none/file"] {
            #expect(throws: RequestTransferError.noSuchFile(path)) {
                try folder.open(RemotePath(path))
            }
        }
        // nothing was created by the attempts
        #expect(scratch.contents.isEmpty)
        try scratch.write([1], to: "file")
        #expect(throws: RequestTransferError.pathRefused("/file/a", .notAFile)) {
            try folder.open(RemotePath("/file/a"))
        }
        #expect(throws: RequestTransferError.pathRefused("/file/a", .notAFile)) {
            try folder.receive(RemotePath("/file/a"), size: 1, crc32: 0)
        }
        let gone = TransferFolder(path: scratch.path + "/gone", keepsFolders: false)
        #expect(throws: RequestTransferError.cannotWrite("/a", errno: ENOENT)) {
            try gone.receive(RemotePath("/a"), size: 1, crc32: 0)
        }
        #expect(gone.freeSpace() == 0 && folder.freeSpace() > 0)
        #expect(throws: RequestTransferError.cannotRead("/nowhere/x", errno: ENOENT)) {
            try SourceFile(local: "/nowhere/x")
        }
        #expect(throws: RequestTransferError.cannotRead(scratch.path, errno: EISDIR)) {
            try SourceFile(local: scratch.path)
        }
    }

    @Test func aPipeIsNoFile() throws {
        #expect(mkfifo(scratch.path + "/pipe", 0o600) == 0)
        #expect(mkfifo(scratch.path + "/.tone.partial", 0o600) == 0)
        let folder = TransferFolder(path: scratch.path, keepsFolders: true)
        for path in ["/pipe", "/tone"] {
            #expect(throws: RequestTransferError.pathRefused(path, .notAFile)) {
                try folder.receive(RemotePath(path), size: 1, crc32: 0)
            }
        }
        #expect(throws: RequestTransferError.pathRefused("/pipe", .notAFile)) {
            try folder.open(RemotePath("/pipe"))
        }
        let handle = try FileHandle(Glibc.open(scratch.path + "/pipe", O_RDWR | O_NONBLOCK))
        #expect(try handle.size() == nil)
    }

    @Test func filesToSendHaveTheirNameSizeAndChecksum() throws {
        let path = try scratch.write(Array("123456789".utf8), to: "a/tone")
        for file in [
            try SourceFile(local: path),
            try TransferFolder(path: scratch.path, keepsFolders: true).open(RemotePath("/a/tone")),
        ] {
            #expect(file.name == "tone" && file.size == 9 && file.crc32 == 0xCBF4_3926)
            #expect(try file.handle.read(at: 2, count: 3) == Array("345".utf8))
            #expect(try file.handle.read(at: 7, count: 9) == Array("89".utf8))
            #expect(try file.handle.read(at: 9, count: 1).isEmpty)
        }
        // longer than one read of the checksum
        let long = try SourceFile(
            local: scratch.write([UInt8](repeating: 0, count: 1 << 17), to: "z")
        )
        let short = try SourceFile(
            local: scratch.write([UInt8](repeating: 0, count: 1 << 16), to: "y")
        )
        #expect(long.crc32 != short.crc32)
        #expect(try long.handle.crc32(of: 1 << 16) == short.crc32)
        #expect(throws: SystemError.self) { try FileHandle(-1) }
    }
}

@Suite struct IncomingFileTests {
    private let scratch = Scratch()
    /// The CRC-32 of "/tone" and of "123456789".
    private static let identity = "e4c327e0-cbf43926"

    private func file(
        _ bytes: [UInt8],
        crc32: UInt32 = 0xCBF4_3926,
        options: RequestTransferOptions = RequestTransferOptions { $0.packageCount = 2 }
    ) throws(RequestTransferError) -> IncomingFile {
        var head = FileHead()
        head.path = "/tone"
        head.size = Int32(bytes.count)
        head.crc32 = Int64(crc32)
        return try IncomingFile(
            head,
            at: RemotePath(head.path),
            in: TransferFolder(path: scratch.path, keepsFolders: false),
            options: options
        )
    }

    private func data(_ bytes: [UInt8], at offset: Int) -> FileData {
        var data = FileData()
        data.offset = Int32(offset)
        data.data = Data(bytes)
        return data
    }

    private let digits = Array("123456789".utf8)

    @Test func aFileIsStoredPartByPart() throws {
        var file = try file(digits)
        #expect(file.path.text == "/tone" && file.size == 9 && file.received == 0)
        #expect(file.response.result == 0 && file.response.oldSize == 0)
        #expect(file.response.packageSize == 960 && file.response.packageCount == 2)
        let first = file.receive(data([1, 2, 3], at: 0), isRetransmission: false)
        #expect(first.answer == nil && first.isKept)
        let early = file.finish().response
        #expect(early.result == 1 && early.fileSize == 3 && early.fileCrc32 != 0)
        #expect(!file.receive(data([7], at: 5), isRetransmission: false).isKept)
        // the sender begins again
        var again = try self.file(digits)
        #expect(again.response.oldSize == 3 && again.response.oldCrc32 == early.fileCrc32)
        #expect(again.receive(data(Array(digits[..<5]), at: 0), isRetransmission: true).isKept)
        let second = again.receive(data(Array(digits[5...]), at: 5), isRetransmission: false)
        #expect(second.answer?.result == 0 && second.answer?.fileSize == 9 && second.isKept)
        #expect(again.received == 9)
        let (end, name) = again.finish()
        #expect(
            name == "tone" && end.result == 0 && end.fileSize == 9 && end.fileCrc32 == 0xCBF4_3926
        )
        #expect(scratch.read("tone") == digits && scratch.contents == ["tone"])
    }

    @Test func unusableFramesAreAnsweredButNotKept() throws {
        var file = try file(digits)
        let outside = file.receive(data([1, 2], at: 8), isRetransmission: false)
        #expect(outside.answer?.result == 2 && !outside.isKept)
        #expect(outside.answer?.fileSize == 0 && outside.answer?.fileCrc32 == 0)
        let gap = file.receive(data([1], at: 8), isRetransmission: false)
        #expect(gap.answer?.result == 1 && !gap.isKept)
        let next = file.receive(data([1], at: 8), isRetransmission: false)
        #expect(next.answer == nil && !next.isKept)
        #expect(scratch.contents == [".tone.\(Self.identity).partial"])
    }

    @Test func aDamagedFileIsDiscarded() throws {
        var file = try file(digits, crc32: 0xCBF4_3927)
        #expect(file.receive(data(digits, at: 0), isRetransmission: false).isKept)
        #expect(file.finish().response.result == 2)
        #expect(scratch.contents.isEmpty)
    }

    @Test func aFileThatCannotBeRenamedIsReported() throws {
        var file = try file(digits)
        #expect(file.receive(data(digits, at: 0), isRetransmission: false).isKept)
        try FileManager.default.removeItem(atPath: scratch.path + "/.tone.\(Self.identity).partial")
        #expect(file.finish().response.result == 4)
    }

    @Test func sizeAndSpaceAreLimited() throws {
        let exact = RequestTransferOptions { $0.largestFile = 9 }
        #expect(try file(digits, options: exact).size == 9)
        #expect(throws: RequestTransferError.tooLarge("/tone")) {
            try file(digits, options: RequestTransferOptions { $0.largestFile = 8 })
        }
        var head = FileHead()
        head.size = -1
        #expect(throws: RequestTransferError.tooLarge("/tone")) {
            try IncomingFile(
                head,
                at: RemotePath("/tone"),
                in: TransferFolder(path: scratch.path, keepsFolders: false),
                options: RequestTransferOptions()
            )
        }
        let full = RequestTransferOptions { $0.reservedSpace = 1 << 60 }
        // an empty part is removed, a received one is kept for later
        #expect(throws: RequestTransferError.noSpace(path: "/tone")) {
            try file(noise(20), options: full)
        }
        #expect(scratch.contents.isEmpty)
        try scratch.write([1, 2], to: ".tone.partial")
        #expect(throws: RequestTransferError.noSpace(path: "/tone")) {
            try file(digits, options: full)
        }
        // the part of an earlier version is taken over
        #expect(scratch.read(".tone.\(Self.identity).partial") == [1, 2])
    }
}
