public import AccessoryBase

/// The reason why a file of sensor formats cannot be used.
public struct SensorFault: AccessoryError, Hashable {
    /// The id of the format, or its place in the file, such as "format 3", if it has no id.
    public let id: String
    /// The position in the format, such as "fields[2].when"; empty if it concerns all of it.
    public let position: String
    /// What is wrong.
    public let reason: String
    /// What the user can do.
    public let nextStep: String?

    init(
        id: String,
        position: String = "",
        _ reason: String,
        nextStep: String = "man accessory-sensors describes the format (docs/sensors.md)"
    ) {
        (self.id, self.position, self.reason, self.nextStep) = (id, position, reason, nextStep)
    }

    /// The fault of a format whose description begins after `root`.
    init(id: String, _ error: DecodingError, after root: Int) {
        func position(_ context: DecodingError.Context) -> String {
            Self.text(context.codingPath.dropFirst(root))
        }
        switch error {
        case .keyNotFound(let key, let context):
            self.init(id: id, position: position(context), "'\(key.stringValue)' is missing")
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            self.init(id: id, position: position(context), "it is not \(Self.noun(type))")
        case .dataCorrupted(let context):
            self.init(id: id, position: position(context), context.debugDescription)
        @unknown default:
            self.init(id: id, "\(error)")
        }
    }

    /// The id with the position, and the reason.
    public var cause: String {
        [id, position, reason].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    static let tooLarge = "it has a number that is too large"

    /// The position in a file of formats, as "line 3, column 5", with the number there; nil if the file has no format with
    /// this id.
    public func place(in json: [UInt8]) -> String? {
        if reason == Self.tooLarge { return JSONSyntax.infinity(in: json) }
        let number = id.hasPrefix("format ") ? Int(id.dropFirst(7)).map { $0 - 1 } : nil
        let known =
            number
            ?? (0...).first {
                JSONSyntax.value(at: ["\($0)", "id"], in: json).map { $0.text == "\"\(id)\"" }
                    ?? true
            }
        guard let known, JSONSyntax.value(at: ["\(known)"], in: json) != nil else { return nil }
        let steps = position.split { ".[]".contains($0) }.map(String.init)
        let path = ["\(known)"] + steps
        if let value = JSONSyntax.value(at: path, in: json), Double(value.text) != nil {
            return "the number \(value.text.prefix(40)) at \(value.position)"
        }
        return JSONSyntax.position(of: path, in: json)
    }

    /// A path such as "fields[2].when".
    static func text(_ path: some Sequence<any CodingKey>) -> String {
        path.reduce("") { text, key in
            if let index = key.intValue { return "\(text)[\(index)]" }
            return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
        }
    }

    private static func noun(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
        }
    }
}
