import AccessorySimulators
import BlueZ
import BluetoothLE
import TxRx

/// Serves this project's peripheral beside bluetoothd until a central has written "done".
func serve(adapter: String) async throws {
    let options = BlueZRadio.Options { $0.takesConnectionsFromDaemon = true }
    let strict = try await poweredRadio(adapter)
    let owned = try await failure(RadioError.self) { _ = try await strict.incomingConnections() }
    report(
        "bluetoothd's own is not taken unasked",
        owned?.error == .owned(by: "bluetoothd"),
        "\(owned?.error, default: "no error")"
    )
    let lab = try await LabPeripheral(adapter: adapter, options: options)
    try await lab.advertise()
    let subscriptions = lab.manager.events
    sayReady()
    let telling = Task {
        for await event in subscriptions {
            if case .subscribed = event { try lab.news.update(Array("news".utf8)) }
        }
    }
    var written: [[UInt8]] = []
    for await request in try lab.stream.startRespondingToWriteRequests() {
        written.append(request.value)
        if request.value == Array("done".utf8) { break }
    }
    report(
        "a central of bluetoothd writes to our peripheral",
        written.count == 101,
        "\(written.count) writes"
    )
    try await lab.manager.stopAdvertising()
    await lab.manager.reset()
    telling.cancel()
}

/// Simulates a TxRx device beside bluetoothd, which echoes each command, until it is killed.
func converse(adapter: String) async throws {
    let options = BlueZRadio.Options { $0.takesConnectionsFromDaemon = true }
    let device = TxRxSimulator(.txRx, radio: try await poweredRadio(adapter, options: options))
    let events = device.events
    try await device.start()
    sayReady()
    for await _ in events {}
}

/// Connects this project's central to a peripheral of bluetoothd: reads and writes its attributes.
func visit(adapter: String, address: String) async throws {
    let radio = try await poweredRadio(adapter)
    let device = try require(BluetoothAddress(address))
    let remote = try await within("connect") { try await Central(radio: radio).connect(to: device) }
    let services = try await remote.discoverServices()
    report(
        "our central discovers bluetoothd's services",
        services.count >= 3,
        "\(services.map(\.uuid))"
    )
    let service: BluetoothUUID = BluetoothUUID("12345678-1234-5678-1234-56789ABCDEF0")!
    let uuid = BluetoothUUID("12345678-1234-5678-1234-56789ABCDEF1")!
    let characteristic = try await remote.characteristic(uuid, in: service)
    let value = try await characteristic.read()
    report("our central reads of bluetoothctl's application", value == Array("hello".utf8))
    try await characteristic.write(Array("world".utf8))
    let changed = try await characteristic.read()
    report("and writes to it", changed == Array("world".utf8))
    await remote.disconnect()
}
