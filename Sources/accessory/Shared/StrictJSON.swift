internal import AccessoryBase
internal import FoundationEssentials

/// A format of JSON files, and where it is described.
enum JSONFormat {
    case peripheral, fleet, keys, sensors

    var nextStep: String {
        switch self {
        case .peripheral: "man accessory-peripheral describes the format (docs/cli.md)"
        case .fleet: "man accessory-fleet describes the format (docs/beacon-modules.md)"
        case .keys: "man accessory-keys describes the format (docs/sensors.md)"
        case .sensors: "man accessory-sensors describes the format (docs/sensors.md)"
        }
    }
}

/// A JSON file and its text, in which errors are found again.
struct JSONFile<Content: Decodable> {
    let content: Content
    private let name: String
    private let bytes: [UInt8]

    /// - Throws: `Failure`, which names the position in the file.
    init(_ file: borrowing InputFile, _ format: JSONFormat) throws {
        (name, bytes) = (file.name, try file.readAll(limit: 1 << 24))
        do {
            content = try JSONDecoder().decode(Content.self, from: Data(bytes))
        } catch let error as DecodingError {
            let fault = JSONSyntax.explanation(of: error, in: bytes) {
                _ = try JSONDecoder().decode(Content.self, from: Data($0))
            }
            throw Failure(
                .badInput,
                "\(name): \(fault.printable)",
                nextStep: format.nextStep
            )
        }
    }

    /// The file's name, and the position of the value at a path of keys and indices; of the last one there, if it has no such
    /// value.
    func place(of path: [String]) -> String {
        JSONSyntax.position(of: path, in: bytes).map { "\(name): \($0)" } ?? name
    }
}

extension InputFile {
    /// Decodes the whole file as JSON.
    ///
    /// - Throws: `Failure`, which names the position in the file.
    func decode<Content: Decodable>(
        _ type: Content.Type,
        _ format: JSONFormat
    ) throws -> Content {
        try JSONFile<Content>(self, format).content
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}

extension Decoder {
    /// Decodes the values for these keys; any other key is an error.
    func keyed<Keys: CodingKey & CaseIterable>(
        by keys: Keys.Type
    ) throws -> KeyedDecodingContainer<Keys> {
        let found = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
        if let stray = found.first(where: { Keys(stringValue: $0) == nil }) {
            let known = Keys.allCases.map(\.stringValue).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "'\(stray)' is none of \(known)")
            )
        }
        return try container(keyedBy: keys)
    }
}

extension KeyedDecodingContainer {
    func fault(_ key: Key, _ text: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: text)
    }
}
