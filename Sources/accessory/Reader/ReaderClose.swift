internal import ArgumentParser

/// `accessory reader close`
struct ReaderClose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Switch the reader off."
    )

    @OptionGroup var reader: ReaderOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        try await reader.withHost { host in
            _ = try await reader.open(host)
            await host.manager.closeDevice()
        }
        if options.json {
            try Console.print(json: ["closed": true])
        } else {
            Console.print("the reader is off")
        }
    }
}
