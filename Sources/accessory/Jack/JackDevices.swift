internal import ArgumentParser
internal import AudioJack

/// Lists the devices for `--device`.
struct JackDevices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the sound devices.",
        discussion:
            "The names are ALSA names, for --device, --play and --capture."
    )

    @OptionGroup var options: CommonOptions

    @Flag(
        help: "Also list devices that ALSA's configuration defines (converters, mixers, servers)."
    )
    var all = false

    func run() async throws {
        let found = AudioDevice.all().filter {
            all || $0.card != nil || Self.usual.contains($0.name)
        }
        if options.json {
            for device in found { try Console.print(json: Record(device)) }
            return
        }
        let width = found.map(\.name.count).max() ?? 0
        for device in found {
            let name = device.name + String(repeating: " ", count: width - device.name.count)
            Console.print(
                "\(name)  \(device.directions)  \(device.jackStates)\(device.description)"
            )
        }
        if !found.contains(where: { $0.card != nil }) && !options.quiet {
            Console.note("no sound card; run accessory doctor to find the reason")
        }
    }

    /// Device names in common use.
    private static let usual: Set = ["default", "pulse", "pipewire"]

    /// A device as JSON.
    private struct Record: Encodable {
        let name: String
        let description: String
        let card: Int?
        let plays: Bool
        let captures: Bool
        let jacks: [String: Bool]

        init(_ device: AudioDevice) {
            name = device.name
            description = device.description
            card = device.card
            plays = device.plays
            captures = device.captures
            jacks = Dictionary(
                device.jacks.map { ($0.name, $0.isPlugged) },
                uniquingKeysWith: { $0 || $1 }
            )
        }
    }
}

extension AudioDevice {
    fileprivate var directions: String {
        (plays ? "play" : "    ") + " " + (captures ? "capture" : "       ")
    }

    fileprivate var jackStates: String {
        jacks.map { "\($0.name) \($0.isPlugged ? "plugged" : "empty"), " }.joined()
    }
}
