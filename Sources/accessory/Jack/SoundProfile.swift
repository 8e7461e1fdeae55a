internal import ArgumentParser
internal import Modem

/// The profile of `jack encode` and `jack decode`: a modem profile, or the cable modem.
enum SoundProfile {
    case modem(ProfileArgument)
    /// Bits/s of a 64 KiB transmission, including all overhead; nil: `CableScale.unknownLine`.
    case cable(bitRate: Int?)

    static let help = ArgumentHelp(
        "\(ProfileArgument.sent), \(ProfileArgument.receiveOnly) (receive only), cable[:BITRATE] in bit/s, or a mode of characters: \(ModemProfile.modes.joined(separator: ", ")) (uic-ground and uic-train: receive only), or a bit rate; decode also accepts auto, which finds the mode.",
        valueName: "profile"
    )

    static let words = ProfileArgument.words + ["cable", ProfileArgument.auto] + ModemProfile.modes

    /// - Throws: Why the name is invalid.
    init(_ name: String) throws { try self.init(name, modes: []) }

    /// A profile for a file, which may also be a mode of characters.
    static func ofFile(_ name: String) throws -> SoundProfile {
        try SoundProfile(name, modes: ModemProfile.modes + ["a bit rate"])
    }

    /// - Parameter modes: The modes that the option accepts, for the message.
    private init(_ name: String, modes: [String]) throws {
        guard name == "cable" || name.hasPrefix("cable:") else {
            self = .modem(try Self.modem(name, modes))
            return
        }
        guard name != "cable" else {
            self = .cable(bitRate: nil)
            return
        }
        guard let bitRate = Int(name.dropFirst("cable:".count)), bitRate > 0 else {
            throw ValidationError("'\(name)' is no profile. Use cable:BITRATE, as cable:200000.")
        }
        self = .cable(bitRate: bitRate)
    }

    private static func modem(_ name: String, _ modes: [String]) throws -> ProfileArgument {
        guard nearest(name, of: words) != "cable" else {
            throw ValidationError("'\(name)' is no profile. Did you mean cable?")
        }
        return try ProfileArgument(name, or: ["cable[:BITRATE]"] + modes)
    }

    /// The name on the command line, for messages.
    var name: String {
        switch self {
        case .modem(let profile): profile.name
        case .cable: "cable"
        }
    }
}
