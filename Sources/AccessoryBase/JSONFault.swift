extension JSONSyntax {
    /// Why JSON is refused, with the position.
    ///
    /// - Parameters:
    ///   - error: The error of Foundation's decoder for `bytes`.
    ///   - decode: Decodes other bytes as the same type. The decoder reports a number that does not fit its type without its
    ///     place, which is therefore searched.
    public static func explanation(
        of error: DecodingError,
        in bytes: [UInt8],
        decode: ([UInt8]) throws -> Void
    ) -> String {
        if let position = fault(in: bytes) { return "not valid JSON at \(position)" }
        let number =
            !error.isWithoutPlace
            ? nil
            : unfitNumber(in: bytes) { bytes in
                do {
                    try decode(bytes)
                    return false
                } catch {
                    return (error as? DecodingError)?.isWithoutPlace == true
                }
            }
        return number.map { $0 + " is out of range" } ?? error.explanation(in: bytes)
    }
}

extension DecodingError {
    fileprivate var isWithoutPlace: Bool {
        if case .dataCorrupted(let context) = self { context.codingPath.isEmpty } else { false }
    }

    /// The position with the path, and the error.
    fileprivate func explanation(in bytes: [UInt8]) -> String {
        switch self {
        case .dataCorrupted(let context):
            let text = context.debugDescription
            let reason = text.hasSuffix(".") ? String(text.dropLast()) : text
            return Self.place(context.codingPath, in: bytes) + reason
        case .keyNotFound(let key, let context):
            return Self.place(context.codingPath + [key], in: bytes) + "it is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let value = JSONSyntax.value(at: Self.steps(context.codingPath), in: bytes)?.text ?? ""
            let place = Self.place(context.codingPath, in: bytes)
            if Double(value)?.isFinite == false {
                return "\(place)the number \(value) is out of range"
            }
            let subject = !place.isEmpty && 1...40 ~= value.utf8.count ? value : "it"
            return "\(place)\(subject) is not \(Self.word(for: type))"
        @unknown default: return "\(self)"
        }
    }

    /// "line 3, column 5: services[0].uuid: "; what is missing has the position of the object without it.
    private static func place(_ path: [any CodingKey], in bytes: [UInt8]) -> String {
        guard !path.isEmpty else { return "" }
        let steps = steps(path)
        let found =
            JSONSyntax.value(at: steps, in: bytes)
            ?? JSONSyntax.value(at: steps.dropLast(), in: bytes)
        return (found.map { "\($0.position): " } ?? "") + text(path) + ": "
    }

    private static func steps(_ path: [any CodingKey]) -> [String] {
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    }

    private static func text(_ path: [any CodingKey]) -> String {
        path.reduce("") { text, key in
            if let index = key.intValue { return "\(text)[\(index)]" }
            return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
        }
    }

    private static func word(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: return "a text"
        case is Bool.Type: return "true or false"
        case is any BinaryInteger.Type: return "a whole number"
        case is any BinaryFloatingPoint.Type: return "a number"
        default: break
        }
        let name = "\(type)"
        if name.hasPrefix("Dictionary") { return "an object" }
        return name.hasPrefix("Array") ? "a list" : "a value of type \(name)"
    }
}
