internal import AccessoryConcurrency
internal import ArgumentParser
internal import BluetoothLE
internal import TxRx

/// The device, and the options of the session.
struct TxRxSessionOptions: ParsableArguments {
    @Argument(help: "The device's address or advertised name.")
    var device: String

    @OptionGroup var adapter: AdapterOptions

    @Option(help: "Time to search for the device.")
    var scan = TimeSpan(.seconds(10))

    @Option(help: "Timeout for connecting.")
    var connectTimeout = TimeSpan(TxRxTimeouts().connect)

    @Option(help: "Timeout for the start of an answer.")
    var answerTimeout = TimeSpan(TxRxTimeouts().receiveFirstPacket)

    @Option(help: "Silence that ends an answer.")
    var silence = TimeSpan(TxRxTimeouts().receivePackets)

    @Option(help: "Timeout for an acknowledgement.")
    var writeTimeout = TimeSpan(TxRxTimeouts().sendPackets)

    @Option(help: "Mode to set before the first command: stream, local or remote (AckMe modules).")
    var mode: ModeArgument?

    @Flag(help: "Commands and answers as hexadecimal digits.")
    var hex = false

    /// The bytes for a command's text.
    func bytes(_ text: String) throws -> [UInt8] {
        guard hex else { return Array(text.utf8) }
        return try HexText.bytes(text, name: "a command") ?? []
    }

    private var timeouts: TxRxTimeouts {
        var timeouts = TxRxTimeouts()
        timeouts.connect = connectTimeout.duration
        timeouts.receiveFirstPacket = answerTimeout.duration
        timeouts.receivePackets = silence.duration
        timeouts.sendPackets = writeTimeout.duration
        return timeouts
    }

    /// Calls `work` while the device is connected. The stream has all events since the connection.
    func connected(
        _ work: (TxRxManager, TxRxDevice, AsyncStream<TxRxEvent>) async throws -> Void
    ) async throws {
        let central = Central(radio: try await adapter.radio())
        let manager = TxRxManager(central: central, timeouts: timeouts)
        let found = try await adapter.find(
            device,
            with: central,
            timeout: scan.duration,
            code: TxRxError.deviceNotFound.code
        )
        let device = TxRxDevice(address: found.address, name: found.name)
        let events = manager.events
        try await manager.connect(to: device)
        let result = await Result {
            if let mode { try await manager.setMode(mode.mode, of: device) }
            try await work(manager, device, events)
        }
        // has no effect if the device has disconnected
        try? await manager.disconnect(device)
        try result.get()
    }
}

/// A module's mode by name.
struct ModeArgument: ExpressibleByArgument {
    let mode: TxRxMode

    init?(argument: String) {
        switch argument {
        case "stream": mode = .stream
        case "local": mode = .localCommand
        case "remote": mode = .remoteCommand
        default: return nil
        }
    }
}
