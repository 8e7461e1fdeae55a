internal import AccessoryConcurrency
public import Beacons
public import BluetoothLE

/// Configures one module: loads what it can be set to and what it is set to, takes other values, and
/// saves what differs.
///
///     let configurator = BeaconConfigurator(item, central: central, pin: "123456")
///     try await configurator.loadParameters()
///     try await configurator.set(.text("Door 4"), for: "name")
///     try await configurator.saveParameters()
///     await configurator.close()
///
/// Loading the configuration, loading the parameters, saving and restoring talk to the module, one
/// at a time; they connect by themselves. Calls throw a `BeaconConfiguratorError`, or
/// `CancellationError`.
public actor BeaconConfigurator {
    /// What talks to the module.
    public enum Operation: String, Sendable, CaseIterable {
        case loadConfiguration = "loads the configuration"
        case loadParameters = "loads the parameters"
        case saveParameters = "saves"
        case restore = "restores"
    }

    /// How the module is reached.
    public nonisolated let session: Session
    /// What a browser heard of it.
    public nonisolated let module: BeaconModule?
    private nonisolated let client: ATClient

    /// What the module can be set to; nil until it is loaded.
    public private(set) var configuration: BeaconConfiguration?
    /// The operation that talks to the module now.
    public private(set) var operation: Operation?
    /// How the last save went.
    public private(set) var lastSave: BeaconSaveReport?
    private var values: [String: ParameterValue] = [:]
    /// Names of what was set since it was loaded or saved.
    private var changed: Set<String> = []
    private var slots: [BeaconSlot] = []
    /// What the module has in its slots, as far as is known.
    private var moduleSlots: [BeaconSlot] = []
    private var isHandedOver = false
    private var closeHandler: (@Sendable (SessionError?) -> Void)?
    private var listening: Task<Void, Never>?

    /// A configurator of a module that a browser found.
    ///
    /// - Parameter pin: Six digits; only for a module that asks for one.
    public init(
        _ item: PeripheralItem,
        central: Central,
        pin: String? = nil,
        options: Session.Options = .init()
    ) {
        self.init(
            Session(item, central: central, pin: pin, options: options),
            module: item.module
        )
    }

    /// - Parameter module: What is known of it; nil: it is asked.
    public init(_ session: Session, module: BeaconModule? = nil) {
        self.session = session
        self.module = module
        client = ATClient(session)
    }

    deinit { listening?.cancel() }

    // MARK: State

    /// Whether one of the four operations is under way; another is then refused.
    public var isBusy: Bool { operation != nil }

    /// The names of the parameters, in order; none until the configuration is loaded.
    public var paramKeys: [String] { configuration?.paramKeys ?? [] }

    /// Their values, in the same order; nil for one that was not loaded, or that the module lacks.
    public var paramValues: [ParameterValue?] { paramKeys.map { values[$0] } }

    /// The module's advertisements; `setBeacons` changes them.
    public var beacons: [BeaconSlot] { slots }

    /// Whether something was set that is not saved.
    public var hasChanges: Bool { !changed.isEmpty || !slotsToSave.isEmpty }

    /// Is called each time that the session, having been open, is closed; nil: by this end.
    public func setCloseHandler(_ handler: (@Sendable (SessionError?) -> Void)?) {
        closeHandler = handler
        guard listening == nil else { return }
        let events = session.events
        listening = session.time.task { [weak self] in
            for await case .closed(let error) in events { await self?.closeHandler?(error) }
        }
    }

    /// Ends the session and disconnects; an operation under way fails.
    public func close() async { await session.close() }

    // MARK: Handing the session over

    /// Leaves the session to the app, which may then write and hear what comes. Operations are
    /// refused until `takeBack`.
    public func handOver() throws(BeaconConfiguratorError) -> AsyncStream<Session.Event> {
        if let operation { throw .busy(operation) }
        isHandedOver = true
        return session.events
    }

    /// Takes the session back from the app.
    public func takeBack() async {
        await client.closeEngine()
        isHandedOver = false
    }

    // MARK: Values

    /// A parameter's value as it was loaded or set; nil when it is not known.
    public func value(for name: String) -> ParameterValue? { values[name] }

    /// Sets a parameter's value here, to be saved later. A save that is under way does not see it.
    public func set(
        _ value: ParameterValue,
        for name: String
    ) throws(BeaconConfiguratorError) {
        guard let configuration else { throw .notLoaded }
        do throws(ParameterError) {
            _ = try configuration.wire(value, for: name)
        } catch {
            throw .parameter(error)
        }
        if values[name] != value { changed.insert(name) }
        values[name] = value
    }

    /// Sets the advertisements here, to be saved later, at most ten. One that the module has and
    /// that is not among them is switched off by the save.
    public func setBeacons(_ beacons: [BeaconSlot]) throws(BeaconConfiguratorError) {
        var seen: Set<Int> = []
        for slot in beacons where !seen.insert(slot.number).inserted {
            throw .slotTwice(slot.number)
        }
        slots = beacons
    }

    /// Sets one advertisement, in place of the one with its number.
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

    /// Loads what the module can be set to: its model, its parameters and their ranges.
    @discardableResult
    public func loadConfiguration() async throws -> BeaconConfiguration {
        try await alone(.loadConfiguration) { try await readConfiguration() }
    }

    /// Loads what the module is set to, its configuration first if that is not known. What was set
    /// here and not saved is dropped. A load that fails changes nothing.
    public func loadParameters() async throws {
        try await alone(.loadParameters) {
            let configuration = try await knownConfiguration()
            var values: [String: ParameterValue] = [:]
            for parameter in configuration.parameters {
                let wire = try await answer(to: parameter.key)?.first
                values[parameter.name] = wire.flatMap(parameter.range.value)
            }
            let slots = Self.slots(try await answer(to: "BADVDATA") ?? [])
            (self.values, changed) = (values, [])
            (self.slots, moduleSlots) = (slots, slots)
        }
    }

    /// The advertisements that a module states; of two with one number the last.
    private static func slots(_ lines: [String]) -> [BeaconSlot] {
        lines.compactMap { BeaconSlot(wire: $0) }.reduce(into: []) { slots, slot in
            slots.removeAll { $0.number == slot.number }
            slots.append(slot)
        }
    }

    /// Saves what was set since it was loaded or saved: writes what the module has not, and reads
    /// it back. Nothing is sent when a value is out of range.
    ///
    /// - Throws: `saveFailed`, which names what was saved and what was not; the rest can be saved
    ///   again. `lastSave` has the same after a cancellation.
    @discardableResult
    public func saveParameters() async throws -> BeaconSaveReport {
        try await alone(.saveParameters) {
            guard let configuration else { throw BeaconConfiguratorError.notLoaded }
            var save: BeaconSave
            do throws(ParameterError) {
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
                } catch SessionError.notOpen {
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

    /// What a save did is no change any more, unless it was set anew meanwhile.
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

    /// Gives the module its factory's values. What was loaded is true no more, and has to be loaded
    /// again.
    public func restore() async throws {
        try await alone(.restore) {
            try await session.open()
            let request = ATRequest.command("RESTORE")
            switch try await client.perform(request) {
            case .ok:
                (values, changed) = ([:], [])
                (slots, moduleSlots) = ([], [])
            case let outcome: throw ATError(request: request, outcome: outcome)
            }
        }
    }

    /// Does `work` while no other operation is under way.
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
        } catch let error as SessionError {
            throw BeaconConfiguratorError.session(error)
        } catch let error as ATError {
            throw BeaconConfiguratorError.command(error)
        }
    }

    // MARK: Asking the module

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

    /// The values of a parameter; nil when the module refuses to say. Connects if need be.
    private func answer(to key: String) async throws -> [String]? {
        try await session.open()
        switch try await client.perform(.query(key)) {
        case .ok(let values): return values
        case .failed(.refused): return nil
        case let outcome: throw ATError(request: .query(key), outcome: outcome)
        }
    }
}
