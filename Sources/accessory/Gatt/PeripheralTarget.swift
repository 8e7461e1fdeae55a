internal import ArgumentParser
internal import BluetoothLE

/// The device that a command connects to.
struct PeripheralTarget: ParsableArguments {
    /// Who gave an address out.
    enum AddressType: String, ExpressibleByArgument, CaseIterable {
        case `public`, random
    }

    @OptionGroup var adapter: AdapterOptions

    @Argument(help: "Its address, such as C0:DE:00:00:00:01, or the name that it advertises.")
    var address: String

    @Option(help: "Connect without a scan: the address is public or random.")
    var addressType: AddressType?

    @Option(help: "How long to look for the device, and then to connect.")
    var timeout = TimeSpan(.seconds(10))

    @Flag(help: "Encrypt the link; pairs where there are no keys yet.")
    var encrypt = false

    func validate() throws {
        guard addressType == nil || BluetoothAddress(address) != nil else {
            throw ValidationError("'\(address)' is no address; names need a scan.")
        }
    }

    /// Does `work` while connected.
    func connected(_ work: (Peripheral) async throws -> Void) async throws {
        let central = Central(radio: try await adapter.radio())
        let address = try await find(central)
        let peripheral = try await central.connect(
            to: address,
            timeout: timeout.duration,
            options: ConnectOptions { $0.security = encrypt ? .encrypted : .none }
        )
        do {
            try await work(peripheral)
        } catch {
            await peripheral.disconnect()
            throw error
        }
        await peripheral.disconnect()
    }

    /// The device's whole address. Its advertising tells whether it is public or random.
    private func find(_ central: Central) async throws -> BluetoothAddress {
        let known = BluetoothAddress(address)
        if let known, let addressType {
            return BluetoothAddress(
                value: known.value,
                kind: addressType == .public ? .public : .random
            )
        }
        let device: ScanFilter =
            if let known { .reports { $0.address.value == known.value } } else { .name(address) }
        let reports = try await central.scan(.connectable && device, timeout: timeout.duration)
        do {
            for try await report in reports { return report.address }
        } catch CentralError.serviceScanTimeout {
            throw Failure(
                .noDevice,
                "nobody takes connections as \(address.printable)",
                nextStep: "see who is there: accessory scan --adapter \(adapter.adapter)"
            )
        }
        try Task.checkCancellation()
        throw CentralError.disconnected(nil)
    }
}
