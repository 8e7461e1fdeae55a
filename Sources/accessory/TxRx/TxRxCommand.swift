internal import AccessoryBase
internal import ArgumentParser
internal import BluetoothLE
internal import TxRx

/// `accessory txrx`
struct TxRxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "txrx",
        abstract: "Use TxRx devices: text commands and answers over Bluetooth LE.",
        subcommands: [
            TxRxScanCommand.self, TxRxConnectCommand.self, TxRxSendCommand.self,
            TxRxShellCommand.self,
        ]
    )
}

/// `accessory txrx scan`
struct TxRxScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "List devices in range, TxRx or not.",
        discussion: """
            Only a connection shows whether a device is a TxRx device. The other commands accept \
            the listed address or name. A device is listed as soon as its name is known; devices \
            without a name are listed at the end.
            """
    )

    @Option(help: "Time to scan, such as 500ms, 10s or 2m.")
    var time = TimeSpan(.seconds(10))

    @OptionGroup var adapter: AdapterOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let manager = TxRxManager(central: Central(radio: try await adapter.radio()))
        let events = manager.events
        try await manager.startScan(timeout: time.duration)
        var unnamed: [TxRxDevice] = []
        events: for await event in events {
            switch event {
            case .deviceFound(let device):
                unnamed.removeAll { $0 == device }
                if device.name == TxRxDevice.unnamed {
                    unnamed.append(device)
                } else {
                    try show(device)
                }
            case .scanError(let error): throw error
            case .scanEnded: break events
            default: break
            }
        }
        for device in unnamed { try show(device) }
        try Task.checkCancellation()
    }

    private func show(_ device: TxRxDevice) throws {
        if options.json {
            try Console.print(json: DeviceRecord(device))
        } else {
            Console.print("\(device.address)  \(device.name.printable)")
        }
    }
}

private struct DeviceRecord: Encodable {
    let address: String
    let name: String

    init(_ device: TxRxDevice) {
        address = "\(device.address)"
        name = device.name
    }
}

/// `accessory txrx connect`
struct TxRxConnectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Connect to a device and report its kind.",
        discussion:
            "With --listen, shows data from the device until Ctrl-C or the end of the link."
    )

    @Flag(help: "Stay connected and show data from the device.")
    var listen = false

    @OptionGroup var session: TxRxSessionOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let display = TxRxDisplay(options, isHex: session.hex)
        try await session.connected { _, _, events in
            for await event in events {
                try display.show(event)
                if case .deviceReady = event, !listen { return }
                if case .deviceDisconnected = event { throw TxRxError.bluetoothNotReadyOrLost }
            }
            throw CancellationError()
        }
    }
}

/// `accessory txrx send`
struct TxRxSendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send commands to a device and print the answers.",
        discussion: """
            Without COMMAND, sends each line of standard input. Adds the line end that the device \
            expects. Stops at the first command that fails.
            """
    )

    @OptionGroup var session: TxRxSessionOptions

    @Argument(help: "Commands to send.")
    var commands: [String] = []

    @Flag(help: "Return when a command is acknowledged, without waiting for an answer.")
    var noAnswer = false

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let lines =
            commands.isEmpty
            ? LineSplitter.lines(of: try InputFile("-").readAll(limit: 1 << 24))
                .filter { !$0.isEmpty } : commands
        let bytes =
            try commands.isEmpty
            ? lines.map(session.bytes) : Failure.ofArguments { try lines.map(session.bytes) }
        let display = TxRxDisplay(options, isHex: session.hex)
        try await session.connected { manager, device, _ in
            for line in bytes {
                if noAnswer {
                    try await manager.sendData(line, to: device)
                } else {
                    let answer = try await manager.send(line, to: device)
                    try display.show(.dataReceived(device, answer))
                }
            }
        }
    }
}
