internal import AccessoryBase
internal import ArgumentParser
internal import Modem

/// A modem profile by name.
struct ProfileArgument: CustomStringConvertible {
    let name: String
    let modem: ModemProfile

    static let sent = "bell202, reader, fsk:BAUD,MARK,SPACE, manchester:BAUD, hijack"
    static let names = sent + ", or track2 (receive only)."
    static let help = ArgumentHelp(names, valueName: "profile")

    static let words = ["bell202", "reader", "hijack", "track2"]

    static let reader = try! ProfileArgument("reader")

    /// - Throws: Why the name is invalid.
    init(_ name: String) throws {
        do throws(ModemProfile.Failure) {
            modem = try ModemProfile(name)
        } catch {
            let meant = nearest(name, of: Self.words).map { "did you mean \($0)?" }
            throw ValidationError("\(error.cause); \(meant ?? error.nextStep ?? "")")
        }
        self.name = name
    }

    /// The name of the default in help texts.
    var description: String { name }

    /// Whether the profile has characters only, never frames: HiJack and magnetic cards.
    var hasCharactersOnly: Bool { !modem.hasFrames }

    /// Throws if the profile cannot be sent or received at this rate or in this mode.
    ///
    /// - Parameter nextStep: The next step for the user, given the suitable rates.
    func check(
        rate: Int,
        isStream: Bool,
        status: ExitStatus,
        nextStep: (_ rates: String) -> String
    ) throws {
        if isStream && !modem.hasCharacters {
            throw Failure(
                .usage,
                "\(name) carries frames only",
                nextStep: "omit --stream, or use bell202"
            )
        }
        do throws(ModemProfile.Failure) {
            try modem.check(rate: rate)
        } catch {
            throw Failure(
                status,
                "\(name) does not fit \(rate) samples a second",
                nextStep: nextStep("\(modem.rates.lowerBound) to \(modem.rates.upperBound)")
            )
        }
    }
}
