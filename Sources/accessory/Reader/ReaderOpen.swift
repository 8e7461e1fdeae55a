internal import AccessoryConcurrency
internal import ArgumentParser
internal import Communication

/// `accessory reader open`
struct ReaderOpen: UsesReader {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract:
            "Open a session with the reader, and print its states and the reader.",
        discussion: """
            Then ends the session and leaves the reader on. With --listen, keeps the session \
            open, and shows data from the reader in duplex mode and each event of the transport.
            """
    )

    @Flag(help: "Keep the session open until Ctrl-C or until the reader ends it.")
    var listen = false

    @OptionGroup var transports: TransportOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let display = ReaderDisplay(options)
        try await withHost { host in
            let manager = host.manager
            let (states, events) = (manager.states, manager.events)
            let opening = Task {
                for await state in states {
                    try display.show(state)
                    if state == .idle { break }
                }
            }
            defer { opening.cancel() }
            let device = try await open(host)
            try await opening.value
            try display.show(device)
            if listen { try await follow(manager, events, display) }
        }
    }

    private func follow(
        _ manager: CommunicationManager,
        _ events: AsyncStream<CommunicationEvent>,
        _ display: ReaderDisplay
    ) async throws {
        let states = manager.states
        try await withThrowingTaskGroup { group in
            group.addTask {
                for await event in events {
                    if case .received(let message) = event {
                        try display.show(received: message)
                    } else {
                        try display.show(event)
                    }
                }
            }
            group.addTask {
                for await state in states where state != .idle {
                    try display.show(state)
                    if state != .dataExchange { break }
                }
            }
            try await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
        throw Failure(.deviceLost, "the session has ended", nextStep: "open the reader again")
    }
}
