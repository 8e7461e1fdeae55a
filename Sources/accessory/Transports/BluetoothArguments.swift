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
        let isClassic = choice.name == "rfcomm" || choice.reader?.hasSuffix("/classic") == true
        return try await isClassic ? rfcomm(choice) : lowEnergy(choice)
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
            find: { name in
                try await DeviceName(name).find(with: manager, timeout: choice.search)
                    .map(FoundDevice.init)
            },
            advice: "see who is there: accessory scan --adapter \(adapter.adapter)"
        )
    }

    private func rfcomm(_ choice: TransportChoice) async throws -> ReaderHost {
        guard let radio = try await adapter.radio() as? BlueZRadio else {
            throw Failure(
                .usage,
                "the adapter \(adapter.adapter) has no RFCOMM",
                nextStep: "use the kernel's radio: --adapter hci0 --radio kernel"
            )
        }
        return ReaderHost(
            manager: CommunicationManager(
                RFCOMMTransport(radio, connectionTimeout: choice.search),
                options: LinkOptions { $0.mode = choice.mode }
            ),
            advice: "name its address: --reader ADDRESS"
        )
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

extension FoundDevice {
    fileprivate init(_ match: DeviceName.Match) {
        self.init(.bluetooth, name: match.name, identifier: match.address.identifier)
    }
}
