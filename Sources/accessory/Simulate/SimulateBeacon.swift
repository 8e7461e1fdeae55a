internal import ArgumentParser
internal import Beacons
internal import BluetoothLE

/// Simulates a beacon that alternates between the standard formats.
struct SimulateBeacon: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacon",
        abstract: "Simulate a beacon that sends each standard format in turn, until Ctrl-C.",
        discussion: """
            Sends iBeacon, Eddystone-UID, Eddystone-URL, Eddystone telemetry with its counters, \
            and AltBeacon. Prints each format when it starts.
            """
    )

    @OptionGroup var air: AdvertisingOptions

    @Option(help: "Duration of each format.")
    var turn = TimeSpan(.seconds(1))

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard turn.duration >= air.interval.duration else {
            throw ValidationError("--turn must be at least --interval.")
        }
    }

    func run() async throws {
        let radio = try await air.adapter.radio()
        let first = try beacon(0, after: .zero).advertisementData()
        try await air.stayOnAir(radio, air.parameters(first), options) { set in
            try AdvertisingRecord(radio, set, first).show(options)
            try await rotate(set, radio)
        }
    }

    private func rotate(_ set: any AdvertisingSet, _ radio: any Radio) async throws {
        let start = ContinuousClock.now
        for number in 1... {
            try await Task.sleep(until: start + turn.duration * number, clock: .continuous)
            let data = try beacon(number, after: start.duration(to: .now)).advertisementData()
            try await set.update(data: data, scanResponse: [])
            try AdvertisingRecord(radio, set, data).show(options)
        }
    }

    /// The beacon to send in this turn.
    func beacon(_ number: Int, after uptime: Duration) -> Beacon {
        let uuid = BluetoothUUID("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
        switch number % 5 {
        case 0: return .iBeacon(IBeacon(uuid: uuid, major: 1, minor: 2, measuredPower: -59))
        case 1:
            return .eddystoneUID(
                EddystoneUID(
                    powerAt0m: -18,
                    namespace: Array(uuid.littleEndian128.reversed().prefix(10)),
                    instance: [0, 0, 0, 0, 0, 1]
                )
            )
        case 2:
            return .eddystoneURL(EddystoneURL(powerAt0m: -18, url: "https://example.com"))
        case 3:
            return .eddystoneTLM(
                EddystoneTLM(
                    batteryVoltage: 3000,
                    temperature: 21.5,
                    advertisementCount: UInt32(uptime / air.interval.duration),
                    uptime: uptime
                )
            )
        default:
            return .altBeacon(
                AltBeacon(
                    company: 0x0118,
                    id: uuid.littleEndian128.reversed() + [0, 1, 0, 2],
                    measuredPower: -59,
                    reserved: 0
                )
            )
        }
    }
}
