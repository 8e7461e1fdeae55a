internal import AccessoryLink
internal import AccessorySimulators
internal import ArgumentParser
internal import AudioJack
internal import Communication

/// The audio jack transport, with the options of its sound device.
extension DeviceOptions: TransportArguments {
    static let names = ["jack"]
    static let hasIdentifiers = false

    func host(_ choice: TransportChoice) async throws -> ReaderHost {
        let attached = try await AttachedDevice(self, mode: choice.mode)
        let transport = AudioJackTransport(attached.port, options: link(choice.mode))
        return ReaderHost(
            manager: CommunicationManager(transport),
            elapsed: { attached.elapsed },
            explaining: { work in try await attached.port.explaining(work) },
            advice: "plug one in",
            release: { await attached.detach() }
        )
    }

    func validateSimulator(_ choice: TransportChoice) throws {
        guard !isVirtual else {
            throw ValidationError(
                "a simulated reader needs a sound device or another --transport, or use: accessory demo"
            )
        }
    }

    func simulate(_ choice: TransportChoice, _ reader: SimulatedReader) async throws {
        let port = port
        let options = link(choice.mode)
        let simulator = ReaderSimulator(port, options: options, handler: reader.handler)
        try await port.explaining { try await reader.run(simulator) }
    }
}
