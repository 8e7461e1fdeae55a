internal import AccessoryLink
internal import AccessorySimulators
internal import ArgumentParser
internal import Communication

/// The options of one or several transports, and how commands use them.
protocol TransportArguments: ParsableArguments {
    /// What `--transport` calls the transports.
    static var names: [String] { get }

    /// Those of the names whose devices a search finds.
    static var searchable: [String] { get }

    /// Whether `--reader` chooses a device.
    static var hasIdentifiers: Bool { get }

    /// Options on the command line that differ from their defaults.
    var stated: [String] { get }

    /// A manager for readers.
    func host(_ choice: TransportChoice) async throws -> ReaderHost

    /// Refuses a simulator that these options do not allow.
    func validateSimulator(_ choice: TransportChoice) throws

    /// Is a reader until `reader.follow` returns.
    func simulate(_ choice: TransportChoice, _ reader: SimulatedReader) async throws
}

extension TransportArguments {
    static var searchable: [String] { names }
    static var hasIdentifiers: Bool { true }
    func validateSimulator(_ choice: TransportChoice) throws {}
}

/// Which transport, which device, and how the link speaks.
struct TransportChoice: Sendable {
    let name: String
    let reader: String?
    let mode: LinkMode
    /// How long to search, and then to connect.
    var search = Duration.seconds(10)
}

/// A manager with what a command does around it.
struct ReaderHost: Sendable {
    let manager: CommunicationManager
    /// The time that exchanges take.
    var elapsed: @Sendable () -> Duration = { [origin = ContinuousClock.now] in
        origin.duration(to: .now)
    }
    /// Does what it is given, and throws the transport's own error in place of a vaguer one.
    var explaining: @Sendable (() async throws -> Void) async throws -> Void = { try await $0() }
    /// The device that `--reader` names; nil: none was found.
    var find: (@Sendable (_ name: String) async throws -> FoundDevice?)?
    /// What to do when no reader was found.
    var advice: String
    /// Releases what the command took beside the manager.
    var release: @Sendable () async -> Void = {}
}

/// A simulated reader, for any transport.
struct SimulatedReader: Sendable {
    let handler: ReaderSimulator.Handler
    let fault: ReaderFault?
    /// Shows the events of the link until the command is to end.
    let follow: @Sendable (AsyncStream<LinkEvent>) async throws -> Void

    /// Runs a simulator from its start to its end.
    func run(_ reader: ReaderSimulator) async throws {
        if let fault { await reader.misbehave(fault) }
        let events = reader.link.events
        try await reader.start()
        let result = await Result { try await follow(events) }
        await reader.stop()
        try result.get()
    }
}
