import BluetoothLE
import Glibc
import Synchronization

/// A server with a characteristic of each kind, for tests of other implementations' clients.
enum Server {
    static let pattern = (0..<512).map { UInt8(truncatingIfNeeded: $0) }
    /// Number of notifications that a subscriber receives.
    static let notifications = 500
    static let indications = 50

    static func run(at path: String) async throws {
        let radio = SocketRadio(path: path)
        let manager = PeripheralManager(radio: radio)
        let counts = Counts()
        let counted = MutableCharacteristic(uuid: 0xFFF6, properties: .read)
        counted.readHandler = { _ in counts.bytes }
        let processor = MutableCharacteristic(uuid: 0xFFFD, properties: .read)
        processor.readHandler = { _ in littleEndian(UInt32(clock() / 1000)) }
        let command = MutableCharacteristic(uuid: 0xFFF3, properties: .writeWithoutResponse)
        let teller = MutableCharacteristic(
            uuid: 0xFFF4,
            properties: [.read, .notify, .indicate],
            value: [0x6E]
        )
        let burst = MutableCharacteristic(uuid: 0xFFFE, properties: [.write, .notify])
        let included = MutableService(
            uuid: 0xFFE0,
            isPrimary: false,
            characteristics: [
                MutableCharacteristic(uuid: 0xFFE1, properties: .read, value: Array("inside".utf8))
            ]
        )
        let main = MutableService(
            uuid: 0xFFF0,
            characteristics: plain + guarded + [command, teller, counted, processor, burst],
            includedServices: [included]
        )
        try await manager.add(included)
        try await manager.add(main)
        let writes = try command.startRespondingToWriteRequests()
        async let counting: Void = count(writes, into: counts)
        let bursts = try burst.startRespondingToWriteRequests()
        async let bursting: Void = answer(bursts, of: burst)
        async let telling: Void = tell(manager.events, of: teller)
        let connections = try await radio.incomingConnections()
        print("READY")
        fflush(nil)
        try await withThrowingDiscardingTaskGroup { group in
            for try await connection in connections {
                group.addTask { await manager.serve(connection) }
            }
        }
        _ = await (counting, telling, bursting)
    }

    /// Sends the values to each subscriber.
    private static func tell(
        _ events: AsyncStream<PeripheralEvent>,
        of teller: MutableCharacteristic
    ) async {
        await withDiscardingTaskGroup { group in
            for await event in events {
                guard case .subscribed(let central, let characteristic, let kind) = event,
                    characteristic === teller, !kind.isEmpty
                else { continue }
                // ends with the link
                group.addTask { try? await tell(teller, to: central, kind) }
            }
        }
    }

    /// Sends as many notifications of 20 bytes as a central has written.
    private static func answer(
        _ requests: AsyncStream<WriteRequest>,
        of burst: MutableCharacteristic
    ) async {
        await withDiscardingTaskGroup { group in
            for await request in requests {
                burst.respond(to: request)
                let count = request.value.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
                group.addTask {
                    let filling = [UInt8](repeating: 0xA5, count: 16)
                    for number in 0..<count {
                        // ends with the link
                        let value = littleEndian(number) + filling
                        guard (try? await burst.update(value, to: request.central)) != nil else {
                            return
                        }
                    }
                }
            }
        }
    }

    /// Characteristics that any client may use.
    private static var plain: [MutableCharacteristic] {
        [
            MutableCharacteristic(
                uuid: 0xFFF1,
                properties: [.read, .write],
                value: Array("hello".utf8),
                descriptors: [.userDescription("text")],
                storesWrites: true
            ),
            MutableCharacteristic(uuid: 0xFFF2, properties: .read, value: pattern),
            MutableCharacteristic(
                uuid: 0xFFFA,
                properties: [.read, .write],
                storesWrites: true
            ),
            MutableCharacteristic(
                uuid: 0xFFFC,
                properties: [.read, .writeWithoutResponse],
                storesWrites: true
            ),
            MutableCharacteristic(
                uuid: 0xFFF9,
                properties: .write,
                permissions: .writeable,
                storesWrites: true
            ),
        ]
    }

    /// Characteristics that each require a right that the link lacks.
    private static var guarded: [MutableCharacteristic] {
        let rights: [(BluetoothUUID, AttributePermissions)] = [
            (0xFFF5, .readEncryptionRequired), (0xFFF7, .readAuthenticationRequired),
            (0xFFF8, .readAuthorizationRequired),
        ]
        return rights.map {
            MutableCharacteristic(
                uuid: $0,
                properties: .read,
                permissions: [.readable, $1],
                value: Array("secret".utf8)
            )
        }
    }

    /// The number and the bytes of all writes.
    private final class Counts: Sendable {
        private let state = Mutex<(writes: UInt32, bytes: UInt32)>((0, 0))

        func add(_ size: Int) {
            state.withLock { $0 = ($0.writes + 1, $0.bytes + UInt32(size)) }
        }

        var bytes: [UInt8] {
            let (writes, bytes) = state.withLock { $0 }
            return littleEndian(writes) + littleEndian(bytes)
        }
    }

    private static func count(_ requests: AsyncStream<WriteRequest>, into counts: Counts) async {
        for await request in requests { counts.add(request.value.count) }
    }

    private static func tell(
        _ characteristic: MutableCharacteristic,
        to central: RemoteCentral,
        _ kind: Subscription
    ) async throws {
        let filling = [UInt8](repeating: 0xA5, count: central.mtu - 7)
        for number in 0..<(kind.contains(.notifications) ? notifications : indications) {
            try await characteristic.update(littleEndian(UInt32(number)) + filling, to: central)
        }
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
