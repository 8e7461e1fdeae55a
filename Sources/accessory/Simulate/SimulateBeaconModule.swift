internal import AccessorySimulators
internal import ArgumentParser
internal import BluetoothLE
internal import FeasyBeacon

/// Simulates a beacon module on an adapter.
struct SimulateBeaconModule: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacon-module",
        abstract: "Simulate a beacon module that accepts settings and upgrades, until Ctrl-C.",
        discussion: """
            Sends its general frame and its enabled advertisements in turn. Prints its address, \
            then one line per event. In a second terminal: \
            accessory beacon show Feasycom --adapter virtual
            """
    )

    @OptionGroup var adapter: AdapterOptions

    @Option(help: "Name to advertise.")
    var name = "Feasycom"

    @Option(help: "PIN that hosts must send, six digits.")
    var pin: String?

    @Option(help: "MAC address in its general frame, such as DC:0D:30:11:22:33.")
    var mac: HexArgument?

    @Option(help: "Number of the model; 21 is BP102.")
    var model = 0x15

    @Option(help: "Version of the firmware.")
    var firmware = 830

    @Option(help: "Version of the boot loader.")
    var bootloader = 600

    @Option(help: "Stop answering at this command, counted from 1.")
    var silentFrom: Int?

    @Option(help: "Delay of each answer, such as 1s.")
    var late: TimeSpan?

    @Option(help: "Lose one of this many bytes during an upgrade, in both directions.")
    var loss: UInt64?

    @Flag(help: "Also accept SUOTA images.")
    var suota = false

    @Option(
        help: "With --suota, folder for the banks; by default they are in memory.",
        completion: .directory
    )
    var flash: String?

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard pin.map({ $0.utf8.count == 6 && Int($0) != nil }) ?? true else {
            throw ValidationError("--pin must have six digits")
        }
        guard mac?.bytes.count ?? 6 == 6 else { throw ValidationError("--mac must have six bytes") }
        guard 0...255 ~= model else { throw ValidationError("--model must be 0 to 255") }
        guard 0...9999 ~= firmware, 0...9999 ~= bootloader else {
            throw ValidationError("--firmware and --bootloader must be 0 to 9999")
        }
        guard silentFrom == nil || late == nil && loss == nil else {
            throw ValidationError(
                "--silent-from cannot be combined with --late and --loss"
            )
        }
        guard suota || flash == nil else { throw ValidationError("--flash needs --suota") }
    }

    func run() async throws {
        let banks = suota ? try SuotaFlash.opened(.da1458x, in: flash) : nil
        let radio = try await adapter.radio()
        let module = BeaconModuleSimulator(radio: radio) {
            $0.name = name
            $0.pin = pin
            if let mac { $0.mac = mac.bytes }
            $0.info = ModuleInfo(version: firmware, bootloader: bootloader, model: model)
            $0.fault = fault
            $0.suota = banks
        }
        let events = module.events
        try await module.start()
        try show(ModuleEventRecord(event: "ready", address: radio.address?.description))
        try await whilePresent(radio) {
            for await event in events { try show(ModuleEventRecord(event)) }
        }
        await module.stop()
        try Task.checkCancellation()
    }

    var fault: BeaconModuleFault? {
        if let silentFrom { return .silent(from: silentFrom) }
        guard late != nil || loss != nil else { return nil }
        return .badLine(late: late?.duration ?? .zero, lossOneIn: loss ?? 0)
    }

    private func show(_ record: ModuleEventRecord) throws {
        if options.json {
            try Console.print(json: record)
        } else if !options.quiet {
            Console.print(record.line)
        }
    }
}

struct ModuleEventRecord: Encodable {
    var event: String
    var address: String?
    var command: String?
    var bytes: Int?
    var error: String?

    init(event: String, address: String?) {
        (self.event, self.address) = (event, address)
    }

    init(_ event: BeaconModuleSimulator.Event) {
        switch event {
        case .connected(let peer): (self.event, address) = ("connected", peer.description)
        case .disconnected(let peer): (self.event, address) = ("disconnected", peer.description)
        case .command(let text): (self.event, command) = ("command", text.printable)
        case .restarted: self.event = "restarted"
        case .installed(let file, let restored):
            (self.event, bytes) = (restored ? "installed and restored" : "installed", file.length)
        case .upgradeFailed(let error): (self.event, self.error) = ("upgrade failed", "\(error)")
        }
    }

    var line: String {
        let details = [address, command, bytes.map { "\($0) bytes" }, error].compactMap(\.self)
        return ([event] + details).joined(separator: " ")
    }
}
