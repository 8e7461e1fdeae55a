public import AccessoryBase

/// A value of a module's parameter.
public enum ParameterValue: Sendable, Hashable {
    case text(String)
    case number(Int)
    case flag(Bool)
    /// Transmit power, dBm.
    case decibels(Double)
    /// The effect of a G-sensor or key event: advertising every `interval` ms (0: off) for
    /// `duration` ms.
    case burst(interval: Int, duration: Int)
}

/// The range of a parameter.
public enum ParameterRange: Sendable, Hashable {
    /// ASCII text with this number of characters, without a comma or line end.
    case text(ClosedRange<Int>)
    /// Six digits.
    case pin
    case number(ClosedRange<Int>)
    /// An interval of 100 to 10000 ms, or also 0 if advertising may be off.
    case interval(mayBeOff: Bool)
    case flag
    /// A flag where 1 is off.
    case invertedFlag
    /// The model's powers in dBm, and the module's text for each.
    case power([TransmitPower])
    /// Interval 0 or 100 to 10000 ms, duration 100 to 65535 ms.
    case burst
    /// Read-only.
    case readOnly
}

/// A step of a module's transmit power.
public struct TransmitPower: Sendable, Hashable {
    /// The power in dBm.
    public let decibels: Double
    /// The module's text for the power.
    public let wire: String
}

/// Why a value is refused. Nothing was sent.
public enum BeaconParameterError: Error, Sendable, Hashable {
    case unknownName(String)
    /// The parameter is read-only.
    case readOnly(String)
    /// The value has another type than the parameter.
    case wrongKind(String)
    /// The value is out of range.
    case outOfRange(String, allowed: String)
    /// Advertising would be off in every state.
    case neverAdvertises
}

extension BeaconParameterError: AccessoryError {
    public var cause: String {
        switch self {
        case .unknownName(let name): "this model has no parameter \(name)"
        case .readOnly(let name): "\(name) is read-only"
        case .wrongKind(let name): "the value of \(name) has another type"
        case .outOfRange(let name, _): "\(name) is out of range"
        case .neverAdvertises: "the module would never advertise"
        }
    }

    public var nextStep: String? {
        switch self {
        case .unknownName: "see paramKeys for its parameters"
        case .readOnly: "omit it"
        case .wrongKind: "see its range"
        case .outOfRange(_, let allowed): "it accepts \(allowed)"
        case .neverAdvertises: "set an interval, a G-sensor or a key interval"
        }
    }
}

extension ParameterRange {
    static let intervals = 100...10_000
    static let durations = 100...65_535

    /// The range as text.
    public var summary: String {
        switch self {
        case .text(let count): "\(count.lowerBound) to \(count.upperBound) characters of ASCII"
        case .pin: "six digits"
        case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .interval(let mayBeOff): "100 to 10000 ms" + (mayBeOff ? " or 0" : "")
        case .flag, .invertedFlag: "on or off"
        case .power(let powers):
            powers.map { String(describing: $0.decibels) }.joined(separator: ", ") + " dBm"
        case .burst: "interval 0 or 100 to 10000 ms, duration 100 to 65535 ms"
        case .readOnly: "nothing"
        }
    }

    /// The module's text for the value.
    func wire(_ value: ParameterValue, name: String) throws(BeaconParameterError) -> String {
        let outside = BeaconParameterError.outOfRange(name, allowed: summary)
        switch (self, value) {
        case (.readOnly, _): throw .readOnly(name)
        case (.text(let count), .text(let text)):
            guard count ~= text.utf8.count,
                text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: ",") })
            else { throw outside }
            return text
        case (.pin, .text(let text)):
            guard text.utf8.count == 6, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
                throw outside
            }
            return text
        case (.number(let range), .number(let number)):
            guard range ~= number else { throw outside }
            return String(number)
        case (.interval(let mayBeOff), .number(let number)):
            guard Self.intervals ~= number || mayBeOff && number == 0 else { throw outside }
            return String(number)
        case (.flag, .flag(let isOn)): return isOn ? "1" : "0"
        case (.invertedFlag, .flag(let isOn)): return isOn ? "0" : "1"
        case (.power(let powers), .decibels(let decibels)):
            guard let power = powers.first(where: { $0.decibels == decibels }) else {
                throw outside
            }
            return power.wire
        case (.burst, .burst(let interval, let duration)):
            guard interval == 0 || Self.intervals ~= interval, Self.durations ~= duration else {
                throw outside
            }
            return "\(interval),\(duration)"
        default: throw .wrongKind(name)
        }
    }

    /// Decodes a value from the module's text; nil if it is out of range.
    func value(_ wire: String) -> ParameterValue? {
        let numbers = wire.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        switch self {
        case .text, .readOnly: return .text(wire)
        case .pin: return wire.utf8.count == 6 ? .text(wire) : nil
        case .number(let range):
            return Int(wire).flatMap { range ~= $0 ? .number($0) : nil }
        case .interval: return Int(wire).map { .number($0) }
        case .flag: return wire == "1" ? .flag(true) : wire == "0" ? .flag(false) : nil
        case .invertedFlag: return wire == "0" ? .flag(true) : wire == "1" ? .flag(false) : nil
        case .power(let powers):
            return powers.first { $0.wire == wire }.map { .decibels($0.decibels) }
        case .burst:
            guard numbers.count == 2, let interval = numbers[0], let duration = numbers[1] else {
                return nil
            }
            return .burst(interval: interval, duration: duration)
        }
    }
}
