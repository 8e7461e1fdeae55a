import AccessoryConcurrency
import FoundationEssentials
import Synchronization
import Testing

@testable import BluetoothLE

/// Calls that do not wait, on both ends, in the order of the packets.
@Suite(.timeLimit(.minutes(20))) struct SynchronousTests {
    /// What a manager has received.
    private final class Record: Sendable {
        private let state = Mutex<(lines: [String], held: [PeripheralActivity])>(([], []))

        var lines: [String] { state.withLock { $0.lines } }
        var held: [PeripheralActivity] { state.withLock { $0.held } }
        func add(_ line: String) { state.withLock { $0.lines.append(line) } }
        func hold(_ activity: PeripheralActivity) { state.withLock { $0.held.append(activity) } }
        func release() { state.withLock { $0.held = [] } }
    }

    private struct Ends: Sendable {
        let bench: PeripheralBench
        let record: Record
        let value: MutableCharacteristic
        let peripheral: Peripheral
        let remote: Characteristic
    }

    private typealias Answer = @Sendable (ReadRequest) -> Result<[UInt8], ATTError>?

    private static let zero: Answer = { _ in
        .success([0])
    }

    /// Connects a central to a manager whose characteristic passes its requests on.
    ///
    /// - Parameter onRead: The answer to a read; nil: it is kept.
    private func run(
        mtu: Int = 517,
        onRead: @escaping Answer,
        _ body: @escaping @Sendable (Ends) async throws -> Void
    ) async throws {
        let record = Record()
        let options = PeripheralManager.Options { options in
            options.onActivity = { activity in
                switch activity {
                case .read(let request):
                    record.add("read \(request.offset)")
                    guard let answer = onRead(request) else { return record.hold(activity) }
                    request.respond(answer)
                case .write(let requests):
                    record.add("write \(requests.map(\.value))")
                    for request in requests { request.characteristic.respond(to: request) }
                case .event(.subscribed(_, _, let subscription)):
                    record.add("subscription \(subscription.rawValue)")
                case .event: break
                case .room: record.add("room")
                }
            }
        }
        let bench = PeripheralBench(options: options)
        let value = MutableCharacteristic(
            uuid: 0xFFF1,
            properties: [.read, .write, .writeWithoutResponse, .notify],
            passesRequests: true
        )
        try await bench.clock.run {
            try await bench.manager.add(MutableService(uuid: 0xFFF0, characteristics: [value]))
            try await bench.manager.startAdvertising(name: "bench")
            let central = Central(radio: bench.air.addAdapter(), clock: bench.clock)
            let peripheral = try await central.connect(
                to: bench.sensor.ownAddress,
                options: ConnectOptions { $0.mtu = mtu }
            )
            let ends = Ends(
                bench: bench,
                record: record,
                value: value,
                peripheral: peripheral,
                remote: try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
            )
            try await body(ends)
        }
    }

    @Test(
        "writes without response are sent at once while there is room, and in the order of all calls"
    )
    func commands() async throws {
        try await run(onRead: Self.zero) { ends in
            var room = ends.peripheral.commandRoom.makeAsyncIterator()
            var full = 0
            for number in 0..<100 {
                while !(try ends.remote.tryWriteWithoutResponse([UInt8(number)])) {
                    #expect(!ends.peripheral.hasCommandRoom)
                    await room.next()
                    full += 1
                }
            }
            _ = try await ends.remote.read()
            #expect(ends.record.lines == (0..<100).map { "write [[\($0)]]" } + ["read 0"])
            #expect(full == 3 && ends.peripheral.hasCommandRoom)
            #expect(throws: GATTError.valueTooLong(limit: 514)) {
                try ends.remote.tryWriteWithoutResponse([UInt8](repeating: 0, count: 515))
            }
            await ends.peripheral.disconnect()
            #expect(!ends.peripheral.hasCommandRoom)
            #expect(throws: CentralError.forcedDisconnect) {
                try ends.remote.tryWriteWithoutResponse([1])
            }
        }
    }

    @Test("a subscription's handler receives values until cancel returns")
    func handler() async throws {
        try await run(onRead: Self.zero) { ends in
            let values = Record()
            let first = try await ends.remote.subscribe { values.add("\($0)") }
            var second: ValueSubscription? = try await ends.remote.subscribe {
                values.add("2 \($0)")
            }
            #expect(try ends.value.tryUpdate([1]))
            _ = try await ends.remote.read()
            #expect(values.lines.sorted() == ["2 [1]", "[1]"])
            try await first.cancel()
            #expect(ends.record.lines == ["subscription 1", "read 0"])
            #expect(try ends.value.tryUpdate([2]))
            _ = try await ends.remote.read()
            #expect(values.lines.sorted() == ["2 [1]", "2 [2]", "[1]"])
            // a released subscription ends, too
            second = nil
            try await ends.bench.clock.sleep(for: .seconds(1))
            #expect(ends.record.lines.last == "subscription 0")
            withExtendedLifetime(second) {}
        }
    }

    @Test("the parts of a long read have growing offsets; each answer is a part")
    func offsets() async throws {
        let value = (0..<50).map { UInt8($0) }
        let part: Answer = {
            .success(Array(value[$0.offset...]))
        }
        try await run(mtu: 23, onRead: part) { ends in
            let received = try await ends.remote.read()
            #expect(received == value)
            #expect(ends.record.lines == ["read 0", "read 22", "read 44"])
        }
    }

    @Test("a read is answered with an error, or when it is released")
    func errors() async throws {
        let none: Answer = { _ in nil }
        try await run(onRead: none) { ends in
            async let read = Result { try await ends.remote.read() }
            try await ends.bench.clock.sleep(for: .seconds(1))
            guard case .read(let request)? = ends.record.held.first else {
                Issue.record("no request")
                return
            }
            request.respond(.failure(.insufficientResources))
            request.respond(.success([1]))
            guard case .failure(GATTError.att(.insufficientResources, _)) = await read else {
                Issue.record("no error")
                return
            }
            ends.record.release()
            async let second = Result { try await ends.remote.read() }
            try await ends.bench.clock.sleep(for: .seconds(1))
            ends.record.release()
            guard case .failure(GATTError.att(.unlikely, _)) = await second else {
                Issue.record("no answer")
                return
            }
        }
    }

    @Test("tryUpdate returns false without room, and room is reported once")
    func updates() async throws {
        try await run(onRead: Self.zero) { ends in
            #expect(try ends.value.tryUpdate([9]))
            let values = Record()
            let subscription = try await ends.remote.subscribe { values.add("\($0[0])") }
            var sent = 0
            while try ends.value.tryUpdate([UInt8(sent)]) { sent += 1 }
            #expect(sent == 32 && ends.value.value == [])
            #expect(try ends.value.tryUpdate([1], to: []))
            try await ends.bench.clock.sleep(for: .seconds(1))
            #expect(ends.record.lines == ["subscription 1", "room"])
            let central = try #require(ends.value.subscribers.first)
            #expect(try ends.value.tryUpdate([77], to: [central]))
            _ = try await ends.remote.read()
            #expect(values.lines == (0..<32).map { "\($0)" } + ["77"])
            withExtendedLifetime(subscription) {}
        }
        #expect(throws: MutableCharacteristicError.unconfigured) {
            try MutableCharacteristic.plain().tryUpdate([1])
        }
    }

    @Test("a subscriber that leaves makes room")
    func leaving() async throws {
        try await run(onRead: Self.zero) { ends in
            let subscription = try await ends.remote.subscribe { _ in }
            while try ends.value.tryUpdate([1]) {}
            await ends.peripheral.disconnect()
            try await ends.bench.clock.sleep(for: .seconds(1))
            #expect(ends.record.lines.contains("room"))
            withExtendedLifetime(subscription) {}
        }
    }

    @Test("identifiers hide the address; the key gives it back")
    func identifiers() throws {
        let identifiers = DeviceIdentifiers(key: (1, 2))
        let others = DeviceIdentifiers(key: (1, 3))
        var seen: Set<UUID> = []
        for kind in [
            BluetoothAddress.Kind.public, .random, .publicIdentity, .randomIdentity, .anonymous,
        ] {
            for value in [0, 1, 0xFFFF_FFFF_FFFF, 0xC0DE_0000_0001] as [UInt64] {
                let address = BluetoothAddress(value: value, kind: kind)
                let identifier = identifiers.identifier(of: address)
                seen.insert(identifier)
                #expect(identifiers.address(of: identifier) == address)
                #expect(others.address(of: identifier) == nil)
                #expect(others.identifier(of: address) != identifier)
                let text = Array(identifier.uuidString)
                #expect(text[14] == "4" && "89AB".contains(text[19]))
            }
        }
        #expect(seen.count == 20)
        #expect(identifiers.address(of: UUID()) == nil)
    }

    @Test("the key of identifiers is kept in a file")
    func keyFile() throws {
        let file = URL(filePath: "/tmp/identifiers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let address = BluetoothAddress(value: 5)
        let first = try DeviceIdentifiers(file: file).identifier(of: address)
        #expect(try DeviceIdentifiers(file: file).identifier(of: address) == first)
        try Data([1]).write(to: file)
        #expect(try DeviceIdentifiers(file: file).identifier(of: address) != first)
        #expect(throws: (any Error).self) {
            try DeviceIdentifiers(file: URL(filePath: "/nowhere/identifiers"))
        }
    }
}
