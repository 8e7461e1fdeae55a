internal import AccessoryConcurrency
internal import ArgumentParser
internal import Communication

/// `accessory reader shell`
struct ReaderShell: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell",
        abstract: "Open a terminal session with the reader.",
        discussion: """
            \(ReaderWord.explanations)

            What happens is shown as it comes. Up and down recall earlier lines; Ctrl-D on an empty line \
            ends, as quit does. Where standard input is no terminal, each line waits until the exchange \
            before it has ended, but for cancel, state and wait.
            """
    )

    @Flag(help: "Requests of `exchange` and received data as hexadecimal digits.")
    var hex = false

    @OptionGroup var reader: ReaderOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        try await reader.withHost { host in
            let shell = Shell<ReaderSession.Event>()
            let session = ReaderSession(host, self, isInteractive: shell.isInteractive)
            let result = await Result {
                try await shell.converse(session.events) { input in
                    defer { shell.prompt = session.prompt }
                    return try await session.perform(input)
                }
            }
            await session.leave()
            try result.get()
        }
    }
}

/// The commands of the shell.
enum ReaderWord: String, CaseIterable {
    case search, open, exchange, file, cancel, close, release, timeout, state, wait, help, quit

    static let explanations = allCases.map(\.explanation).joined(separator: "\n")

    private var explanation: String {
        switch self {
        case .search: "  search            look for readers"
        case .open: "  open [NAME]       make a session"
        case .exchange:
            "  exchange REQUEST  send a request, show its answer (duplex: send a message)"
        case .file: "  file PATH         the same with the bytes of a file"
        case .cancel: "  cancel            cancel the exchange"
        case .close: "  close             switch the reader off"
        case .release: "  release           end the session and leave the reader on"
        case .timeout: "  timeout T|none    longest time of each exchange from now on"
        case .state: "  state             where the host stands"
        case .wait: "  wait T            do nothing for so long"
        case .help: "  help              these words"
        case .quit: "  quit              end the shell and leave the reader on"
        }
    }

    /// Whether the command is allowed during an exchange.
    var isImmediate: Bool { [.cancel, .state, .wait, .help].contains(self) }
}
