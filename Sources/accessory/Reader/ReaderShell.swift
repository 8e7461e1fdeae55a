internal import AccessoryConcurrency
internal import ArgumentParser
internal import Communication

/// `accessory reader shell`
struct ReaderShell: UsesReader {
    static let configuration = CommandConfiguration(
        commandName: "shell",
        abstract: "Open a terminal session with the reader.",
        discussion: """
            \(ReaderWord.explanations)

            Events are shown as they arrive. Up and down recall earlier lines; Ctrl-D on an empty \
            line quits. If standard input is not a terminal, each line waits until the previous \
            exchange has ended, except cancel, state, wait and help.
            """
    )

    @Flag(help: "Requests of `exchange` and received data as hexadecimal digits.")
    var hex = false

    @OptionGroup var transports: TransportOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        try await withHost { host in
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
        case .search: "  search            search for readers"
        case .open: "  open [NAME]       open a session"
        case .exchange:
            "  exchange REQUEST  send a request, show its answer (duplex: send a message)"
        case .file: "  file PATH         the same, with the bytes of a file"
        case .cancel: "  cancel            cancel the exchange"
        case .close: "  close             switch the reader off"
        case .release: "  release           end the session and leave the reader on"
        case .timeout: "  timeout T|none    set the timeout of later exchanges"
        case .state: "  state             show the host's state"
        case .wait: "  wait T            wait for the time T"
        case .help: "  help              list the commands"
        case .quit: "  quit              end the shell and leave the reader on"
        }
    }

    /// Whether the command is allowed during an exchange.
    var isImmediate: Bool { [.cancel, .state, .wait, .help].contains(self) }
}
