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
            switch event {
            case .connected(let visitor): await readBack(visitor, lab.radio)
            case .subscribed: try lab.news.update(Array("news".utf8))
            default: break
            }
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

/// Uses the attributes of the bluetoothd that has connected to us, on the same link.
private func readBack(_ visitor: RemoteCentral, _ radio: BlueZRadio) async {
    do {
        let remote = Central(radio: radio).peripheral(visitor)
        try await within("connect back") { try await remote.connect() }
        let name = try await within("read back") {
            try await remote.characteristic(0x2A00, in: 0x1800).read()
        }
        let isHere = visitor.isConnected
        report(
            "our peripheral reads the name of the bluetoothd that uses it, on the same link",
            !name.isEmpty && isHere,
            String(decoding: name, as: UTF8.self)
        )
    } catch {
        report("our peripheral uses the bluetoothd that uses it", false, "\(error)")
    }
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
