import BlueZ
import BluetoothLE

/// Scans for the advertiser with this name, actively and passively.
func hear(adapter: String, name: String) async throws {
    let radio = try await poweredRadio(adapter)
    for isActive in [true, false] {
        let heard = try await within("scan") {
            try await radio.scan(ScanParameters { $0.isActive = isActive })
                .first { $0.advertisement.name == name || $0.data.starts(with: [2, 1, 6, 3]) }
        }
        report(
            "\(isActive ? "an active" : "a passive") scan hears another program's advertisement",
            heard?.isConnectable == true,
            "\(heard?.advertisement.serviceUUIDs.description ?? "none")"
        )
    }
}

/// Tests this project's central with this project's peripheral.
func link(peripheral: String, central: String) async throws {
    let lab = try await LabPeripheral(adapter: peripheral)
    let radio = try await poweredRadio(central)
    let device = try require(lab.radio.address)
    try await lab.advertise()
    let heard = try await within("scan") {
        try await radio.scan(ScanParameters()).first { $0.address == device }
    }
    report("our scan hears our advertisement", heard != nil)
    try await connect(lab, radio, device)
    try await giveUp(radio)
    try await comeAndGo(lab, radio, device)
}

private func connect(
    _ lab: LabPeripheral,
    _ radio: BlueZRadio,
    _ device: BluetoothAddress
) async throws {
    let central = Central(radio: radio)
    let peripheral = try await within("connect") { try await central.connect(to: device) }
    let plain = try await peripheral.characteristic(
        LabPeripheral.plainUUID,
        in: LabPeripheral.service
    )
    let value = try await plain.read()
    report("our central reads of our peripheral", value == Array("hello".utf8))
    report("both ends agree on the largest packet", peripheral.mtu == 517, "\(peripheral.mtu)")
    let long = (0..<512).map { UInt8(truncatingIfNeeded: $0 * 7) }
    try await plain.write(long)
    let back = try await plain.read()
    report("512 bytes written and read in parts", back == long && lab.plain.value == long)
    let parameters = peripheral.parameters
    report(
        "the link's parameters are told",
        parameters?.interval ?? .zero > .zero,
        "\(parameters, default: "none")"
    )
    // btvirt has no RSSI; the kernel's error is reported
    let refusal = try await failure(CentralError.self) { _ = try await peripheral.readRSSI() }
    report("an RSSI that the controller does not tell is an error", refusal != nil)
    await peripheral.disconnect()
}

/// Cancels a connection attempt to an absent device.
private func giveUp(_ radio: BlueZRadio) async throws {
    let nobody = BluetoothAddress("00:AA:01:09:00:09")!
    let start = ContinuousClock.now
    let attempt = Task { try await radio.connect(to: nobody, ConnectionParameters()) }
    try await Task.sleep(for: .milliseconds(500))
    let cancelled = ContinuousClock.now
    attempt.cancel()
    let result = await attempt.result
    let took = ContinuousClock.now - cancelled
    var isGivenUp = false
    if case .failure(let error) = result { isGivenUp = error as? RadioError == .cancelled }
    report(
        "a cancelled attempt ends at once",
        isGivenUp && took < atOnce,
        "\(result), \(took) after, began \(cancelled - start) before"
    )
}

/// Disconnects a link from each end, and checks that the other end reports the reason.
private func comeAndGo(
    _ lab: LabPeripheral,
    _ radio: BlueZRadio,
    _ device: BluetoothAddress
) async throws {
    await lab.manager.reset()
    let incoming = try await lab.radio.incomingConnections()
    let set = try await lab.radio.advertise(AdvertisingParameters(data: [2, 1, 6]))
    for isByCentral in [true, false] {
        let (near, far) = try await within("connect") {
            async let far = incoming.first { _ in true }
            let near = try await radio.connect(to: device, ConnectionParameters())
            return (near, try await far)
        }
        guard let far else { return report("a connection comes in", false) }
        report(
            "the peripheral knows the central",
            far.peer == radio.address && near.peer == device && near.isCentral && !far.isCentral
        )
        await (isByCentral ? near : far).disconnect()
        await (isByCentral ? far : near).security.reduce(into: ()) { _, _ in }
        let (own, other) = isByCentral ? (near, far) : (far, near)
        report(
            "the \(isByCentral ? "central" : "peripheral") ends the link, and both know why",
            own.endReason == .localHost && other.endReason == .remoteUser,
            "\(own.endReason, default: "-"), \(other.endReason, default: "-")"
        )
    }
    await set.stop()
}
