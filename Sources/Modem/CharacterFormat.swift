internal import CAccessory

/// The format of FSK characters, as of a serial port.
public struct CharacterFormat: Sendable {
    /// The name, such as `8N1`.
    public let name: String
    let parameters: acc_character_format

    /// Eight data bits, no parity, one stop bit.
    public static let eightN1 = CharacterFormat("8N1")!

    /// Finds a format by its name; nil for any other text.
    ///
    /// - Parameter name: Data bits (5 to 8), parity (N, E, O, M or S) and stop bits (1, 1.5 or 2), as in `7E1` or
    ///   `5N1.5`; `msb` after it means that the most significant bit is first.
    public init?(_ name: String) {
        var parameters = acc_character_format()
        let text = name.utf8.map { CChar(bitPattern: $0) }
        guard acc_character_format_parse(text, text.count, &parameters) == .ok else { return nil }
        (self.name, self.parameters) = (name, parameters)
    }

    init(_ parameters: acc_character_format) {
        let parity = ["N", "E", "O", "M", "S"][Int(parameters.parity.rawValue)]
        let stops = ["1", "1.5", "2"][Int(parameters.half_stops) - 2]
        name = "\(parameters.data_bits)\(parity)\(stops)\(parameters.msb_first ? "msb" : "")"
        self.parameters = parameters
    }

    /// Bits of a character without parity, 5 to 8.
    public var dataBits: Int { Int(parameters.data_bits) }

    /// Whether characters have a parity bit.
    public var hasParity: Bool { parameters.parity != .none }
}
