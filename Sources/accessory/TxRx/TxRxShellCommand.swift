internal import ArgumentParser
internal import BluetoothLE
internal import TxRx

/// `accessory txrx shell`
struct TxRxShellCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell",
        abstract: "Open a terminal session with a device.",
        discussion: """
            Each line is a command. Answers, events and unsolicited data are shown as they arrive. \
            Up and down recall earlier lines; Ctrl-D on an empty line ends the session. If \
            standard input is not a terminal, its lines are sent one after the other.
            """
    )

    @OptionGroup var session: TxRxSessionOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        try await session.connected { manager, device, events in
            let display = TxRxDisplay(options, isHex: session.hex)
            var isDisconnecting = false
            try await Shell<TxRxEvent>().converse(events) { input in
                switch input {
                case .event(.deviceDisconnected):
                    guard isDisconnecting else { throw TxRxError.bluetoothNotReadyOrLost }
                    return false
                case .event(let event): try display.show(event)
                case .line(let line): if !isDisconnecting { await send(line, manager, device) }
                case .end:
                    // ends the session after all earlier events are shown
                    if !isDisconnecting { try? await manager.disconnect(device) }
                    isDisconnecting = true
                }
                return true
            }
        }
    }

    /// Sends a line. The result is reported as an event.
    private func send(_ line: String, _ manager: TxRxManager, _ device: TxRxDevice) async {
        guard !line.isEmpty else { return }
        do {
            _ = try await manager.send(try session.bytes(line), to: device)
        } catch let error as Failure {
            error.report(asJSON: options.json)
        } catch {}
    }
}
