internal import ArgumentParser
internal import Beacons
internal import BluetoothLE

/// The options of one format of beacons, which the commands build and advertise.
protocol BeaconOptions: ParsableArguments {
    associatedtype Frame: BeaconFrame

    static var abstract: String { get }
    /// What an example of `advertise` shows, such as `a link`.
    static var purpose: String { get }
    /// Arguments to copy.
    static var example: String { get }

    /// What a simulated beacon sends.
    static func sample(count: UInt32, uptime: Duration) -> Beacon
    func beacon() throws -> Beacon
}

extension BeaconOptions {
    /// The name of the kind.
    static var kind: String { Frame.kindName }
}

/// The formats that commands build, in the order of the help.
let beaconKinds: [any BeaconOptions.Type] = [
    IBeaconOptions.self, EddystoneUIDOptions.self, EddystoneURLOptions.self,
    EddystoneTLMOptions.self, AltBeaconOptions.self,
]

extension BeaconOptions {
    /// The beacon's advertising data.
    func advertisementData() throws -> [UInt8] {
        let beacon = try beacon()
        do {
            return try beacon.advertisementData()
        } catch {
            throw Failure(
                .usage,
                "the beacon cannot be advertised: "
                    + (error == .outOfRange
                        ? "a value is out of range"
                        : error == .unsupported
                            ? "the URL has a scheme or character that the format cannot encode"
                            : "it is too long"),
                nextStep: "see --help for the limits"
            )
        }
    }
}

/// Bytes on the command line, as hexadecimal digits.
struct HexArgument: ExpressibleByArgument {
    let bytes: [UInt8]

    init?(argument: String) {
        guard let bytes = try? HexText.bytes(argument, name: "argument") else { return nil }
        self.bytes = bytes
    }
}

private func need(_ argument: HexArgument, _ count: Int, _ name: String) throws {
    guard argument.bytes.count == count else {
        throw ValidationError("\(name) must have \(count) bytes: \(2 * count) hexadecimal digits.")
    }
}

private func need<Value: Comparable>(
    _ value: Value?,
    in range: ClosedRange<Value>,
    _ name: String
) throws {
    guard let value, !range.contains(value) else { return }
    let limits = "\(range.lowerBound) to \(range.upperBound)"
    throw ValidationError("\(name) \(value) is out of range, which is \(limits).")
}

/// The identifier of simulated beacons.
private let sampleID = BluetoothUUID("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!

private func need(power: Int) throws { try need(power, in: -128...127, "--power") }

struct IBeaconOptions: BeaconOptions {
    typealias Frame = IBeacon

    static let abstract = "An iBeacon: UUID, major and minor."
    static let purpose = "an iBeacon"
    static let example =
        "--uuid F7826DA6-4FA2-4E98-8024-BC5B71E0893E --major 1 --minor 2"

    static func sample(count: UInt32, uptime: Duration) -> Beacon {
        .iBeacon(IBeacon(uuid: sampleID, major: 1, minor: 2, measuredPower: -59))
    }

    @Option(help: "Proximity UUID.")
    var uuid: String

    @Option(help: "0 to 65535.")
    var major: NumberArgument<UInt16>

    @Option(help: "0 to 65535.")
    var minor: NumberArgument<UInt16>

    @Option(parsing: .unconditional, help: "Power received at 1 m, dBm, -128 to 127.")
    var power = -59

    func beacon() throws -> Beacon {
        guard let uuid = BluetoothUUID(uuid) else {
            throw ValidationError("'\(uuid)' is not a UUID.")
        }
        try need(power: power)
        return .iBeacon(
            IBeacon(
                uuid: uuid,
                major: major.value,
                minor: minor.value,
                measuredPower: power
            )
        )
    }
}

struct EddystoneUIDOptions: BeaconOptions {
    typealias Frame = EddystoneUID

    static let abstract = "An Eddystone-UID: namespace and instance."
    static let purpose = "an Eddystone-UID"
    static let example =
        "--namespace 00112233445566778899 --instance AABBCCDDEEFF"

    static func sample(count: UInt32, uptime: Duration) -> Beacon {
        .eddystoneUID(
            EddystoneUID(
                powerAt0m: -18,
                namespace: Array(sampleID.littleEndian128.reversed().prefix(10)),
                instance: [0, 0, 0, 0, 0, 1]
            )
        )
    }

    @Option(help: "10 bytes.")
    var namespace: HexArgument

    @Option(help: "6 bytes.")
    var instance: HexArgument

    @Option(parsing: .unconditional, help: "Power received at 0 m, dBm, -128 to 127.")
    var power = -18

    func beacon() throws -> Beacon {
        try need(namespace, 10, "The namespace")
        try need(instance, 6, "The instance")
        try need(power: power)
        return .eddystoneUID(
            EddystoneUID(
                powerAt0m: power,
                namespace: namespace.bytes,
                instance: instance.bytes
            )
        )
    }
}

struct EddystoneURLOptions: BeaconOptions {
    typealias Frame = EddystoneURL

    static let abstract = "An Eddystone-URL: a link."
    static let purpose = "a link"
    static let example =
        "https://example.com"

    static func sample(count: UInt32, uptime: Duration) -> Beacon {
        .eddystoneURL(EddystoneURL(powerAt0m: -18, url: "https://example.com"))
    }

    @Argument(help: "An http or https URL; at most 17 bytes after the scheme, compressed.")
    var url: String

    @Option(parsing: .unconditional, help: "Power received at 0 m, dBm, -128 to 127.")
    var power = -18

    func beacon() throws -> Beacon {
        try need(power: power)
        return .eddystoneURL(EddystoneURL(powerAt0m: power, url: url))
    }
}

struct EddystoneTLMOptions: BeaconOptions {
    typealias Frame = EddystoneTLM

    static let abstract = "Eddystone telemetry: battery, temperature and counters."
    static let purpose = "battery and temperature"
    static let example =
        "--battery 2950 --temperature 21.5"

    static func sample(count: UInt32, uptime: Duration) -> Beacon {
        .eddystoneTLM(
            EddystoneTLM(
                batteryVoltage: 3000,
                temperature: 21.5,
                advertisementCount: count,
                uptime: uptime
            )
        )
    }

    @Option(help: "Battery voltage in mV; omitted by default.")
    var battery: Int?

    @Option(
        parsing: .unconditional,
        help: "Temperature in degrees Celsius, -127 to 127; omitted by default."
    )
    var temperature: Double?

    @Option(help: "Advertisements since power-on.")
    var count: UInt32 = 0

    @Option(help: "Time since power-on.")
    var uptime = TimeSpan(.zero)

    func beacon() throws -> Beacon {
        try need(battery, in: 0...65535, "--battery")
        try need(temperature, in: -127...127, "--temperature")
        try need(uptime.duration, in: .zero ... .milliseconds(Int64(UInt32.max) * 100), "--uptime")
        return .eddystoneTLM(
            EddystoneTLM(
                batteryVoltage: battery,
                temperature: temperature,
                advertisementCount: count,
                uptime: uptime.duration
            )
        )
    }
}

struct AltBeaconOptions: BeaconOptions {
    typealias Frame = AltBeacon

    static let abstract = "An AltBeacon: company and id."
    static let purpose = "an AltBeacon"
    static let example =
        "--company 0x0118 --id 2F234454CF6D4A0FADF2F4911BA9FFA600010002"

    static func sample(count: UInt32, uptime: Duration) -> Beacon {
        .altBeacon(
            AltBeacon(
                company: 0x0118,
                id: sampleID.littleEndian128.reversed() + [0, 1, 0, 2],
                measuredPower: -59,
                reserved: 0
            )
        )
    }

    @Option(help: "Company number, 0 to 65535, or 0x0000 to 0xFFFF.")
    var company: NumberArgument<UInt16>

    @Option(help: "20 bytes.")
    var id: HexArgument

    @Option(parsing: .unconditional, help: "Power received at 1 m, dBm, -128 to 127.")
    var power = -59

    @Option(help: "The manufacturer's byte, 0 to 255, or 0x00 to 0xFF.")
    var reserved = NumberArgument<UInt8>(0)

    func beacon() throws -> Beacon {
        try need(id, 20, "The id")
        try need(power: power)
        return .altBeacon(
            AltBeacon(
                company: company.value,
                id: id.bytes,
                measuredPower: power,
                reserved: reserved.value
            )
        )
    }
}
