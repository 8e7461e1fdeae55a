import BluetoothLE

/// Offers the Heart Rate service and sends each rate, in beats per minute, to subscribers. Returns when the rates
/// end.
func offerHeartRate(
    of rates: some AsyncSequence<Int, Never>,
    on manager: PeripheralManager
) async throws {
    let measurement = MutableCharacteristic(uuid: 0x2A37, properties: .notify)
    // 1: worn on the chest (Heart Rate Service 1.0, section 3.2)
    let location = MutableCharacteristic(uuid: 0x2A38, properties: .read, value: [1])
    try await manager.add(MutableService(uuid: 0x180D, characteristics: [measurement, location]))
    try await manager.startAdvertising(name: "Heart rate", uuids: [0x180D])
    for await rate in rates {
        try measurement.update([0, UInt8(clamping: rate)])
    }
    try await manager.stopAdvertising()
}
