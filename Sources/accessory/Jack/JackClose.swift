internal import ArgumentParser
internal import AudioJack

/// Closes the session; the accessory switches off.
struct JackClose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Switch the accessory off."
    )

    @OptionGroup var device: DeviceOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        try await device.withJack { jack, _ in
            try await jack.link.open()
            await jack.link.close()
        }
        if options.json {
            try Console.print(json: ["closed": true])
        } else {
            Console.print("the accessory is off")
        }
    }
}
