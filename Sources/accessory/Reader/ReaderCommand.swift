internal import ArgumentParser

/// `accessory reader`
struct ReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader",
        abstract: "Talks to card readers on the audio jack and on Bluetooth LE, by the same calls.",
        discussion: """
            Example, with a simulated reader in another terminal:
              accessory simulate reader --bluetooth Till --adapter virtual
              accessory reader exchange "read card" --channel bluetooth --reader Till --adapter virtual
            """,
        subcommands: [
            ReaderSearch.self, ReaderOpen.self, ReaderExchange.self, ReaderCancel.self,
            ReaderClose.self, ReaderShell.self,
        ]
    )
}
