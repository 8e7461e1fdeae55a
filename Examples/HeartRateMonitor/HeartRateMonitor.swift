import BluetoothLE

/// Connects to the first heart-rate sensor in range and reports each heart rate in beats per minute, until the
/// link ends.
///
/// Heart Rate Measurement: flags, then the rate in one byte, or in two when bit 0 of the flags is set (Heart Rate
/// Service 1.0, section 3.1).
func monitorHeartRate(with central: Central, report: (Int) throws -> Void) async throws {
    let scan = try await central.scan(.services(0x180D))
    guard let found = try await scan.first(where: \.isConnectable) else { return }
    let sensor = try await central.connect(to: found.address)
    let measurement = try await sensor.characteristic(0x2A37, in: 0x180D)
    for try await value in try await measurement.notifications() where value.count >= 2 {
        let isWide = value[0] & 1 != 0
        try report(isWide && value.count >= 3 ? Int(value[1]) | Int(value[2]) << 8 : Int(value[1]))
    }
}
