extension ParameterRange {
    /// Parses a value as typed by a user; nil if the text has another type.
    package func parse(_ text: String) -> ParameterValue? {
        switch self {
        case .text, .pin, .readOnly: return .text(text)
        case .number, .interval: return Int(text).map { .number($0) }
        case .power: return Double(text).map { .decibels($0) }
        case .flag, .invertedFlag:
            return ["on": .flag(true), "off": .flag(false)][text]
        case .burst:
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let interval = parts[0], let duration = parts[1] else {
                return nil
            }
            return .burst(interval: interval, duration: duration)
        }
    }

    /// The accepted values, for users.
    package var words: String {
        if case .burst = self { summary + ", as 500,3000" } else { summary }
    }
}

extension ParameterValue {
    /// The value as typed by a user.
    package var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .flag(let isOn): isOn ? "on" : "off"
        case .decibels(let decibels):
            decibels == decibels.rounded() ? String(Int(decibels)) : String(decibels)
        case .burst(let interval, let duration): "\(interval),\(duration)"
        }
    }
}
