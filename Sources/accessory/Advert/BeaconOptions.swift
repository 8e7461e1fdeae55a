internal import ArgumentParser
internal import Beacons
internal import BluetoothLE

/// The options of one kind of beacon.
protocol BeaconOptions: ParsableArguments {
    /// The name of the kind.
    static var kind: String { get }
    static var abstract: String { get }

    func beacon() throws -> Beacon
}

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

private func need(power: Int) throws { try need(power, in: -128...127, "--power") }

struct IBeaconOptions: BeaconOptions {
    static let kind = "ibeacon"
    static let abstract = "An iBeacon: UUID, major and minor."

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
    static let kind = "eddystone-uid"
    static let abstract = "An Eddystone-UID: namespace and instance."

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
    static let kind = "eddystone-url"
    static let abstract = "An Eddystone-URL: a link."

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
    static let kind = "eddystone-tlm"
    static let abstract = "Eddystone telemetry: battery, temperature and counters."

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
    static let kind = "altbeacon"
    static let abstract = "An AltBeacon: company and id."

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
