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
            With --json, prints one object that `beacon save` and `beacon apply` accept.
            """
    )

    @OptionGroup var target: ModuleTarget

    @OptionGroup var options: CommonOptions

    func run() async throws {
        try await target.configuring { item, module in
            let report = try await module.loadParameters()
            try await show(module, item)
            if !report.isWhole { Console.note("not loaded: \(report)") }
        }
    }

    private func show(_ module: BeaconConfigurator, _ item: PeripheralItem) async throws {
        let parameters = await module.configuration?.parameters ?? []
        let values = await Dictionary(
            uniqueKeysWithValues: zip(module.paramKeys, module.paramValues)
        ).compactMapValues(\.self)
        let beacons = await module.beacons
        guard !options.json else {
            let record = ModuleSettings(item, parameters, values, beacons)
            return try Console.print(json: record)
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

    init(
        _ item: PeripheralItem,
        _ parameters: [BeaconParameter],
        _ values: [String: ParameterValue],
        _ slots: [BeaconSlot]
    ) {
        address = item.id.description
        module = Identity(
            model: item.module?.modelName,
            name: item.displayedName.isEmpty ? nil : item.displayedName,
            firmware: values["firmware"]?.text,
            mac: item.module?.macAddressText,
            battery: item.module?.battery
        )
        let settable = parameters.filter { $0.range != .readOnly }.map(\.name)
        settings = values.filter { settable.contains($0.key) }.mapValues(SettingValue.init)
        beacons = Dictionary(uniqueKeysWithValues: slots.map { ("\($0.number)", $0.text) })
    }
}
