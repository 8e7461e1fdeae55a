import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// A peripheral manager on a virtual air, and phones that connect to it.
struct PeripheralBench: Sendable {
    let clock: VirtualClock
    let air: VirtualAir
    let sensor: VirtualRadio
    let manager: PeripheralManager
    let time: TimeSource

    init(seed: UInt64 = 1, options: PeripheralManager.Options = .init()) {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock, seed: seed)
        self.init(clock: clock, air: air, sensor: air.addAdapter(), options: options)
    }

    /// Creates another manager on an existing radio.
    init(
        clock: VirtualClock,
        air: VirtualAir,
        sensor: VirtualRadio,
        options: PeripheralManager.Options
    ) {
        (self.clock, self.air, self.sensor) = (clock, air, sensor)
        manager = PeripheralManager(radio: sensor, clock: clock, options: options)
        time = TimeSource(clock)
    }

    /// Creates a bench whose manager advertises a service with one characteristic.
    init(advertising characteristic: MutableCharacteristic) async throws {
        self.init()
        try await manager.add(MutableService(uuid: 0xFFF0, characteristics: [characteristic]))
        try await manager.startAdvertising(name: "bench", uuids: [0xFFF0])
    }

    /// Connects a phone, a new one by default, and collects the manager's notifications to it.
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

    /// A phone's connection.
    struct Visit: Sendable {
        struct Value: Equatable {
            let handle: UInt16
            let bytes: [UInt8]
        }

        let radio: VirtualRadio
        let connection: any RadioConnection
        let client: GATTClient
        let values: AsyncStream<Value>

        /// Handle of the value of the first characteristic with this UUID.
        func handle(of uuid: BluetoothUUID) async throws -> UInt16 {
            try await find(uuid).valueHandle
        }

        private func find(_ uuid: BluetoothUUID) async throws -> RemoteCharacteristic {
            for service in try await client.services() {
                let found = try await client.characteristics(of: service)
                if let match = found.first(where: { $0.uuid == uuid }) { return match }
            }
            throw GATTError.att(.attributeNotFound, handle: 0)
        }

        /// Subscribes to the first characteristic with this UUID. Returns the handle of its value.
        @discardableResult
        func subscribe(
            to uuid: BluetoothUUID,
            _ subscription: Subscription = .notifications
        ) async throws -> UInt16 {
            let characteristic = try await find(uuid)
            let configuration = try #require(
                try await client.descriptors(of: characteristic).first { $0.uuid == 0x2902 }
            )
            try await client.write([subscription.rawValue, 0], to: configuration.handle)
            return characteristic.valueHandle
        }

        /// The next notified or indicated values.
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

extension PeripheralBench {
    /// Advances the time until a condition holds.
    func until(_ condition: @Sendable () async -> Bool) async {
        while await !condition() {
            try? await clock.sleep(for: .milliseconds(10))
        }
    }
}

extension MutableCharacteristic {
    /// A value that can be read, written and subscribed to.
    static func plain(_ value: [UInt8] = []) -> MutableCharacteristic {
        MutableCharacteristic(
            uuid: 0xFFF1,
            properties: [.read, .write, .writeWithoutResponse, .notify, .indicate],
            value: value
        )
    }
}

extension Result where Failure == any Error {
    init(_ work: () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}

/// Counts from 1.
final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

/// A radio whose advertising does not stop within an hour.
final class StubbornRadio: Radio {
    let links = RadioLinks()
    private let clock: VirtualClock
    let name = "stubborn"
    let address: BluetoothAddress? = nil
    let features = RadioFeatures()

    init(clock: VirtualClock) {
        self.clock = clock
    }

    final class Set: AdvertisingSet {
        let address: BluetoothAddress? = nil
        private let clock: VirtualClock

        init(clock: VirtualClock) {
            self.clock = clock
        }

        func update(data: [UInt8], scanResponse: [UInt8]) {}
        func stop() async { try? await clock.sleep(for: .seconds(3600)) }

        func ended() async -> RadioError? {
            try? await clock.sleep(for: .seconds(3600))
            return nil
        }
    }

    var states: AsyncStream<RadioState> { AsyncStream { $0.yield(.poweredOn) } }
    func setPower(_ isOn: Bool) {}
    func advertise(_ parameters: AdvertisingParameters) -> any AdvertisingSet { Set(clock: clock) }
    func setPairingAgent(_ agent: PairingAgent?) {}
    func bonds() -> [BluetoothAddress] { [] }
    func removeBond(with address: BluetoothAddress) {}

    func scan(
        _ parameters: ScanParameters
    ) throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
        throw .notSupported("scanning")
    }

    func connect(
        to address: BluetoothAddress,
        _ parameters: ConnectionParameters
    ) throws(RadioError) -> any RadioConnection {
        throw .notSupported("connecting")
    }

    func incomingConnections()
        throws(RadioError) -> AsyncThrowingStream<any RadioConnection, any Error>
    {
        throw .notSupported("connections")
    }
}

/// A radio that delays advertising.
final class HeldRadio: Radio {
    let links = RadioLinks()
    let name = "held"
    let address: BluetoothAddress? = nil
    let features = RadioFeatures()
    /// An element for each call to advertise.
    let asked: AsyncStream<Void>
    private let entry: AsyncStream<Void>.Continuation
    private let released = Alarm()

    init() {
        (asked, entry) = AsyncStream.makeStream(of: Void.self)
    }

    func release() { released.ring() }

    var states: AsyncStream<RadioState> { AsyncStream { $0.yield(.poweredOn) } }
    func setPower(_ isOn: Bool) {}
    func setPairingAgent(_ agent: PairingAgent?) {}
    func bonds() -> [BluetoothAddress] { [] }
    func removeBond(with address: BluetoothAddress) {}

    func advertise(_ parameters: AdvertisingParameters) async -> any AdvertisingSet {
        entry.yield()
        await released.wait()
        return StubbornRadio.Set(clock: VirtualClock())
    }

    func scan(
        _ parameters: ScanParameters
    ) throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
        throw .notSupported("scanning")
    }

    func connect(
        to address: BluetoothAddress,
        _ parameters: ConnectionParameters
    ) throws(RadioError) -> any RadioConnection {
        throw .notSupported("connecting")
    }

    func incomingConnections()
        throws(RadioError) -> AsyncThrowingStream<any RadioConnection, any Error>
    {
        throw .notSupported("connections")
    }
}
