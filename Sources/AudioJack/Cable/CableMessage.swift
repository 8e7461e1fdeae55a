internal import CAccessory
internal import Modem

/// The frames that two cable modems exchange about their line: `LINE` in docs/link.md. They are not
/// passed to the link.
extension CableDialog.Word {
    private static let type: UInt8 = 0x24
    private static let fromAccessory: UInt8 = 0x08
    private static let reportCode: UInt8 = 0
    private static let soundAgainCode: UInt8 = 1

    /// The frame's payload.
    func payload(isHost: Bool) -> [UInt8] {
        let type = isHost ? Self.type : Self.type | Self.fromAccessory
        switch self {
        case .report(let report): return [type, Self.reportCode] + report.bytes
        case .soundAgain: return [type, Self.soundAgainCode]
        }
    }

    /// Whether a frame is a LINE frame from either end.
    static func isWord(_ payload: [UInt8]) -> Bool {
        payload.count >= 2 && payload[0] & ~fromAccessory == type
    }

    /// Decodes the peer's frame; nil for this end's own frames and for unknown ones.
    init?(_ payload: [UInt8], isHost: Bool) {
        guard Self.isWord(payload), (payload[0] & Self.fromAccessory != 0) == isHost else {
            return nil
        }
        switch payload[1] {
        case Self.reportCode:
            guard let report = try? CableReport(bytes: Array(payload.dropFirst(2))) else {
                return nil
            }
            self = .report(report)
        case Self.soundAgainCode: self = .soundAgain
        default: return nil
        }
    }
}

/// The session signals at the start of a session, which the cable modem recognizes among the link's
/// frames.
enum SessionSignal {
    case hello, ready, readyAnswered

    /// Decodes a signal; nil for other frames.
    ///
    /// - Parameter payload: Payload of a frame received by the modem.
    init?(_ payload: [UInt8]) {
        switch payload.first.map({ $0 & 0x3F }) {
        case 0x30: self = .hello
        case 0x31: self = .ready
        case 0x39: self = .readyAnswered
        default: return nil
        }
    }

    /// The sender of a frame, which bit 3 of its type identifies (docs/link.md, section 2).
    static func sender(of payload: [UInt8]) -> LinkRole {
        payload.first.map { $0 & 0x08 != 0 } == true ? .accessory : .host
    }

    /// Whether the peer must answer a frame.
    static func wantsAnswer(_ payload: [UInt8]) -> Bool {
        guard let first = payload.first else { return false }
        return first & 0x80 != 0 || (0x30...0x34).contains(first & 0x3F)
    }
}
