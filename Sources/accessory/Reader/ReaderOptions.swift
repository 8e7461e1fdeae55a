internal import AccessoryConcurrency
internal import AccessoryLink
internal import ArgumentParser
internal import Communication

/// The options of the link to a reader.
struct ReaderOptions: ParsableArguments {
    @Option(help: LinkModeArgument.help)
    var mode = LinkModeArgument.masterSlave

    @Option(help: "Time to search for the reader, and then to connect.")
    var search = TimeSpan(.seconds(10))
}

/// A command that uses a reader.
///
/// Its groups are on one level: debug builds of the argument parser take five times as long for each level.
protocol UsesReader: AsyncParsableCommand {
    /// The reader and its transport.
    var transports: TransportOptions { get }
    var reader: ReaderOptions { get }
}

extension UsesReader {
    /// Creates a manager for readers on a transport.
    func host(on name: String) async throws -> ReaderHost {
        let choice = TransportChoice(
            name: name,
            reader: transports.reader,
            mode: reader.mode.mode,
            search: reader.search.duration
        )
        return try await transports.arguments(of: name).host(choice)
    }

    /// Calls `work` with the transport's manager, then releases its resources. The reader stays
    /// awake unless `work` closed it.
    func withHost<Value: Sendable>(
        _ work: (ReaderHost) async throws -> Value
    ) async throws -> Value {
        try transports.requireUsed()
        let host = try await host(on: transports.name)
        var value: Value?
        let result = await Result {
            try await host.explaining { value = try await work(host) }
        }
        await host.manager.release()
        await host.release()
        try result.get()
        return value!
    }

    /// Opens the reader. If the transport's devices have identifiers, searches for it first.
    ///
    /// - Parameter name: Name or identifier that replaces `--reader`.
    func open(_ host: ReaderHost, name: String? = nil) async throws -> ReaderRecord {
        let device = try await find(name ?? transports.reader, with: host)
        do throws(DeviceOpenError) {
            try await host.manager.open(device.identifier)
        } catch {
            // the port's error has more detail than the link's
            if case .link(let cause) = error { throw cause }
            throw error
        }
        return ReaderRecord(device)
    }

    private func find(_ name: String?, with host: ReaderHost) async throws -> FoundDevice {
        let kind = host.manager.transport
        guard type(of: transports.arguments(of: transports.name)).hasIdentifiers else {
            return FoundDevice(kind)
        }
        let found =
            if let name {
                try await host.find?(name)
                    ?? (host.find == nil ? FoundDevice(kind, identifier: name) : nil)
            } else {
                try await firstReader(of: host.manager)
            }
        try Task.checkCancellation()
        if let found { return found }
        throw Failure(
            .noDevice,
            name.map { "no reader \($0.printable) was found" } ?? "no reader was found",
            nextStep: host.advice
        )
    }

    private func firstReader(of manager: CommunicationManager) async throws -> FoundDevice? {
        for await event in try await manager.search(timeout: reader.search.duration) {
            if case .found(let device) = event, device.advertisesProfile { return device }
        }
        return nil
    }
}

/// The link mode's name, which determines who may send when.
enum LinkModeArgument: String, ExpressibleByArgument, CaseIterable {
    case masterSlave = "master-slave"
    case duplex

    static let help: ArgumentHelp =
        "master-slave: the reader only answers; duplex: both sides send at any time."

    var mode: LinkMode {
        switch self {
        case .masterSlave: .masterSlave
        case .duplex: .duplex
        }
    }
}
