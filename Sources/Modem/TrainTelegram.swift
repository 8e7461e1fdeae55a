internal import CAccessory

/// A telegram of analogue ground-train radio (UIC 751-3, chapter 6).
public struct TrainTelegram: Sendable, Hashable, Encodable, CustomStringConvertible {
    /// Who sends it.
    public enum Sender: String, Sendable, Hashable, Encodable {
        case ground, train
    }

    /// The sender, which the mode of the receiver states.
    public let sender: Sender
    /// The train's number: six digits, in hexadecimal if a sender uses other digits than 0 to 9.
    public let train: String
    /// The code of the message, 0 to 255.
    public let code: Int
    /// What the code means; nil for codes that the standard does not name.
    public let meaning: String?

    /// Reads a telegram as the demodulator reports it, such as `020045 08`; nil if it is none.
    public init?(_ text: String, from sender: Sender) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 6, parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } }),
            let code = UInt8(parts[1], radix: 16)
        else { return nil }
        self.sender = sender
        train = String(parts[0])
        self.code = Int(code)
        meaning = acc_uic_meaning(sender == .train ? .uicTrain : .uicGround, code)
            .map { String(cString: $0) }
    }

    /// The fields in one line.
    public var description: String {
        let digits = String(code, radix: 16, uppercase: true)
        return "train \(train), code \(code < 16 ? "0" : "")\(digits): \(meaning ?? "unknown")"
    }
}
