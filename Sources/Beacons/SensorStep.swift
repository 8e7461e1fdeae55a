/// A step of the arithmetic from a raw number to a value. Steps follow each other.
enum SensorStep: Hashable, Sendable {
    /// Operations on a whole number.
    enum Whole: String, CaseIterable, Sendable {
        case and, xor, shr, mod, signed
    }

    case whole(Whole, Int64)
    case multiply(Fraction)
    case add(Fraction)
    /// Adds a multiple of another field's value.
    case addField(SensorField, Fraction)
    /// Multiplies by a polynomial of another field's value; factors in billionths.
    case multiplyField(SensorField, [Int32])
    case fahrenheit
    case atMost(Fraction)
    case atLeast(Fraction)
    case negateIf(SensorCondition)
    case absolute
    /// 1 for 0, and 0 for any other number.
    case isZero
    /// Divides and rounds towards zero.
    case divide(Fraction)
    /// Ruuvi's light scale.
    case lux
    /// The factors of a polynomial, at the end of a field that `multiplyField` refers to.
    case polynomial([Int32])
}

extension SensorStep: Decodable {
    private static let names =
        Whole.allCases.map(\.rawValue) + [
            "idiv", "div", "mul", "add", "sub", "trunc", "abs", "not", "neg-if", "f-to-c", "min",
            "max", "log65536-254", "poly",
        ]

    private struct Inner: Decodable {
        enum Key: String, CodingKey, CaseIterable { case value }
        let field: SensorField

        init(from decoder: any Decoder) throws {
            let values = try decoder.strictly(Key.self)
            field = try SensorField(inner: try values.superDecoder(forKey: .value))
        }
    }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let name = try list.decode(String.self)
        self =
            try Self.withoutArgument(name) ?? Self.withField(name, &list)
            ?? Self.withNumber(name, &list)
        guard list.isAtEnd else {
            throw DecodingError.dataCorruptedError(
                in: list,
                debugDescription: "the step \(name) has too many arguments"
            )
        }
    }

    private static func withoutArgument(_ name: String) -> SensorStep? {
        switch name {
        case "trunc": .divide(Fraction(1))
        case "abs": .absolute
        case "not": .isZero
        case "f-to-c": .fahrenheit
        case "log65536-254": .lux
        default: nil
        }
    }

    /// A step with another field as its argument.
    private static func withField(
        _ name: String,
        _ list: inout any UnkeyedDecodingContainer
    ) throws -> SensorStep? {
        guard ["add", "sub", "mul"].contains(name) else { return nil }
        var ahead = list
        guard (try? ahead.nestedContainer(keyedBy: Inner.Key.self)) != nil else { return nil }
        let field = try list.decode(Inner.self).field
        guard name == "mul" else {
            return .addField(field, Fraction(name == "add" ? 1 : -1))
        }
        guard case .polynomial(let factors)? = field.steps.last else {
            throw DecodingError.dataCorruptedError(
                in: list,
                debugDescription: "the field of mul ends with the step poly"
            )
        }
        return .multiplyField(field, factors)
    }

    private static func withNumber(
        _ name: String,
        _ list: inout any UnkeyedDecodingContainer
    ) throws -> SensorStep {
        if let operation = Whole(rawValue: name) {
            let number = try list.decode(Fraction.self)
            guard number.den == 1, let whole = number.whole() else {
                throw DecodingError.dataCorruptedError(
                    in: list,
                    debugDescription: "the step \(name) needs a whole number"
                )
            }
            return .whole(operation, whole)
        }
        switch name {
        case "neg-if": return .negateIf(try list.decode(SensorCondition.self))
        case "poly":
            let factors = try list.decode([Fraction].self).map { factor in
                (factor * Fraction(1_000_000_000)).whole(.toNearestOrAwayFromZero)
                    .flatMap(Int32.init(exactly:))
            }
            guard factors.count == 3, let all = factors as? [Int32] else {
                throw DecodingError.dataCorruptedError(
                    in: list,
                    debugDescription: "poly needs three factors from -2 to 2"
                )
            }
            return .polynomial(all)
        case _ where names.contains(name): break
        default:
            throw DecodingError.dataCorruptedError(
                in: list,
                debugDescription: "'\(name)' is none of \(names.joined(separator: ", "))"
            )
        }
        let number = try list.decode(Fraction.self).simple
        return switch name {
        case "idiv": .divide(number)
        case "div": .multiply(Fraction(1) / number)
        case "mul": .multiply(number)
        case "add": .add(number)
        case "sub": .add(-number)
        case "min": .atLeast(number)
        default: .atMost(number)
        }
    }
}
