internal import AccessoryBase
internal import ArgumentParser

/// Options of every command.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Print results and errors as JSON, one object per line.")
    var json = false

    @Flag(name: .shortAndLong, help: "Show no progress.")
    var quiet = false

    @Option(
        help: ArgumentHelp(
            "Print the log on standard error: retries, lost links, recoveries, refused frames, pairing.",
            valueName: "level"
        )
    )
    var logLevel: LogLevel?

    func validate() {
        if let logLevel { LogOutput.start(logLevel) { Console.note($0) } }
    }
}

extension LogLevel: ExpressibleByArgument {}
