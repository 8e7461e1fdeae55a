public import AccessoryBase

/// Why a modem refuses a call.
public enum ModemError: Error, Hashable, Sendable {
    /// The profile cannot be used at this sample rate.
    case profile(ModemProfile.Failure)
    /// The profile has no such signals: no characters on Manchester, no frames on HiJack and cards; cards cannot be
    /// sent.
    case unsupported(profile: String)
    /// Something else is being sent.
    case busy
    /// The payload is empty or too long. `limits` are in bytes.
    case payload(count: Int, limits: ClosedRange<Int>)
    /// The character format or code does not have this byte.
    case character(UInt8, of: String)
    /// The cable modem has no such burst. `limits` are in bit/s.
    case bitRate(Int, limits: ClosedRange<Int>)
    /// The upper edge of the cable modem's band is out of range. `limits` are in Hz.
    case band(Int, limits: ClosedRange<Int>)
    /// The margin is out of range, or the list of missing blocks is empty or belongs to another payload.
    case repetition
    /// No data gets through on the report's line.
    case noSignal
}

extension ModemError: AccessoryError {
    /// The cause.
    public var cause: String {
        switch self {
        case .profile(let failure): failure.cause
        case .unsupported(let profile): "\(profile) has no such signals"
        case .busy: "something else is being sent"
        case .payload(let count, _): "a payload of \(count) bytes cannot be sent at once"
        case .character(let byte, let code):
            "0x\(String(byte, radix: 16, uppercase: true)) is no character of \(code)"
        case .bitRate(let rate, _): "no burst has \(rate) bit/s in this band"
        case .band(let edge, _): "a band to \(edge) Hz is out of range"
        case .repetition: "the repetition does not fit the payload"
        case .noSignal: "no signal gets through on the report's line"
        }
    }

    /// How to fix it.
    public var nextStep: String? {
        switch self {
        case .profile(let failure): failure.nextStep
        case .unsupported: "choose another profile or mode"
        case .busy: "render the rest first"
        case .payload(_, let limits):
            "send \(limits.lowerBound) to \(limits.upperBound) bytes at once"
        case .character: "remove it, or choose another format or mode"
        case .bitRate(_, let limits):
            "choose \(limits.lowerBound) to \(limits.upperBound) bit/s, or a wider band"
        case .band(_, let limits): "choose \(limits.lowerBound) to \(limits.upperBound) Hz"
        case .repetition: "use the margin and the missing blocks of this payload's receiver"
        case .noSignal: "check cable and volumes, then measure the line again"
        }
    }
}
