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

extension InputFile {
    /// Decodes the whole file as JSON.
    ///
    /// - Throws: `Failure`, which names the position in the file.
    func decode<Content: Decodable>(
        _ type: Content.Type,
        _ format: JSONFormat
    ) throws -> Content {
        let bytes = try readAll(limit: 1 << 24)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            let fault =
                JSONSyntax.fault(in: bytes).map { "not valid JSON at \($0)" }
                ?? Self.unfitNumber(in: bytes, of: type, error)
            throw Failure(
                .badInput,
                "\(name): \(fault ?? error.explanation)",
                nextStep: format.nextStep
            )
        }
    }
}

extension InputFile {
    /// The decoder reports a number that does not fit its type without its place, as if the file were no JSON.
    private static func unfitNumber<Content: Decodable>(
        in bytes: [UInt8],
        of type: Content.Type,
        _ error: DecodingError
    ) -> String? {
        guard error.isWithoutPlace else { return nil }
        let number = JSONSyntax.unfitNumber(in: bytes) { bytes in
            do {
                _ = try JSONDecoder().decode(type, from: Data(bytes))
                return false
            } catch {
                return (error as? DecodingError)?.isWithoutPlace == true
            }
        }
        return number.map { $0 + " is out of range" }
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

extension DecodingError {
    fileprivate var isWithoutPlace: Bool {
        if case .dataCorrupted(let context) = self { context.codingPath.isEmpty } else { false }
    }

    /// The position and the error.
    fileprivate var explanation: String {
        let (path, text): ([any CodingKey], String) =
            switch self {
            case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
            case .keyNotFound(let key, let context): (context.codingPath + [key], "it is missing")
            case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
                (context.codingPath, "it is not \(Self.word(for: type))")
            @unknown default: ([], "\(self)")
            }
        let place = path.reduce("") { place, key in
            if let index = key.intValue { return "\(place)[\(index)]" }
            return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
        }
        let whole = place.isEmpty ? text : "\(place): \(text)"
        return (whole.hasSuffix(".") ? String(whole.dropLast()) : whole).printable
    }

    private static func word(for type: any Any.Type) -> String {
        let name = "\(type)"
        if name.hasPrefix("Dictionary") { return "an object" }
        return name.hasPrefix("Array") ? "a list" : "a value of type \(name)"
    }
}
