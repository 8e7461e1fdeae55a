internal import ArgumentParser
internal import BluetoothLE
internal import BluetoothProfiles
internal import Glibc

/// Simulates a SensorTag.
struct SimulateSensorTag: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensortag",
        abstract: "Simulate a TI SensorTag (CC2541), until Ctrl-C.",
        discussion: """
            A sensor sends values to subscribers after its configuration is written. Prints one \
            line for each action of a central.
            """
    )

    @OptionGroup var adapter: AdapterOptions

    @Option(help: "Stop after this long, such as 10s; by default at Ctrl-C.")
    var duration: TimeSpan?

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let services = TISensorTag.all.map { profile in
            let service = MutableService(profile: profile)
            service.characteristicsFromProfiles()
            return service
        }
        let tag = ServedPeripheral(
            try await adapter.radio(),
            name: "TI SensorTag",
            options: options
        )
        try await tag.serve(services, advertising: [], for: duration?.duration) { _ in
            try await withThrowingTaskGroup { group in
                for sensor in services.compactMap(Sensor.init) {
                    group.addTask { try await sensor.run() }
                }
                try await group.waitForAll()
            }
        }
    }
}

/// One sensor of the tag.
private struct Sensor {
    private let data: MutableCharacteristic
    private let power: MutableCharacteristic
    /// The period in steps of 10 ms; nil for a sensor with a fixed period.
    private let period: MutableCharacteristic?
    private let measure: @Sendable (_ wave: Double) -> [UInt8]

    /// Returns nil for a service that is not a sensor.
    init?(_ service: MutableService) {
        guard let measure = Self.measures[service.uuid], service.characteristics.count >= 2 else {
            return nil
        }
        let characteristics = service.characteristics
        (data, power) = (characteristics[0], characteristics[1])
        period = characteristics.first { characteristic in
            let name = characteristic.profile?.name
            return name?.hasSuffix("Update Period") == true
        }
        self.measure = measure
    }

    /// Sends values until the task is cancelled.
    func run() async throws {
        let start = ContinuousClock.now
        var next = start
        while true {
            let tens = period?.value.first.map { max(10, Int($0)) } ?? 100
            next += .milliseconds(10 * tens)
            try await Task.sleep(until: next, clock: .continuous)
            guard power.value.first ?? 0 > 0, !data.subscribers.isEmpty else { continue }
            try data.update(measure(sin(start.duration(to: next) / .seconds(5))))
        }
    }

    /// Indoor values that follow a wave between -1 and 1, in each sensor's raw units.
    private static let measures: [BluetoothUUID: @Sendable (Double) -> [UInt8]] = [
        TISensorTag.TemperatureService.uuid: { wave in
            Serde.serialize([Int16(-200), Int16((22 + wave) * 128)])
        },
        TISensorTag.AccelerometerService.uuid: { wave in
            Serde.serialize([Int8(8 * wave), Int8(0), Int8(64)])
        },
        TISensorTag.HygrometerService.uuid: { wave in
            Serde.serialize([
                UInt16((22 + wave + 46.86) / 175.72 * 65536),
                UInt16((45 + 5 * wave + 6) / 125 * 65536),
            ])
        },
        TISensorTag.MagnetometerService.uuid: { wave in
            Serde.serialize([Int16(650 + 50 * wave), Int16(0), Int16(-1300)])
        },
        TISensorTag.BarometerService.uuid: { wave in
            Serde.serialize([Int16(-1000)]) + Serde.serialize([UInt16(33469 + 30 * wave)])
        },
        TISensorTag.GyroscopeService.uuid: { wave in
            Serde.serialize([Int16(1000 * wave), Int16(0), Int16(0)])
        },
    ]
}
