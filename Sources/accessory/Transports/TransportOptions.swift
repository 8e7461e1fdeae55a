internal import ArgumentParser

/// `--transport` and `--reader`, and all transports with their options.
///
/// Debug builds of the argument parser validate a nested group several times per level, so all
/// groups are on one level here.
struct TransportOptions: ParsableArguments {
    @Option(
        name: [.customLong("transport"), .customLong("channel")],
        help: "The reader's transport; the jack by default."
    )
    var transport: TransportName?

    @Option(
        help: ArgumentHelp(
            "The reader: its name or address on Bluetooth (ADDRESS/classic for RFCOMM), its serial port; by default the first that is found.",
            valueName: "name"
        )
    )
    var reader: String?

    // MARK: The registry: to add a transport, add its group and its entry here

    @OptionGroup var jack: DeviceOptions
    @OptionGroup var bluetooth: BluetoothArguments
    @OptionGroup var serialPort: SerialPortArguments

    /// Every transport in the order of the help; the first is the default. A test compares it with
    /// the groups above.
    static let registry = [Entry(\.jack), Entry(\.bluetooth), Entry(\.serialPort)]

    /// One group of options.
    struct Entry: Sendable {
        let type: any TransportArguments.Type
        /// The parsed arguments.
        let arguments: @Sendable (TransportOptions) -> any TransportArguments

        init<Arguments: TransportArguments>(
            _ path: any KeyPath<TransportOptions, Arguments> & Sendable
        ) {
            type = Arguments.self
            arguments = { $0[keyPath: path] }
        }
    }

    /// The values of `--transport`.
    static let names = registry.flatMap { $0.type.names }

    // MARK: Selection

    func validate() throws {
        if let transport {
            try requireUnused(exceptOf: transport.name, "with --transport \(transport.name)")
        }
    }

    /// The selected transport's name.
    var name: String { transport?.name ?? TransportOptions.names[0] }

    /// Refuses the options of other transports if `--transport` is missing.
    func requireUsed() throws {
        if transport == nil { try requireUnused(exceptOf: name, "without --transport") }
    }

    func requireUnused(exceptOf name: String, _ reason: String) throws {
        for entry in Self.registry {
            let arguments = entry.arguments(self)
            let isChosen = entry.type.names.contains(name)
            if !isChosen, let option = arguments.stated.first {
                throw ValidationError("\(option) has no effect \(reason)")
            }
            if isChosen, reader != nil, !entry.type.hasIdentifiers {
                throw ValidationError("--reader has no effect \(reason)")
            }
        }
    }

    /// The arguments of a transport by name.
    func arguments(of name: String) -> any TransportArguments {
        Self.registry.first { $0.type.names.contains(name) }!.arguments(self)
    }
}

/// A registered transport by name.
struct TransportName: ExpressibleByArgument {
    let name: String

    static var allValueStrings: [String] { TransportOptions.names }

    init?(argument: String) {
        guard TransportOptions.names.contains(argument) else { return nil }
        name = argument
    }

    var defaultValueDescription: String { name }
}
