internal import AccessoryConcurrency
internal import Beacons
internal import BluetoothLE
internal import BluetoothProfiles

/// The demo's Bluetooth part: a thermometer that advertises its readings, a heart-rate strap, and a host that scans, connects and
/// subscribes. They share a virtual air, on which no time passes.
enum DemoAir {
    struct Result: Encodable {
        /// The thermometer and its readings.
        let sensor: String
        /// The value that the host reads.
        let battery: String
        /// The values that the strap sends.
        let rates: [String]

        var lines: [String] {
            [
                "scan: \(sensor)", "connect: Strap has a battery level of \(battery)",
                "subscribe: Strap sends \(rates.joined(separator: ", "))",
            ]
        }
    }

    static func run() async throws -> Result {
        let clock = VirtualClock()
        return try await clock.run {
            let air = VirtualAir(clock: clock, seed: 1)
            let thermometer = PeripheralManager(radio: air.addAdapter(), clock: clock)
            // a Govee H5075: 23.4 °C, 56.7 %
            let frame: [UInt8] = [0x09, 0xFF, 0x88, 0xEC, 0x00, 0x03, 0x94, 0x47, 0x58, 0x00]
            try await thermometer.startAdvertising(AdvertisingParameters(data: frame))
            let (strap, rate) = try await startStrap(air, clock)
            let central = Central(radio: air.addAdapter(), clock: clock)
            let (sensor, address) = try await scan(with: central)
            let device = try await central.connect(to: address)
            let battery = try await device.characteristic(0x2A19, in: 0x180F).readValue()
            let values = try await device.characteristic(0x2A37, in: 0x180D).values()
            let beats = Task {
                for beat: UInt8 in [72, 74, 73] {
                    try rate.update([0, beat])
                    try await clock.sleep(for: .seconds(1))
                }
            }
            defer { beats.cancel() }
            var rates: [String] = []
            for try await value in values {
                rates.append(value["Heart Rate Measurement Value"].map { "\($0)" } ?? "\(value)")
                if rates.count == 3 { break }
            }
            await device.disconnect()
            withExtendedLifetime((thermometer, strap)) {}
            return Result(sensor: sensor, battery: "\(battery)", rates: rates)
        }
    }

    /// A strap with a battery level and heart rates.
    private static func startStrap(
        _ air: VirtualAir,
        _ clock: VirtualClock
    ) async throws -> (PeripheralManager, MutableCharacteristic) {
        let strap = PeripheralManager(radio: air.addAdapter(), clock: clock)
        let level = MutableCharacteristic(try GATTValue(0x2A19, 87))
        let rate = MutableCharacteristic(uuid: 0x2A37, properties: [.notify])
        try await strap.add(MutableService(uuid: 0x180F, characteristics: [level]))
        try await strap.add(MutableService(uuid: 0x180D, characteristics: [rate]))
        try await strap.startAdvertising(name: "Strap", uuids: [0x180D])
        return (strap, rate)
    }

    /// The thermometer with its readings, and the strap's address.
    private static func scan(
        with central: Central
    ) async throws -> (sensor: String, strap: BluetoothAddress) {
        var (sensor, strap): (String?, BluetoothAddress?)
        for try await report in try await central.scan() {
            if let reading = SensorReading(report.advertisement, from: report.address) {
                let values = reading.measurements.map { "\($0)" }.joined(separator: ", ")
                sensor = "\(reading.model?.title ?? "a thermometer") sends \(values)"
            }
            if report.advertisement.name == "Strap" { strap = report.address }
            if let sensor, let strap { return (sensor, strap) }
        }
        throw CancellationError()
    }
}
