internal import ArgumentParser
internal import Beacons
internal import BluetoothLE
internal import FeasyBeacon

/// The beacon module of a command.
struct ModuleTarget: ParsableArguments {
    @Argument(
        help: "The module's address, such as DC:0D:30:11:22:33, or its advertised name."
    )
    var device: String

    @Option(help: "The module's PIN, if it has one: six digits.")
    var pin: PINArgument?

    @OptionGroup var link: ModuleLinkOptions

    func find() async throws -> (item: PeripheralItem, central: Central) {
        let central = Central(radio: try await link.adapter.radio())
        return (try await link.find(device, with: central), central)
    }

    /// Calls `work` with the module and its configurator, then closes the configurator.
    func configuring<Success>(
        _ work: (PeripheralItem, BeaconConfigurator) async throws -> Success
    ) async throws -> Success {
        let (item, central) = try await find()
        return try await accessory.configuring(
            item,
            central,
            pin: pin?.digits,
            link.session
        ) { try await work(item, $0) }
    }
}

/// The options of connections to modules.
struct ModuleLinkOptions: ParsableArguments {
    @OptionGroup var adapter: AdapterOptions

    @Option(help: "Time to search for a module, and then to connect.")
    var timeout = TimeSpan(.seconds(10))

    /// - Parameter device: Bluetooth address, advertised MAC address, or name.
    func find(_ device: String, with central: Central) async throws -> PeripheralItem {
        let address = BluetoothAddress(device)
        let browser = BeaconBrowser(kind: .setting) { item in
            guard item.module != nil else { return false }
            return address.map { item.id.value == $0.value } == true
                || item.displayedName == device
                || item.module?.macAddressText.lowercased() == device.lowercased()
        }
        let reports = try await central.scan(
            .all,
            ScanParameters { $0.isActive = true },
            timeout: timeout.duration
        )
        do {
            for try await report in reports {
                await browser.process(report)
                guard let item = await browser.peripheralItems.first else { continue }
                guard item.module?.connectability != .notConnectable else {
                    throw Failure(
                        .noDevice,
                        "\(device.printable) accepts no connections",
                        nextStep: "press its key or restart it, and try again"
                    )
                }
                return item
            }
        } catch CentralError.serviceScanTimeout {
            throw Failure(
                .noDevice,
                "there is no beacon module \(device.printable)",
                nextStep:
                    "list the devices: accessory scan --kind setting --adapter \(adapter.adapter)"
            )
        }
        try Task.checkCancellation()
        throw CentralError.disconnected(nil)
    }

    /// - Parameter pin: Nil for a module without a PIN.
    var session: BeaconModuleSession.Options {
        BeaconModuleSession.Options {
            $0.login = PlainLogin()
            $0.timeout = timeout.duration
        }
    }
}

/// A PIN on the command line.
struct PINArgument: ExpressibleByArgument {
    let digits: String

    init?(argument: String) {
        guard argument.utf8.count == 6, argument.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        digits = argument
    }
}
