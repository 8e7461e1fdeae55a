internal import AccessoryBase
internal import ArgumentParser
internal import BeaconCrypto
internal import Beacons
internal import BluetoothLE
internal import Glibc

/// Additions to the built-in sensor formats: keys, and the user's own formats.
struct SensorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A JSON file of keys by address, such as {\"A4:C1:38:00:00:01\": \"32 hexadecimal digits\"}; only its owner may read it.",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var keys: String?

    @Option(
        help: ArgumentHelp(
            "A JSON file of your own sensor formats (man accessory-sensors); may be repeated. Files in ~/.config/accessory/sensors are always read.",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var sensors: [String] = []

    @Flag(
        help:
            "Also read formats that little evidence recognises, such as a company alone; other devices may be taken for sensors."
    )
    var loose = false

    func load() throws -> SensorReader {
        let files = SensorFile.inConfiguration() + sensors
        let definitions = try files.flatMap { try SensorFile.read($0) }
        return SensorReader(
            keys: try keys.map(KeysFile.read) ?? SensorKeys(),
            sensors: definitions.isEmpty ? nil : try SensorFile.compile(definitions, files),
            isLoose: loose
        )
    }
}

/// Decodes sensor advertisements with the user's keys and formats.
struct SensorReader: Sendable {
    var keys = SensorKeys()
    var sensors: SensorTable?
    var isLoose = false
    /// Nil to accept repeated and replayed frames, as lines that are decoded one by one.
    var counters: SensorCounters?

    func read(
        _ advertisement: Advertisement,
        from address: BluetoothAddress?,
        name: String?
    ) -> SensorReading? {
        keys.read(
            advertisement,
            from: address,
            name: name,
            sensors: sensors,
            isLoose: isLoose,
            counters: counters
        )
    }

    /// The same for a display that keeps the last reading: nil for a repetition of it.
    func readNew(
        _ advertisement: Advertisement,
        from address: BluetoothAddress?,
        name: String?
    ) -> SensorReading? {
        let reading = read(advertisement, from: address, name: name)
        return reading?.missing == .repeated ? nil : reading
    }

    /// The same reader with counters of its own, which start afresh.
    var withCounters: SensorReader {
        var reader = self
        reader.counters = SensorCounters()
        return reader
    }
}

/// Files of sensor definitions.
enum SensorFile {
    static func read(_ path: String) throws -> [SensorDefinition] {
        try named([path]) { try InputFile(path).decode([SensorDefinition].self, .sensors) }
    }

    static func compile(_ definitions: [SensorDefinition], _ files: [String]) throws -> SensorTable
    {
        try named(files) { try SensorTable(definitions) }
    }

    /// Adds the file and the position in it to a fault.
    static func named<Result>(_ files: [String], _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let fault as SensorFault {
            let place = files.lazy.compactMap { path in
                let json = LocalFile.read(path, limit: 1 << 24)
                return json.flatMap(fault.place).map { "\(path): \($0)" }
            }.first
            throw Failure(
                .badInput,
                "\(place ?? files.joined(separator: ", ")): \(fault.cause)".printable,
                nextStep: fault.nextStep?.printable ?? JSONFormat.sensors.nextStep
            )
        }
    }

    /// The user's own files, sorted by name.
    static func inConfiguration() -> [String] {
        let folder = UserFolders.configuration() + "/accessory/sensors"
        let names = (LocalFile.names(in: folder) ?? []).filter { $0.hasSuffix(".json") }
        return names.sorted().map { "\(folder)/\($0)" }
    }
}

/// A key file: an object with addresses as names, and one or several keys in hexadecimal digits as
/// values.
enum KeysFile {
    private struct Keys: Decodable {
        let texts: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let list = try? value.decode([String].self) {
                texts = list
            } else {
                texts = [try value.decode(String.self)]
            }
        }
    }

    static func read(_ path: String) throws -> SensorKeys {
        var facts = stat()
        guard stat(FileName.bytes(path), &facts) == 0 else { throw Failure.reading(path) }
        guard facts.st_mode & 0o077 == 0 else {
            throw Failure(
                .noPermission,
                "\(path) has keys, and users other than its owner may read it",
                nextStep: "run chmod 600 \(path)"
            )
        }
        var keys = SensorKeys()
        let file = try JSONFile<[String: Keys]>(InputFile(path), .keys)
        for (name, list) in file.content {
            guard let address = BluetoothAddress(name) else {
                throw fault(
                    file.place(of: [name]),
                    "'\(name)' is not an address such as A4:C1:38:00:00:01"
                )
            }
            for text in list.texts {
                let bytes = try? HexText.bytes(text, name: "key")
                guard let bytes, let key = SensorKey(bytes) else {
                    throw fault(
                        file.place(of: [name]),
                        "the key of \(name) must have 32 hexadecimal digits (24 for old MiBeacon, 48 for Encrypted Data)"
                    )
                }
                keys.add(key, for: address)
            }
        }
        return keys
    }

    private static func fault(_ place: String, _ text: String) -> Failure {
        Failure(.badInput, "\(place): \(text.printable)", nextStep: JSONFormat.keys.nextStep)
    }
}
