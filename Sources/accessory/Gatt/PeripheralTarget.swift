internal import ArgumentParser
internal import BluetoothLE

/// The device that a command connects to.
struct PeripheralTarget: ParsableArguments {
    /// The type of an address.
    enum AddressType: String, ExpressibleByArgument, CaseIterable {
        case `public`, random
    }

    @OptionGroup var adapter: AdapterOptions

    @Argument(help: "The device's address, such as C0:DE:00:00:00:01, or its advertised name.")
    var address: String

    @Option(help: "Connect without a scan: the address is public or random.")
    var addressType: AddressType?

    @Option(help: "Time to search for the device, and then to connect.")
    var timeout = TimeSpan(.seconds(10))

    @Flag(help: "Encrypt the link; pair first if there are no keys.")
    var encrypt = false

    @Flag(
        help:
            "Encrypt with authenticated keys: compare or enter a number when pairing."
    )
    var pair = false

    @OptionGroup var pairing: PairingOptions

    private var security: LinkSecurity {
        pair ? .authenticated : encrypt ? .encrypted : .none
    }

    func validate() throws {
        guard security > .none || !pairing.isStated else {
            throw ValidationError("--yes and --passkey need --encrypt or --pair.")
        }
        guard addressType == nil || BluetoothAddress(address) != nil else {
            throw ValidationError("'\(address)' is not an address. Names need a scan.")
        }
    }

    /// Calls `work` while connected.
    func connected(
        reconnect: ReconnectPolicy = .never,
        _ work: (Peripheral) async throws -> Void
    ) async throws {
        let radio = try await adapter.radio()
        if security > .none { try await pairing.prepare(radio) }
        let central = Central(radio: radio)
        let peripheral = try await connect(with: central, reconnect)
        do {
            try await work(peripheral)
        } catch {
            await peripheral.disconnect()
            throw error
        }
        await peripheral.disconnect()
    }

    private func connect(
        with central: Central,
        _ reconnect: ReconnectPolicy
    ) async throws -> Peripheral {
        func attempt() async throws -> Peripheral {
            try await central.connect(
                to: try await find(with: central),
                timeout: timeout.duration,
                options: ConnectOptions {
                    $0.security = security
                    $0.securesOnDemand = security > .none
                    $0.reconnect = reconnect
                }
            )
        }
        guard BluetoothAddress(address) == nil, security == .none else {
            return try await attempt()
        }
        do {
            return try await attempt()
        } catch CentralError.connectionTimeout, CentralError.disconnected {
            // some devices change their address
            return try await attempt()
        }
    }

    private func find(with central: Central) async throws -> BluetoothAddress {
        if let known = BluetoothAddress(address), let addressType {
            return BluetoothAddress(
                value: known.value,
                kind: addressType == .public ? .public : .random
            )
        }
        return try await adapter.find(address, with: central, timeout: timeout.duration).address
    }
}
