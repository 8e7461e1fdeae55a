import AccessoryConcurrency
import AccessoryLink
import Foundation
import Testing

@testable import RequestTransfer

@Suite(.timeLimit(.minutes(20))) struct PathTests {
    /// Hostile paths, and the rule that each violates.
    static let attacks: [(String, RequestPathFault)] = [
        ("", .notAbsolute), ("tone", .notAbsolute), ("../tone", .notAbsolute),
        ("~/tone", .notAbsolute), ("C:\\tone", .notAbsolute),
        ("/", .emptyPart), ("//etc/passwd", .emptyPart), ("/music/", .emptyPart),
        ("/..", .relativePart), ("/../tone", .relativePart), ("/music/../../tone", .relativePart),
        ("/music/..", .relativePart), ("/.", .relativePart), ("/./tone", .relativePart),
        ("/.ssh/authorized_keys", .relativePart), ("/music/.tone.partial", .relativePart),
        // bytes count, not Characters, which a mark joins with the byte before or after it
        ("/.\u{301}ssh", .relativePart), ("/music/..\u{301}", .relativePart),
        ("/a\u{600}/b\u{600}/c\u{600}/tone", .tooDeep), ("/music\u{600}/", .emptyPart),
        ("/music/to\0ne", .controlCharacter), ("/tone\n", .controlCharacter),
        ("/\u{7F}", .controlCharacter), ("/\u{85}", .controlCharacter),
        ("/to\u{10FFFF}e", .notText),
        ("/a/b/c/tone", .tooDeep),
        ("/" + String(repeating: "f", count: 32) + "/tone", .folderTooLong),
        ("/" + String(repeating: "é", count: 16) + "/tone", .folderTooLong),
        ("/" + String(repeating: "n", count: 64), .fileTooLong),
        ("/" + String(repeating: "n", count: 127), .tooLong),
    ]

    @Test func everyAttackIsRefusedByItsRule() {
        for (path, fault) in Self.attacks {
            #expect(
                throws: RequestTransferError.pathRefused(path, fault),
                "\(path.debugDescription)"
            ) {
                try RemotePath(path)
            }
        }
    }

    @Test func aMarkAfterASlashBelongsToTheName() throws {
        let path = try RemotePath("/\u{301}a/\u{301}b")
        #expect(path.folders == ["\u{301}a"] && path.name == "\u{301}b")
        #expect(try RemotePath("tone", in: "/a/\u{301}").folders == ["a", "\u{301}"])
    }

    @Test func theLongestPathsAreAccepted() throws {
        let folder = String(repeating: "f", count: 31)
        let name = String(repeating: "n", count: 61)
        let path = try RemotePath("/\(folder)/\(folder)/\(name)")
        #expect(path.text.utf8.count == 126 && path.folders == [folder, folder])
        #expect(path.name == name)
        #expect(try RemotePath("/" + String(repeating: "n", count: 63)).folders == [])
    }

    @Test func aHostileDeviceGetsNothingOutsideTheFolder() async throws {
        for (path, _) in Self.attacks where !path.isEmpty {
            let bench = Bench()
            try await bench.clock.run {
                let line = bench.connect()
                let request = HostileRequest(files: [path])
                let answer = try await line.device.sendAnyway(request)
                #expect(answer.errorCode == 3002)
                #expect(bench.appFolder.contents.isEmpty)
            }
        }
        let bench = Bench()
        try await bench.clock.run {
            let line = bench.connect()
            let many = try await line.device.sendAnyway(
                HostileRequest(files: (0..<33).map { "/f\($0)" })
            )
            #expect(many.errorCode == 3004)
        }
    }

    @Test func linksAreNotFollowed() async throws {
        let outside = Scratch()
        try outside.write([1], to: "secret")
        let bench = Bench()
        let manager = FileManager.default
        let root = bench.deviceFolder.path
        try manager.createSymbolicLink(atPath: root + "/out", withDestinationPath: outside.path)
        try manager.createSymbolicLink(
            atPath: root + "/file",
            withDestinationPath: outside.path + "/secret"
        )
        try manager.createSymbolicLink(
            atPath: root + "/.tone.partial",
            withDestinationPath: outside.path + "/secret"
        )
        try manager.createDirectory(atPath: root + "/folder", withIntermediateDirectories: true)
        let folder = TransferFolder(path: root, keepsFolders: true)
        for path in ["/out/secret", "/file", "/folder"] {
            let remote = try RemotePath(path)
            #expect(throws: RequestTransferError.pathRefused(path, .notAFile)) {
                try folder.open(remote)
            }
            #expect(throws: RequestTransferError.pathRefused(path, .notAFile)) {
                try folder.receive(remote, size: 1, crc32: 0)
            }
        }
        #expect(throws: RequestTransferError.pathRefused("/tone", .notAFile)) {
            try folder.receive(RemotePath("/tone"), size: 1, crc32: 0)
        }
        #expect(outside.read("secret") == [1] && outside.contents == ["secret"])
    }

    /// An app that sends unrequested files, or files that are too large.
    @Test func unrequestedFilesAreRefused() async throws {
        let bench = Bench(app: RequestTransferOptions { $0.largestFile = 99 })
        try await bench.clock.run {
            try bench.deviceFolder.write(noise(100), to: "big")
            let line = bench.connect()
            let answer = try await line.device.sendAnyway(HostileRequest(files: ["/big"]))
            #expect(answer.errorCode == 3004)
            #expect(bench.appFolder.contents.isEmpty)

            let pipe = BytePipe(packetSize: 1000, clock: bench.clock)
            let app = RequestTransferManager(
                over: pipe.host,
                folder: bench.appFolder.path,
                clock: bench.clock
            )
            let session = TransferSession(
                pipe.accessory,
                role: .device,
                folder: bench.deviceFolder.path,
                options: RequestTransferOptions(),
                time: TimeSource(bench.clock)
            ) { _, _ in (.ok, nil) }
            async let run: Void = session.run()
            let file = try SourceFile(local: bench.deviceFolder.path + "/big")
            await #expect(throws: RequestTransferError.pathRefused("/big", .refused)) {
                try await session.push(file, to: RemotePath("/big")) { _, _ in }
            }
            pipe.cut()
            await run
            _ = app
            #expect(bench.appFolder.contents.isEmpty)
        }
    }
}

/// A request whose paths are not checked before it is sent.
struct HostileRequest: Encodable {
    var id = "1"
    var `func` = "take"
    var files: [String]
}

extension RequestDevice {
    func sendAnyway(_ request: HostileRequest) async throws -> TransferAnswer {
        try await send(
            TransferRequest(id: request.id, name: request.func),
            as: encode(json: request)
        )
    }
}
