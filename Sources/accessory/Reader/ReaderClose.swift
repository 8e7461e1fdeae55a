internal import ArgumentParser

/// `accessory reader close`
struct ReaderClose: UsesReader {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Switch the reader off."
    )

    @OptionGroup var transports: TransportOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        try await withHost { host in
            _ = try await open(host)
            await host.manager.close()
        }
        if options.json {
            try Console.print(json: ["closed": true])
        } else {
            Console.print("the reader is off")
        }
    }
}
