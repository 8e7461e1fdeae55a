internal import AccessoryLink
internal import AccessorySimulators
internal import ArgumentParser
internal import Communication

/// The options of one or several transports, and their use by commands.
protocol TransportArguments: ParsableArguments {
    /// The transports' names for `--transport`.
    static var names: [String] { get }

    /// The names of the transports that support a search.
    static var searchable: [String] { get }

    /// Whether `--reader` selects a device.
    static var hasIdentifiers: Bool { get }

    /// The given options that differ from their defaults.
    var stated: [String] { get }

    /// Creates a manager for readers.
    func host(_ choice: TransportChoice) async throws -> ReaderHost

    /// Refuses a simulator that these options do not support.
    func validateSimulator(_ choice: TransportChoice) throws

    /// Simulates a reader until `reader.follow` returns.
    func simulate(_ choice: TransportChoice, _ reader: SimulatedReader) async throws

    /// Serves the devices of request transfer.
    ///
    /// - Parameters:
    ///   - ready: Called when devices may connect.
    ///   - missed: Called for a discovered device that could not be connected.
    ///   - body: Returns when the link has ended.
    func serveRequests(
        _ choice: TransportChoice,
        ready: () throws -> Void,
        missed: (any Error) throws -> Void,
        connected body: (any ByteLink) async throws -> Void
    ) async throws

    /// Connects as the device of request transfer.
    func attachRequests<Value>(
        _ choice: TransportChoice,
        _ body: (any ByteLink) async throws -> Value
    ) async throws -> Value
}

extension TransportArguments {
    static var searchable: [String] { names }
    static var hasIdentifiers: Bool { true }
    func validateSimulator(_ choice: TransportChoice) throws {}
}

/// The transport, the device, and the link mode.
struct TransportChoice: Sendable {
    let name: String
    let reader: String?
    let mode: LinkMode
    /// Timeout of the search, and of the connection after it.
    var search = Duration.seconds(10)
}

/// A manager with the transport's hooks for a command.
struct ReaderHost: Sendable {
    let manager: CommunicationManager
    /// The time base of exchanges.
    var elapsed: @Sendable () -> Duration = { [origin = ContinuousClock.now] in
        origin.duration(to: .now)
    }
    /// Calls its argument, and replaces a general error by the transport's more detailed one.
    var explaining: @Sendable (() async throws -> Void) async throws -> Void = { try await $0() }
    /// Finds the device named by `--reader`; nil: none was found.
    var find: (@Sendable (_ name: String) async throws -> FoundDevice?)?
    /// The next step if no reader was found.
    var advice: String
    /// Releases the command's other resources.
    var release: @Sendable () async -> Void = {}
}

/// A simulated reader, for any transport.
struct SimulatedReader: Sendable {
    let handler: ReaderSimulator.Handler
    let fault: ReaderFault?
    /// Shows the link's events until the command is to end.
    let follow: @Sendable (AsyncStream<LinkEvent>) async throws -> Void

    /// Runs a simulator until it ends; `endsWithCarrier`: or until its carrier fails, whose error is thrown.
    func run(_ reader: ReaderSimulator, endsWithCarrier: Bool = false) async throws {
        if let fault { await reader.misbehave(fault) }
        let events = reader.link.events
        try await reader.start()
        let result = await Result {
            guard endsWithCarrier else { return try await follow(events) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await follow(events) }
                group.addTask { try await reader.link.end() }
                let first = await group.nextResult()
                // ends the other task
                group.cancelAll()
                await reader.stop()
                try first?.get()
            }
        }
        await reader.stop()
        try result.get()
    }
}

extension ConnectingTransport {
    /// Calls `body` with a link to the device that `--reader` names, or to the first that a search
    /// finds.
    func withLink<Value>(
        _ choice: TransportChoice,
        _ body: (any ByteLink) async throws -> Value
    ) async throws -> Value {
        let link = try await connect(to: try await identifier(choice))
        let result = await Result { try await body(link) }
        await link.close()
        return try result.get()
    }

    private func identifier(_ choice: TransportChoice) async throws -> String {
        if let reader = choice.reader { return reader }
        for await device in try await search(timeout: choice.search) {
            if let identifier = device.identifier { return identifier }
        }
        try Task.checkCancellation()
        throw Failure(.noDevice, "no device was found", nextStep: "name it: --reader NAME")
    }
}
