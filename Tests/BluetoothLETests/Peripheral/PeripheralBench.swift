import AccessoryConcurrency
import Testing

@testable import BluetoothLE

/// A peripheral manager on a virtual air, and phones that connect to it.
struct PeripheralBench: Sendable {
    let clock = VirtualClock()
    let air: VirtualAir
    let sensor: VirtualRadio
    let manager: PeripheralManager
    let time: TimeSource

    init(seed: UInt64 = 1, options: PeripheralManager.Options = .init()) {
        air = VirtualAir(clock: clock, seed: seed)
        sensor = air.addAdapter()
        manager = PeripheralManager(radio: sensor, clock: clock, options: options)
        time = TimeSource(clock)
    }

    /// A connection of a phone, and what the manager sends to it unasked.
    func connect(_ phone: VirtualRadio? = nil, mtu: Int = 185) async throws -> Visit {
        let radio = phone ?? air.addAdapter()
        let connection = try await radio.connect(to: sensor.address!, ConnectionParameters())
        let (values, entry) = AsyncStream.makeStream(of: Visit.Value.self)
        let link = GATTLink(bearer: connection.attributes, time: time) {
            entry.yield(Visit.Value(handle: $0, bytes: $1))
        }
        link.whenEnded { entry.finish() }
        link.start()
        if mtu > 23 { _ = try await link.exchangeMTU(mtu) }
        return Visit(
            radio: radio,
            connection: connection,
            client: GATTClient(link: link),
            values: values
        )
    }

    /// A phone's visit.
    struct Visit: Sendable {
        struct Value: Equatable {
            let handle: UInt16
            let bytes: [UInt8]
        }

        let radio: VirtualRadio
        let connection: any RadioConnection
        let client: GATTClient
        let values: AsyncStream<Value>

        /// Where the value of the first characteristic with this UUID is.
        func handle(of uuid: BluetoothUUID) async throws -> UInt16 {
            for service in try await client.services() {
                let found = try await client.characteristics(of: service)
                if let match = found.first(where: { $0.uuid == uuid }) { return match.valueHandle }
            }
            throw GATTError.att(.attributeNotFound, handle: 0)
        }

        /// Subscribes to the first characteristic with this UUID; the handle of its value.
        @discardableResult
        func subscribe(
            to uuid: BluetoothUUID,
            _ subscription: Subscription = .notifications
        ) async throws -> UInt16 {
            let handle = try await handle(of: uuid)
            try await client.write([subscription.rawValue, 0], to: handle + 1)
            return handle
        }

        /// The next values that come unasked.
        func next(_ count: Int) async -> [[UInt8]] {
            var received: [[UInt8]] = []
            guard count > 0 else { return [] }
            for await value in values {
                received.append(value.bytes)
                if received.count == count { break }
            }
            return received
        }
    }
}
