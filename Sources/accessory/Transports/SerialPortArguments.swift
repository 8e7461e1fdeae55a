internal import AccessoryLink
internal import AccessorySimulators
internal import ArgumentParser
internal import Communication
internal import SerialPort

/// Serial ports.
struct SerialPortArguments: TransportArguments {
    static let names = ["serial"]

    @Option(help: "Bits per second of a serial port. (default: 115200)")
    var baud: Int?

    @Option(help: "Flow control of a serial port. (default: none)")
    var flow: FlowArgument?

    @Option(
        help: ArgumentHelp(
            "Folder in which --reader and search find serial ports. (default: \(SerialPortTransport.byID))",
            valueName: "folder"
        )
    )
    var serialFolder: String?

    var stated: [String] {
        let all = [
            ("--baud", baud != nil), ("--flow", flow != nil),
            ("--serial-folder", serialFolder != nil),
        ]
        return all.filter(\.1).map(\.0)
    }

    func validate() throws {
        guard baud.map(SerialPortOptions.bauds.contains) ?? true else {
            let rates = SerialPortOptions.bauds.sorted().map(String.init)
            throw ValidationError("--baud must be one of \(rates.joined(separator: ", "))")
        }
    }

    private var folder: String { serialFolder ?? SerialPortTransport.byID }

    private var transport: SerialPortTransport {
        let options = SerialPortOptions { options in
            if let baud { options.baud = baud }
            if let flow { options.flowControl = flow.control }
        }
        return SerialPortTransport(folder: folder, options: options)
    }

    func host(_ choice: TransportChoice) async throws -> ReaderHost {
        ReaderHost(
            manager: CommunicationManager(
                transport,
                options: LinkOptions { $0.mode = choice.mode }
            ),
            advice: "plug one in, or name a port: --reader /dev/ttyUSB0"
        )
    }

    func validateSimulator(_ choice: TransportChoice) throws {
        guard choice.reader != nil else {
            throw ValidationError("a simulated reader needs a serial port: --reader PORT")
        }
    }

    func simulate(_ choice: TransportChoice, _ reader: SimulatedReader) async throws {
        let port = try await transport.connect(to: choice.reader ?? "")
        let simulator = ReaderSimulator(
            over: port,
            options: LinkOptions { $0.mode = choice.mode },
            handler: reader.handler
        )
        let states = simulator.link.states
        let result = await Result {
            try await withThrowingTaskGroup { group in
                group.addTask { try await reader.run(simulator) }
                group.addTask { try await Self.untilLost(states) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        await port.close()
        try result.get()
    }

    func serveRequests(
        _ choice: TransportChoice,
        ready: () throws -> Void,
        missed: (any Error) throws -> Void,
        connected body: (any ByteLink) async throws -> Void
    ) async throws {
        try await transport.withLink(choice) { link in
            try ready()
            try await body(link)
        }
        throw Self.lost
    }

    func attachRequests<Value>(
        _ choice: TransportChoice,
        _ body: (any ByteLink) async throws -> Value
    ) async throws -> Value {
        try await transport.withLink(choice, body)
    }

    private static let lost = Failure(
        .deviceLost,
        "the serial port was removed",
        nextStep: "plug it in and start again"
    )

    /// Throws when the port is removed.
    private static func untilLost(_ states: AsyncStream<DeviceState>) async throws {
        var wasThere = false
        for await state in states {
            guard wasThere, state == .notReady else {
                wasThere = wasThere || state != .notReady
                continue
            }
            throw lost
        }
    }
}

/// Flow control by name.
enum FlowArgument: String, ExpressibleByArgument, CaseIterable {
    case none, hardware

    var control: SerialPortOptions.FlowControl {
        switch self {
        case .none: .none
        case .hardware: .hardware
        }
    }
}
