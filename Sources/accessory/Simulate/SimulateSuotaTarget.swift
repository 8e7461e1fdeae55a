internal import AccessorySimulators
internal import ArgumentParser
internal import BluetoothLE

/// Simulates a device that receives firmware.
struct SimulateSuotaTarget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suota-target",
        abstract: "Simulate a device that accepts firmware by SUOTA, until Ctrl-C.",
        discussion: """
            Keeps its two banks in memory, or in the files bank1.bin and bank2.bin of --flash. \
            Prints its address, then one line per event.
            """
    )

    @OptionGroup var adapter: AdapterOptions

    @Option(help: "Folder for the banks.", completion: .directory)
    var flash: String?

    @Option(help: "Chip or family: DA14531, DA14585, DA1468x, DA1469x …")
    var chip: Chip = Chip(family: .da1458x)

    @Option(help: "Image to put into bank 1 at the start.", completion: .file())
    var image: String?

    @Option(help: "Largest block, bytes.")
    var buffer = 512

    @Option(help: "Largest write of image bytes.")
    var chunk = 244

    @Flag(help: "Offer the six required characteristics only.")
    var old = false

    @Option(help: "PSM of a channel for images.")
    var psm: UInt16?

    @Option(help: "Time to write a block, such as 20ms.")
    var writeTime = TimeSpan(.zero)

    @Option(help: "PIN that hosts must send, six digits, as for beacon modules.")
    var pin: PINArgument?

    @Option(help: "Send neither this status, counted from 1, nor any later one.")
    var silentFrom: Int?

    @Option(
        help: "Lose power once, after this many bytes written to flash; an erasure counts as one."
    )
    var powerLoss: Int?

    @OptionGroup var options: CommonOptions

    var fault: SuotaTargetSimulator.Fault? {
        silentFrom.map { .silent(from: $0) } ?? powerLoss.map { .powerLoss(after: $0) }
    }

    func validate() throws {
        guard powerLoss ?? 0 >= 0 else {
            throw ValidationError("--power-loss must not be negative")
        }
        guard silentFrom == nil || powerLoss == nil else {
            throw ValidationError("choose --silent-from or --power-loss")
        }
        guard 64...65535 ~= buffer else { throw ValidationError("--buffer must be 64 to 65535") }
        guard 20...512 ~= chunk else { throw ValidationError("--chunk must be 20 to 512") }
        let banks = flash.map { ["\($0)/bank1.bin", "\($0)/bank2.bin"] } ?? []
        guard let image, banks.contains(where: { FileIdentity.isShared(by: $0, and: image) }) else {
            return
        }
        throw ValidationError("--image must not be a bank of --flash")
    }

    func run() async throws {
        let family = SuotaFlash.Family(rawValue: chip.family.rawValue)!
        let memory = try SuotaFlash.opened(family, in: flash)
        if let image {
            let bytes = try InputFile(image).readAll(limit: memory.slotSize)
            memory.put(bytes, inBank: 1)
        }
        let radio = try await adapter.radio()
        let target = SuotaTargetSimulator(
            radio: radio,
            flash: memory,
            options: .init {
                $0.model = family == .da1458x ? "DA14531" : family.rawValue
                ($0.bufferSize, $0.patchDataSize, $0.isOld) = (buffer, chunk, old)
                ($0.psm, $0.writeTime) = (psm, writeTime.duration)
                $0.pin = pin?.digits
                $0.fault = fault
            }
        )
        let events = target.events
        try await target.start()
        try show(TargetRecord(event: "ready", address: radio.address?.description))
        try await whilePresent(radio) {
            for await event in events { try show(TargetRecord(event)) }
        }
        await target.stop()
        try Task.checkCancellation()
    }

    private func show(_ record: TargetRecord) throws {
        if options.json {
            try Console.print(json: record)
        } else if !options.quiet {
            Console.print(record.line)
        }
    }
}

extension SuotaFlash {
    /// Opens the banks in a folder, or in memory.
    static func opened(_ family: Family, in folder: String?) throws -> SuotaFlash {
        guard let folder else { return SuotaFlash(family: family) }
        do throws(FileError) {
            return try SuotaFlash(family: family, folder: folder)
        } catch {
            throw Failure(.cannotWrite, error.cause, nextStep: "choose another folder")
        }
    }
}

struct TargetRecord: Encodable {
    var event: String
    var address: String?
    var status: Int?
    var bytes: Int?
    var version: String?

    init(event: String, address: String?) {
        (self.event, self.address) = (event, address)
    }

    init(_ event: SuotaTargetSimulator.Event) {
        switch event {
        case .connected(let peer): (self.event, address) = ("connected", peer.description)
        case .disconnected(let peer): (self.event, address) = ("disconnected", peer.description)
        case .notified(let code): (self.event, status) = ("status", Int(code))
        case .written(let count): (self.event, bytes) = ("written", count)
        case .booted(let version): (self.event, self.version) = ("booted", version ?? "")
        }
    }

    var line: String {
        switch event {
        case "status": "status 0x" + String(status ?? 0, radix: 16, uppercase: true)
        case "written": "written \(bytes ?? 0) bytes"
        case "booted": "booted " + (version.flatMap { $0.isEmpty ? nil : $0 } ?? "nothing")
        default: event + (address.map { " \($0)" } ?? "")
        }
    }
}
