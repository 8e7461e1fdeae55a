internal import ArgumentParser
internal import BlueZ
internal import BluetoothLE

/// Which Bluetooth adapter a command works with.
struct AdapterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Bluetooth adapter: a name such as hci0, or virtual (the air that this user's programs share).",
            valueName: "name"
        ),
        completion: .adapters
    )
    var adapter = Self.standard

    static let standard = "hci0"

    /// The adapter, ready for use.
    func radio() async throws -> any Radio {
        if adapter == "virtual" { return try await MachineAir.radio() }
        return try await BlueZRadio(adapter)
    }
}
