internal import ArgumentParser
internal import BluetoothLE
internal import TxRx

/// `accessory txrx shell`
struct TxRxShellCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell",
        abstract: "A terminal session with a device.",
        discussion: """
            Each line is a command. Answers, events and what the device sends unasked are shown as they \
            come. Up and down recall earlier lines, Ctrl-D on an empty line ends. Where standard input is \
            no terminal, its lines are sent one after the other.
            """
    )

    @OptionGroup var session: TxRxSessionOptions
    @OptionGroup var options: CommonOptions

    private enum Input: Sendable {
        case keys([UInt8])
        case end
        case event(TxRxEvent)
    }

    func run() async throws {
        try await session.connected { manager, device, events in
            guard let profile = await manager.profile(of: device) else {
                throw TxRxError.notConnected
            }
            var screen = Screen(display: TxRxDisplay(options, isHex: session.hex))
            try screen.show(.deviceReady(device, profile))
            let (inputs, entry) = AsyncStream.makeStream(of: Input.self)
            let sources = [
                Task {
                    for await event in events { entry.yield(.event(event)) }
                },
                Task {
                    for await keys in StandardInput.bytes() { entry.yield(.keys(keys)) }
                    entry.yield(.end)
                },
            ]
            defer { for source in sources { source.cancel() } }
            try await converse(&screen, inputs, manager, device)
        }
    }

    private func converse(
        _ screen: inout Screen,
        _ inputs: AsyncStream<Input>,
        _ manager: TxRxManager,
        _ device: TxRxDevice
    ) async throws {
        var editor = LineEditor()
        screen.draw(editor)
        var isParting = false
        for await input in inputs {
            switch input {
            case .event(.deviceDisconnected):
                guard !isParting else { return screen.finish() }
                screen.finish()
                throw TxRxError.bluetoothNotReadyOrLost
            case .event(let event):
                // the first is told already
                if case .deviceReady = event { continue }
                try screen.show(event)
                screen.draw(editor)
            case .keys(let keys):
                for key in keys where !isParting {
                    switch editor.type(key) {
                    case .redraw: screen.draw(editor)
                    case .line(let line):
                        screen.endLine()
                        await send(line, manager, device)
                        screen.draw(editor)
                    case .end: isParting = await part(manager, device)
                    case nil: break
                    }
                }
            case .end:
                if !isParting, !editor.text.isEmpty {
                    await send(String(editor.text), manager, device)
                }
                if !isParting { isParting = await part(manager, device) }
            }
        }
        screen.finish()
        throw CancellationError()
    }

    /// What becomes of it is told as an event.
    private func send(_ line: String, _ manager: TxRxManager, _ device: TxRxDevice) async {
        guard !line.isEmpty else { return }
        do {
            _ = try await manager.send(try session.bytes(line), to: device)
        } catch let error as Failure {
            Console.note(error.line)
        } catch {}
    }

    /// The session ends once all that happened before is shown.
    private func part(_ manager: TxRxManager, _ device: TxRxDevice) async -> Bool {
        try? await manager.disconnect(device)
        return true
    }
}

/// Where a session is shown: answers on standard output, the line that is typed below them.
private struct Screen {
    let display: TxRxDisplay
    let terminal = Terminal()

    func draw(_ editor: LineEditor) {
        guard let terminal else { return }
        Console.draw(editor.drawing(prompt: "> ", width: terminal.width))
    }

    func show(_ event: TxRxEvent) throws {
        if terminal != nil { Console.draw("\r\u{1B}[K") }
        try display.show(event)
    }

    func endLine() {
        if terminal != nil { Console.draw("\n") }
    }

    func finish() {
        if terminal != nil { Console.draw("\r\u{1B}[K") }
    }
}
