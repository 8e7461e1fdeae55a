internal import AccessoryBase
internal import ArgumentParser
internal import GatewayConfiguration
internal import GatewayService
internal import Glibc

/// `accessory-gateway`
@main
struct AccessoryGateway: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accessory-gateway",
        abstract: "Publish the readings of Bluetooth LE sensors to MQTT and Home Assistant.",
        discussion: """
            man 5 accessory-gateway describes the configuration; docs/gateway.md, the steps from \
            installation to a sensor in Home Assistant. Without a broker in the configuration, readings are printed.
            """,
        version: Gateway.version,
        subcommands: [Run.self, Check.self, Forget.self, MulticastDNS.self]
    )

    /// File names in the arguments may have any bytes.
    static func main() async { await main(Array(FileName.arguments.dropFirst())) }
}

/// `accessory-gateway run`
struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the gateway until a signal ends it.",
        discussion: """
            SIGHUP reloads the configuration. SIGTERM or Ctrl-C stops the gateway; received \
            readings stay on disk until they are delivered.
            """
    )

    @Argument(help: ArgumentHelp("The configuration.", valueName: "file"))
    var file = "/etc/accessory-gateway.yaml"

    @Flag(help: "Scan for ten seconds, deliver the readings, then end.")
    var once = false

    @Option(
        help: ArgumentHelp(
            "Replay a recording instead of scanning, deliver, then end: btsnoop, pcap, pcapng, PacketLogger or hcidump.",
            valueName: "capture"
        )
    )
    var source: String?

    @Option(
        help: ArgumentHelp(
            "Replay at a multiple of real time, such as 1; by default at full speed.",
            valueName: "factor"
        )
    )
    var speed: Double?

    func validate() throws {
        guard let speed else { return }
        guard source != nil else { throw ValidationError("--speed needs --source") }
        guard speed > 0, speed.isFinite else { throw ValidationError("--speed must be above 0") }
    }

    @Flag(name: .customLong("print"), help: "Also print each reading as a line of JSON.")
    var prints = false

    func run() async throws {
        var options = Gateway.Options()
        options.once = once ? .seconds(10) : nil
        options.source = source
        options.speed = speed
        options.prints = prints
        try await reportingErrors { [options] in
            try await Gateway(file: file, options: options).run()
        }
    }
}

/// `accessory-gateway check`
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a configuration and list its errors with their lines."
    )

    @Argument(help: ArgumentHelp("The configuration.", valueName: "file"))
    var file = "/etc/accessory-gateway.yaml"

    func run() async throws {
        try await reportingErrors {
            let configuration = try Gateway.configuration(file)
            let adapters = configuration.adapters.map(\.name).joined(separator: ", ")
            let brokers = configuration.mqtt?.brokers.map {
                "\($0.endpoint.host):\($0.endpoint.port)"
            }
            print("\(FileName.printable(file)): valid")
            print("    name: \(configuration.name)")
            print("    adapters: \(adapters)")
            print(
                "    brokers: \(brokers?.joined(separator: ", ") ?? "none; readings are printed")"
            )
            print("    spool: \(configuration.state)")
        }
    }
}

/// `accessory-gateway forget`
struct Forget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove a device from Home Assistant and the gateway's files.",
        discussion: """
            Removes the messages that the broker retains, what the gateway knows of the device, and \
            the counter by which it refuses replayed frames. Asks the running gateway, or connects \
            to the broker if none runs. A device that is received again is a new one; deny it in \
            the configuration to keep it out.
            """
    )

    @Argument(help: ArgumentHelp("The address, such as A4:C1:38:00:00:01.", valueName: "device"))
    var device: String

    @Argument(help: ArgumentHelp("The configuration.", valueName: "file"))
    var file = "/etc/accessory-gateway.yaml"

    func run() async throws {
        try await reportingErrors {
            switch try await Gateway.forget(device, file) {
            case .byGateway: print("\(device): removed by the running gateway")
            case .byBroker: print("\(device): removed from the broker")
            case .inFiles:
                print("\(device): no broker answers; the gateway's next start removes it there")
            }
        }
    }
}

/// `accessory-gateway mdns`
struct MulticastDNS: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mdns",
        abstract: "Print a service file with which Home Assistant discovers the proxy.",
        discussion: """
            The file is for avahi-daemon. Example: sudo accessory-gateway mdns \
            /etc/accessory-gateway.yaml | sudo tee /etc/avahi/services/accessory-gateway.service
            """
    )

    @Argument(help: ArgumentHelp("The configuration.", valueName: "file"))
    var file = "/etc/accessory-gateway.yaml"

    func run() async throws {
        try await reportingErrors {
            print(try Gateway.serviceFile(file), terminator: "")
        }
    }
}

/// Prints errors and exits with 65 for a bad file, 70 for anything else (sysexits.h).
private func reportingErrors(_ work: () async throws -> Void) async throws {
    func show(_ error: any Error) {
        let lines = FileName.printable("\(error)").split(separator: "\n").map {
            "accessory-gateway: error: \($0)\n"
        }
        let text = lines.joined()
        _ = write(STDERR_FILENO, text, text.utf8.count)
    }
    do {
        try await work()
    } catch let error as ConfigurationError {
        show(error)
        throw ExitCode(65)
    } catch is CancellationError {
        return
    } catch {
        show(error)
        throw ExitCode(70)
    }
}
