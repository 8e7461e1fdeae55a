import BlueZ
import BluetoothLE
import Foundation
import Synchronization

/// Pairing only when the test asks for it.
private let onRequest = ConnectOptions { $0.securesOnDemand = false }

/// Encrypts links with each pairing method, with stored keys and with forgotten keys, and from a private address.
func pair(peripheral: String, central: String) async throws {
    try await pairInEachWay(peripheral, central)
    try await comeBack(peripheral, central)
    try await usePrivacy(peripheral, central)
}

private func options(_ folder: String) -> BlueZRadio.Options {
    BlueZRadio.Options { $0.stateFolder = folder }
}

/// The pairing questions of both ends, which are answered without a person.
private final class Table: Sendable {
    let shown = Mutex<UInt32?>(nil)
    let questions = Mutex<[PairingAgent.Question]>([])

    func agent(_ capability: PairingAgent.Capability) -> PairingAgent {
        PairingAgent(capability) { [self] question, _ in
            questions.withLock { $0.append(question) }
            switch question {
            case .consent: return .accept
            case .showPasskey(let number):
                shown.withLock { $0 = number }
                return .accept
            case .compare(let number):
                return shown.withLock { shown in
                    defer { shown = number }
                    return shown == nil || shown == number ? .accept : .reject
                }
            case .enterPasskey:
                while true {
                    if let number = shown.withLock({ $0 }) { return .passkey(number) }
                    await Task.yield()
                }
            }
        }
    }
}

private func pairInEachWay(_ peripheral: String, _ central: String) async throws {
    let ways:
        [(String, PairingAgent.Capability, PairingAgent.Capability, LinkSecurity, BluetoothUUID)] =
            [
                (
                    "just works", .noInputNoOutput, .noInputNoOutput, .encrypted,
                    LabPeripheral.secretUUID
                ),
                (
                    "numeric comparison", .displayYesNo, .displayYesNo, .authenticated,
                    LabPeripheral.topSecretUUID
                ),
                (
                    "passkey", .displayOnly, .keyboardOnly, .authenticated,
                    LabPeripheral.topSecretUUID
                ),
            ]
    let folder = "/run/lab-keys"
    for (way, far, near, level, secret) in ways {
        let lab = try await LabPeripheral(adapter: peripheral, options: options(folder))
        let radio = try await poweredRadio(central, options: options(folder))
        let device = try require(lab.radio.address)
        let table = Table()
        try await lab.radio.setPairingAgent(table.agent(far))
        try await radio.setPairingAgent(table.agent(near))
        try await lab.advertise()
        let remote = try await within("connect") {
            try await Central(radio: radio).connect(to: device, options: onRequest)
        }
        let characteristic = try await remote.characteristic(secret, in: LabPeripheral.service)
        let refusal = try await failure(GATTError.self) { _ = try await characteristic.read() }
        try await within("pair") { try await remote.secure(to: level) }
        let value = try await within("read") { try await characteristic.read() }
        let bonds = (try await lab.radio.bonds(), try await radio.bonds())
        report(
            "pairing by \(way) opens what was refused",
            refusal != nil && !value.isEmpty && bonds.0 == [radio.address] && bonds.1 == [device],
            "refused: \(refusal?.error, default: "-"); asked: \(table.questions.withLock { $0 })"
        )
        await remote.disconnect()
        try await lab.radio.removeBond(with: radio.address!)
        try await radio.removeBond(with: device)
        let left = (try await lab.radio.bonds(), try await radio.bonds())
        report("the keys of \(way) are forgotten", left.0.isEmpty && left.1.isEmpty)
        try await lab.manager.stopAdvertising()
    }
}

/// Tests that keys remain after the radios that created them are closed, until their file is removed.
private func comeBack(_ peripheral: String, _ central: String) async throws {
    let (kept, empty) = ("/run/lab-kept", "/run/lab-empty")
    func meet(
        _ far: String,
        _ near: String,
        _ body: (LabPeripheral, BlueZRadio, Peripheral) async throws -> Void
    ) async throws {
        let lab = try await LabPeripheral(adapter: peripheral, options: options(far))
        let radio = try await poweredRadio(central, options: options(near))
        let device = try require(lab.radio.address)
        try await lab.advertise()
        let remote = try await within("connect") {
            try await Central(radio: radio).connect(to: device, options: onRequest)
        }
        try await body(lab, radio, remote)
        await remote.disconnect()
        await lab.manager.reset()
    }
    @Sendable func read(_ remote: Peripheral) async throws -> [UInt8] {
        try await remote.characteristic(LabPeripheral.secretUUID, in: LabPeripheral.service).read()
    }
    try await meet(kept, kept) { _, _, remote in
        try await within("pair") { try await remote.secure(to: .encrypted) }
    }
    try await meet(empty, empty) { lab, radio, remote in
        let refusal = try await failure(GATTError.self) { _ = try await read(remote) }
        let bonds = (try await lab.radio.bonds(), try await radio.bonds())
        report(
            "without the file there is no bond",
            refusal != nil && bonds.0.isEmpty && bonds.1.isEmpty
        )
    }
    try await meet(kept, kept) { lab, radio, remote in
        let table = Table()
        try await lab.radio.setPairingAgent(table.agent(.noInputNoOutput))
        try await within("secure") { try await remote.secure(to: .encrypted) }
        let value = try await within("read") { try await read(remote) }
        report(
            "the keys of the file encrypt a new link, and nobody is asked",
            value == Array("secret".utf8) && table.questions.withLock { $0.isEmpty }
        )
    }
    try await meet(empty, kept) { _, _, remote in
        let refusal = try await failure(CentralError.self) {
            try await within("secure") { try await remote.secure(to: .encrypted) }
        }
        report(
            "a key that the other end has lost is told",
            refusal != nil,
            "\(refusal?.error, default: "no error")"
        )
    }
}

/// Connects from private addresses, which pairing reveals and the key resolves on the next link.
private func usePrivacy(_ peripheral: String, _ central: String) async throws {
    let folder = "/run/lab-private"
    let lab = try await LabPeripheral(adapter: peripheral, options: options(folder))
    let radio = try await poweredRadio(central, options: options(folder))
    try await switchPrivacy(of: radio, to: true)
    let (device, own) = (try require(lab.radio.address), try require(radio.address))
    try await lab.advertise()
    var met: [(before: BluetoothAddress, after: BluetoothAddress)] = []
    for _ in 0..<2 {
        let arrivals = lab.manager.events
        let remote = try await within("connect") {
            try await Central(radio: radio).connect(to: device, options: onRequest)
        }
        let arrived = try await within("arrive") { () -> RemoteCentral? in
            for await event in arrivals {
                if case .connected(let central) = event { return central }
            }
            return nil
        }
        let visitor = try require(arrived)
        let before = visitor.address
        try await within("secure") { try await remote.secure(to: .encrypted) }
        let secret = try await within("read") {
            try await remote.characteristic(LabPeripheral.secretUUID, in: LabPeripheral.service)
                .read()
        }
        if !secret.isEmpty { met.append((before, visitor.address)) }
        await remote.disconnect()
    }
    let isPrivate = met[0].before.kind == .random && met[0].before != own
    report(
        "a central with a private address is known by its own after pairing",
        isPrivate && met[0].after == own,
        "\(met[0].before), then \(met[0].after)"
    )
    report("and at once on the next link", met[1].before == own, "\(met[1].before)")
    try await switchPrivacy(of: radio, to: false)
    await lab.manager.reset()
}

private func switchPrivacy(of radio: BlueZRadio, to isOn: Bool) async throws {
    try await radio.setPower(false)
    try await radio.setPrivacy(isOn)
    try await radio.setPower(true)
}
