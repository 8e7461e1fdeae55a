internal import ArgumentParser
internal import BluetoothLE
internal import FeasyBeacon

/// `accessory beacon apply`
struct BeaconApply: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Configure many modules from one file, one after the other.",
        discussion: """
            Prints the result of each module. A journal beside the file lists the finished modules. \
            If the run was interrupted or modules failed, run the command again to continue with \
            the others. The journal is removed when all modules are finished.

            {"pin": "123456", "settings": {"interval": 500, "connectable": true},
             "beacons": {"0": "ibeacon --uuid U --major 1 --minor 2", "1": "off"},
             "modules": [{"address": "DC:0D:30:11:22:33", "settings": {"name": "Door 1"}},
                         {"address": "DC:0D:30:11:22:34", "settings": {"name": "Door 2"}}]}
            """
    )

    @Argument(help: "The list of modules as JSON.", completion: .file(extensions: ["json"]))
    var file: String

    @Option(help: "The journal; by default FILE.done.", completion: .file())
    var journal: String?

    @Flag(help: "Ignore the journal and start with the first module.")
    var again = false

    @Option(help: "Attempts for a module that is out of range.")
    var tries = 2

    @OptionGroup var link: ModuleLinkOptions
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard tries > 0 else { throw ValidationError("--tries must be at least 1") }
        guard file != "-" || journal != nil else {
            throw ValidationError("a list from standard input needs --journal")
        }
    }

    func run() async throws {
        let fleet = try JSONFile<FleetFile>(InputFile(file), .fleet)
        let plans = try fleet.content.modules.enumerated().map { number, module in
            try FleetPlan(module) { fleet.place(of: ["modules", "\(number)"] + $0) }
        }
        var journal = try FleetJournal(journal ?? file + ".done", again: again)
        let central = Central(radio: try await link.adapter.radio())
        var report = FleetReport(plans.count, options)
        for plan in plans {
            if journal.holds(plan.module) {
                try report.add(ModuleOutcome(address: plan.module.address, result: .skipped))
                continue
            }
            report.begin(plan.module.address)
            let (outcome, failure) = try await apply(plan, central)
            if failure == nil { try journal.add(plan.module) }
            try report.add(outcome, failure)
        }
        try report.finish()
        if report.firstFailure == nil { journal.remove() }
        if let failure = report.firstFailure {
            throw Failure(
                failure.status,
                "\(report.count(.failed)) of \(plans.count) modules failed",
                nextStep: "run it again; finished modules are skipped"
            )
        }
    }

    /// Configures one module, with the allowed number of tries. Throws only on cancellation.
    private func apply(
        _ plan: FleetPlan,
        _ central: Central
    ) async throws -> (ModuleOutcome, Failure?) {
        var outcome = ModuleOutcome(address: plan.module.address, result: .failed)
        for number in 1...tries {
            outcome.tries = number
            do {
                let (saved, unchanged) = try await applyOnce(plan, central)
                outcome.result = saved.isEmpty ? .unchanged : .saved
                (outcome.saved, outcome.unchanged) = (saved, unchanged)
                return (outcome, nil)
            } catch {
                try Task.checkCancellation()
                let failure = Failure(error)
                let mayPass: [ExitStatus] = [.noDevice, .deviceLost, .timeout]
                guard number == tries || !mayPass.contains(failure.status) else { continue }
                (outcome.cause, outcome.nextStep) = (failure.cause, failure.nextStep)
                return (outcome, failure)
            }
        }
        preconditionFailure("the last try returns")
    }

    private func applyOnce(
        _ plan: FleetPlan,
        _ central: Central
    ) async throws -> (saved: [String], unchanged: [String]) {
        let module = plan.module
        let item = try await link.find(module.address, with: central)
        let apply = { (pin: String?) in
            try await configuring(item, central, pin: pin, link.session) {
                try await $0.apply(module.settings, plan.slots)
            }
        }
        do {
            return try await apply(module.pin)
        } catch BeaconConfiguratorError.session(.pinRefused) {
            // an interrupted run may have set the new one
            guard let newPIN = module.settings["pin"], newPIN != module.pin else {
                throw BeaconConfiguratorError.session(.pinRefused)
            }
            return try await apply(newPIN)
        }
    }
}

/// A module of the file. `init` performs the checks that need no connection.
private struct FleetPlan {
    let module: FleetModule
    let slots: [BeaconSlot]

    /// - Parameter place: The position of a value of the module in its file.
    init(_ module: FleetModule, place: (_ path: [String]) -> String) throws {
        self.module = module
        slots = try module.slots(place: place)
        for (name, text) in module.settings.sorted(by: { $0.key < $1.key }) {
            try module.naming(place(["settings", name])) {
                try BeaconConfiguration.check([name: text])
            }
        }
    }
}

/// Reports the result of each module, the progress of the fleet, and a summary at the end.
private struct FleetReport {
    private let options: CommonOptions
    private let total: Int
    private let began = ContinuousClock.now
    private var bar: ProgressReport
    private var results: [ModuleOutcome.Result] = []
    private(set) var firstFailure: Failure?

    init(_ total: Int, _ options: CommonOptions) {
        self.total = total
        self.options = options
        bar = ProgressReport("apply", total: total, unit: "modules", options: options)
    }

    func count(_ result: ModuleOutcome.Result) -> Int { results.count { $0 == result } }

    mutating func begin(_ address: String) {
        bar.label = address.printable
        bar.update(results.count, after: .now - began)
    }

    mutating func add(_ outcome: ModuleOutcome, _ failure: Failure? = nil) throws {
        results.append(outcome.result)
        firstFailure = firstFailure ?? failure
        if options.json {
            try Console.print(json: outcome)
        } else if !options.quiet {
            bar.clear()
            Console.print(outcome.line)
        }
        bar.update(results.count, after: .now - began)
    }

    mutating func finish() throws {
        bar.finish()
        let counts = [
            ("saved", count(.saved)), ("unchanged", count(.unchanged)),
            ("skipped", count(.skipped)), ("failed", count(.failed)),
        ]
        if options.json {
            try Console.print(
                json: Dictionary(uniqueKeysWithValues: counts + [("modules", total)])
            )
        } else if !options.quiet {
            let text = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
            Console.print("\(total) modules: \(text.joined(separator: ", "))")
        }
    }
}

extension ModuleOutcome {
    fileprivate var line: String {
        let details: String =
            switch result {
            case .saved: saved.map { " " + $0.joined(separator: ", ") } ?? ""
            case .unchanged: ", no setting differs"
            case .skipped: ", finished before"
            case .failed: ": " + [cause, nextStep].compactMap(\.self).joined(separator: "; ")
            }
        return "\(address.printable)  \(result.rawValue)\(details)"
    }
}
