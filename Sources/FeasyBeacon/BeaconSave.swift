/// How far a save came.
public struct BeaconSaveReport: Sendable, Hashable {
    /// Written, and read back the same: parameters by name, advertisements as `beacon 3`.
    public var saved: [String] = []
    /// The module had it already.
    public var unchanged: [String] = []
    /// What failed, and how; nil when nothing did.
    public var failed: String?
    public var outcome: ATOutcome?
    /// Not tried any more.
    public var left: [String] = []
}

/// Writes parameters and advertisements to a module, each only when it differs, and reads them back.
/// A value: give each request to an `ATEngine`, and its outcome back.
public struct BeaconSave: Sendable {
    private enum Job: Sendable, Hashable {
        case parameter(name: String, key: String, wire: String)
        case readSlots
        case slot(BeaconSlot)
        case verifySlots([BeaconSlot])

        var name: String? {
            switch self {
            case .parameter(let name, _, _): name
            case .slot(let slot): "beacon \(slot.number)"
            case .readSlots, .verifySlots: nil
            }
        }
    }

    private var jobs: [Job] = []
    private let slots: [BeaconSlot]
    private var isOver = false
    public private(set) var report = BeaconSaveReport()

    /// What may keep the next connection out comes last.
    private static let last = ["pin", "connectable"]

    /// Checks every value before anything is written.
    public init(
        _ values: [String: ParameterValue],
        slots: [BeaconSlot] = [],
        to configuration: BeaconConfiguration
    ) throws(ParameterError) {
        try configuration.check(values)
        if let unknown = values.keys.sorted().first(where: { configuration[$0] == nil }) {
            throw .unknownName(unknown)
        }
        let names = configuration.paramKeys.filter { !Self.last.contains($0) }
        var parameters: [Job] = []
        for name in names + Self.last {
            guard let value = values[name], let parameter = configuration[name],
                parameter.range != .readOnly
            else { continue }
            let wire = try parameter.range.wire(value, name: name)
            parameters.append(.parameter(name: name, key: parameter.key, wire: wire))
        }
        self.slots = slots.sorted { $0.number < $1.number }
        let isLast = { (job: Job) in Self.last.contains(job.name ?? "") }
        jobs = parameters.filter { !isLast($0) }
        if !slots.isEmpty { jobs.append(.readSlots) }
        jobs += parameters.filter(isLast)
    }

    /// The request to make now; nil when the save is over.
    public var next: ATRequest? {
        guard !isOver, let job = jobs.first else { return nil }
        return switch job {
        case .parameter(_, let key, let wire): .set(key, wire)
        case .readSlots, .verifySlots: .query("BADVDATA")
        case .slot(let slot): .command("BADVDATA=" + slot.wire)
        }
    }

    /// How the request ended.
    public mutating func done(_ outcome: ATOutcome) {
        guard !isOver, !jobs.isEmpty else { return }
        let job = jobs.removeFirst()
        switch (job, outcome) {
        case (.parameter(let name, _, _), .ok): report.saved.append(name)
        case (.parameter(let name, _, _), .notNeeded): report.unchanged.append(name)
        case (.readSlots, .ok(let lines)): plan(read: lines)
        case (.slot, .ok): break  // until it is read back
        case (.verifySlots(let written), .ok(let lines)): verify(written, read: lines)
        default: fail(job.name ?? "beacons", outcome)
        }
    }

    private mutating func plan(read lines: [String]) {
        let present = lines.compactMap { BeaconSlot(wire: $0) }
        let differing = slots.filter { !present.contains($0) }
        report.unchanged += slots.filter(present.contains).compactMap { Job.slot($0).name }
        guard !differing.isEmpty else { return }
        jobs = differing.map { .slot($0) } + [.verifySlots(differing)] + jobs
    }

    private mutating func verify(_ written: [BeaconSlot], read lines: [String]) {
        let present = lines.compactMap { BeaconSlot(wire: $0) }
        for slot in written where !isOver {
            let name = "beacon \(slot.number)"
            if present.contains(slot) {
                report.saved.append(name)
            } else {
                let found = present.first { $0.number == slot.number }
                fail(name, .failed(.differs(found?.wire)))
            }
        }
    }

    private mutating func fail(_ name: String, _ outcome: ATOutcome) {
        isOver = true
        (report.failed, report.outcome) = (name, outcome)
        let names =
            jobs.flatMap { job in
                job == .readSlots
                    ? slots.map { "beacon \($0.number)" } : [job.name].compactMap(\.self)
            }
        report.left = names.filter { $0 != name && !report.saved.contains($0) }
    }
}
