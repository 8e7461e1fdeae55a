internal import AccessoryBase
internal import ArgumentParser
internal import Modem

/// A modem profile by name.
struct ProfileArgument: CustomStringConvertible {
    let name: String
    let modem: ModemProfile

    static let sent = ModemProfile.names.filter { $0 != receiveOnly }.joined(separator: ", ")
    static let names = "\(sent), or \(receiveOnly) (receive only)."
    static let receiveOnly = "card"
    static let help = ArgumentHelp(names, valueName: "profile")

    /// The names without numbers.
    static let words = ModemProfile.names.filter { !$0.contains(":") }

    static let reader = try! ProfileArgument("reader")

    /// - Throws: Why the name is invalid.
    init(_ name: String) throws { try self.init(name, or: []) }

    /// The name for `jack decode` that stands for any mode.
    static let auto = "auto"

    var isAuto: Bool { name == Self.auto }

    /// - Parameter others: Other names that the option accepts, for the message.
    init(_ name: String, or others: [String]) throws {
        guard name != Self.auto else {
            (self.name, modem) = (name, try ModemProfile("1200"))
            return
        }
        do throws(ModemProfile.Failure) {
            modem = try ModemProfile(name)
        } catch {
            var nextStep = error.nextStep ?? ""
            if case .unknown = error {
                let names = ModemProfile.names + others
                nextStep =
                    nearest(name, of: Self.words + ModemProfile.modes).map { "did you mean \($0)?" }
                    ?? ModemProfile.Failure.choice(of: names)
            }
            throw ValidationError(
                "\(error.cause). \(nextStep.prefix(1).uppercased() + nextStep.dropFirst())"
            )
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
