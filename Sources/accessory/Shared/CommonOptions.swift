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
        guard let logLevel else { return }
        LogOutput.start(logLevel) { [json] in Console.note(json ? $0.json : "\($0)".printable) }
    }
}

extension LogMessage {
    fileprivate var json: String {
        var json = JSONWriter()
        json.object { json in
            json.name("log")
            json.object { json in
                json.member("label", label)
                json.member("level", level)
                json.member("text", text)
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension LogLevel: ExpressibleByArgument {}
