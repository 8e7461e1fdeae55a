internal import ArgumentParser
internal import AudioJack
internal import CAccessory

/// A modem profile by name.
struct ProfileArgument: ExpressibleByArgument {
    let name: String
    let profile: acc_modem_profile
    /// The same, as the room has it.
    let modem: ModemProfile

    static let help = ArgumentHelp(
        "bell202, reader, fsk:BAUD,MARK,SPACE, manchester:BAUD, hijack, or track2 (receive only).",
        valueName: "profile"
    )

    init?(argument: String) {
        var parsed = acc_modem_profile()
        let text = argument.utf8.map { CChar(bitPattern: $0) }
        guard acc_modem_profile_parse(text, text.count, &parsed) == .ok,
            let modem = try? ModemProfile(argument)
        else { return nil }
        name = argument
        profile = parsed
        self.modem = modem
    }

    /// What help texts call the default.
    var defaultValueDescription: String { name }

    /// HiJack bytes and magnetic cards come as characters, never as frames.
    var hasCharactersOnly: Bool { profile.waveform == .hijack || profile.waveform == .track2 }

    /// Throws when the profile cannot be sent or received at this rate, or not in this mode.
    func check(rate: Int, mode: ModemMode, status: ExitStatus, nextStep: String) throws {
        if mode == .stream && profile.waveform == .manchester {
            throw Failure(
                .usage,
                "\(name) carries frames only",
                nextStep: "leave --stream out, or use bell202"
            )
        }
        var profile = profile
        guard let rate = UInt32(exactly: rate), acc_modem_profile_check(&profile, rate) == .ok
        else {
            throw Failure(
                status,
                "\(name) does not fit \(rate) samples a second",
                nextStep: nextStep
            )
        }
    }
}
