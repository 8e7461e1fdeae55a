import Foundation
import Glibc
import Testing

@testable import RequestTransfer

/// Numbers, texts, values and defaults, which apps store or show.
@Suite struct ErrorTests {
    /// Every error, TopStep's number, and its text.
    static let errors: [(RequestTransferError, code: Int, text: String)] = [
        (.notConnected, 2003, "the link has ended; connect again"),
        (.noSpace(path: "/a"), 2005, "the receiver has no space for /a; delete files there"),
        (.busy, 2006, "the peer is busy with another transfer; try again later"),
        (.noSuchRequest(id: "7"), 3001, "no request 7 is pending; copy the request's id"),
        (
            .otherName("x", expected: "y"), 3001,
            "the answer is named x, the request y; copy the request's name"
        ),
        (
            .noStoragePath, 3002,
            "neither the answer nor its request states a folder for files; set deviceStoragePath"
        ),
        (
            .pathRefused("/a", .refused), 3002,
            "the path /a is refused: the peer refuses it; choose another path"
        ),
        (.tooLarge("/a"), 3004, "/a is longer than the receiver accepts; send less"),
        (.tooMany(limit: 3), 3004, "there are more than 3 files; send fewer"),
        (.noSuchFile("/a"), 4001, "the peer has no file /a; check the path"),
        (
            .cannotRead("a", errno: ENOENT), 4001,
            "cannot read a: no such file or directory; check the path"
        ),
        (
            .cannotWrite("a", errno: EACCES), 4002,
            "cannot write a: permission denied; choose another folder"
        ),
        (
            .malformed, 4003,
            "the received data is not a request or answer; check both ends' versions"
        ),
        (.transferRunning, 5001, "a transfer is already running; wait for its end"),
        (.timedOut, 6001, "the peer did not answer in time; check that it is on and in range"),
        (
            .unconfirmed(.silent), 6001,
            "the device did not confirm the answer in time; it may have received it"
        ),
        (.interrupted, 6002, "the link was lost; connect and try again"),
        (
            .unconfirmed(.lost), 6002,
            "the link was lost before the device confirmed the answer; it may have received it"
        ),
        (.wrongCheck(path: "/a"), 6003, "/a arrived damaged; send it again"),
        (.packetLoss, 6004, "frames were lost repeatedly; move the two ends closer together"),
        (.protocolMismatch, 6005, "the peer uses another protocol; check both ends' versions"),
        (.cancelled, 7001, "cancelled"),
    ]

    @Test func everyErrorHasItsNumberAndText() {
        for (error, code, text) in Self.errors {
            #expect(error.code == code && error.number == code, "\(error)")
            #expect(error.description == text)
        }
    }

    @Test func defaultsAreTopSteps() {
        let options = RequestTransferOptions()
        #expect(options.requestTimeout == .seconds(18) && options.answerTimeout == .seconds(5))
        #expect(options.packetTimeout == .seconds(3) && options.retryDelay == .milliseconds(500))
        #expect(options.retries == 2 && options.frameRetries == 3)
        #expect(options.packageSize == 960 && options.packageCount == 16)
        #expect(options.largestFile == 67_108_864 && options.largestObject == 65_536)
        #expect(options.mostFiles == 32 && options.reservedSpace == 1_048_576)
    }

    @Test func progressIsAShareOfTheFileAndOfAllFiles() {
        func progress(_ index: Int, _ count: Int, _ done: Int, _ size: Int) -> TransferProgress {
            TransferProgress(path: "/a", index: index, count: count, done: done, size: size)
        }
        #expect(progress(0, 2, 0, 100).fileFraction == 0 && progress(0, 2, 0, 100).fraction == 0)
        #expect(progress(1, 4, 50, 100).fileFraction == 0.5)
        #expect(progress(1, 4, 50, 100).fraction == 0.375)
        #expect(progress(1, 2, 100, 100).fraction == 1)
        // an empty file is complete from the beginning
        #expect(progress(0, 2, 0, 0).fileFraction == 1 && progress(0, 2, 0, 0).fraction == 0.5)
        #expect(progress(0, 1, 1, 4).fileFraction == 0.25)
    }

    @Test func pathLengthsAreLimitedFromBothSides() throws {
        let folder = String(repeating: "f", count: 31)
        // 1 + 31 + 1 + 31 + 1 + 62 bytes
        let longest = "/\(folder)/\(folder)/" + String(repeating: "n", count: 62)
        #expect(longest.utf8.count == 127)
        #expect(try RemotePath(longest).text == longest)
        #expect(throws: RequestTransferError.pathRefused(longest + "n", .tooLong)) {
            try RemotePath(longest + "n")
        }
        #expect(try RemotePath("/a/b/c").folders == ["a", "b"])
        for control in ["\u{1F}", "\u{9F}", "\u{80}"] {
            #expect(throws: RequestTransferError.pathRefused("/\(control)", .controlCharacter)) {
                try RemotePath("/\(control)")
            }
        }
        for printable in [" ", "~", "\u{A0}"] {
            #expect(try RemotePath("/" + printable).name == printable)
        }
    }

    @Test func aNameIsAddedToAFolderWithOneSlash() throws {
        #expect(try RemotePath("tone", in: "/music").text == "/music/tone")
        #expect(try RemotePath("tone", in: "/music/").text == "/music/tone")
        #expect(try RemotePath("tone", in: "/").text == "/tone")
        #expect(throws: RequestTransferError.pathRefused("music/tone", .notAbsolute)) {
            try RemotePath("tone", in: "music")
        }
    }

    @Test func jsonValuesKeepTheirType() throws {
        let values: [(String, JSONValue)] = [
            ("null", nil), ("true", true), ("false", false), ("0", 0), ("-7", -7),
            ("9223372036854775807", .integer(.max)), ("2.0", 2), ("2.5", 2.5), ("\"1\"", "1"),
            ("[1,\"a\",[]]", [1, "a", []]), ("{\"a\":{\"b\":null}}", ["a": ["b": nil]]),
        ]
        for (text, value) in values {
            let found = try decode(json: Array(text.utf8), as: JSONValue.self)
            #expect(found == value, "\(text)")
            #expect(try decode(json: encode(json: value), as: JSONValue.self) == value)
        }
        #expect(JSONValue.string("a").string == "a")
        #expect(JSONValue.integer(1).string == nil && JSONValue.null.string == nil)
        #expect(JSONValue(dictionaryLiteral: ("a", 1), ("a", 2)) == .object(["a": 2]))
        #expect(throws: RequestTransferError.malformed) {
            try encode(json: JSONValue.number(.infinity))
        }
    }

    /// The JSON objects of docs/request-transfer.md, with keys in order.
    @Test func objectsHaveTheirKeys() throws {
        func text(_ object: some Encodable) throws -> String {
            String(decoding: try encode(json: object), as: UTF8.self)
        }
        var request = TransferRequest(id: "1", name: "tts")
        #expect(try text(request) == #"{"func":"tts","id":"1"}"#)
        request = TransferRequest(
            id: "1",
            name: "tts",
            url: "https://a/b",
            appID: "app",
            parameters: ["n": 1],
            deviceStoragePath: "/d",
            remoteFilePaths: ["/f"]
        )
        #expect(
            try text(request)
                == #"{"appId":"app","files":["/f"],"func":"tts","id":"1","params":{"n":1},"savePath":"/d","url":"https://a/b"}"#
        )
        var answer = TransferAnswer(to: request)
        #expect(
            try text(answer)
                == #"{"appId":"app","content":{},"error":{"code":0},"func":"tts","id":"1"}"#
        )
        answer = TransferAnswer(
            to: request,
            content: ["k": "v"],
            errorCode: 5,
            errorMessage: "no",
            deviceStoragePath: "/e",
            localFilePaths: ["x"]
        )
        answer.remoteFilePaths = ["/e/x"]
        let object = try encode(json: answer)
        #expect(
            String(decoding: object, as: UTF8.self)
                == #"{"appId":"app","content":{"k":"v"},"error":{"code":5,"message":"no"},"files":["/e/x"],"func":"tts","id":"1","savePath":"/e"}"#
        )
        // local paths are of one machine
        let found = try decode(json: object, as: TransferAnswer.self)
        answer.localFilePaths = []
        #expect(found == answer)
    }

    @Test func missingMembersAreEmpty() throws {
        let bytes = Array(#"{"id":"1","func":"f"}"#.utf8)
        let request = try decode(json: bytes, as: TransferRequest.self)
        #expect(request == TransferRequest(id: "1", name: "f"))
        #expect(try decode(json: bytes, as: TransferAnswer.self) == TransferAnswer(to: request))
        for text in [
            #"{"id":"","func":"f"}"#, #"{"id":"1","func":""}"#, #"{"id":"","func":""}"#,
            #"{"func":"f"}"#, #"{"id":"1"}"#,
        ] {
            #expect(throws: RequestTransferError.malformed, "\(text)") {
                try decode(json: Array(text.utf8), as: TransferRequest.self)
            }
        }
    }
}
