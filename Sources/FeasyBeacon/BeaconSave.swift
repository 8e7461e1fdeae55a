/// The result of a save.
public struct BeaconSaveReport: Sendable, Hashable {
    /// Values that were written and read back: parameters by name, advertisements as `beacon 3`.
    public var saved: [String] = []
    /// Values that the module already had.
    public var unchanged: [String] = []
    /// Values that the module accepted but that were not read back. The module may have the old or the new
    /// value.
    public var unverified: [String] = []
    /// The value that failed; nil if nothing failed. The module may have the old or the new value.
    public var failed: String?
    /// The reason for the failure; nil if the save was cancelled at this value.
    public var outcome: ATOutcome?
    /// Values that were not tried.
    public var left: [String] = []

    /// Whether the module is known to have all values.
    public var isWhole: Bool { failed == nil && left.isEmpty && unverified.isEmpty }
}

extension BeaconSaveReport: CustomStringConvertible {
    public var description: String {
        let parts = [
            ("failed", [failed].compactMap(\.self)), ("saved", saved), ("unchanged", unchanged),
            ("unverified", unverified), ("not saved", left),
        ].filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))" }
        let reason = outcome.map { [$0.cause] } ?? []
        return (parts + reason).joined(separator: "; ")
    }
}

/// Writes parameters and advertisements to a module, except those that it already has, and reads them
/// back. A state machine: pass each request to an `ATEngine`, and its outcome to `done`.
package struct BeaconSave: Sendable {
    private enum Job: Sendable, Hashable {
        case parameter(name: String, key: String, wire: String)
        case readSlots
        case slot(BeaconSlot)
        case verifySlots([BeaconSlot])

        var name: String? {
            switch self {
            case .parameter(let name, _, _): name
            case .slot(let slot): slot.name
            case .readSlots, .verifySlots: nil
            }
        }
    }

    private var jobs: [Job] = []
    private let slots: [BeaconSlot]
    private var isOver = false
    package private(set) var report = BeaconSaveReport()

    /// Values that may prevent the next connection; they are written last.
    private static let last = ["pin", "connectable"]

    /// Checks all values before any is written.
    ///
    /// - Parameter known: The other settings of the module.
    package init(
        _ values: [String: ParameterValue],
        besides known: [String: ParameterValue] = [:],
        slots: [BeaconSlot] = [],
        to configuration: BeaconConfiguration
    ) throws(BeaconParameterError) {
        try configuration.check(values, besides: known)
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

    /// The next request; nil when the save has ended.
    package var next: ATRequest? {
        guard !isOver, let job = jobs.first else { return nil }
        return switch job {
        case .parameter(_, let key, let wire): .set(key, wire)
        case .readSlots, .verifySlots: .query("BADVDATA")
        case .slot(let slot): .command("BADVDATA=" + slot.wire)
        }
    }

    /// Handles the outcome of the request.
    package mutating func done(_ outcome: ATOutcome) {
        guard !isOver, !jobs.isEmpty else { return }
        let job = jobs.removeFirst()
        switch (job, outcome) {
        case (.parameter(let name, _, _), .ok): report.saved.append(name)
        case (.parameter(let name, _, _), .notNeeded): report.unchanged.append(name)
        case (.readSlots, .ok(let lines)): plan(read: lines)
        case (.slot(let slot), .ok): report.unverified.append(slot.name)
        case (.verifySlots(let written), .ok(let lines)): verify(written, read: lines)
        default: fail(job, outcome)
        }
    }

    /// Handles the cancellation of the running request.
    mutating func cancel() {
        guard !isOver, !jobs.isEmpty else { return }
        fail(jobs.removeFirst(), nil)
    }

    private mutating func plan(read lines: [String]) {
        let present = lines.compactMap { BeaconSlot(wire: $0) }
        let differing = slots.filter { !present.contains($0) }
        report.unchanged += slots.filter(present.contains).map(\.name)
        guard !differing.isEmpty else { return }
        jobs = differing.map { .slot($0) } + [.verifySlots(differing)] + jobs
    }

    private mutating func verify(_ written: [BeaconSlot], read lines: [String]) {
        let present = lines.compactMap { BeaconSlot(wire: $0) }
        for slot in written where present.contains(slot) {
            report.unverified.removeAll { $0 == slot.name }
            report.saved.append(slot.name)
        }
        guard let other = written.first(where: { !present.contains($0) }) else { return }
        report.unverified.removeAll { $0 == other.name }
        let found = present.first { $0.number == other.number }
        fail(.slot(other), .failed(.differs(found?.wire)))
    }

    private mutating func fail(_ job: Job, _ outcome: ATOutcome?) {
        isOver = true
        (report.failed, report.outcome) = (job.name ?? "beacons", outcome)
        let waiting = job == .readSlots ? [job] + jobs : jobs
        report.left = waiting.flatMap { job in
            job == .readSlots ? slots.map(\.name) : [job.name].compactMap(\.self)
        }
    }
}

extension BeaconSlot {
    /// The value's name in a report.
    var name: String { "beacon \(number)" }
}
