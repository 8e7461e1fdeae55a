internal import ArgumentParser
internal import Beacons
internal import BluetoothLE
internal import FeasyBeacon

/// `accessory beacon show`
struct BeaconShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a module's settings, and the range of each.",
        discussion: """
            With --json, prints one object that `beacon write` and `beacon apply` accept.
            """
    )

    @OptionGroup var target: ModuleTarget

    @OptionGroup var options: CommonOptions

    func run() async throws {
        try await target.configuring { item, module in
            let report = try await module.loadParameters()
            try await show(module, item)
            report.noteWhatLacks()
        }
    }

    private func show(_ module: BeaconConfigurator, _ item: PeripheralItem) async throws {
        let parameters = await module.configuration?.parameters ?? []
        let values = await module.values
        let beacons = await module.beacons
        guard !options.json else {
            return try Console.print(json: await ModuleSettings(item, module))
        }
        let names = parameters.map(\.name.count).max() ?? 0
        let texts = values.mapValues(\.text.printable)
        let widest = min(texts.values.map(\.count).max() ?? 0, 24)
        for parameter in parameters {
            let text = texts[parameter.name] ?? "-"
            let name = Self.fit(parameter.name, names)
            let range =
                parameter.range == .readOnly
                ? text : Self.fit(text, widest) + "  (\(parameter.range.words))"
            Console.print("\(name)  \(range)")
        }
        for slot in beacons {
            let kind = slot.isEnabled ? Advertisement(slot.advertisement).kindName : "off"
            Console.print("beacon \(slot.number)  \(kind)  \(HexText.text(slot.advertisement))")
        }
    }

    private static func fit(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

/// `accessory beacon save`
struct BeaconSaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save a module's settings in a file.",
        discussion: """
            Writes what `beacon show --json` prints. `beacon write` writes it to this module or to \
            another one.
            """
    )

    @OptionGroup var target: ModuleTarget

    @Argument(
        help: "The file to write, or - for standard output.",
        completion: .file(extensions: ["json"])
    )
    var file: String

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let output = try OutputFile(file)
        let settings = try await target.configuring { item, module in
            let report = try await module.loadParameters()
            report.noteWhatLacks()
            return await ModuleSettings(item, module)
        }
        try output.write(json: settings)
        try output.commit()
        guard !OutputFile.isStandardOutput(file), !options.quiet else { return }
        let count = settings.settings.count
        if options.json {
            try Console.print(json: ["settings": count, "beacons": settings.beacons.count])
        } else {
            Console.print("saved \(count) settings and \(settings.beacons.count) beacons")
        }
    }
}

extension BeaconConfigurator {
    /// The values that the module has answered, by name.
    fileprivate var values: [String: ParameterValue] {
        Dictionary(uniqueKeysWithValues: zip(paramKeys, paramValues)).compactMapValues(\.self)
    }
}

extension BeaconLoadReport {
    fileprivate func noteWhatLacks() {
        if !isWhole { Console.note("not loaded: \(self)") }
    }
}

/// A module's settings as JSON.
struct ModuleSettings: Encodable {
    /// The read-only values.
    struct Identity: Encodable {
        let model: String?
        let name: String?
        let firmware: String?
        let mac: String?
        let battery: Int?
    }

    let address: String
    let module: Identity
    let settings: [String: SettingValue]
    let beacons: [String: String]

    init(_ item: PeripheralItem, _ configurator: BeaconConfigurator) async {
        let values = await configurator.values
        address = item.id.description
        module = Identity(
            model: item.module?.modelName,
            name: item.displayedName.isEmpty ? nil : item.displayedName,
            firmware: values["firmware"]?.text,
            mac: item.module?.macAddressText,
            battery: item.module?.battery
        )
        let parameters = await configurator.configuration?.parameters ?? []
        let settable = parameters.filter { $0.range != .readOnly }.map(\.name)
        settings = values.filter { settable.contains($0.key) }.mapValues(SettingValue.init)
        beacons = await Dictionary(
            uniqueKeysWithValues: configurator.beacons.map { ("\($0.number)", $0.text) }
        )
    }
}
