import AccessoryLink
import BluetoothLE
import Communication
import Testing
import TxRx

@testable import accessory

/// The lines of `reader shell`, and the displays of events.
@Suite(.timeLimit(.minutes(5))) struct ReaderSessionTests {
    /// A session on the virtual jack, without a reader that is open.
    private func session(
        _ options: String = "",
        isInteractive: Bool = true,
        _ work: (ReaderSession) async throws -> Void
    ) async throws {
        let words = ["--device", "virtual"] + options.split(separator: " ").map(String.init)
        let shell = try ReaderShell.parse(words)
        let host = try await shell.host(on: "jack")
        let session = ReaderSession(host, shell, isInteractive: isInteractive)
        try await work(session)
        await session.leave()
        await host.manager.release()
        await host.release()
    }

    @Test func words() async throws {
        try await session { session in
            #expect(session.prompt == "WAITING_DEVICE> ")
            let rows: [(String, [String])] = [
                ("", []), ("help", ReaderWord.explanations.split(separator: "\n").map(String.init)),
                ("nothing\u{7} 1", ["error: unknown command nothing?; type help"]),
                ("timeout soon", ["error: soon is not a time; type 500ms or 10s"]),
                ("timeout 10s", []), ("timeout none", []),
                ("wait soon", ["error: soon is not a time; type 500ms or 10s"]),
                (
                    "file /none",
                    ["error: cannot read /none: no such file or directory; check the path"]
                ),
            ]
            for (line, output) in rows {
                var goesOn = false
                let shown = try await LocalTool.lines {
                    goesOn = try await session.perform(.line(line))
                }
                #expect(goesOn && shown.output == output && shown.errors.isEmpty, "\(line)")
            }
            let state = try await LocalTool.lines { _ = try await session.perform(.line("state")) }
            #expect(state.output.first?.hasPrefix("state ") == true)
            #expect(try await session.perform(.line("quit")) == false)
            #expect(try await session.perform(.end) == false)
        }
        #expect(ReaderWord.allCases.filter(\.isImmediate) == [.cancel, .state, .wait, .help])
        #expect(ReaderWord.explanations.split(separator: "\n").count == ReaderWord.allCases.count)
    }

    /// While it waits, and without a terminal during an exchange, lines are queued.
    @Test func queuedLines() async throws {
        try await session { session in
            _ = try await session.perform(.line("wait 1h"))
            let queued = try await LocalTool.lines {
                _ = try await session.perform(.line("timeout x"))
                _ = try await session.perform(.line("timeout y"))
            }
            #expect(queued.output.isEmpty)
            let shown = try await LocalTool.lines {
                _ = try await session.perform(.event(.waited))
            }
            #expect(shown.output.count == 2 && shown.output[0].hasPrefix("error: x is not"))
        }
        try await session(isInteractive: false) { session in
            _ = try await session.perform(.line("exchange a"))
            let queued = try await LocalTool.lines {
                _ = try await session.perform(.line("timeout x"))
                _ = try await session.perform(.line("help"))
            }
            #expect(queued.output.isEmpty)
            for await event in session.events {
                guard case .ended = event else { continue }
                let shown = try await LocalTool.lines {
                    _ = try await session.perform(.event(event))
                }
                #expect(shown.output.first == "error -2: the device is not open; open it first")
                #expect(shown.output.count == 2 + ReaderWord.allCases.count)
                break
            }
        }
    }

    @Test func eventsAreShown() async throws {
        func progress(_ sent: Int, _ toSend: Int, _ received: Int, _ toReceive: Int) -> LinkProgress
        {
            var progress = LinkProgress()
            (progress.sent, progress.toSend) = (sent, toSend)
            (progress.received, progress.toReceive) = (received, toReceive)
            return progress
        }
        try await session { session in
            let rows: [(ReaderSession.Event, String, [String])] = [
                (.state(.waitingDevice), "WAITING_DEVICE> ", []),
                (.state(.idle), "IDLE> ", ["state IDLE"]), (.state(.idle), "IDLE> ", []),
                (.progress(progress(1, 4, 0, 0)), "IDLE 25 %> ", []),
                (.progress(progress(4, 4, 1, 3)), "IDLE 33 %> ", []),
                (.progress(progress(0, 0, 0, 0)), "IDLE> ", []),
                (.link(.sent), "IDLE> ", ["sent"]),
                (.link(.progress([0x61])), "IDLE> ", ["reader reports: a"]),
                (.link(.received([0x61])), "IDLE> ", []),
                (.link(.dropped), "IDLE> ", ["dropped unrequested data"]),
                (.ended(.success([0xFF])), "IDLE> ", ["ff"]),
                (.ended(.failure(.timedOut)), "IDLE> ", ["error: \(LinkError.timedOut)"]),
            ]
            for (event, prompt, output) in rows {
                var goesOn = false
                let shown = try await LocalTool.lines {
                    goesOn = try await session.perform(.event(event))
                }
                #expect(goesOn && session.prompt == prompt)
                if case .ended(.failure) = event {
                    #expect(shown.output.first?.hasPrefix("error: ") == true)
                } else {
                    #expect(shown.output == output, "\(event)")
                }
            }
        }
        // in duplex mode messages are shown, not answers
        try await session("--mode duplex") { session in
            let shown = try await LocalTool.lines {
                _ = try await session.perform(.event(.link(.received([0x61]))))
                _ = try await session.perform(.event(.ended(.success([0x62]))))
            }
            #expect(shown.output == ["a"])
        }
        try await session("--hex --json") { session in
            let shown = try await LocalTool.lines {
                _ = try await session.perform(.event(.ended(.success([0x62]))))
                _ = try await session.perform(.line("exchange 0"))
            }
            #expect(shown.output.count == 2)
            #expect(shown.output[0] == #"{"event":"received","hex":"62","text":"b"}"#)
            let cause = "the request has an odd number of hexadecimal digits (1)"
            #expect(shown.output[1] == #"{"cause":"\#(cause)","event":"failed"}"#)
        }
    }

    @Test func displays() async throws {
        func shown(_ options: String, isHex: Bool = false, _ show: (ReaderDisplay) throws -> Void)
            async throws -> [String]
        {
            let words = options.split(separator: " ").map(String.init)
            let display = ReaderDisplay(try CommonOptions.parse(words), isHex: isHex)
            return try await LocalTool.lines { try show(display) }.output
        }
        let events: [(CommunicationEvent, String?, String?)] = [
            (.sent, "sent", #"{"event":"sent"}"#),
            (
                .progress([0x61]), "reader reports: a",
                #"{"event":"progress","hex":"61","text":"a"}"#
            ),
            (
                .disturbed(.byteFormat), "disturbed: \(LinkError.byteFormat)",
                #"{"code":6,"event":"disturbed"}"#
            ),
            (.dropped, "dropped unrequested data", #"{"event":"dropped"}"#),
            (.received([1]), nil, nil), (.failed(.timedOut), nil, nil), (.timedOut, nil, nil),
        ]
        for (event, line, json) in events {
            #expect(try await shown("") { try $0.show(event) } == [line].compactMap(\.self))
            #expect(try await shown("--json") { try $0.show(event) } == [json].compactMap(\.self))
            #expect(try await shown("--quiet") { try $0.show(event) }.isEmpty)
        }
        #expect(try await shown("") { try $0.show(received: [0x61]) } == ["a"])
        #expect(try await shown("--quiet") { try $0.show(received: [0xFF]) } == ["ff"])
        #expect(try await shown("", isHex: true) { try $0.show(received: [0x61]) } == ["61"])
        #expect(
            try await shown("--json") { try $0.show(received: [0xFF]) }
                == [#"{"event":"received","hex":"ff"}"#]
        )
        #expect(
            try await shown("--json") { try $0.show(HostState.idle) }
                == [#"{"event":"state","state":"IDLE"}"#]
        )
        let error = Failure(.badInput, "a", nextStep: "b", code: 7)
        #expect(try await shown("") { try $0.show(error) } == ["error 7: a; b"])
        #expect(
            try await shown("--json") { try $0.show(error) }
                == [#"{"cause":"a","code":7,"event":"failed"}"#]
        )
        #expect(
            try await shown("") { try $0.show(Failure(CancellationError())) } == [
                "error: cancelled"
            ]
        )
    }

    @Test func eventsOfTxRxAsJSON() async throws {
        let device = TxRxDevice(
            address: BluetoothAddress(value: 0xC0DE_0000_0001, kind: .random),
            name: "Lamp"
        )
        let rows: [(TxRxEvent, String)] = [
            (.scanBegan, ""),
            (.scanError(.notConnected), #""code":12,"#),
            (.deviceFound(device), #""device":"\#(device.address)","#),
            (.deviceReady(device, .zhaga), #""profile":"Zhaga"}"#),
            (.dataReceived(device, [0x61]), #"{"data":"a","device":"\#(device.address)","#),
            (.eventDataReceived(device, [0xFF]), #""hex":"ff"}"#),
            (.modeChanged(device, .localCommand), #""mode":2}"#),
            (.dataSendError(device, .invalidData), #""code":15,"#),
            (.deviceDisconnected(device), #""device":"\#(device.address)","#),
        ]
        let display = TxRxDisplay(try CommonOptions.parse(["--json"]), isHex: false)
        for (event, text) in rows {
            let lines = try await LocalTool.lines { try display.show(event) }.output
            #expect(lines.count == 1)
            #expect(lines.first?.contains(#""event":"\#(event.notificationName)""#) == true)
            #expect(text.isEmpty || lines.first?.contains(text) == true, "\(lines)")
        }
        let plain = TxRxDisplay(try CommonOptions.parse([]), isHex: false)
        let lines = try await LocalTool.lines {
            try plain.show(.dataReceived(device, Array("a\nb\n".utf8)))
        }
        #expect(lines.output == ["a", "b"])
    }
}
