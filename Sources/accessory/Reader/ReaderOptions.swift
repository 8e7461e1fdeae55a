internal import AccessoryConcurrency
internal import AccessoryLink
internal import ArgumentParser
internal import BlueZ
internal import BluetoothLE
internal import Communication

/// Which reader, on which channel, and how to talk to it.
struct ReaderOptions: ParsableArguments {
    /// A channel by a word.
    enum Channel: String, ExpressibleByArgument, CaseIterable {
        case jack, bluetooth
    }

    @Option(help: "Where the reader is; without it the jack, and for search both.")
    var channel: Channel?

    @Option(
        help: ArgumentHelp(
            "On Bluetooth: its name or address, ADDRESS/classic for a serial port (RFCOMM); without it the first that advertises a serial line.",
            valueName: "name"
        )
    )
    var reader: String?

    @Option(help: SerialProfileArgument.help)
    var serialProfile: [SerialProfileArgument] = []

    @Option(help: LinkModeArgument.help)
    var mode = LinkModeArgument.masterSlave

    @Option(help: "On Bluetooth: how long to look for the reader, and then to connect.")
    var search = TimeSpan(.seconds(10))

    @OptionGroup var adapter: AdapterOptions
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        switch channel {
        case .bluetooth: try device.requireUnused("with --channel bluetooth")
        case .jack: try requireNoBluetooth("with --channel jack")
        // of `search` this is both
        case nil: break
        }
    }

    /// Refuses what only a reader on Bluetooth uses.
    private func requireNoBluetooth(_ reason: String) throws {
        guard reader == nil else { throw ValidationError("--reader has no use \(reason)") }
        guard serialProfile.isEmpty else {
            throw ValidationError("--serial-profile has no use \(reason)")
        }
        try adapter.requireUnused(reason)
    }

    /// Whether the reader is on Bluetooth.
    var isBluetooth: Bool { channel == .bluetooth }

    /// The manager of the jack, and what is on it.
    func jack() async throws -> (CommunicationManager, AttachedDevice) {
        let attached = try await AttachedDevice(device, mode: mode.mode)
        let manager = CommunicationManager(attached.port, options: device.link(mode.mode))
        return (manager, attached)
    }

    /// The manager of the Bluetooth adapter.
    func bluetooth() async throws -> CommunicationManager {
        let radio = try await adapter.radio()
        let options = BluetoothOptions { options in
            if !serialProfile.isEmpty { options.profiles = serialProfile.map(\.profile) }
            options.connectionTimeout = search.duration
            options.link.mode = mode.mode
            if let radio = radio as? BlueZRadio {
                options.openClassic = { try await radio.openSerialPort(to: $0) }
            }
        }
        return CommunicationManager(Central(radio: radio), options: options)
    }

    /// Does `work` with the channel's manager, and releases what it took. The reader stays on unless
    /// `work` closed it.
    ///
    /// - Parameter work: Gets the time in which an exchange goes on, too.
    func withManager<Value>(
        _ work: (CommunicationManager, @escaping @Sendable () -> Duration) async throws -> Value
    ) async throws -> Value {
        if isBluetooth {
            let manager = try await bluetooth()
            let origin = ContinuousClock.now
            let result = await Result { try await work(manager) { origin.duration(to: .now) } }
            await manager.closeResource()
            return try result.get()
        }
        try requireNoBluetooth("without --channel bluetooth")
        let (manager, attached) = try await jack()
        let result = await Result {
            try await attached.port.explaining { try await work(manager) { attached.elapsed } }
        }
        await manager.closeResource()
        await attached.detach()
        return try result.get()
    }

    /// Opens the reader. On Bluetooth it is looked for first.
    ///
    /// - Parameter name: Name, address or identifier in place of `--reader`.
    func open(_ manager: CommunicationManager, name: String? = nil) async throws -> ReaderRecord {
        guard isBluetooth else {
            do throws(OpenError) {
                try await manager.openDevice()
            } catch {
                // a port that did not open says more than the link
                if case .link(let cause) = error { throw cause }
                throw error
            }
            return ReaderRecord(channel: "jack", name: nil, identifier: nil)
        }
        if let classic = name ?? reader, classic.hasSuffix("/classic") {
            try await manager.openDevice(classic)
            return ReaderRecord(channel: "bluetooth", name: nil, identifier: classic)
        }
        let found = try await find(name ?? reader, with: manager)
        try await manager.openDevice(found.identifier)
        return found
    }

    private func find(
        _ name: String?,
        with manager: CommunicationManager
    ) async throws -> ReaderRecord {
        let found =
            if let name {
                try await DeviceName(name).find(with: manager, timeout: search.duration)
                    .map(ReaderRecord.init)
            } else {
                try await firstReader(of: manager)
            }
        try Task.checkCancellation()
        if let found { return found }
        throw Failure(
            .noDevice,
            name.map { "no reader \($0.printable) was found" } ?? "no reader was found",
            nextStep: "see who is there: accessory scan --adapter \(adapter.adapter)"
        )
    }

    private func firstReader(of manager: CommunicationManager) async throws -> ReaderRecord? {
        for await event in try await manager.searchDevices(timeout: search.duration) {
            guard case .found(let device) = event, device.advertisesProfile else { continue }
            return ReaderRecord(device)
        }
        return nil
    }
}

/// Who may speak when, by a word.
enum LinkModeArgument: String, ExpressibleByArgument, CaseIterable {
    case masterSlave = "master-slave"
    case duplex

    static let help: ArgumentHelp =
        "master-slave: the reader answers; duplex: both send when they like."

    var mode: LinkMode {
        switch self {
        case .masterSlave: .masterSlave
        case .duplex: .duplex
        }
    }
}
