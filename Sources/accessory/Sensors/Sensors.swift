internal import ArgumentParser
internal import Beacons

/// `accessory sensors`
struct Sensors: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensors",
        abstract: "List supported sensors, and check your own sensor formats.",
        subcommands: [
            SensorsList.self, SensorsShow.self, SensorsQuantities.self, SensorsCheck.self,
            SensorsFormat.self, SensorsCompile.self,
        ]
    )
}

/// One model as JSON.
struct SensorModelRecord: Encodable {
    let brand: String
    let model: String
    let name: String
    let format: String
    let readings: Bool
    let needs: String?
    /// Other names of the models with this format.
    let otherNames: [String]

    init(_ model: SensorModel, _ name: String) {
        self.model = name
        otherNames = model.otherNames
        (brand, self.name, format) = (model.brand, model.name, model.id)
        (readings, needs) = (model.hasReadings, model.needs?.rawValue)
    }

    /// One line.
    var text: String {
        let state =
            readings ? needs.map { "needs \($0.replacing("-", with: " "))" } : needs ?? "named only"
        return [brand, model, name, state].compactMap(\.self).joined(separator: "  ")
    }

    /// All models, without duplicates.
    static func all() -> [SensorModelRecord] {
        var seen: Set<String> = []
        return SensorModel.builtIn.flatMap { model in
            model.models.map { SensorModelRecord(model, $0) }
        }.filter { seen.insert("\($0.brand)\n\($0.model)").inserted }
    }
}

/// `accessory sensors list`
struct SensorsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the built-in models: brand, model, type, and what a reading needs."
    )

    @Argument(help: "Only models with this text in brand, model or name.")
    var text: String?

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let wanted = text?.lowercased() ?? ""
        let models = SensorModelRecord.all().filter {
            wanted.isEmpty || $0.text.lowercased().contains(wanted)
                || $0.otherNames.contains { $0.lowercased().contains(wanted) }
        }
        for model in models {
            if options.json {
                try Console.print(json: model)
            } else {
                Console.print(model.text)
            }
        }
    }
}

/// `accessory sensors show`
struct SensorsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract:
            "Show one model: its format, what a reading needs, and models with the same format."
    )

    @Argument(help: "The model, such as H5075, or the format's id.", completion: .sensorModels)
    var model: String

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let wanted = model.lowercased()
        let named = SensorModel.builtIn.filter { one in
            Self.names(of: one).contains {
                // also as readings name it
                [$0, "\(one.brand) \($0)"].contains { $0.lowercased() == wanted }
            }
        }
        // a format that names the model alone precedes those that list it among variants
        let found =
            named.filter { $0.models.contains { $0.lowercased() == wanted } }
            + named.filter { !$0.models.contains { $0.lowercased() == wanted } }
        guard !found.isEmpty else { throw notFound }
        for one in found {
            if options.json {
                for name in one.models { try Console.print(json: SensorModelRecord(one, name)) }
                continue
            }
            Console.print("\(one.brand) \(one.name)")
            Console.print("    format: \(one.id)")
            Console.print("    models: \(one.models.joined(separator: ", "))")
            if !one.otherNames.isEmpty {
                Console.print("    other names: \(one.otherNames.joined(separator: ", "))")
            }
            if let needs = one.needs { Console.print("    needs: \(needs.rawValue)") }
            if !one.hasReadings { Console.print("    only named, without readings") }
        }
    }
}

extension SensorsShow {
    private var notFound: Failure {
        let isListed = SensorModelRecord.all().contains {
            $0.text.lowercased().contains(model.lowercased())
        }
        return Failure(
            .usage,
            "no sensor '\(model)' is built in",
            nextStep: isListed
                ? "list those with this text: accessory sensors list '\(model)'"
                : .advice(
                    for: model,
                    of: SensorModel.builtIn.flatMap(Self.names),
                    else:
                        "list them: accessory sensors list; to add one, see man accessory-sensors (docs/sensors.md)"
                )
        )
    }

    /// All names of a format and its models; "WS02/WS08" are two.
    private static func names(of model: SensorModel) -> [String] {
        let parts = model.models.flatMap { $0.split(separator: "/").map(String.init) }
        return [model.id, model.name] + model.models + parts + model.otherNames
    }
}

/// `accessory sensors quantities`
struct SensorsQuantities: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quantities",
        abstract: "List the quantities that a format may have, with their units."
    )

    @OptionGroup var options: CommonOptions

    private struct Line: Encodable {
        let quantity: String
        let unit: String
    }

    func run() async throws {
        for (quantity, unit) in SensorMeasurement.quantities {
            if options.json {
                try Console.print(json: Line(quantity: quantity, unit: unit))
            } else {
                Console.print(unit.isEmpty ? quantity : "\(quantity)  \(unit)")
            }
        }
    }
}

/// `accessory sensors check`
struct SensorsCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a file of sensor formats, and list its contents.",
        discussion: """
            man accessory-sensors describes the format; docs/sensors.md shows how to write one from a captured \
            advertisement.
            """
    )

    @Argument(help: "A JSON file.", completion: .file(extensions: ["json"]))
    var file: String

    @OptionGroup var options: CommonOptions

    private struct Line: Encodable {
        let id: String
        let brand: String
        let name: String
        let models: [String]
    }

    func run() async throws {
        let table = try SensorFile.compile(try SensorFile.read(file), [file])
        for model in table.models {
            if options.json {
                try Console.print(
                    json: Line(
                        id: model.id,
                        brand: model.brand,
                        name: model.name,
                        models: model.models
                    )
                )
            } else {
                Console.print("\(model.id): valid")
            }
        }
    }
}
