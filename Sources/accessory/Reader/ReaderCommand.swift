internal import ArgumentParser

/// `accessory reader`
struct ReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader",
        abstract: "Use card readers on any transport.",
        subcommands: [
            ReaderSearch.self, ReaderOpen.self, ReaderExchange.self, ReaderCancel.self,
            ReaderClose.self, ReaderShell.self,
        ]
    )
}
