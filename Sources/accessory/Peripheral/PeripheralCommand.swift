internal import ArgumentParser
internal import BluetoothLE

/// `accessory peripheral`
struct PeripheralCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peripheral",
        abstract: "Offers the services that a file describes, until Ctrl-C.",
        discussion: """
            Advertises, takes connections, and prints what centrals do, one line each. What a central \
            writes becomes the value and is sent to those who subscribed. The file's format is in \
            docs/cli.md.
            """
    )

    @Argument(help: "The description, JSON; - for standard input.")
    var file: String

    @OptionGroup var adapter: AdapterOptions

    @Option(help: "Stop after this long, such as 10s; without it at Ctrl-C.")
    var duration: TimeSpan?

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let file = try PeripheralFile.read(file)
        let server = ServedPeripheral(
            try await adapter.radio(),
            name: file.name,
            appearance: file.appearance ?? 0,
            options: options
        )
        let services = file.mutableServices()
        try await server.serve(
            services,
            advertising: file.advertise ?? services.filter(\.isPrimary).map(\.uuid),
            for: duration?.duration
        )
    }
}
