internal import AccessoryBase
internal import BluetoothLE

/// The return code of a Tertium reader.
public struct ReaderReturnCode: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Success.
    public static let ok = ReaderReturnCode(rawValue: 0x00)
    /// The memory does not exist.
    public static let invalidMemory = ReaderReturnCode(rawValue: 0x01)
    /// The memory is locked.
    public static let locked = ReaderReturnCode(rawValue: 0x02)
    /// The tag did not answer the inventory.
    public static let inventoryError = ReaderReturnCode(rawValue: 0x03)
    /// A parameter is out of range.
    public static let invalidParameter = ReaderReturnCode(rawValue: 0x0C)
    /// No tag answered in time.
    public static let timeout = ReaderReturnCode(rawValue: 0x0D)
    /// The reader does not support this command yet.
    public static let notImplemented = ReaderReturnCode(rawValue: 0x0E)
    /// The command does not exist.
    public static let invalidCommand = ReaderReturnCode(rawValue: 0x0F)
}

extension ReaderReturnCode: CustomStringConvertible {
    public var description: String {
        switch self {
        case .ok: "ok"
        case .invalidMemory: "no such memory"
        case .locked: "locked"
        case .inventoryError: "the tag did not answer the inventory"
        case .invalidParameter: "a parameter is out of range"
        case .timeout: "no tag answered in time"
        case .notImplemented: "the reader does not support this command yet"
        case .invalidCommand: "no such command"
        default: "return code \(Hexadecimal.text(rawValue, digits: 2))"
        }
    }
}

/// The commands of a Tertium reader.
public struct ReaderCommand: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let beeper = ReaderCommand(rawValue: 0x01)
    public static let led = ReaderCommand(rawValue: 0x02)
    public static let bluetoothConfiguration = ReaderCommand(rawValue: 0x04)
    public static let status = ReaderCommand(rawValue: 0x05)
    public static let mode = ReaderCommand(rawValue: 0x06)
    public static let setAutoOff = ReaderCommand(rawValue: 0x0D)
    public static let setMode = ReaderCommand(rawValue: 0x0E)
    public static let setStandard = ReaderCommand(rawValue: 0x0F)
    public static let epcInventory = ReaderCommand(rawValue: 0x11)
    public static let epcWriteID = ReaderCommand(rawValue: 0x12)
    public static let epcRead = ReaderCommand(rawValue: 0x13)
    public static let epcWrite = ReaderCommand(rawValue: 0x14)
    public static let epcLock = ReaderCommand(rawValue: 0x15)
    public static let epcKill = ReaderCommand(rawValue: 0x16)
    public static let epcSetRegister = ReaderCommand(rawValue: 0x1E)
    public static let epcSetPower = ReaderCommand(rawValue: 0x1F)
    public static let iso15693Inventory = ReaderCommand(rawValue: 0x21)
    public static let iso15693Read = ReaderCommand(rawValue: 0x23)
    public static let iso15693Write = ReaderCommand(rawValue: 0x24)
    public static let iso15693Lock = ReaderCommand(rawValue: 0x25)
    public static let iso15693SetRegister = ReaderCommand(rawValue: 0x2E)
    public static let iso15693SetPower = ReaderCommand(rawValue: 0x2F)
    public static let iso14443AInventory = ReaderCommand(rawValue: 0x31)
    public static let zhagaDirect = ReaderCommand(rawValue: 0x90)
    public static let zhagaConfiguration = ReaderCommand(rawValue: 0x91)
}

/// A command for a Tertium reader: `$:` length, sequence, command, parameters, each byte as two
/// hexadecimal digits.
public struct ReaderRequest: Sendable, Hashable {
    /// Maximum number of parameter bytes: the length field has two digits.
    public static let longestParameters = 124

    /// The command.
    public var command: ReaderCommand
    /// The parameter bytes.
    public var parameters: [UInt8]
    /// Sequence number, which the answer repeats.
    public var sequence: UInt8

    /// Creates a command; nil for more than `longestParameters` bytes.
    public init?(_ command: ReaderCommand, parameters: [UInt8] = [], sequence: UInt8) {
        guard parameters.count <= Self.longestParameters else { return nil }
        self.command = command
        self.parameters = parameters
        self.sequence = sequence
    }

    /// The command as text, without the line end, which the device's profile adds.
    public var text: String {
        let length = UInt8(6 + 2 * parameters.count)
        return "$:"
            + Hexadecimal.text(
                [length, sequence, command.rawValue] + parameters,
                uppercase: true
            )
    }

    /// Decodes a command as received by a reader, without its line end; nil for any other text.
    public init?(_ text: String) {
        guard case .answer(let sequence, let code, let parameters) = ReaderLine(text) else {
            return nil
        }
        // an answer has its return code at the place of a command's number
        self.init(
            ReaderCommand(rawValue: code.rawValue),
            parameters: parameters,
            sequence: sequence
        )
    }

    /// Builds the reader's answer, without the line end; nil if the data is too long.
    public func answer(_ code: ReaderReturnCode, data: [UInt8] = []) -> String? {
        ReaderRequest(
            ReaderCommand(rawValue: code.rawValue),
            parameters: data,
            sequence: sequence
        )?.text
    }
}

/// One line from a Tertium reader.
public enum ReaderLine: Sendable, Hashable {
    /// An answer: `$:` length, sequence, return code, data.
    case answer(sequence: UInt8, ReaderReturnCode, [UInt8])
    /// Data of the attached Zhaga device: `Z:` length, sequence, bytes.
    case transparent(sequence: UInt8, [UInt8])
    /// Tunnelled text after `#:` or `%:`, unchanged.
    case tunnel(String, isEncrypted: Bool)
    /// An event: a line that starts with `I`, unchanged.
    case event(String)
    /// A tag: its identifier, and the text after a space.
    case tag([UInt8], more: String)
    /// Any other line, including a damaged one.
    case other(String)

    /// - Parameter text: The line without its line end.
    public init(_ text: String) {
        self = Self.framed(text) ?? Self.plain(text)
    }

    /// Splits an answer at CR, LF or both, and drops empty lines.
    public static func lines(_ bytes: [UInt8]) -> [ReaderLine] {
        bytes.split { $0 == 0x0D || $0 == 0x0A }.map {
            ReaderLine(String(decoding: $0, as: UTF8.self))
        }
    }

    private static func framed(_ text: String) -> ReaderLine? {
        let body = String(text.dropFirst(2))
        switch text.prefix(2) {
        case "#:": return .tunnel(body, isEncrypted: false)
        case "%:": return .tunnel(body, isEncrypted: true)
        case "$:", "Z:":
            guard let bytes = Hexadecimal.bytes(body), let length = bytes.first,
                Int(length) == body.utf8.count
            else { return .other(text) }
            let payload = Array(bytes.dropFirst(2))
            if text.hasPrefix("Z:") {
                return bytes.count < 2 ? .other(text) : .transparent(sequence: bytes[1], payload)
            }
            guard let code = payload.first else { return .other(text) }
            return .answer(
                sequence: bytes[1],
                ReaderReturnCode(rawValue: code),
                Array(payload.dropFirst())
            )
        default: return nil
        }
    }

    private static func plain(_ text: String) -> ReaderLine {
        if text.hasPrefix("I") { return .event(text) }
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty, let id = Hexadecimal.bytes(first) else {
            return .other(text)
        }
        return .tag(id, more: parts.count > 1 ? String(parts[1]) : "")
    }
}
