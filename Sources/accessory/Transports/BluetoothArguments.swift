internal import AccessoryLink
internal import AccessorySimulators
internal import ArgumentParser
internal import BlueZ
internal import BluetoothLE
internal import BluetoothSerial
internal import Communication

/// The transports of a Bluetooth adapter: serial profiles of Bluetooth LE, and RFCOMM.
struct BluetoothArguments: TransportArguments {
    static let names = ["bluetooth", "rfcomm"]
    static let searchable = ["bluetooth"]

    @Option(help: SerialProfileArgument.help)
    var serialProfile: [SerialProfileArgument] = []

    @OptionGroup var adapter: AdapterOptions

    var stated: [String] {
        (serialProfile.isEmpty ? [] : ["--serial-profile"]) + adapter.stated
    }

    func host(_ choice: TransportChoice) async throws -> ReaderHost {
        try await isClassic(choice) ? rfcomm(choice) : lowEnergy(choice)
    }

    func isClassic(_ choice: TransportChoice) -> Bool {
        choice.name == "rfcomm" || choice.reader?.hasSuffix("/classic") == true
    }

    private func lowEnergy(_ choice: TransportChoice) async throws -> ReaderHost {
        let options = BluetoothSerialOptions { options in
            if !serialProfile.isEmpty { options.profiles = serialProfile.map(\.profile) }
            options.connectionTimeout = choice.search
        }
        let central = Central(radio: try await adapter.radio())
        let manager = CommunicationManager(
            BluetoothSerialTransport(central, options: options),
            options: LinkOptions { $0.mode = choice.mode }
        )
        return ReaderHost(
            manager: manager,
            find: { text in
                var name = DeviceName(text)
                if let known = name.known(to: central) { return FoundDevice(known) }
                return try await name.find(with: manager, timeout: choice.search)
                    .map(FoundDevice.init)
            },
            advice: "list the devices: accessory scan --adapter \(adapter.adapter)"
        )
    }

    private func rfcomm(_ choice: TransportChoice) async throws -> ReaderHost {
        ReaderHost(
            manager: CommunicationManager(
                try await rfcommTransport(choice),
                options: LinkOptions { $0.mode = choice.mode }
            ),
            advice: "name its address: --reader ADDRESS"
        )
    }

    private func rfcommTransport(_ choice: TransportChoice) async throws -> RFCOMMTransport {
        guard let radio = try await adapter.radio() as? BlueZRadio else {
            throw Failure(
                .usage,
                "the adapter \(adapter.adapter) has no RFCOMM",
                nextStep: "use the kernel's radio: --adapter hci0 --radio kernel"
            )
        }
        return RFCOMMTransport(radio, connectionTimeout: choice.search)
    }

    func validateSimulator(_ choice: TransportChoice) throws {
        guard choice.name == "bluetooth" else {
            throw ValidationError("a simulated reader does not serve --transport \(choice.name)")
        }
        guard serialProfile.count <= 1 else {
            throw ValidationError("a simulated reader offers one --serial-profile")
        }
    }

    func simulate(_ choice: TransportChoice, _ reader: SimulatedReader) async throws {
        let radio = try await adapter.radio()
        let simulator = BluetoothReaderSimulator(
            PeripheralManager(radio: radio, options: .init { $0.resumesAdvertising = true }),
            profile: serialProfile.first?.profile ?? .nordicUART,
            name: choice.reader ?? "Reader",
            options: LinkOptions { $0.mode = choice.mode },
            handler: reader.handler
        )
        if let fault = reader.fault { await simulator.misbehave(fault) }
        let events = simulator.events
        try await simulator.start()
        try await whilePresent(radio) { try await reader.follow(events) }
        await simulator.stop()
    }
}

// MARK: Request transfer

extension BluetoothArguments {
    private var requestProfile: SerialProfile { serialProfile.first?.profile ?? .requestTransfer }

    func serveRequests(
        _ choice: TransportChoice,
        ready: () throws -> Void,
        missed: (any Error) throws -> Void,
        connected body: (any ByteLink) async throws -> Void
    ) async throws {
        guard !isClassic(choice) else {
            try await rfcommTransport(choice).withLink(choice) { link in
                try ready()
                try await body(link)
            }
            throw Failure(.deviceLost, "the device has disconnected", nextStep: "start again")
        }
        guard let name = choice.reader else {
            throw ValidationError("name the device: --reader NAME")
        }
        let central = Central(radio: try await adapter.radio())
        try ready()
        while true {
            let device = try await adapter.find(name, with: central, timeout: nil)
            let peripheral = central.peripheral(device.address)
            do {
                let line = try await openLine(to: peripheral)
                let result = await Result { () async throws in try await body(line) }
                await peripheral.disconnect()
                try result.get()
            } catch let error as CentralError where error.passes {
                try missed(error)
            }
        }
    }

    private func openLine(to peripheral: Peripheral) async throws -> SerialLink {
        try await peripheral.connect()
        do {
            return try await SerialLink.open(requestProfile, on: peripheral)
        } catch {
            await peripheral.disconnect()
            throw error
        }
    }

    /// Advertises until an app connects, then calls `body` with its line until it disconnects.
    func attachRequests<Value>(
        _ choice: TransportChoice,
        _ body: (any ByteLink) async throws -> Value
    ) async throws -> Value {
        guard !isClassic(choice) else {
            throw ValidationError("a device does not serve --transport rfcomm")
        }
        guard let name = choice.reader else {
            throw ValidationError("give the device a name: --reader NAME")
        }
        let manager = PeripheralManager(
            radio: try await adapter.radio(),
            options: .init { $0.resumesAdvertising = true }
        )
        let service = try await SerialService(requestProfile, on: manager)
        try await manager.startAdvertising(name: name, uuids: [service.profile.service])
        let result = await Result { () async throws in
            for await line in service.lines { return try await body(line) }
            throw CancellationError()
        }
        await service.remove()
        await manager.reset()
        return try result.get()
    }
}

extension CentralError {
    /// Whether another attempt may succeed without user action.
    fileprivate var passes: Bool {
        switch self {
        case .connectionTimeout, .disconnected, .serviceDiscoveryTimeout,
            .characteristicDiscoveryTimeout:
            true
        default: false
        }
    }
}

extension FoundDevice {
    fileprivate init(_ match: DeviceName.Match) {
        self.init(.bluetooth, name: match.name, identifier: match.address.identifier)
    }
}
