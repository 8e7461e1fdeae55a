public import AccessoryBase
internal import CAccessory

/// A modem profile: a waveform with its parameters (docs/modem.md).
public struct ModemProfile: Sendable {
    /// Why a profile cannot be used.
    public enum Failure: Error, Hashable, Sendable {
        /// No profile has this name.
        case unknown(String)
        /// The parameters fit no sample rate; `nextStep` states the limit.
        case outOfRange(String)
        /// The profile does not fit this sample rate (Nyquist).
        case unsuitableRate(profile: String, rate: Int)
    }

    /// The name, such as `bell202`, `reader`, `fsk:1200,1200,2200` or `rtty`.
    public let name: String
    let parameters: acc_modem_profile
    /// The format of characters on FSK: that of a mode, else 8N1.
    public var format: CharacterFormat
    /// What characters mean.
    public let code: CharacterCode
    private let isMode: Bool

    /// Bi-phase at 3675 bit/s: the rate of card readers, and the default.
    public static let reader = try! ModemProfile("reader")
    /// Continuous-phase FSK at 1200 bit/s, tones of 1200 and 2200 Hz: slower and more robust.
    public static let bell202 = try! ModemProfile("bell202")

    /// The names that `init` accepts; capital letters stand for numbers.
    package static let names = [
        "bell202", "reader", "fsk:BAUD,MARK,SPACE", "manchester:BAUD", "hijack", "card", "same",
    ]

    /// The names of known modes, which have characters only.
    package static let modes: [String] = (0...).lazy.map { acc_mode_name($0) }.prefix { $0 != nil }
        .map { String(cString: $0!) }

    /// Finds a profile by its name.
    ///
    /// - Parameter name: `bell202`, `fsk:BAUD,MARK,SPACE`, `reader`, `manchester:BAUD`, `hijack`, `card` (or `track2`, its former name), `same`, or a mode:
    ///   `rtty`, `tdd`, `v21`, `v23`, `bell103`, `hart`, `kcs`, `callerid`, `uic-train` and others (docs/modem.md), or a bit rate with
    ///   8N1 and the tones that minimodem uses.
    public init(_ name: String) throws(Failure) {
        var mode = acc_mode()
        let text = name.utf8.map { CChar(bitPattern: $0) }
        var status = acc_modem_profile_parse(text, text.count, &mode.profile)
        isMode = status == .malformed
        if isMode { status = acc_mode_parse(text, text.count, &mode) }
        switch status {
        case .ok: break
        case .outOfRange: throw .outOfRange(name)
        default: throw .unknown(name)
        }
        self.name = name
        parameters = mode.profile
        format = isMode ? CharacterFormat(mode.format) : .eightN1
        code = mode.profile.waveform == .same ? .alerts : CharacterCode(mode.code)
    }

    /// Bit rate in bit/s.
    public var baud: Double { parameters.baud }

    /// The name of the same waveform with mark and space exchanged; nil if it is not FSK.
    package var swappedName: String? {
        guard isFSK else { return nil }
        let figures = [baud, parameters.space, parameters.mark]
        let texts = figures.map { figure in
            let rounded = (figure * 100).rounded() / 100
            return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
        }
        return "fsk:" + texts.joined(separator: ",")
    }

    /// Whether the profile carries frames.
    public var hasFrames: Bool {
        !isMode && (isFSK || parameters.waveform == .manchester)
    }

    /// Whether the waveform is FSK, whose characters have a `format`.
    public var isFSK: Bool { parameters.waveform == .fsk }

    /// Whether the profile carries characters without frames.
    public var hasCharacters: Bool { parameters.waveform != .manchester }

    /// Whether the profile can be sent; magnetic cards and telegrams of trains can only be received.
    public var canSend: Bool { parameters.waveform != .track2 && parameters.waveform != .uic }

    /// Sample rates in Hz at which the profile can be sent and received.
    public var rates: ClosedRange<Int> {
        var (low, high) = (Int(ACC_MODEM_MIN_RATE), Int(ACC_MODEM_MAX_RATE))
        while low < high {
            let middle = (low + high) / 2
            if fits(UInt32(middle)) { high = middle } else { low = middle + 1 }
        }
        return low...Int(ACC_MODEM_MAX_RATE)
    }

    /// Checks that the profile can be sent and received at a sample rate of `rate` Hz.
    public func check(rate: Int) throws(Failure) {
        guard let samples = UInt32(exactly: rate), fits(samples) else {
            throw .unsuitableRate(profile: name, rate: rate)
        }
    }

    private func fits(_ rate: UInt32) -> Bool {
        withUnsafePointer(to: parameters) { acc_modem_profile_check($0, rate) } == .ok
    }
}

extension ModemProfile.Failure: AccessoryError {
    public var cause: String {
        switch self {
        case .unknown(let name): "'\(name)' is no profile"
        case .outOfRange(let name): "'\(name)' fits no sample rate"
        case .unsuitableRate(let profile, let rate):
            "\(profile) does not fit \(rate) samples a second"
        }
    }

    public var nextStep: String? {
        switch self {
        case .unknown: Self.choice(of: ModemProfile.names)
        case .outOfRange(let name): Self.limit(of: name)
        case .unsuitableRate(let profile, _):
            "use \((try? ModemProfile(profile)).map { $0.rates.words } ?? "another rate")"
        }
    }

    /// The next step if one of these names is right.
    package static func choice(of names: [String]) -> String {
        "use \(names.dropLast().joined(separator: ", ")) or \(names.last!)"
    }

    /// The first limit that the parameters exceed, from `acc_modem_profile_check`.
    private static func limit(of name: String) -> String {
        let text = name.split(separator: ":", maxSplits: 1).last ?? ""
        let figures = text.split(separator: ",").compactMap { Double($0) }
        let most = Double(ACC_MODEM_MAX_RATE)
        let least = name.hasPrefix("manchester") ? 50.0 : 10
        guard let baud = figures.first, baud >= least, baud <= most / 4 else {
            return "BAUD is \(Int(least)) to \(Int(most / 4))"
        }
        let tones = figures.dropFirst().sorted()
        guard let low = tones.first, let high = tones.last, high <= 0.45 * most else {
            return "a tone is at most \(Int(0.45 * most)) Hz"
        }
        return low < baud / 2
            ? "the lower tone is at least half of BAUD"
            : "the tones are at least 0.4 of BAUD apart"
    }
}

extension ClosedRange<Int> {
    /// The range as text: "8000 to 192000".
    fileprivate var words: String { "\(lowerBound) to \(upperBound)" }
}
