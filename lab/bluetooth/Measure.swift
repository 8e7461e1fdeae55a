import BluetoothLE
import Radios
import Synchronization

/// The peripheral of the measurements: a value of 20 bytes, counted commands, and notifications on request.
private enum Measured {
    static let service: BluetoothUUID = 0xFFE0
    static let value: BluetoothUUID = 0xFFE1
    static let commands: BluetoothUUID = 0xFFE2
    static let news: BluetoothUUID = 0xFFE3
    static let count: BluetoothUUID = 0xFFE4
}

private let size = 20

private func open(_ adapter: String, _ choice: String) async throws -> any Radio {
    let radio = try await openRadio(adapter, try require(RadioChoice(rawValue: choice)))
    try await radio.setPower(true)
    return radio
}

/// Serves measurements until it is killed. Counts each command; one that starts with 0xFF requests as many
/// notifications as its next two bytes state.
func offer(adapter: String, choice: String) async throws {
    let commands = MutableCharacteristic(
        uuid: Measured.commands,
        properties: [.write, .writeWithoutResponse]
    )
    let news = MutableCharacteristic(
        uuid: Measured.news,
        properties: .notify,
        updateCapacity: 20_000
    )
    let count = MutableCharacteristic(
        uuid: Measured.count,
        properties: [.read, .notify],
        value: [0, 0]
    )
    let value = MutableCharacteristic(
        uuid: Measured.value,
        properties: .read,
        value: [UInt8](repeating: 7, count: size)
    )
    let manager = PeripheralManager(radio: try await open(adapter, choice))
    try await manager.add(
        MutableService(
            uuid: Measured.service,
            characteristics: [value, commands, news, count]
        )
    )
    try await manager.startAdvertising(name: "measure", uuids: [Measured.service])
    let requests = try commands.startRespondingToWriteRequests(capacity: 20_000)
    sayReady()
    var received = 0
    for await request in requests {
        if request.value.first == 0xFF, request.value.count == 3 {
            received = 0
            for index in 0..<number(request.value.dropFirst()) { try news.update(filled(index)) }
        } else {
            received += 1
        }
        commands.respond(to: request, with: nil)
        try count.update(Array(filled(received).prefix(2)))
    }
}

/// The peripheral's count of commands when it is `all`, or has not changed for a second: received commands
/// are queued for the program that counts them.
private func settled(_ count: Characteristic, _ all: Int) async throws -> Int {
    var arrived = 0
    var unchanged = 0
    while arrived < all, unchanged < 10 {
        let now = number(try await count.read())
        unchanged = now == arrived ? unchanged + 1 : 0
        arrived = now
        if unchanged > 0 { try await Task.sleep(for: .milliseconds(100)) }
    }
    return arrived
}

private func filled(_ index: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: index >> 8)]
        + [UInt8](repeating: 0x5A, count: size - 2)
}

private func number(_ bytes: some Collection<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
}

/// Measures reads, commands and notifications with the peripheral of `offer`, and reports losses.
func measure(adapter: String, choice: String, address: String, label: String) async throws {
    let radio = try await open(adapter, choice)
    let device = try require(BluetoothAddress(address))
    let start = ContinuousClock.now
    let remote = try await within("connect") { try await Central(radio: radio).connect(to: device) }
    let value = try await remote.characteristic(Measured.value, in: Measured.service)
    _ = try await value.read()
    print("\(label): first byte after \(ContinuousClock.now - start)")
    let reads = 300
    try await timed("\(label): reads", reads) { for _ in 0..<reads { _ = try await value.read() } }
    // as a program of one thread does, without a switch between threads for each answer
    try await withTaskExecutorPreference(SocketBearer.executor) {
        try await timed("\(label): reads on the sockets' thread", reads) {
            for _ in 0..<reads { _ = try await value.read() }
        }
    }
    let commands = try await remote.characteristic(Measured.commands, in: Measured.service)
    let count = try await remote.characteristic(Measured.count, in: Measured.service)
    let all = 1000
    try await timed("\(label): commands", all) {
        for index in 0..<all { try await commands.writeWithoutResponse(filled(index)) }
        let arrived = try await settled(count, all)
        report("\(label): \(all) commands arrive", arrived == all, "\(arrived)")
    }
    let news = try await remote.characteristic(Measured.news, in: Measured.service)
    let stream = try await news.notifications()
    try await timed("\(label): notifications", all) {
        try await commands.write([0xFF, UInt8(all & 0xFF), UInt8(all >> 8)])
        let got = Received()
        let isWhole = try? await within("notifications", limit: .seconds(30)) {
            for try await value in stream {
                if got.add(number(value.prefix(2))) == all { return true }
            }
            return false
        }
        report(
            "\(label): \(all) notifications arrive, in order",
            isWhole == true && got.isInOrder,
            "\(got.count)"
        )
    }
    await remote.disconnect()
}

/// The count and order of received notifications.
private final class Received: Sendable {
    private let state = Mutex((count: 0, isInOrder: true))

    var count: Int { state.withLock { $0.count } }
    var isInOrder: Bool { state.withLock { $0.isInOrder } }

    func add(_ number: Int) -> Int {
        state.withLock { state in
            if number != state.count { state.isInOrder = false }
            state.count += 1
            return state.count
        }
    }
}

private func timed(_ name: String, _ count: Int, _ work: () async throws -> Void) async throws {
    let start = ContinuousClock.now
    try await work()
    let took = ContinuousClock.now - start
    print("\(name): \(Int(Double(count) / (took / .seconds(1)))) a second")
}

/// Connects, reads and disconnects many times.
func often(adapter: String, choice: String, address: String, count: String) async throws {
    let radio = try await open(adapter, choice)
    let device = try require(BluetoothAddress(address))
    let rounds = try require(Int(count))
    var done = 0
    for _ in 0..<rounds {
        let remote = try await within("connect") {
            try await Central(radio: radio).connect(to: device)
        }
        let value = try await remote.characteristic(Measured.value, in: Measured.service)
        if try await value.read().count == size { done += 1 }
        await remote.disconnect()
        // at a disconnection the peripheral's kernel turns its advertising off and on; btvirt drops a
        // connection attempt in between, which a real controller would continue
        try await Task.sleep(for: .seconds(1))
    }
    report("\(rounds) connections in a row", done == rounds, "\(done)")
}
