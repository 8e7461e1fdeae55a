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
        beaconKinds[number % beaconKinds.count].sample(
            count: UInt32(uptime / air.interval.duration),
            uptime: uptime
        )
    }
}
