internal import ArgumentParser
internal import BluetoothLE
internal import Radios

/// The Bluetooth adapter of a command.
struct AdapterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Bluetooth adapter: a name such as hci0, or virtual (the air that this user's programs share). ACCESSORY_ADAPTER names another default.",
            valueName: "name"
        ),
        completion: .adapters
    )
    var adapter = Self.standard

    @Option(
        name: .customLong("radio"),
        help: ArgumentHelp(
            "Radio: kernel needs rights, daemon uses bluetoothd; without it, the one that this user may use.",
            valueName: "kernel|daemon"
        )
    )
    var radioName: RadioName?

    static let standard = defaultAdapter

    /// Opens the adapter.
    func radio() async throws -> any Radio {
        if adapter == "virtual" { return try await MachineAir.radio() }
        return try await openRadio(adapter, radioName?.choice ?? .automatic)
    }
}

/// The radios of `--radio`.
enum RadioName: String, ExpressibleByArgument, CaseIterable {
    case kernel
    case daemon

    var choice: RadioChoice { self == .kernel ? .kernel : .daemon }
}
