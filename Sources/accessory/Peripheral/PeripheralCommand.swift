internal import ArgumentParser
internal import BluetoothLE

/// `accessory peripheral`
struct PeripheralCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peripheral",
        abstract: "Offers the services that a file describes, until Ctrl-C.",
        discussion: """
            Advertises, takes connections, and prints what centrals do, one line each. What a central \
            writes becomes the value and is sent to those who subscribed; so is, with --updates, each \
            line of standard input: 2A19 63, or Battery Level 63, or FFF1 "text". The file's format is \
            in docs/cli.md.
            """
    )

    @Argument(
        help: "The description, JSON; - for standard input.",
        completion: .file(extensions: ["json"])
    )
    var file: String

    @OptionGroup var adapter: AdapterOptions

    @OptionGroup var pairing: PairingOptions

    @Flag(help: "Take new values from standard input, a line each: ATTRIBUTE VALUE.")
    var updates = false

    @Option(help: "Stop after this long, such as 10s; without it at Ctrl-C.")
    var duration: TimeSpan?

    @OptionGroup var options: CommonOptions

    @Option(
        help: ArgumentHelp(
            "Keep values and subscriptions in this file; after a crash go on from it.",
            valueName: "file"
        ),
        completion: .file()
    )
    var state: String?

    func validate() throws {
        guard !updates || file != "-" else {
            throw ValidationError("With --updates the description cannot come by standard input.")
        }
    }

    func run() async throws {
        let file = try PeripheralFile.read(file)
        let radio = try await adapter.radio()
        // standard input has one reader
        try await pairing.prepare(radio, asking: updates ? nil : Questions.atTerminal)
        let server = ServedPeripheral(
            radio,
            name: file.name,
            appearance: file.appearance ?? 0,
            stateFile: state,
            options: options
        )
        let services = file.mutableServices()
        try await server.serve(
            services,
            advertising: file.advertise ?? services.filter(\.isPrimary).map(\.uuid),
            for: duration?.duration
        ) {
            if updates { try await server.update($0) }
            await waitForEnd(after: nil)
        }
    }
}
