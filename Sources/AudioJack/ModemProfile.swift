internal import CAccessory

/// A waveform and its figures: how bits become sound (docs/modem.md).
public struct ModemProfile: Sendable {
    /// Why a profile cannot be used.
    public enum Failure: Error, Hashable, Sendable {
        /// The text is no profile's name.
        case unknown(String)
        /// The figures fit no sample rate.
        case outOfRange(String)
        /// The profile does not fit this sample rate (Nyquist).
        case unsuitableRate(profile: String, rate: Int)
    }

    /// `bell202`, `reader`, `fsk:1200,1200,2200` and so on.
    public let name: String
    let parameters: acc_modem_profile

    /// Bi-phase at 3675 bit/s: the rate of card readers, and the default.
    public static let reader = try! ModemProfile("reader")
    /// Continuous-phase FSK at 1200 bit/s, tones of 1200 and 2200 Hz: slower and more robust.
    public static let bell202 = try! ModemProfile("bell202")

    /// - Parameter name: `bell202`, `fsk:BAUD,MARK,SPACE`, `reader` or `manchester:BAUD`.
    public init(_ name: String) throws(Failure) {
        var parameters = acc_modem_profile()
        let text = name.utf8.map { CChar(bitPattern: $0) }
        switch acc_modem_profile_parse(text, text.count, &parameters) {
        case .ok: break
        case .outOfRange: throw .outOfRange(name)
        default: throw .unknown(name)
        }
        self.name = name
        self.parameters = parameters
    }

    /// Bits a second.
    public var baud: Double { parameters.baud }

    /// Throws when the profile cannot be sent or received at `rate` samples a second.
    public func check(rate: Int) throws(Failure) {
        guard let samples = UInt32(exactly: rate),
            withUnsafePointer(to: parameters, { acc_modem_profile_check($0, samples) }) == .ok
        else { throw .unsuitableRate(profile: name, rate: rate) }
    }
}

extension ModemProfile.Failure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknown(let name):
            "'\(name)' is no profile; use bell202, reader, fsk:BAUD,MARK,SPACE or manchester:BAUD"
        case .outOfRange(let name):
            "the figures of '\(name)' fit no sample rate"
        case .unsuitableRate(let profile, let rate):
            "\(profile) does not fit \(rate) samples a second; choose another rate, from 8000 to 192000"
        }
    }
}
