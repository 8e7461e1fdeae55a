import BlueZ
import BluetoothLE

/// The peripheral of all scenarios: a service with characteristics to read, to write, to subscribe
/// to, and with encryption.
struct LabPeripheral {
    static let service: BluetoothUUID = 0xFFF0
    static let plainUUID: BluetoothUUID = 0xFFF1
    static let streamUUID: BluetoothUUID = 0xFFF2
    static let newsUUID: BluetoothUUID = 0xFFF3
    static let secretUUID: BluetoothUUID = 0xFFF4
    static let topSecretUUID: BluetoothUUID = 0xFFF5

    let radio: BlueZRadio
    let manager: PeripheralManager
    let plain = MutableCharacteristic(
        uuid: plainUUID,
        value: Array("hello".utf8),
        storesWrites: true
    )
    let stream = MutableCharacteristic(uuid: streamUUID, properties: .writeWithoutResponse)
    let news = MutableCharacteristic(
        uuid: newsUUID,
        properties: .notify,
        updateCapacity: 20_000
    )
    let secret = MutableCharacteristic(
        uuid: secretUUID,
        properties: .read,
        permissions: .readEncryptionRequired,
        value: Array("secret".utf8)
    )
    let topSecret = MutableCharacteristic(
        uuid: topSecretUUID,
        properties: .read,
        permissions: .readAuthenticationRequired,
        value: Array("top secret".utf8)
    )

    init(
        adapter: String,
        options: BlueZRadio.Options = BlueZRadio.Options()
    ) async throws {
        radio = try await BlueZRadio(adapter, options: options)
        try await radio.setPower(true)
        manager = PeripheralManager(radio: radio)
        try await manager.add(
            MutableService(
                uuid: Self.service,
                characteristics: [plain, stream, news, secret, topSecret]
            )
        )
    }

    func advertise() async throws {
        try await manager.startAdvertising(name: "lab", uuids: [Self.service])
    }
}

/// Opens a radio and powers it on.
func poweredRadio(
    _ adapter: String,
    options: BlueZRadio.Options = BlueZRadio.Options()
) async throws -> BlueZRadio {
    let radio = try await BlueZRadio(adapter, options: options)
    try await radio.setPower(true)
    return radio
}
