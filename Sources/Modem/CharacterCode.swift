internal import CAccessory

/// What the characters of a mode mean.
public enum CharacterCode: Sendable, Hashable {
    /// Bytes, or ASCII.
    case bytes
    /// Text of teleprinters (ITU-T S.1): letters and figures.
    case ita2
    /// Text of text telephones: letters and figures.
    case tdd
    /// Messages of caller ID.
    case callerID
    /// Emergency messages (SAME).
    case alerts
    /// Telegrams of ground-train radio (UIC 751-3).
    case telegrams(from: TrainTelegram.Sender)

    init(_ code: CAccessory.CharacterCode) {
        self =
            switch code {
            case .bytes: .bytes
            case .ita2: .ita2
            case .tdd: .tdd
            case .callerID: .callerID
            case .uicGround: .telegrams(from: .ground)
            case .uicTrain: .telegrams(from: .train)
            }
    }

    /// Whether the characters are messages, not bytes or text.
    package var isMessages: Bool {
        switch self {
        case .bytes, .ita2, .tdd: false
        case .callerID, .alerts, .telegrams: true
        }
    }

    /// The teleprinter code in C; nil for others.
    fileprivate var teleprinter: CAccessory.CharacterCode? {
        switch self {
        case .bytes, .callerID, .alerts, .telegrams: nil
        case .ita2: .ita2
        case .tdd: .tdd
        }
    }
}

/// Converts bytes to the characters of a profile.
public struct CharacterEncoder: Sendable {
    private let profile: ModemProfile
    private var shift = acc_ita2()

    public init(_ profile: ModemProfile) {
        self.profile = profile
    }

    /// The characters of these bytes, which may be any part of a text. Small letters become capitals in teleprinter code.
    ///
    /// - Throws: `character` for a byte that the code does not have, or with more bits than the format.
    public mutating func encode(_ bytes: some Sequence<UInt8>) throws(ModemError) -> [UInt8] {
        var characters: [UInt8] = []
        for byte in bytes {
            guard let code = profile.code.teleprinter else {
                guard Int(byte) >> profile.format.dataBits == 0 else { throw refusal(byte) }
                characters.append(byte)
                continue
            }
            var codes: [UInt8] = [0, 0]
            let count = acc_ita2_write(&shift, code, CChar(bitPattern: byte), &codes)
            guard count > 0 else { throw refusal(byte) }
            characters += codes.prefix(count)
        }
        return characters
    }

    private func refusal(_ byte: UInt8) -> ModemError {
        .character(
            byte,
            of: profile.code == .bytes ? profile.format.name : profile.name
        )
    }
}

/// A message in the characters of a profile.
public enum DecodedMessage: Sendable, Hashable, Encodable, CustomStringConvertible {
    case caller(CallerID)
    case alert(AlertMessage)
    case telegram(TrainTelegram)

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .caller(let message): try message.encode(to: encoder)
        case .alert(let message): try message.encode(to: encoder)
        case .telegram(let message): try message.encode(to: encoder)
        }
    }

    /// The fields in one line.
    public var description: String {
        switch self {
        case .caller(let message): "\(message)"
        case .alert(let message): "\(message)"
        case .telegram(let message): "\(message)"
        }
    }
}

/// Converts the characters of a profile to bytes, text or messages.
public struct CharacterDecoder: Sendable {
    private let code: CharacterCode
    private var shift = acc_ita2()
    private var reader = acc_caller_id_reader()
    /// The text of an alert or a telegram up to its line feed.
    private var line: [UInt8] = []
    /// Messages of caller ID with a wrong checksum, and other messages with wrong fields.
    public private(set) var damagedMessages = 0

    public init(_ profile: ModemProfile) {
        code = profile.code
    }

    /// Decodes the next characters.
    ///
    /// - Returns: Their bytes or text, or for caller ID, alerts and telegrams the messages that they complete.
    public mutating func decode(_ characters: [UInt8]) -> (
        bytes: [UInt8], messages: [DecodedMessage]
    ) {
        if let code = code.teleprinter {
            return (
                characters.map { UInt8(bitPattern: acc_ita2_read(&shift, code, $0)) }
                    .filter { $0 != 0 }, []
            )
        }
        switch code {
        case .callerID: return ([], characters.compactMap { caller($0) })
        case .alerts:
            return ([], characters.compactMap { line($0) { AlertMessage($0).map { .alert($0) } } })
        case .telegrams(let sender):
            return (
                [],
                characters.compactMap {
                    line($0) { TrainTelegram($0, from: sender).map { .telegram($0) } }
                }
            )
        default: return (characters, [])
        }
    }

    private mutating func caller(_ character: UInt8) -> DecodedMessage? {
        var message = acc_caller_id()
        switch acc_caller_id_push(&reader, character, &message) {
        case .ok: return .caller(CallerID(message))
        case .badCheck: damagedMessages += 1
        default: break
        }
        return nil
    }

    /// The demodulator ends each message with a line feed.
    private mutating func line(
        _ character: UInt8,
        _ read: (String) -> DecodedMessage?
    ) -> DecodedMessage? {
        guard character == UInt8(ascii: "\n") else {
            line.append(character)
            return nil
        }
        defer { line = [] }
        if let message = read(String(decoding: line, as: UTF8.self)) { return message }
        damagedMessages += 1
        return nil
    }
}

/// A message of caller ID.
public struct CallerID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Why a number or a name is missing.
    public enum Absence: String, Sendable, Hashable, Codable {
        case outOfArea
        case withheld
    }

    /// Month, day, hour and minute, as `11-27 08:30`.
    public var date: String?
    public var number: String?
    public var name: String?
    public var numberAbsence: Absence?
    public var nameAbsence: Absence?

    init(_ message: acc_caller_id) {
        date = Self.text(message.date).map { date in
            let pairs = stride(from: 0, to: date.utf8.count, by: 2)
                .map { date.dropFirst($0).prefix(2) }
            return pairs.count == 4 ? "\(pairs[0])-\(pairs[1]) \(pairs[2]):\(pairs[3])" : date
        }
        number = Self.text(message.number)
        name = Self.text(message.name)
        numberAbsence = Self.absence(message.no_number)
        nameAbsence = Self.absence(message.no_name)
    }

    private static func text<Field>(_ field: Field) -> String? {
        let text = withUnsafeBytes(of: field) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return text.isEmpty ? nil : text
    }

    private static func absence(_ reason: CChar) -> Absence? {
        switch UInt8(bitPattern: reason) {
        case 0: nil
        case UInt8(ascii: "P"): .withheld
        default: .outOfArea
        }
    }

    /// The fields in one line.
    public var description: String {
        func field(_ label: String, _ value: String?, _ absence: Absence?) -> String? {
            let reason = absence.map { $0 == .withheld ? "withheld" : "out of area" }
            return (value ?? reason).map { "\(label) \($0)" }
        }
        return [
            field("date", date, nil), field("number", number, numberAbsence),
            field("name", name, nameAbsence),
        ].compactMap(\.self).joined(separator: ", ")
    }
}
