import AccessoryConcurrency
import BluetoothLE

/// Reads of a characteristic, through both halves of GATT over the virtual air.
enum ReadPath {
    private static let reads = 200

    static func run(_ clock: VirtualClock) async throws {
        let air = VirtualAir(clock: clock, seed: 1)
        let (phone, sensor) = (air.addAdapter(), air.addAdapter())
        let manager = PeripheralManager(radio: sensor, clock: clock)
        let value = MutableCharacteristic(uuid: 0xFFF1, properties: .read, value: [1, 2, 3, 4])
        try await manager.add(MutableService(uuid: 0xFFF0, characteristics: [value]))
        try await manager.startAdvertising(name: "sensor", uuids: [])
        let central = Central(radio: phone, clock: clock)
        let peripheral = try await central.connect(to: sensor.address!)
        let characteristic = try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
        try await count("att-read", reads, "read") {
            for _ in 0..<reads { _ = try await characteristic.read() }
        }
        await peripheral.disconnect()
        try await manager.stopAdvertising()
    }
}
