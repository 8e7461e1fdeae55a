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
            "The reader: its name or address on Bluetooth (ADDRESS/classic for RFCOMM), its port on a serial line; by default the first that is found.",
            valueName: "name"
        )
    )
    var reader: String?

    // MARK: The registry: to add a transport, add its line here

    @OptionGroup var jack: DeviceOptions
    @OptionGroup var bluetooth: BluetoothArguments
    @OptionGroup var serialPort: SerialPortArguments

    /// The parsed arguments of all transports.
    var all: [any TransportArguments] {
        Mirror(reflecting: self).children.compactMap {
            ($0.value as? any TransportOptionGroup)?.arguments
        }
    }

    /// The values of `--transport`; the first is the default.
    static let names = Mirror(reflecting: TransportOptions()).children
        .compactMap { $0.value as? any TransportOptionGroup }
        .flatMap { type(of: $0).names }

    // MARK: What is chosen

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
        for arguments in all {
            let isChosen = type(of: arguments).names.contains(name)
            if !isChosen, let option = arguments.stated.first {
                throw ValidationError("\(option) has no use \(reason)")
            }
            if isChosen, reader != nil, !type(of: arguments).hasIdentifiers {
                throw ValidationError("--reader has no use \(reason)")
            }
        }
    }

    /// The arguments of a transport by name.
    func arguments(of name: String) -> any TransportArguments {
        all.first { type(of: $0).names.contains(name) }!
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

/// The interface of an option group before and after its options are parsed.
protocol TransportOptionGroup {
    static var names: [String] { get }
    var arguments: any TransportArguments { get }
}

extension OptionGroup: TransportOptionGroup where Value: TransportArguments {
    static var names: [String] { Value.names }
    var arguments: any TransportArguments { wrappedValue }
}
