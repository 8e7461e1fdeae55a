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
        try await port.explaining { try await reader.run(simulator, endsWithCarrier: true) }
    }

    func serveRequests(
        _ choice: TransportChoice,
        ready: () throws -> Void,
        missed: (any Error) throws -> Void,
        connected body: (any ByteLink) async throws -> Void
    ) async throws {
        try await withDuplexLink { link in
            let stream = DuplexStream(link)
            try await link.open()
            try ready()
            try await body(stream)
        }
        throw Failure(
            .deviceLost,
            "the device was unplugged from the jack",
            nextStep: "plug it in and start again"
        )
    }

    func attachRequests<Value>(
        _ choice: TransportChoice,
        _ body: (any ByteLink) async throws -> Value
    ) async throws -> Value {
        var options = link(.duplex)
        options.link.sleepAfter = nil
        let port = port
        let link = DeviceLink(over: port, options: options)
        let stream = DuplexStream(link)
        let events = link.events
        try await port.explaining { try await link.start() }
        let result = await Result { () async throws in
            for await case .opened in events { break }
            try Task.checkCancellation()
            return try await body(stream)
        }
        await link.stop()
        return try result.get()
    }
}
