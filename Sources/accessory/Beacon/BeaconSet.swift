internal import ArgumentParser
internal import BluetoothLE
internal import FeasyBeacon

/// `accessory beacon set`
struct BeaconSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change settings of a module, and verify them.",
        discussion: """
            Writes only settings that differ. If a value is out of range, it writes nothing; \
            `beacon show` lists the ranges.
            """
    )

    @OptionGroup var target: ModuleTarget

    @Argument(help: "Settings, such as interval=500.")
    var settings: [SettingArgument] = []

    @Option(
        name: .customLong("beacon"),
        help: ArgumentHelp(
            "One of ten advertisements: its number, then data in hexadecimal digits, off, or arguments of accessory advert build; may be repeated.",
            valueName: "n=data"
        )
    )
    var beacons: [SlotArgument] = []

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard !settings.isEmpty || !beacons.isEmpty else {
            throw ValidationError("name a setting or a --beacon")
        }
        let names = settings.map(\.name) + beacons.map { "beacon " + $0.number }
        guard Set(names).count == names.count else {
            throw ValidationError("a setting is named twice")
        }
    }

    func run() async throws {
        let slots = try Failure.ofArguments {
            try beacons.map { try BeaconSlot(number: $0.number, text: $0.text) }
        }
        let texts = Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.text) })
        try Failure.ofArguments { try BeaconConfiguration.check(texts) }
        try await target.apply(texts, slots, options)
    }
}

/// `accessory beacon write`
struct BeaconWrite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Write the settings of a file to a module, and verify them.",
        discussion: """
            The file has the format of `beacon save`; members may be missing.
            """
    )

    @OptionGroup var target: ModuleTarget

    @Argument(
        help: "A file with settings and beacons, or - for standard input.",
        completion: .file(extensions: ["json"])
    )
    var file: String

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let json = try JSONFile<FleetModule>(InputFile(file), .fleet)
        let slots = try json.content.slots(place: json.place)
        try await target.apply(json.content.settings, slots, options)
    }
}

/// `accessory beacon factory-reset`
struct BeaconFactoryReset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "factory-reset",
        abstract: "Replace a module's settings by those of the factory.",
        discussion: "Asks first. `beacon save` keeps the settings in a file."
    )

    @OptionGroup var target: ModuleTarget

    @Flag(help: "Reset without a question.")
    var yes = false

    @OptionGroup var options: CommonOptions

    func run() async throws {
        try await confirm()
        let address = try await target.configuring { item, module in
            try await module.restore()
            return item.id.description
        }
        if options.json {
            try Console.print(json: ["address": address, "result": "reset"])
        } else if !options.quiet {
            Console.print("reset")
        }
    }

    private func confirm() async throws {
        guard !yes else { return }
        guard let questions = Questions.atTerminal else {
            throw Failure(
                .usage,
                "a factory reset loses the settings of \(target.device.printable)",
                nextStep: "add --yes to reset it without a question"
            )
        }
        guard await questions.agrees("Lose the settings of \(target.device.printable)?") else {
            throw CancellationError()
        }
    }
}

extension ModuleTarget {
    /// Sets and saves the values, and prints the names of the saved ones.
    fileprivate func apply(
        _ settings: [String: String],
        _ slots: [BeaconSlot],
        _ options: CommonOptions
    ) async throws {
        let (address, outcome) = try await configuring { item, module in
            (item.id.description, try await module.apply(settings, slots))
        }
        let (saved, unchanged) = outcome
        if options.json {
            try Console.print(
                json: ModuleOutcome(
                    address: address,
                    result: saved.isEmpty ? .unchanged : .saved,
                    saved: saved,
                    unchanged: unchanged
                )
            )
        } else if !options.quiet {
            if !saved.isEmpty { Console.print("saved \(saved.joined(separator: ", "))") }
            if !unchanged.isEmpty {
                Console.print("unchanged: \(unchanged.joined(separator: ", "))")
            }
        }
    }
}

/// The result of configuring a module.
struct ModuleOutcome: Encodable {
    enum Result: String, Encodable {
        case saved, unchanged, failed
        /// Finished by an earlier run.
        case skipped
    }

    let address: String
    var result: Result
    var saved: [String]?
    var unchanged: [String]?
    var cause: String?
    var nextStep: String?
    var tries: Int?
}
