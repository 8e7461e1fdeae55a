internal import ArgumentParser
internal import BluetoothLE
internal import FeasyBeacon
internal import FirmwareUpdate
internal import Synchronization

/// `accessory beacon upgrade`
struct BeaconUpgrade: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade",
        abstract: "Upgrade a module's firmware from a .dfu file or a SUOTA image.",
        discussion: """
            Refuses a file that is damaged, or for another model or version; --force leaves these \
            checks to the module. Ctrl-C cancels the upgrade, and the module keeps its old \
            firmware.
            """
    )

    @OptionGroup var target: ModuleTarget

    @Argument(help: "A .dfu file or an image.", completion: .file())
    var file: String

    @Flag(help: "Restore the factory settings afterwards; only with a .dfu file.")
    var restore = false

    @Flag(help: "Send the file even if a check fails.")
    var force = false

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let bytes = try InputFile(file).readAll(limit: 64 << 20)
        let firmware = try ModuleFirmware(name: file, bytes: bytes)
        let (item, central) = try await target.find()
        let manager = UpgradeManager(
            item,
            central: central,
            pin: target.pin?.digits,
            options: target.link.session
        )
        let display = UpgradeDisplay(bytes.count, options)
        defer { display.finish() }
        try await manager.upgrade(
            to: firmware,
            restoresFactory: restore,
            force: force,
            onInfo: display.show,
            onProgress: display.show
        )
        display.finish()
        // after a forced XMODEM transfer, a module does not report whether it installed the file
        let isSure = !force || firmware.transport == .suota
        if options.json {
            let event = isSure ? "upgraded" : "sent"
            try Console.print(json: UpgradeRecord(event: event, bytes: bytes.count))
        } else if !options.quiet {
            Console.print(isSure ? "upgraded" : "sent; the module installs it only if it fits")
        }
    }
}

/// Shows a module's description and the progress of its upgrade. Callable from any task.
private final class UpgradeDisplay: Sendable {
    private let size: Int
    private let options: CommonOptions
    private let report: Mutex<ProgressReport>
    private let began = Mutex(ContinuousClock.now)

    init(_ size: Int, _ options: CommonOptions) {
        self.size = size
        self.options = options
        report = Mutex(ProgressReport("upgrade", total: size, options: options))
    }

    func show(_ info: UpgradeInfo) {
        began.withLock { $0 = .now }
        if options.json {
            try? Console.print(json: UpgradeRecord(info))
        } else if !options.quiet {
            Console.note("model \(info.model), firmware \(info.firmwareVersion)".printable)
        }
    }

    func show(_ fraction: Double) {
        if options.json {
            try? Console.print(json: UpgradeRecord(event: "progress", percent: fraction * 100))
        }
        let elapsed = ContinuousClock.now - began.withLock(\.self)
        report.withLock { $0.update(Int(Double(size) * fraction), after: elapsed) }
    }

    func finish() { report.withLock { $0.finish() } }
}

private struct UpgradeRecord: Encodable {
    var event: String
    var bytes: Int?
    var percent: Double?
    var model: String?
    var firmware: String?
    var bluetooth: String?
    var transport: String?

    init(event: String, bytes: Int? = nil, percent: Double? = nil) {
        (self.event, self.bytes, self.percent) = (event, bytes, percent)
    }

    init(_ info: UpgradeInfo) {
        (event, model, firmware) = ("module", info.model, info.firmwareVersion)
        (bluetooth, transport) = (info.bluetoothVersion, info.transport.rawValue)
    }
}
