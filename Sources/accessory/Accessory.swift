internal import AccessoryBase
internal import AccessoryLink
internal import ArgumentParser
internal import Glibc

/// The command line for accessories on the audio jack and Bluetooth LE.
@main
struct Accessory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Talk to accessories on the audio jack, Bluetooth LE and serial ports.",
        discussion: "Exit codes:\n" + ExitStatus.table,
        subcommands: [
            Jack.self,
            ReaderCommand.self,
            Requests.self,
            Scan.self,
            GattCommand.self,
            Advertise.self,
            PeripheralCommand.self,
            Advert.self,
            Sensors.self,
            BeaconCommand.self,
            TxRxCommand.self,
            Suota.self,
            ConvertCommand.self,
            Simulate.self,
            Air.self,
            GatewayCommand.self,
            Doctor.self,
            Demo.self,
        ]
    )

    // not the parser's flag, which would appear in the help of every command, also of those with an
    // option --version
    @Flag(help: "Show the version.")
    var version = false

    func run() throws {
        guard version else { throw CleanExit.helpRequest(self) }
        Console.print(libraryVersion)
    }

    /// Runs the command in the arguments. Ctrl-C cancels it; an error is printed as one line.
    static func main() async {
        OutputLoss.watch()
        LogOutput.start(nil) { _ in }
        let command: any ParsableCommand
        do {
            command =
                if let named = parseNamed() {
                    named
                } else if let named = parseNamed(withNegativeNumbers) { named } else {
                    try parseAll()
                }
        } catch {
            end(byParser: error)
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
            if let loss = OutputLoss.failure { loss.end() }
            // other errors are the parser's: requested help, a value out of range
            guard error is any AccessoryError || exitCode(for: error) == .failure else {
                exitCode(for: error) == .validationFailure
                    ? end(usage: error) : end(byParser: error)
            }
            Failure(error).end()
        }
        if let loss = OutputLoss.failure { loss.end() }
    }

    /// The name of the program and its arguments, in which a file name may have any bytes.
    private nonisolated static let arguments = FileName.arguments

    /// The arguments with negative numbers as values, which the parser takes for options: `--name=-5` for `--name -5`, and
    /// `-- -5` for any other.
    private nonisolated static var withNegativeNumbers: [String] {
        var (words, values): ([String], [String]) = ([], [])
        for word in arguments.dropFirst() {
            guard word.hasPrefix("-"), word.dropFirst().first?.isNumber == true else {
                words.append(word)
                continue
            }
            if let last = words.last, last.hasPrefix("--"), !last.contains("=") {
                words[words.count - 1] += "=" + word
            } else {
                values.append(word)
            }
        }
        return words + (values.isEmpty ? [] : ["--"]) + values
    }

    /// Parses only the command named by the first words, or the default one: parsing the whole tree takes
    /// longer than many commands run. Returns nil if the arguments are wrong or help is requested; the
    /// whole tree then produces the text.
    private nonisolated static func parseNamed(
        _ arguments: [String] = Array(arguments.dropFirst())
    ) -> sending (any ParsableCommand)? {
        var words = arguments[...]
        var group = configuration
        while let word = words.first {
            let named = group.subcommands.first { $0._commandName == word }
            if named != nil { words.removeFirst() }
            guard let command = named ?? group.defaultSubcommand else { return nil }
            group = command.configuration
            guard group.subcommands.isEmpty else { continue }
            // if help is requested, the result is another command
            let parsed = try? command.parseAsRoot(Array(words))
            return parsed.map { type(of: $0) == command } == true ? parsed : nil
        }
        return nil
    }

    /// Parses the whole tree.
    private nonisolated static func parseAll() throws -> sending any ParsableCommand {
        let (first, words) = (arguments.dropFirst().first, withNegativeNumbers)
        let isCommand = configuration.subcommands.contains { $0._commandName == first }
        return isCommand ? try Commands.parseAsRoot(words) : try parseAsRoot(words)
    }

    /// The tree without the flag --version, which is not that of a command.
    private struct Commands: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: Accessory._commandName,
            subcommands: Accessory.configuration.subcommands
        )
    }

    /// Prints the parser's own text (the error, the option's values, the usage) and exits.
    private static func end(byParser error: any Error) -> Never {
        if exitCode(for: error) == .validationFailure {
            if let mistyped = mistypedCommand() { mistyped.end() }
            if Failure.isWantedAsJSON { end(usage: error) }
            // it may name a file whose name is not UTF-8
            Console.note(fullMessage(for: error))
            Glibc.exit(exitCode(for: error).rawValue)
        }
        let asksForHelp = arguments.contains { ["help", "--help", "-h"].contains($0) }
        if asksForHelp, exitCode(for: error) == .success,
            let examples = Examples.help(of: commandNamed().joined(separator: " "))
        {
            Console.print(fullMessage(for: error) + "\n" + examples)
            Glibc.exit(EXIT_SUCCESS)
        }
        exit(withError: error)
    }

    private static func end(usage error: any Error) -> Never {
        let words = message(for: error)
        let cause = words.hasSuffix(".") ? String(words.dropLast()) : words
        Failure(
            .usage,
            cause,
            nextStep: "see \((["accessory"] + commandNamed()).joined(separator: " ")) --help"
        ).end()
    }

    /// The words of the command line that name a command, without `accessory`, also after `help`.
    private nonisolated static func commandNamed() -> [String] {
        splitArguments().named
    }

    /// The words that name a command, the next word, and the commands that this word could name.
    private nonisolated static func splitArguments() -> (
        named: [String], next: String?, commands: [any ParsableCommand.Type]
    ) {
        var named: [String] = []
        var (commands, hasDefault) = (configuration.subcommands, false)
        var words = arguments.dropFirst()
        if words.first == "help" { words.removeFirst() }
        while let command = commands.first(where: { $0._commandName == words.first }) {
            named.append(words.removeFirst())
            commands = command.configuration.subcommands
            hasDefault = command.configuration.defaultSubcommand != nil
        }
        // any word may be an argument of the default command
        return (named, words.first, hasDefault ? [] : commands)
    }

    /// The error for an unknown command name; nil if there is none in the arguments.
    private static func mistypedCommand() -> Failure? {
        let (named, next, commands) = splitArguments()
        guard let next, !next.hasPrefix("-"), !commands.isEmpty else { return nil }
        let group = (["accessory"] + named).joined(separator: " ")
        return Failure(
            .usage,
            "\(group) has no command '\(next)'",
            nextStep: .advice(
                for: next,
                of: commands.map { $0._commandName },
                else: "see \(group) --help"
            )
        )
    }
}
