internal import ArgumentParser

/// A number in decimal digits, or in hexadecimal digits after 0x.
struct NumberArgument<Value: FixedWidthInteger & Sendable>: ExpressibleByArgument, Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    init?(argument: String) {
        let isHexadecimal = argument.lowercased().hasPrefix("0x")
        let digits = isHexadecimal ? argument.dropFirst(2) : argument[...]
        guard digits.first?.isHexDigit == true,
            let value = Value(digits, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { "\(value)" }
}
