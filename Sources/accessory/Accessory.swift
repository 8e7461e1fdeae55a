internal import ArgumentParser
internal import CAccessory
internal import Glibc

/// Talks to accessories over the audio jack and over Bluetooth LE.
@main
struct Accessory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Talks to accessories over the audio jack and over Bluetooth LE.",
        discussion: "Exit codes:\n" + ExitStatus.table,
        version: ACC_VERSION,
        subcommands: [
            Jack.self,
            ReaderCommand.self,
            Requests.self,
            Scan.self,
            Gatt.self,
            Advertise.self,
            PeripheralCommand.self,
            Advert.self,
            BeaconCommand.self,
            TxRxCommand.self,
            Suota.self,
            ConvertCommand.self,
            Simulate.self,
            Air.self,
            Doctor.self,
            Demo.self,
        ]
    )

    /// Runs the command that the arguments name. Ctrl-C cancels it; an error becomes one line.
    static func main() async {
        let command: any ParsableCommand
        do {
            command = if let named = parseNamed() { named } else { try parseAsRoot() }
        } catch {
            exit(withError: error)
        }
        do {
            try await cancelledBySignals {
                var command = command
                if var asynchronous = command as? any AsyncParsableCommand {
                    try await asynchronous.run()
                } else {
                    try command.run()
                }
            }
        } catch {
            // what is not ours is the parser's: help asked for, a value out of its range
            guard error is any Explained || exitCode(for: error) == .failure else {
                exit(withError: error)
            }
            report(Failure(error))
        }
    }

    /// The command that the first words name, without a look at all the others, which takes longer
    /// than many a command. Nil when something is wrong with it, or help is asked for: the whole
    /// tree has the words for that.
    private nonisolated static func parseNamed() -> sending (any ParsableCommand)? {
        var words = CommandLine.arguments.dropFirst()
        var commands = configuration.subcommands
        while let word = words.popFirst(),
            let command = commands.first(where: { $0.configuration.commandName == word })
        {
            commands = command.configuration.subcommands
            guard commands.isEmpty else { continue }
            // asked for help, it would be another command
            let parsed = try? command.parseAsRoot(Array(words))
            return parsed.map { type(of: $0) == command } == true ? parsed : nil
        }
        return nil
    }

    private static func report(_ failure: Failure) -> Never {
        if CommandLine.arguments.contains("--json") {
            try? Console.print(json: ["error": FailureRecord(failure)], dataOnOutput: true)
        } else {
            Console.note(failure.line)
        }
        Glibc.exit(failure.status.rawValue)
    }
}

/// A failure as JSON.
private struct FailureRecord: Encodable {
    let status: Int32
    let cause: String
    let nextStep: String?
    let code: Int?

    init(_ failure: Failure) {
        status = failure.status.rawValue
        cause = failure.cause
        nextStep = failure.nextStep
        code = failure.code
    }
}
