internal import ArgumentParser
internal import Beacons

/// `accessory sensors compile`
struct SensorsCompile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile",
        abstract: "Compile files of sensor formats to C, for firmware that contains the core.",
        discussion:
            "Prints the contents of csrc/sensor/sensors.h, with the formats of the files and no others."
    )

    @Argument(help: "JSON files of formats.", completion: .file(extensions: ["json"]))
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "Only formats of these brands, separated by commas.",
            valueName: "names"
        )
    )
    var brands: String?

    @Flag(
        help:
            "Print the formats that are read with --loose only, at least in part, with their bits of evidence, instead of C."
    )
    var evidence = false

    func run() async throws {
        let all = try files.flatMap(SensorFile.read)
        let wanted = brands?.lowercased().split(separator: ",")
        let chosen = all.filter { definition in
            wanted?.contains { definition.brand.lowercased().contains($0) } ?? true
        }
        guard !chosen.isEmpty else {
            throw Failure(
                .usage,
                "no format has the brand \(brands ?? "")",
                nextStep: "list the brands: accessory sensors list"
            )
        }
        if evidence {
            let weak = chosen.compactMap { definition in
                definition.evidence.map { (bits: $0, id: definition.id) }
            }.filter { $0.bits < SensorDefinition.leastEvidence }.sorted {
                ($0.bits, $0.id) < ($1.bits, $1.id)
            }
            for format in weak { Console.print("\(format.bits.formatted(1))  \(format.id)") }
            return
        }
        let text = try SensorFile.named(files) {
            try SensorSource.text(of: chosen)
        }
        Console.print(bytes: Array(text.utf8))
    }
}

/// `accessory sensors format`
struct SensorsFormat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Print a file of sensor formats with one field a line."
    )

    @Argument(help: "A JSON file.", completion: .file(extensions: ["json"]))
    var file: String

    func run() async throws {
        _ = try SensorFile.read(file)
        let bytes = try InputFile(file).readAll(limit: 1 << 24)
        Console.print(bytes: Array(JSONLayout(bytes).text.utf8))
    }
}
