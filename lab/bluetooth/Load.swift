import BlueZ
import BluetoothLE

private let count = 10_000

/// Sends many packets each way and counts them.
func load(peripheral: String, central: String) async throws {
    let (lab, remote) = try await connected(peripheral, central)
    try await countWrites(lab, remote)
    try await countNotifications(lab, remote)
    await remote.disconnect()
}

/// Turns an adapter off while packets are sent.
func power(peripheral: String, central: String) async throws {
    let (lab, remote) = try await connected(peripheral, central)
    for round in 1...3 { try await powerCycle(round, lab, remote) }
    await remote.disconnect()
}

private func connected(
    _ peripheral: String,
    _ central: String
) async throws -> (LabPeripheral, Peripheral) {
    let lab = try await LabPeripheral(adapter: peripheral)
    let radio = try await poweredRadio(central)
    let device = try require(lab.radio.address)
    try await lab.advertise()
    let remote = try await within("connect") {
        try await Central(radio: radio).connect(to: device)
    }
    return (lab, remote)
}

private func number(_ index: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: index >> 8)]
        + [UInt8](repeating: 0x5A, count: 18)
}

private func countWrites(_ lab: LabPeripheral, _ remote: Peripheral) async throws {
    let stream = try await remote.characteristic(
        LabPeripheral.streamUUID,
        in: LabPeripheral.service
    )
    let requests = try lab.stream.startRespondingToWriteRequests()
    let start = ContinuousClock.now
    let received = Task {
        var received = 0
        for await request in requests {
            guard request.value == number(received) else { break }
            received += 1
            if received == count { break }
        }
        return received
    }
    for index in 0..<count { try await stream.writeWithoutResponse(number(index)) }
    let arrived = try await within("writes", limit: .seconds(100)) { await received.value }
    let took = ContinuousClock.now - start
    report(
        "\(count) writes without response arrive, in order",
        arrived == count,
        "\(arrived) in \(took)"
    )
    lab.stream.stopRespondingToWriteRequests()
}

private func countNotifications(_ lab: LabPeripheral, _ remote: Peripheral) async throws {
    let news = try await remote.characteristic(LabPeripheral.newsUUID, in: LabPeripheral.service)
    let values = try await news.notifications()
    let start = ContinuousClock.now
    let received = Task {
        var received = 0
        for try await value in values {
            guard value == number(received) else { break }
            received += 1
            if received == count { break }
        }
        return received
    }
    for index in 0..<count { try lab.news.update(number(index)) }
    let arrived = try await within("notifications", limit: .seconds(100)) {
        try await received.value
    }
    let took = ContinuousClock.now - start
    report("\(count) notifications arrive, in order", arrived == count, "\(arrived) in \(took)")
}

private func powerCycle(_ round: Int, _ lab: LabPeripheral, _ remote: Peripheral) async throws {
    let stream = try await remote.characteristic(
        LabPeripheral.streamUUID,
        in: LabPeripheral.service
    )
    let writing = Task {
        while true { try await stream.writeWithoutResponse(number(0)) }
    }
    try await Task.sleep(for: .milliseconds(300))
    let start = ContinuousClock.now
    try await within("power off") { try await lab.radio.setPower(false) }
    let wentOff = ContinuousClock.now
    let ended = try await within("end") { await writing.result }
    let took = ContinuousClock.now - wentOff
    var error: (any Error)?
    if case .failure(let failure) = ended { error = failure }
    let state = await lab.radio.states.first { _ in true }
    try await within("power on") { try await lab.radio.setPower(true) }
    try await within("advertise") { try await lab.advertise() }
    let again = try await within("connect") {
        try await remote.connect()
        return try await remote.characteristic(
            LabPeripheral.secretUUID,
            in: LabPeripheral.service
        )
    }
    report(
        "power cycle \(round) under load ends the link at once and lets it come again",
        error is CentralError && state == .poweredOff && took < atOnce
            && again.uuid == LabPeripheral.secretUUID,
        "\(error, default: "no error"), \(took) after power off, which took \(wentOff - start)"
    )
}
