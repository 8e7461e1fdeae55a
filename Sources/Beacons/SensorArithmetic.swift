internal import CAccessory

/// The code of one field: operations on whole numbers, and what remains for the scale.
struct SensorArithmetic {
    private(set) var code: [SensorProgram.Operation] = []
    /// The value is a * number + b.
    private(set) var a: Fraction
    private(set) var b = Fraction(0)
    /// The first fault.
    private(set) var fault: String?

    /// Begins with the raw number: drops invalid ones, then applies the mask.
    init(_ field: SensorField) {
        let unit = field.type.isInMillionths ? Fraction(1_000_000) : Fraction(1)
        a = Fraction(1) / unit
        for number in field.invalid { add(ACC_SENSOR_DROP_IF, Fraction(Int128(number))) }
        if let min = field.min { add(ACC_SENSOR_DROP_BELOW, min * unit, .up) }
        if let max = field.max { add(ACC_SENSOR_DROP_ABOVE, max * unit, .down) }
        if let mask = field.mask { add(ACC_SENSOR_AND, Fraction(Int128(mask))) }
    }

    private mutating func add(
        _ kind: acc_sensor_operation,
        _ number: Fraction = Fraction(0),
        _ rule: FloatingPointRoundingRule = .towardZero
    ) {
        guard let whole = number.whole(rule) else {
            fault = fault ?? "a number of its limits or steps is too large"
            return
        }
        code.append(SensorProgram.Operation(kind: kind, number: whole))
    }

    /// Multiplies by `common` and by a, so that the remaining scale is 1/common.
    private mutating func multiply(to common: Fraction, _ sum: Fraction) {
        if a * common != Fraction(1) { add(ACC_SENSOR_MULTIPLY, a * common) }
        if sum != Fraction(0) { add(ACC_SENSOR_ADD, sum * common) }
        (a, b) = (Fraction(1) / common, Fraction(0))
    }

    /// Adds code that applies the offset to the number; the remaining scale is a unit fraction.
    private mutating func makeWhole() { multiply(to: .common(a, b), b) }

    /// Adds an operation on a whole number.
    private mutating func addWhole(
        _ kind: acc_sensor_operation,
        _ number: Int64 = 0,
        _ name: String
    ) {
        makeWhole()
        if a != Fraction(1) { fault = fault ?? "the step \(name) needs a whole number" }
        add(kind, Fraction(Int128(number)))
    }

    /// Steps that need neither a row nor a condition.
    mutating func add(_ step: SensorStep) {
        switch step {
        case .whole(let kind, let number): addWhole(kind.operation, number, kind.rawValue)
        case .multiply(let by): (a, b) = (a * by, b * by)
        case .add(let number): b = b + number
        case .fahrenheit: (a, b) = (a * Fraction(5, 9), (b - Fraction(32)) * Fraction(5, 9))
        case .atMost(let bound):
            makeWhole()
            add(ACC_SENSOR_AT_MOST, bound / a)
        case .atLeast(let bound):
            makeWhole()
            add(ACC_SENSOR_AT_LEAST, bound / a)
        case .absolute:
            makeWhole()
            add(ACC_SENSOR_ABSOLUTE)
        case .isZero:
            makeWhole()
            add(ACC_SENSOR_NOT)
            a = Fraction(1)
        case .divide(let by):
            makeWhole()
            if by != a { add(ACC_SENSOR_DIVIDE, by / a) }
            a = Fraction(1)
        case .lux:
            addWhole(ACC_SENSOR_LUX, 0, "log65536-254")
            a = Fraction(1, 1_000_000)
        case .polynomial: break  // applied by the field that refers to this one
        case .addField, .multiplyField, .negateIf: preconditionFailure("it has its own function")
        }
    }

    /// Adds c * the number of an inner row + d.
    mutating func addRow(_ row: Int, _ c: Fraction, _ d: Fraction) {
        let common = Fraction.common(a, b, c, d)
        if a * common != Fraction(1) { add(ACC_SENSOR_MULTIPLY, a * common) }
        add(ACC_SENSOR_ADD_ROW, c * common)
        if !code.isEmpty { code[code.count - 1].row = row }
        let sum = (b + d) * common
        if sum != Fraction(0) { add(ACC_SENSOR_ADD, sum) }
        (a, b) = (Fraction(1) / common, Fraction(0))
    }

    /// Multiplies by a polynomial of an inner row's number.
    mutating func multiply(byRow row: Int, _ factors: [Int32]) {
        add(ACC_SENSOR_POLYNOMIAL)
        code[code.count - 1].row = row
        code[code.count - 1].operands = factors.map { UInt32(bitPattern: $0) }
        a = a * Fraction(1, 1_000_000)
    }

    mutating func negate(if condition: Int) {
        if b != Fraction(0) { makeWhole() }
        add(ACC_SENSOR_NEGATE_IF, Fraction(Int128(condition)))
    }

    /// Replaces numbers; others have no value.
    mutating func replace(_ values: [UInt8: UInt8]) {
        guard !values.isEmpty else { return }
        makeWhole()
        add(ACC_SENSOR_MAP, Fraction(Int128(values.count)))
        if !code.isEmpty {
            code[code.count - 1].operands = values.sorted { $0.key < $1.key }.map {
                UInt32($0.key) | UInt32($0.value) << 8
            }
        }
    }
}

extension SensorFieldType {
    /// Whether the core reads the raw number in millionths.
    fileprivate var isInMillionths: Bool {
        switch self {
        case .float, .decimal, .text: true
        default: false
        }
    }
}

extension SensorStep.Whole {
    fileprivate var operation: acc_sensor_operation {
        switch self {
        case .and: ACC_SENSOR_AND
        case .xor: ACC_SENSOR_XOR
        case .shr: ACC_SENSOR_SHIFT_RIGHT
        case .mod: ACC_SENSOR_MODULO
        case .signed: ACC_SENSOR_SIGNED
        }
    }
}
