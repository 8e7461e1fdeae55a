import AccessoryConcurrency
import Synchronization

@testable import BluetoothLE

/// A server whose values live in its table, as an application would keep them.
final class TableHost: AttributeHost {
    struct State {
        var table = AttributeTable()
        var writes: [ATTServer.Write] = []
        var subscriptions: [UInt16: Subscription] = [:]
        var confirmed = 0
        var refusal: ATTError?
        var onDemand: [UInt16: [UInt8]] = [:]
        var holdsReads = false
        /// Called before the table is read.
        var onTable: (@Sendable () -> Void)?
    }

    let state = Mutex(State())

    var table: AttributeTable {
        state.withLock { $0.onTable }?()
        return state.withLock { $0.table }
    }

    func read(handle: UInt16, offset: Int, by link: any LocalGATT) -> Result<[UInt8], ATTError>? {
        let (value, isHeld) = state.withLock { ($0.onDemand[handle], $0.holdsReads) }
        return isHeld ? nil : value.map { .success($0) } ?? .failure(.unlikely)
    }

    func write(_ writes: [ATTServer.Write], wantsResponse: Bool, by link: any LocalGATT) {
        let refusal = state.withLock { state in
            if state.refusal == nil {
                for write in writes {
                    let kept = state.table[write.handle]?.value.prefix(write.offset) ?? []
                    state.table.setValue(kept + write.value, of: write.handle)
                }
                state.writes += writes
            }
            return state.refusal
        }
        if wantsResponse { link.respondToWrites(refusal, failedHandle: writes.first?.handle) }
    }

    func subscription(to handle: UInt16, is subscription: Subscription, of link: any LocalGATT) {
        state.withLock { $0.subscriptions[handle] = subscription }
    }

    func confirmed(handle: UInt16, by link: any LocalGATT) {
        state.withLock { $0.confirmed += 1 }
    }
}

/// A client and a server joined in one process, and the client's notifications.
final class JoinedLinks: Sendable {
    let host = TableHost()
    let server: GATTLink
    let client: GATTClient
    let values: AsyncStream<(handle: UInt16, value: [UInt8])>

    /// The handles of `Self.service` that a client discovers.
    struct Handles {
        let plain: UInt16, long: UInt16, onDemand: UInt16, command: UInt16, notify: UInt16
        let secret: UInt16

        init(_ placed: AttributeTable.Placement) {
            let value = placed.characteristics.map(\.value)
            plain = value[0]
            long = value[1]
            onDemand = value[2]
            command = value[3]
            notify = value[4]
            secret = value[5]
        }
    }

    let handles: Handles

    static let service = ServiceDefinition(
        0xFFF0,
        characteristics: [
            CharacteristicDefinition(
                0xFFF1,
                properties: [.read, .write],
                value: Array("hello".utf8),
                descriptors: [.userDescription("plain")]
            ),
            CharacteristicDefinition(
                0xFFF2,
                properties: [.read],
                permissions: .readable,
                value: (0..<512).map { UInt8(truncatingIfNeeded: $0) }
            ),
            CharacteristicDefinition(
                0xFFF3,
                properties: [.read],
                permissions: .readable,
                value: nil
            ),
            CharacteristicDefinition(
                0xFFF4,
                properties: [.writeWithoutResponse],
                permissions: .writeable
            ),
            CharacteristicDefinition(
                BluetoothUUID("1450781E-5F5A-4B19-8C35-2D0E2B2C6A11")!,
                properties: [.read, .notify, .indicate],
                permissions: .readable,
                value: [7]
            ),
            CharacteristicDefinition(
                0xFFF5,
                properties: [.read, .write],
                permissions: [.readEncryptionRequired, .writeAuthenticationRequired],
                value: Array("secret".utf8)
            ),
        ]
    )

    /// - Parameter time: By default a clock that does not advance: no request times out, however busy
    ///   the machine is.
    init(
        time: TimeSource = TimeSource(VirtualClock()),
        mtu: Int = 517,
        securityNow: @escaping @Sendable () -> ConnectionSecurity? = { nil }
    ) throws {
        let placed = try host.state.withLock { state in
            _ = try state.table.add(
                ServiceDefinition(
                    0x1800,
                    characteristics: [
                        CharacteristicDefinition(
                            0x2A00,
                            properties: .read,
                            permissions: .readable,
                            value: Array("lab".utf8)
                        )
                    ]
                )
            )
            return try state.table.add(Self.service)
        }
        handles = Handles(placed)
        let (near, far) = PipeBearer.pair()
        let (values, continuation) = AsyncStream.makeStream(
            of: (handle: UInt16, value: [UInt8]).self
        )
        self.values = values
        server = GATTLink(
            bearer: far,
            time: time,
            host: host,
            limits: .init(mtu: mtu),
            securityNow: securityNow
        )
        client = GATTClient(
            link: GATTLink(bearer: near, time: time) { continuation.yield(($0, $1)) }
        )
        server.start()
        client.link.start()
    }
}
