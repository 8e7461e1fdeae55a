internal import ArgumentParser
internal import BluetoothLE
internal import FeasyBeacon
internal import FirmwareUpdate

/// `accessory suota update`
struct SuotaUpdate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Send an image to a device, which checks it and boots it.",
        discussion: """
            Refuses a file that is damaged, for another chip, or not newer than the device's \
            firmware; --force leaves these checks to the device. The device writes to the \
            bank that does not run, so after Ctrl-C or link loss it boots its old image. Another \
            bank needs --running-bank or --force. With --json, each event is an object.
            """
    )

    @Argument(
        help: "The device's address, such as C0:DE:00:00:00:01, or its advertised name."
    )
    var address: String

    @Argument(help: "An image file, or - for standard input.", completion: .file())
    var file: String

    @OptionGroup var adapter: AdapterOptions

    @Option(help: "Time to search for the device.")
    var timeout = TimeSpan(.seconds(10))

    @Option(help: "Bank for the image: 1, 2, or 0 for the older one.")
    var bank = 0

    @Option(help: "Bank of the running firmware, 1 or 2, which must not be overwritten.")
    var runningBank: Int?

    @Option(help: "Bytes per block, after which the device answers, 1 to 65535.")
    var block: Int?

    @Flag(help: "Use the largest block that the device accepts.")
    var largestBlock = false

    @Option(help: "The memory: spi, or i2c at an address, such as i2c:0x50.")
    var memory = MemoryArgument.spi

    @Option(
        help: ArgumentHelp(
            "Pins of the memory: MISO, MOSI, CS and SCK, or SCL and SDA, such as P0_3,P0_0,P0_1,P0_4.",
            valueName: "pins"
        )
    )
    var pins: PinsArgument?

    @Flag(help: "Use the pins of Feasycom's beacons.")
    var feasycom = false

    @Flag(help: "Send over an L2CAP channel if the device has one.")
    var channel = false

    @Option(help: "A beacon module's PIN, six digits.")
    var pin: PINArgument?

    @Option(help: "Required model number of the device.")
    var model: String?

    @Option(help: "Maximum number of restarts after link loss.")
    var restarts = 0

    @Flag(help: "Do not reboot the device.")
    var noReboot = false

    @Flag(help: "Send the image even if a check fails.")
    var force = false

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard 0...2 ~= bank else { throw ValidationError("--bank must be 0, 1 or 2") }
        guard 1...2 ~= runningBank ?? 1 else {
            throw ValidationError("--running-bank must be 1 or 2")
        }
        if !force, bank > 0, bank == runningBank ?? bank {
            let fault =
                runningBank == nil
                ? "may have the running firmware; add --running-bank, or"
                : "has the running firmware;"
            throw ValidationError("bank \(bank) \(fault) leave out --bank, or add --force")
        }
        guard 1...65535 ~= block ?? 1 else { throw ValidationError("--block must be 1 to 65535") }
        guard restarts >= 0 else { throw ValidationError("--restarts must not be negative") }
        _ = try suota()
    }

    func run() async throws {
        let bytes = try InputFile(file).readAll(limit: 64 << 20)
        let firmware = SuotaFile(name: file == "-" ? "standard input" : file, bytes: bytes)
        if !force { try firmware.check() }
        let radio = try await adapter.radio()
        let central = Central(radio: radio)
        let device = try await adapter.find(address, with: central, timeout: timeout.duration)
        let peripheral = central.peripheral(device.address)
        let session = BeaconModuleSession(
            peripheral,
            pin: pin?.digits,
            options: .init { $0.login = PlainLogin() }
        )
        let manager = SuotaManager(peripheral, configuration: try suota()) {
            $0.model = model
            $0.force = force
            $0.restarts = restarts
            $0.logIn(with: session)
        }
        try await update(manager, firmware)
    }

    private func update(_ manager: SuotaManager, _ firmware: SuotaFile) async throws {
        let events = manager.events
        let options = options
        let display = Task {
            var display = SuotaDisplay(firmware, options)
            for await event in events { try display.show(event) }
        }
        defer { display.cancel() }
        do {
            let outcome = try await manager.start(firmware)
            await manager.disconnect()
            try SuotaDisplay.show(outcome, firmware, options)
        } catch {
            await manager.disconnect()
            throw error
        }
    }

    func suota() throws -> SuotaConfiguration {
        var configuration = feasycom ? SuotaConfiguration.feasycom : SuotaConfiguration()
        (configuration.imageBank, configuration.runningBank) = (bank, runningBank)
        if let block { configuration.blockSize = block }
        configuration.usesLargestBlock = largestBlock
        configuration.usesChannel = channel
        configuration.checksHeaderCRC = !force
        configuration.rebootsAutomatically = !noReboot
        configuration.reportsLog = options.json
        configuration.memory = try memory.memory(pins?.pins ?? [], usual: configuration.memory)
        return configuration
    }
}
