internal import AccessoryConcurrency
public import Beacons
public import BluetoothLE

/// Configures one module: loads its parameters and their values, accepts new values, and saves the
/// values that differ.
///
///     let configurator = BeaconConfigurator(item, central: central, pin: "123456")
///     try await configurator.loadParameters()
///     try await configurator.set(.text("Door 4"), for: "name")
///     try await configurator.saveParameters()
///     await configurator.close()
///
/// Loading the configuration, loading the parameters, saving and restoring use the module. They
/// connect automatically, and only one of them may run at a time. Calls throw a
/// `BeaconConfiguratorError`, or `CancellationError`.
public actor BeaconConfigurator {
    /// The operations that use the module.
    public enum Operation: String, Sendable, CaseIterable {
        case loadConfiguration = "loads the configuration"
        case loadParameters = "loads the parameters"
        case saveParameters = "saves"
        case restore = "restores"
    }

    /// The session with the module.
    public nonisolated let session: BeaconModuleSession
    /// The module's advertisement; nil if it is not known.
    public nonisolated let module: BeaconModule?
    private nonisolated let client: ATClient

    /// The module's parameters; nil until they are loaded.
    public private(set) var configuration: BeaconConfiguration?
    /// The running operation.
    public private(set) var operation: Operation?
    /// The result of the last save.
    public private(set) var lastSave: BeaconSaveReport?
    private var values: [String: ParameterValue] = [:]
    /// Names of the values that were set since the last load or save.
    private var changed: Set<String> = []
    private var slots: [BeaconSlot] = []
    /// The known slots of the module.
    private var moduleSlots: [BeaconSlot] = []
    private var isHandedOver = false
    private var closeHandler: (@Sendable (BeaconModuleError?) -> Void)?
    private var listening: Task<Void, Never>?

    /// Creates a configurator for a module found by a browser.
    ///
    /// - Parameters:
    ///   - item: The module from the browser.
    ///   - central: The central that connects.
    ///   - pin: Six digits; only for a module with a PIN.
    ///   - options: The options of the session.
    public init(
        _ item: PeripheralItem,
        central: Central,
        pin: String? = nil,
        options: BeaconModuleSession.Options = .init()
    ) {
        self.init(
            BeaconModuleSession(item, central: central, pin: pin, options: options),
            module: item.module
        )
    }

    /// - Parameters:
    ///   - session: A session with the module, open or not.
    ///   - module: The module's advertisement; nil: the configurator queries the module.
    public init(_ session: BeaconModuleSession, module: BeaconModule? = nil) {
        self.session = session
        self.module = module
        client = ATClient(session)
    }

    deinit { listening?.cancel() }

    // MARK: State

    /// Whether an operation is running; other operations are then refused.
    public var isBusy: Bool { operation != nil }

    /// The names of the parameters, in order; empty until the configuration is loaded.
    public var paramKeys: [String] { configuration?.paramKeys ?? [] }

    /// The values of the parameters, in the same order; nil for a value that was not loaded, or
    /// that the module lacks.
    public var paramValues: [ParameterValue?] { paramKeys.map { values[$0] } }

    /// The module's advertisements; `setBeacons` changes them.
    public var beacons: [BeaconSlot] { slots }

    /// Whether there are unsaved values.
    public var hasChanges: Bool { !changed.isEmpty || !slotsToSave.isEmpty }

    /// Sets a handler that is called when an open session closes, with the error, or nil after
    /// `close`.
    public func setCloseHandler(_ handler: (@Sendable (BeaconModuleError?) -> Void)?) {
        closeHandler = handler
        guard listening == nil else { return }
        let events = session.events
        listening = session.time.task { [weak self] in
            for await case .closed(let error) in events { await self?.closeHandler?(error) }
        }
    }

    /// Closes the session and disconnects. A running operation fails.
    public func close() async { await session.close() }

    // MARK: Handing over the session

    /// Hands the session over to the application, which may then write and read. Operations are
    /// refused until `reclaim`.
    public func handOver() throws(BeaconConfiguratorError) -> AsyncStream<BeaconModuleSession.Event>
    {
        if let operation { throw .busy(operation) }
        isHandedOver = true
        return session.events
    }

    /// Reclaims the session from the application.
    public func reclaim() async {
        await client.closeEngine()
        isHandedOver = false
    }

    // MARK: Values

    /// A parameter's value as loaded or set; nil if it is unknown.
    public func value(for name: String) -> ParameterValue? { values[name] }

    /// Sets a parameter's value locally, for the next save. A running save ignores it.
    public func set(
        _ value: ParameterValue,
        for name: String
    ) throws(BeaconConfiguratorError) {
        guard let configuration else { throw .notLoaded }
        do throws(BeaconParameterError) {
            _ = try configuration.wire(value, for: name)
        } catch {
            throw .parameter(error)
        }
        if values[name] != value { changed.insert(name) }
        values[name] = value
    }

    /// Sets the advertisements locally, at most ten, for the next save. The save turns off the
    /// module's other advertisements.
    public func setBeacons(_ beacons: [BeaconSlot]) throws(BeaconConfiguratorError) {
        var seen: Set<Int> = []
        for slot in beacons where !seen.insert(slot.number).inserted {
            throw .slotTwice(slot.number)
        }
        slots = beacons
    }

    /// Replaces the advertisement with the same number.
    public func setBeacon(_ slot: BeaconSlot) {
        slots.removeAll { $0.number == slot.number }
        slots.append(slot)
        slots.sort { $0.number < $1.number }
    }

    private var slotsToSave: [BeaconSlot] {
        let gone = moduleSlots.filter { old in
            old.isEnabled && !slots.contains { $0.number == old.number }
        }
        let off = gone.map { slot in
            var slot = slot
            slot.isEnabled = false
            return slot
        }
        return slots.filter { !moduleSlots.contains($0) } + off
    }

    // MARK: Operations

    /// Loads the module's model, parameters and ranges.
    ///
    /// - Throws: `BeaconConfiguratorError`, `BeaconModuleError`, `ATCommandError` or
    ///   `CancellationError`.
    @discardableResult
    public func loadConfiguration() async throws -> BeaconConfiguration {
        try await alone(.loadConfiguration) { try await readConfiguration() }
    }

    /// Loads the module's values, and first its configuration if it is not loaded. Unsaved values
    /// are dropped. A failed load changes nothing.
    ///
    /// - Returns: Which values are missing, and why.
    /// - Throws: The errors of `loadConfiguration`.
    @discardableResult
    public func loadParameters() async throws -> BeaconLoadReport {
        try await alone(.loadParameters) {
            let configuration = try await knownConfiguration()
            var values: [String: ParameterValue] = [:]
            var report = BeaconLoadReport()
            for parameter in configuration.parameters {
                let name = parameter.name
                guard let wire = try await answer(to: parameter.key) else {
                    report.refused.append(name)
                    continue
                }
                values[name] = wire.first.flatMap(parameter.range.value)
                if values[name] == nil { report.unreadable[name] = wire.first ?? "" }
            }
            let lines = try await answer(to: "BADVDATA")
            if lines == nil { report.refused.append(BeaconLoadReport.beacons) }
            let slots = Self.slots(lines ?? [])
            (self.values, changed) = (values, [])
            (self.slots, moduleSlots) = (slots, slots)
            return report
        }
    }

    /// Decodes the module's advertisements. Of two with the same number, the last one is used.
    private static func slots(_ lines: [String]) -> [BeaconSlot] {
        lines.compactMap { BeaconSlot(wire: $0) }.reduce(into: []) { slots, slot in
            slots.removeAll { $0.number == slot.number }
            slots.append(slot)
        }
    }

    /// Saves the values that were set since the last load or save: writes the values that differ,
    /// and reads them back. If a value is out of range, nothing is sent.
    ///
    /// - Throws: `saveFailed`, with a report of the saved and unsaved values. The next call saves
    ///   the unsaved ones. After a cancellation, `lastSave` has the report.
    @discardableResult
    public func saveParameters() async throws -> BeaconSaveReport {
        try await alone(.saveParameters) {
            guard let configuration else { throw BeaconConfiguratorError.notLoaded }
            var save: BeaconSave
            do throws(BeaconParameterError) {
                save = try BeaconSave(
                    values.filter { changed.contains($0.key) },
                    besides: values,
                    slots: slotsToSave,
                    to: configuration
                )
            } catch {
                throw BeaconConfiguratorError.parameter(error)
            }
            if save.next != nil { try await session.open() }
            let (saved, target) = (values, slots)
            defer { account(for: save.report, of: saved, target) }
            while let request = save.next {
                do {
                    save.done(try await client.perform(request))
                } catch BeaconModuleError.notOpen {
                    save.done(.failed(.disconnected))
                } catch {
                    save.cancel()
                    throw error
                }
            }
            guard save.report.failed == nil else {
                throw BeaconConfiguratorError.saveFailed(save.report)
            }
            return save.report
        }
    }

    /// Removes saved values from the changes, unless they were set again meanwhile.
    private func account(
        for report: BeaconSaveReport,
        of saved: [String: ParameterValue],
        _ target: [BeaconSlot]
    ) {
        lastSave = report
        let done = report.saved + report.unchanged
        changed.subtract(done.filter { values[$0] == saved[$0] })
        for number in BeaconConfiguration.slots where done.contains("beacon \(number)") {
            if let slot = target.first(where: { $0.number == number }) {
                moduleSlots.removeAll { $0.number == number }
                moduleSlots.append(slot)
            } else if let index = moduleSlots.firstIndex(where: { $0.number == number }) {
                moduleSlots[index].isEnabled = false
            }
        }
    }

    /// Restores factory settings. Loaded values are then invalid and must be loaded again.
    ///
    /// - Throws: The errors of `loadConfiguration`.
    public func restore() async throws {
        try await alone(.restore) {
            try await session.open()
            let request = ATRequest.command("RESTORE")
            switch try await client.perform(request) {
            case .ok:
                (values, changed) = ([:], [])
                (slots, moduleSlots) = ([], [])
            case let outcome: throw ATCommandError(request: request, outcome: outcome)
            }
        }
    }

    /// Runs `work` while no other operation runs.
    private func alone<Success: Sendable>(
        _ operation: Operation,
        _ work: () async throws -> Success
    ) async throws -> Success {
        if let other = self.operation { throw BeaconConfiguratorError.busy(other) }
        if isHandedOver { throw BeaconConfiguratorError.handedOver }
        self.operation = operation
        defer { self.operation = nil }
        do {
            return try await work()
        } catch let error as BeaconModuleError {
            throw BeaconConfiguratorError.session(error)
        } catch let error as ATCommandError {
            throw BeaconConfiguratorError.command(error)
        }
    }

    // MARK: Queries

    private func knownConfiguration() async throws -> BeaconConfiguration {
        if let configuration { return configuration }
        return try await readConfiguration()
    }

    private func readConfiguration() async throws -> BeaconConfiguration {
        let name = try await answer(to: "MODEL")?.first
        let model = name.flatMap(BeaconConfiguration.model) ?? module?.modelIndex
        guard let model else { throw BeaconConfiguratorError.unknownModel(name ?? "nothing") }
        var features: BeaconConfiguration.Features = []
        if let module {
            features = BeaconConfiguration(module).features
        } else {
            for (feature, key) in BeaconConfiguration.featureKeys
            where try await answer(to: key) != nil {
                features.insert(feature)
            }
        }
        let configuration = BeaconConfiguration(model: model, features: features)
        self.configuration = configuration
        return configuration
    }

    /// Returns the values of a parameter; nil if the module refuses. Connects if needed.
    private func answer(to key: String) async throws -> [String]? {
        try await session.open()
        switch try await client.perform(.query(key)) {
        case .ok(let values): return values
        case .failed(.refused): return nil
        case let outcome: throw ATCommandError(request: .query(key), outcome: outcome)
        }
    }
}
