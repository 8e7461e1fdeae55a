import BluetoothLE
import Foundation
import RequestTransfer
import Testing

@testable import accessory

/// Handlers of requests, and new values of a peripheral.
@Suite struct HandlerTests {
    private static let request = TransferRequest(
        id: "7",
        name: "play",
        url: "https://a.de",
        appID: "app",
        parameters: ["a": 1],
        deviceStoragePath: "/tones",
        remoteFilePaths: ["b", "c"]
    )

    private func answer(_ command: String) async throws -> TransferAnswer {
        try await RequestHandler(command: command).answer(to: Self.request)
    }

    @Test func answersOfHandlers() async throws {
        let none = try await answer("cat >/dev/null")
        #expect(none.id == "7" && none.name == "play" && none.content.isEmpty)
        #expect(none.errorCode == 0 && none.errorMessage == nil && none.localFilePaths.isEmpty)
        let whole = try await answer(
            #"echo '{"content":{"x":[1,"y"]},"error":{"code":7,"message":"m"},"files":["f"],"savePath":"/s"}'"#
        )
        #expect(whole.content == ["x": [1, "y"]] && whole.errorCode == 7)
        #expect(whole.errorMessage == "m" && whole.localFilePaths == ["f"])
        #expect(whole.deviceStoragePath == "/s")
        // longer than a block, and without members
        let long = try await answer("head -c 10000 /dev/zero | tr '\\0' ' '; echo '{}'")
        #expect(long.errorCode == 0 && long.content.isEmpty)
    }

    @Test func failuresOfHandlers() async throws {
        for (command, status) in [("exit 3", 3), ("exit 255", 255), ("kill -9 $$", 9)] {
            let failed = try await answer("echo '{}'; " + command)
            #expect(failed.errorCode == status)
            #expect(failed.errorMessage == "the handler ended with \(status)")
        }
        for (text, fault) in [
            ("hello", "not valid JSON at line 1, column 1"),
            ("{} {}", "not valid JSON at line 1, column 4"), ("[]", "it is not an object"),
            (
                "{\"error\":{\"code\":99999999999999999999}}",
                "the number 99999999999999999999 at line 1, column 18 is out of range"
            ),
        ] {
            let malformed = try await answer("echo '\(text)'")
            #expect(malformed.errorCode == RequestTransferError.malformed.code, "\(text)")
            #expect(
                malformed.errorMessage
                    == "the handler did not write exactly one JSON object: \(fault)"
            )
        }
    }

    @Test func theInputHasTheWholeRequest() async throws {
        let scratch = try Scratch()
        _ = try await answer("cat >'\(scratch.url("in").path)'")
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: scratch.url("in")))
        let input = try #require(json as? [String: Any])
        #expect(input["id"] as? String == "7" && input["func"] as? String == "play")
        #expect(input["url"] as? String == "https://a.de" && input["appId"] as? String == "app")
        #expect(input["savePath"] as? String == "/tones")
        #expect(input["files"] as? [String] == ["b", "c"])
        #expect(input["localFiles"] as? [String] == [])
        #expect((input["params"] as? [String: Int]) == ["a": 1])
    }

    @Test func processes() async throws {
        let rows: [(String, [UInt8], Int32, String)] = [
            ("cat", Array("input".utf8), 0, "input"), ("exit 1", [], 1, ""),
            ("echo $PPID >/dev/null; printf y", [1], 0, "y"),
        ]
        for (command, input, status, output) in rows {
            let end = await (try ShellProcess(command, input: input)).finish()
            #expect(end.status == status && end.output == Array(output.utf8), "\(command)")
        }
        // the signals that this program ignores end the command
        let process = try ShellProcess("kill -PIPE $$; printf z", input: [])
        #expect(await process.finish().status == 13)
        let sleeper = try ShellProcess("sleep 1000", input: [])
        sleeper.terminate()
        #expect(await sleeper.finish().status == 15)
        // has no effect after the end
        sleeper.terminate()
    }

    private let battery = MutableCharacteristic(
        uuid: BluetoothUUID(0x2A19),
        properties: [.read, .notify],
        permissions: .readable,
        value: [1],
        descriptors: []
    )
    private let own = MutableCharacteristic(
        uuid: BluetoothUUID(0xFFF1),
        properties: [.read],
        permissions: .readable,
        value: [1],
        descriptors: []
    )

    @Test(
        arguments: [
            ("2A19 64", true, [0x64]), ("2a19\t6 465 ", true, [0x64, 0x65]),
            ("  battery LEVEL  0x64 65 ", true, [0x64, 0x65]),
            ("2A19", true, []), ("2A19 ", true, []), ("2A19 \"lo w\"", true, Array("lo w".utf8)),
            ("2A19 \"\"", true, []), ("2A19 \"", true, nil),
            ("FFF1 \" a\"  ", false, Array(" a".utf8)),
            ("FFF1 \"a\"b\"", false, Array("a\"b".utf8)), ("2A199 64", true, nil),
            ("x 64", true, nil),
            ("FFF1 zz", false, nil),
        ] as [(String, Bool, [UInt8]?)]
    )
    func lines(line: String, isBattery: Bool, value: [UInt8]?) {
        let update = try? ValueLine(line, 3, [battery, own])
        #expect(update?.value == value)
        if let update { #expect(update.characteristic === (isBattery ? battery : own)) }
    }

    @Test func faultsOfLines() throws {
        let rows = [
            (
                "x\u{7} 64", "line 3 names no characteristic of the description: x? 64",
                "start it with a UUID, such as 2A19, or an assigned name"
            ),
            (
                "2A19 6", "the value of line 3 has an odd number of hexadecimal digits (1)",
                "give two digits for each byte"
            ),
            (
                "2A19 " + String(repeating: "00", count: 513), "the value of line 3 has 513 bytes",
                "give at most 512"
            ),
        ]
        for (line, cause, nextStep) in rows {
            #expect(throws: Failure(.badInput, cause, nextStep: nextStep)) {
                try ValueLine(line, 3, [battery, own])
            }
        }
        let most = try ValueLine("2A19 " + String(repeating: "00", count: 512), 1, [battery])
        #expect(most.value.count == 512)
        // a value that cannot be sent is only stored
        try ValueLine("FFF1 0203", 1, [battery, own]).perform()
        #expect(own.value == [2, 3])
    }
}
