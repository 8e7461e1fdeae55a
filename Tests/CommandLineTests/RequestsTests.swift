import Foundation
import TestSupport
import Testing

/// Both ends of request transfer as two processes on a unix socket.
@Suite(.timeLimit(.minutes(20))) struct RequestsTests {
    private let scratch: Scratch
    private let socket: String

    init() throws {
        scratch = try Scratch()
        for name in ["app", "watch/rec"] {
            try FileManager.default.createDirectory(
                at: scratch.url(name),
                withIntermediateDirectories: true
            )
        }
        socket = scratch.url("socket").path
    }

    @Test func aHandlerAnswersWithAFile() throws {
        let voice = Data((0..<5_000).map { UInt8($0 & 255) })
        try voice.write(to: scratch.url("watch/rec/voice"))
        // returns the device's file under another name
        let handler = """
            cat >"\(scratch.url("request.json").path)" && \
            cp "\(scratch.url("app/voice").path)" "\(scratch.url("app/echo").path)" && \
            echo '{"content":{"done":true},"files":["\(scratch.url("app/echo").path)"]}'
            """
        let server = try serve(["--handler", handler, "--count", "1"])
        let result = try send(
            ["echo", "--param", "rate=16000", "--param", "lang=de", "--file", "/rec/voice"]
                + ["--save-path", "/music", "--id", "17"]
        )
        #expect(result.status == 0 && result.output == "{\"done\":true}\n")
        #expect(try Data(contentsOf: scratch.url("watch/music/echo")) == voice)
        #expect(try Data(contentsOf: scratch.url("app/voice")) == voice)
        let seen = try JSONSerialization.jsonObject(
            with: Data(contentsOf: scratch.url("request.json"))
        )
        let request = try #require(seen as? [String: Any])
        #expect(request["id"] as? String == "17" && request["func"] as? String == "echo")
        #expect(request["localFiles"] as? [String] == [scratch.url("app/voice").path])
        let parameters = try #require(request["params"] as? [String: Any])
        #expect(parameters["rate"] as? Int == 16_000 && parameters["lang"] as? String == "de")
        #expect(server.waitForEnd() == 0)
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test func aFailingHandlerIsTheAnswersError() throws {
        let server = try serve(["--handler", "exit 3"])
        let result = try send(["anything", "--json"])
        #expect(result.status == 76)
        #expect(result.output.contains("\"errorCode\":3"))
        #expect(result.errors.contains("\"code\":3"))

        // without the file no request is sent, and a hostile path is refused at once
        #expect(try send(["x", "--file", "/rec/none"]).errors.contains("4001"))
        let hostile = try send(["x", "--file", "/../app/secret"])
        #expect(hostile.status == 64 && hostile.errors.contains("/../app/secret"))
        server.interrupt()
        #expect(server.waitForEnd() == 130)
    }

    @Test func aHandlerThatPrintsTextIsAnError() throws {
        let server = try serve(["--handler", "echo hello"])
        let result = try send(["anything", "--json"])
        #expect(result.status == 76 && result.output.contains("\"errorCode\":4003"))
        #expect(try send(["anything"]).status == 76)
        // a watch goes on, and reports the error, which is no part of the content
        let watch = try CommandLineTool.run(
            ["simulate", "watch", "--socket", socket, "--folder", scratch.url("watch").path],
            input: Data("one\n{\"id\":1}\ntwo\n".utf8)
        )
        #expect(watch.status == 65 && watch.output == "{}\n")
        #expect(watch.errors.contains("the answer reports error 4003: the handler did not write"))
        #expect(watch.errors.contains("line 1, column 7: id: 1 is not a text"), "\(watch.errors)")
        server.terminate()
        server.waitForEnd()
    }

    @Test func aWatchSendsTheLinesOfItsInput() throws {
        let server = try serve([])
        let input = "weather\n{\"id\":\"9\",\"func\":\"tts\",\"params\":{\"lang\":\"en\"}}\n"
        let result = try CommandLineTool.run(
            ["simulate", "watch", "--socket", socket, "--folder", scratch.url("watch").path],
            input: Data(input.utf8)
        )
        #expect(result.status == 0 && result.output == "{}\n{\"lang\":\"en\"}\n")
        server.terminate()
        server.waitForEnd()
    }

    @Test func aDeviceSendsRequestsOverBluetooth() throws {
        let voice = Data((0..<20_000).map { UInt8($0 & 255) })
        try voice.write(to: scratch.url("watch/rec/voice"))
        let radio = ["--bluetooth", "watch", "--adapter", "virtual"]
        let server = try RunningTool(
            ["requests", "serve", "--count", "1", "--folder", scratch.url("app").path] + radio,
            air: scratch
        )
        #expect(server.line() == "ready")
        let result = try CommandLineTool.run(
            CommandLineTool.program,
            ["requests", "send", "echo", "--file", "/rec/voice", "--param", "rate=8000"]
                + ["--folder", scratch.url("watch").path] + radio,
            environment: ["XDG_RUNTIME_DIR": scratch.folder.path]
        )
        #expect(result.status == 0 && result.output == "{\"rate\":8000}\n")
        #expect(try Data(contentsOf: scratch.url("app/voice")) == voice)
    }

    /// Devices connect and disconnect, one in the middle of its file: each is reported, and the next is served.
    @Test func bluetoothDevicesAreServedOneAfterTheOther() throws {
        // too large to be sent before the device ends
        try Data(count: 50 << 20).write(to: scratch.url("watch/rec/voice"))
        let radio = ["--bluetooth", "watch", "--adapter", "virtual"]
        let server = try RunningTool(
            ["requests", "serve", "--folder", scratch.url("app").path, "--json"] + radio,
            air: scratch
        )
        #expect(server.line(with: "ready") != nil)
        let send = ["requests", "send", "echo", "--folder", scratch.url("watch").path] + radio
        func ask() throws {
            let result = try CommandLineTool.run(
                CommandLineTool.program,
                send + ["--param", "rate=8000"],
                environment: ["XDG_RUNTIME_DIR": scratch.folder.path]
            )
            #expect(result.status == 0 && result.output == "{\"rate\":8000}\n")
        }
        for _ in 0..<3 {
            try ask()
            #expect(server.line(where: { !$0.contains("request") })?.contains("answered") == true)
            #expect(server.line()?.contains("left") == true)
        }
        let dying = try RunningTool(send + ["--file", "/rec/voice"], air: scratch)
        // the CRC-32 of the path and of the file
        try dying.waitForFile(".voice.76ff3b1a-0e9b9b34.partial", in: scratch.url("app"))
        dying.kill()
        let failed = server.line()
        #expect(failed?.contains("failed") == true && failed?.contains("6002") == true)
        #expect(server.line()?.contains("left") == true)
        try ask()
        #expect(server.line(with: "answered") != nil)
        server.interrupt()
        let end = try server.finish()
        #expect(end.status == 130, "\(end.lines) \(end.errors)")
    }

    @Test func aDeviceSendsRequestsOverSerialPorts() throws {
        try Data(count: 20_000).write(to: scratch.url("watch/rec/voice"))
        let modem = try NullModem()
        let place = ["--transport", "serial", "--serial-folder", modem.folder, "--reader"]
        let server = try RunningTool(
            ["requests", "serve", "--count", "1", "--folder", scratch.url("app").path] + place
                + ["usb-host"]
        )
        #expect(server.line() == "ready")
        let result = try CommandLineTool.run(
            ["requests", "send", "echo", "--file", "/rec/voice", "--param", "rate=8000"]
                + ["--folder", scratch.url("watch").path] + place + ["usb-reader"]
        )
        #expect(result.status == 0 && result.output == "{\"rate\":8000}\n", "\(result.errors)")
        #expect(try Data(contentsOf: scratch.url("app/voice")) == Data(count: 20_000))
    }

    @Test(
        "what cannot be is refused",
        arguments: [
            (["--socket", "x", "--reader", "y"], "--socket replaces --transport"),
            (["--socket", "x", "--baud", "9600"], "--baud has no effect with --socket"),
            (["--bluetooth", "x", "--fec"], "--fec has no effect with --bluetooth"),
            (["--adapter", "hci7"], "--adapter has no effect without --transport"),
            (["--transport", "rfcomm"], "does not serve --transport rfcomm"),
            (["--transport", "bluetooth"], "--reader NAME"),
            (["--device", "virtual"], "a request needs both ends"),
        ] as [([String], String)]
    )
    func refusals(_ arguments: [String], _ text: String) throws {
        let result = try CommandLineTool.run(["requests", "send", "x"] + arguments)
        #expect(result.status == 64 && result.errors.contains(text), "\(result.errors)")
    }

    @Test func aMissingListenerExitsWithNoDevice() throws {
        let result = try send(["x"])
        #expect(result.status == 69 && result.errors.contains("requests serve"))
    }

    private func send(_ arguments: [String]) throws -> CommandLineTool.Result {
        try CommandLineTool.run(
            ["requests", "send", "--socket", socket, "--folder", scratch.url("watch").path]
                + arguments
        )
    }

    /// Starts the app's end and returns when it listens.
    private func serve(_ arguments: [String]) throws -> Process {
        let process = Process()
        let output = Pipe()
        process.executableURL = CommandLineTool.program
        process.arguments =
            ["requests", "serve", "--socket", socket, "--folder", scratch.url("app").path]
            + arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.runWithLimit()
        let first = output.fileHandleForReading.availableData
        #expect(String(decoding: first, as: UTF8.self).hasPrefix("ready\n"))
        return process
    }
}
