internal import ArgumentParser
internal import Beacons
internal import BluetoothLE

/// `accessory advert build`
struct AdvertBuild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Makes a beacon's advertising data, as hexadecimal digits.",
        subcommands: [
            BuildIBeacon.self, BuildEddystoneUID.self, BuildEddystoneURL.self,
            BuildEddystoneTLM.self, BuildAltBeacon.self,
        ]
    )

    /// Prints the advertising data of a beacon.
    static func print(_ beacon: Beacon, _ options: CommonOptions) throws {
        let data: [UInt8]
        do {
            data = try beacon.advertisementData()
        } catch {
            throw Failure(
                .usage,
                "the beacon cannot be advertised: "
                    + (error == .outOfRange
                        ? "a value is out of its range"
                        : error == .unsupported
                            ? "the text has a scheme or character that the format lacks"
                            : "it is too long"),
                nextStep: "see --help for the limits"
            )
        }
        guard options.json else { return Console.print(HexText.text(data)) }
        try Console.print(json: AdvertRecord(Advertisement(data), nil))
    }
}

/// Bytes on the command line.
struct HexArgument: ExpressibleByArgument {
    let bytes: [UInt8]

    init?(argument: String) {
        guard let bytes = try? HexText.bytes(argument, name: "argument") else { return nil }
        self.bytes = bytes
    }
}

private func need(_ argument: HexArgument, _ count: Int, _ name: String) throws {
    guard argument.bytes.count == count else {
        throw ValidationError("\(name) has \(count) bytes, \(2 * count) hexadecimal digits.")
    }
}

struct BuildIBeacon: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "ibeacon", abstract: "An iBeacon.")

    @Option(help: "Proximity UUID.")
    var uuid: String

    @Option(help: "0 to 65535.")
    var major: UInt16

    @Option(help: "0 to 65535.")
    var minor: UInt16

    @Option(parsing: .unconditional, help: "Power received at 1 m, dBm, -128 to 127.")
    var power = -59

    @OptionGroup var options: CommonOptions

    func run() async throws {
        guard let uuid = BluetoothUUID(uuid) else {
            throw ValidationError("'\(uuid)' is no UUID.")
        }
        let beacon = IBeacon(uuid: uuid, major: major, minor: minor, measuredPower: power)
        try AdvertBuild.print(.iBeacon(beacon), options)
    }
}

struct BuildEddystoneUID: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eddystone-uid",
        abstract: "An Eddystone-UID."
    )

    @Option(help: "10 bytes.")
    var namespace: HexArgument

    @Option(help: "6 bytes.")
    var instance: HexArgument

    @Option(parsing: .unconditional, help: "Power received at 0 m, dBm, -128 to 127.")
    var power = -18

    @OptionGroup var options: CommonOptions

    func run() async throws {
        try need(namespace, 10, "The namespace")
        try need(instance, 6, "The instance")
        let uid = EddystoneUID(
            powerAt0m: power,
            namespace: namespace.bytes,
            instance: instance.bytes
        )
        try AdvertBuild.print(.eddystoneUID(uid), options)
    }
}

struct BuildEddystoneURL: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eddystone-url",
        abstract: "An Eddystone-URL."
    )

    @Argument(help: "http or https; compressed, 17 bytes behind the scheme fit.")
    var url: String

    @Option(parsing: .unconditional, help: "Power received at 0 m, dBm, -128 to 127.")
    var power = -18

    @OptionGroup var options: CommonOptions

    func run() async throws {
        try AdvertBuild.print(.eddystoneURL(EddystoneURL(powerAt0m: power, url: url)), options)
    }
}

struct BuildEddystoneTLM: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eddystone-tlm",
        abstract: "Eddystone telemetry."
    )

    @Option(help: "Battery, mV; left out when there is none.")
    var battery: Int?

    @Option(
        parsing: .unconditional,
        help: "Degrees Celsius, -127 to 127; left out when it is not measured."
    )
    var temperature: Double?

    @Option(help: "Advertisements since power-on.")
    var count: UInt32 = 0

    @Option(help: "Time since power-on.")
    var uptime = TimeSpan(.zero)

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let tlm = EddystoneTLM(
            batteryVoltage: battery,
            temperature: temperature,
            advertisementCount: count,
            uptime: uptime.duration
        )
        try AdvertBuild.print(.eddystoneTLM(tlm), options)
    }
}

struct BuildAltBeacon: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "altbeacon",
        abstract: "An AltBeacon."
    )

    @Option(help: "Company number, 0 to 65535.")
    var company: UInt16

    @Option(help: "20 bytes.")
    var id: HexArgument

    @Option(parsing: .unconditional, help: "Power received at 1 m, dBm, -128 to 127.")
    var power = -59

    @Option(help: "The manufacturer's byte.")
    var reserved: UInt8 = 0

    @OptionGroup var options: CommonOptions

    func run() async throws {
        try need(id, 20, "The id")
        let beacon = AltBeacon(
            company: company,
            id: id.bytes,
            measuredPower: power,
            reserved: reserved
        )
        try AdvertBuild.print(.altBeacon(beacon), options)
    }
}
