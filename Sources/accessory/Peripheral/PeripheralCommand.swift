internal import ArgumentParser
internal import BluetoothLE

/// `accessory peripheral`
struct PeripheralCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peripheral",
        abstract: "Offer the services that a file describes, until Ctrl-C.",
        discussion: """
            Advertises, accepts connections, and prints one line for each action of a central. A \
            written value is stored and sent to subscribers. With --updates, so is each line of \
            standard input: 2A19 63, or Battery Level 63, or FFF1 "text". man \
            accessory-peripheral describes the file's format.
            """
    )

    @Argument(
        help: "The description as JSON; - for standard input.",
        completion: .file(extensions: ["json"])
    )
    var file: String

    @OptionGroup var adapter: AdapterOptions

    @OptionGroup var pairing: PairingOptions

    @Flag(help: "Read new values from standard input, one line each: ATTRIBUTE VALUE.")
    var updates = false

    @Option(help: "Stop after this long, such as 10s; by default at Ctrl-C.")
    var duration: TimeSpan?

    @OptionGroup var options: CommonOptions

    @Option(
        help: ArgumentHelp(
            "Save values and subscriptions in this file, and restore them at the next start.",
            valueName: "file"
        ),
        completion: .file()
    )
    var state: String?

    func validate() throws {
        guard !updates || file != "-" else {
            throw ValidationError("With --updates, the description cannot be standard input.")
        }
    }

    func run() async throws {
        let file = try PeripheralFile.read(file)
        let radio = try await adapter.radio()
        // standard input has only one reader
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
