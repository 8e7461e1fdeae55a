internal import AccessoryConcurrency
public import Beacons
public import BluetoothLE
public import FirmwareUpdate
public import FoundationEssentials

/// Upgrades modules: sends `.dfu` files by XMODEM-1K or images by SUOTA, depending on the module.
///
///     let manager = UpgradeManager(item, central: central, pin: "123456")
///     let firmware = try ModuleFirmware(contentsOf: file)
///     try await manager.upgrade(to: firmware) { print($0) } onProgress: { print($0) }
///
/// A failed upgrade leaves the module's old firmware, unless its end was not acknowledged; see the
/// error. Calls throw an `ModuleUpgradeError`, or `CancellationError`.
public actor UpgradeManager {
    /// The session with the module, available while no upgrade is running.
    public nonisolated let session: BeaconModuleSession
    /// The SUOTA settings; by default the pins and the bank of the vendor's document, section 6.2.
    public nonisolated let suota: SuotaConfiguration
    /// Whether an upgrade is running.
    public private(set) var isBusy = false

    /// Creates a manager for a module found by a browser.
    ///
    /// - Parameters:
    ///   - item: The module from the browser.
    ///   - central: The central that connects.
    ///   - pin: Six digits; only for a module with a PIN.
    ///   - options: The options of the session.
    ///   - suota: The settings of an update by SUOTA.
    public init(
        _ item: PeripheralItem,
        central: Central,
        pin: String? = nil,
        options: BeaconModuleSession.Options = .init(),
        suota: SuotaConfiguration = .feasycom
    ) {
        self.init(
            BeaconModuleSession(item, central: central, pin: pin, options: options),
            suota: suota
        )
    }

    /// Creates a manager for the module of a session.
    public init(_ session: BeaconModuleSession, suota: SuotaConfiguration = .feasycom) {
        self.session = session
        self.suota = suota
    }

    /// Decodes and checks a `.dfu` file.
    public static func info(from data: Data) throws(DFUError) -> DFUFile {
        try DFUFile(Array(data))
    }

    /// Returns the transports that the module supports, one for each of the two services. Connects.
    ///
    /// - Throws: The errors of `upgrade`.
    public func transports() async throws -> Set<UpgradeTransport> {
        try await alone { try await offered() }
    }

    /// Upgrades the module and disconnects. Returns when the module has the whole file. The module
    /// then checks the program, which only it can do, and restarts. Cancelling the task also ends
    /// the upgrade on the module.
    ///
    /// - Parameters:
    ///   - firmware: The file to send.
    ///   - restoresFactory: Whether to also restore factory settings; only by XMODEM.
    ///   - force: Whether to send a file even if it is for another model or version.
    ///   - onInfo: Called with the module's description, before any part of the file is sent.
    ///   - onProgress: Called with the progress, 0 to 1.
    public func upgrade(
        to firmware: ModuleFirmware,
        restoresFactory: Bool = false,
        force: Bool = false,
        onInfo: @escaping @Sendable (UpgradeInfo) -> Void = { _ in },
        onProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws {
        try await alone {
            try check(firmware, restoresFactory)
            do {
                let offered = try await offered()
                guard offered.contains(firmware.transport) else {
                    throw ModuleUpgradeError.otherTransport(offered.first)
                }
                switch firmware {
                case .dfu(let file):
                    try await send(file, restoresFactory, force, onInfo, onProgress)
                case .image(let file): try await send(file, force, onInfo, onProgress)
                }
            } catch {
                await disconnect()
                throw error
            }
            await disconnect()
        }
    }

    /// Checks that need no module.
    private func check(_ firmware: ModuleFirmware, _ restoresFactory: Bool)
        throws(ModuleUpgradeError)
    {
        switch firmware {
        case .dfu(let file):
            guard file.uploadModel == 1 else { throw .uploadModel(file.uploadModel) }
        case .image: if restoresFactory { throw .cannotRestore }
        }
    }

    private func offered() async throws -> Set<UpgradeTransport> {
        do {
            let peripheral = session.peripheral
            let options = session.options
            try await peripheral.connect(timeout: options.timeout, options: options.connection)
            let services = try await peripheral.discoverServices().map(\.uuid)
            var transports: Set<UpgradeTransport> = []
            if services.contains(SuotaCharacteristic.service) { transports.insert(.suota) }
            if services.contains(BeaconModuleSession.service) { transports.insert(.xmodem) }
            return transports
        } catch {
            throw BeaconModuleError(error) ?? error
        }
    }

    /// Disconnects, also if the link has no open session.
    private func disconnect() async {
        await session.close()
        await session.peripheral.disconnect()
    }

    private func alone<Success: Sendable>(
        _ work: () async throws -> Success
    ) async throws -> Success {
        guard !isBusy else { throw ModuleUpgradeError.busy }
        isBusy = true
        defer { isBusy = false }
        do {
            return try await work()
        } catch let error as BeaconModuleError {
            throw ModuleUpgradeError.session(error)
        } catch let error as ATCommandError {
            throw ModuleUpgradeError.command(error)
        } catch let error as SuotaError {
            throw ModuleUpgradeError.suota(error)
        }
    }

    // MARK: XMODEM

    private func send(
        _ file: DFUFile,
        _ restoresFactory: Bool,
        _ force: Bool,
        _ onInfo: @Sendable (UpgradeInfo) -> Void,
        _ onProgress: @escaping @Sendable (Double) -> Void
    ) async throws {
        try await session.open()
        let client = ATClient(session)
        let version = try await client.openEngine()
        let model = try await client.query("MODEL").first ?? ""
        let bluetooth = try await client.perform(.query("VERSION"))
        var bluetoothVersion: String?
        if case .ok(let values) = bluetooth { bluetoothVersion = values.first }
        onInfo(
            UpgradeInfo(
                model: model,
                firmwareVersion: version,
                bluetoothVersion: bluetoothVersion,
                transport: .xmodem
            )
        )
        if let number = BeaconConfiguration.model(named: model), number != file.model, !force {
            throw ModuleUpgradeError.upgrade(
                .refused(.otherModel(file: file.model, module: number))
            )
        }
        let upgrade = DFUUpgrade(
            file,
            restoresFactory: restoresFactory,
            force: force,
            at: session.time.now()
        )
        if restoresFactory { await session.expect(pin: BeaconConfiguration.factoryPIN) }
        try await DFUTransfer(session, upgrade, onProgress: onProgress).run()
    }

    // MARK: SUOTA

    private func send(
        _ file: SuotaFile,
        _ force: Bool,
        _ onInfo: @Sendable (UpgradeInfo) -> Void,
        _ onProgress: @escaping @Sendable (Double) -> Void
    ) async throws {
        var options = SuotaManager.Options()
        options.force = force
        let interval = options.connection.parameters.interval
        options.connection = session.options.connection
        options.connection.parameters.interval = interval
        options.logIn(with: session)
        let peripheral = session.peripheral
        // a device that keeps its interval updates more slowly
        try? await peripheral.update(options.connection.parameters)
        let manager = SuotaManager(peripheral, configuration: suota, options: options)
        let device = try await manager.connect()
        // on these chips the firmware revision is the version of the Bluetooth stack
        let software = device.softwareRevision
        onInfo(
            UpgradeInfo(
                model: device.model ?? "",
                firmwareVersion: software ?? device.firmwareRevision ?? "",
                bluetoothVersion: software == nil ? nil : device.firmwareRevision,
                transport: .suota
            )
        )
        let events = manager.events
        let progress = session.time.task {
            for await case .progress(let percent) in events { onProgress(percent / 100) }
        }
        defer { progress.cancel() }
        try await manager.start(file)
    }
}
