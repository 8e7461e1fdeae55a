internal import ArgumentParser
internal import AudioJack

/// Wakes the accessory and opens a session.
struct JackOpen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Wake the accessory, open a session and leave the accessory on.",
        discussion:
            "The accessory keeps the session open until `close`, or until it goes to sleep."
    )

    @OptionGroup var device: DeviceOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let result = try await device.withJack { jack, device in
            let began = device.elapsed
            let resumed = try await jack.link.open()
            return OpenResult(resumed: resumed, seconds: (device.elapsed - began) / .seconds(1))
        }
        if options.json {
            try Console.print(json: result)
        } else {
            Console.print(result.line)
        }
    }
}

struct OpenResult: Encodable {
    /// Whether the accessory was already awake, and its session was resumed.
    let resumed: Bool
    let seconds: Double

    var line: String {
        (resumed ? "resumed the session of an accessory that was awake" : "woke the accessory")
            + " in \(seconds.formatted(2)) s; it stays on"
    }
}
