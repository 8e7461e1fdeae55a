internal import ArgumentParser

/// `accessory reader`
struct ReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader",
        abstract: "Talk to card readers on any transport.",
        discussion: """
            Example, with a simulated reader in another terminal:
              accessory simulate reader --transport bluetooth --reader Till --adapter virtual
              accessory reader exchange "read card" --transport bluetooth --reader Till --adapter virtual
            """,
        subcommands: [
            ReaderSearch.self, ReaderOpen.self, ReaderExchange.self, ReaderCancel.self,
            ReaderClose.self, ReaderShell.self,
        ]
    )
}
