import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// A radio of a system that owns GATT: hands out no raw ATT, and reaches attributes by calls.
private final class SystemRadio: GATTRadio {
    let links = RadioLinks()
    let below: VirtualRadio
    private let offers = Mutex<[[BluetoothUUID]]>([])
    private let refuses = Mutex(false)

    private let clock: VirtualClock

    init(_ below: VirtualRadio, _ clock: VirtualClock) {
        self.below = below
        self.clock = clock
    }

    /// The services of each call of `offer`.
    var offered: [[BluetoothUUID]] { offers.withLock { $0 } }

    func refuse() { refuses.withLock { $0 = true } }

    func offer(_ host: any AttributeHost) throws(RadioError) {
        if refuses.withLock({ $0 }) { throw .failed("the system is gone") }
        let uuids = host.table.attributes.filter { $0.type == AttributeTable.primaryService }
            .compactMap { BluetoothUUID(littleEndian: $0.value) }
        offers.withLock { $0.append(uuids) }
    }

    func connect(
        to address: BluetoothAddress,
        _ parameters: ConnectionParameters
    ) async throws(RadioError) -> any RadioConnection {
        SystemConnection(try await below.connect(to: address, parameters))
    }

    func incomingConnections() throws(RadioError)
        -> AsyncThrowingStream<any RadioConnection, any Error>
    {
        let connections = try below.incomingConnections()
        let (stream, entry) = AsyncThrowingStream.makeStream(of: (any RadioConnection).self)
        let task = Task(executorPreference: clock) {
            for try await connection in connections { entry.yield(SystemConnection(connection)) }
            entry.finish()
        }
        entry.onTermination = { _ in task.cancel() }
        return stream
    }

    var name: String { below.name }
    var address: BluetoothAddress? { below.address }
    var features: RadioFeatures { below.features }
    var states: AsyncStream<RadioState> { below.states }
    func setPower(_ isOn: Bool) throws(RadioError) { try below.setPower(isOn) }
    func setPairingAgent(_ agent: PairingAgent?) throws(RadioError) {
        try below.setPairingAgent(agent)
    }
    func bonds() -> [BluetoothAddress] { below.bonds() }
    func removeBond(with address: BluetoothAddress) { below.removeBond(with: address) }

    func scan(
        _ parameters: ScanParameters
    ) throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
        try below.scan(parameters)
    }

    func advertise(
        _ parameters: AdvertisingParameters
    ) throws(RadioError) -> any AdvertisingSet { try below.advertise(parameters) }
}

private final class SystemConnection: GATTConnection {
    private let below: any RadioConnection

    init(_ below: any RadioConnection) { self.below = below }

    func remoteGATT(
        time: TimeSource,
        requestTimeout: Duration,
        onValue: @escaping ValueHandler
    ) -> any RemoteGATT {
        let link = GATTLink(
            bearer: below.attributes,
            time: time,
            requestTimeout: requestTimeout,
            onValue: onValue
        )
        return AsynchronousClient(client: GATTClient(link: link))
    }

    func localGATT(time: TimeSource, host: any AttributeHost) -> any LocalGATT {
        GATTLink(bearer: below.attributes, time: time, host: host)
    }

    var peer: BluetoothAddress { below.peer }
    var isCentral: Bool { below.isCentral }
    var largestPacket: Int { below.largestPacket }
    var parameters: LinkParameters? { below.parameters }
    var security: AsyncStream<ConnectionSecurity> { below.security }
    var endReason: DisconnectReason? { below.endReason }
    func readRSSI() async throws(RadioError) -> Int { try await below.readRSSI() }
    func secure(to level: LinkSecurity) async throws(RadioError) {
        try await below.secure(to: level)
    }
    func update(_ parameters: ConnectionParameters) async throws(RadioError) {
        try await below.update(parameters)
    }
    func disconnect() async { await below.disconnect() }

    func openChannel(psm: UInt16, mtu: Int) async throws(RadioError) -> any ChannelBearer {
        throw .notSupported("channels")
    }

    func incomingChannels(
        psm: UInt16,
        mtu: Int
    ) throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
        throw .notSupported("channels")
    }
}

/// A client that sends nothing synchronously, of servers that keep the subscriptions to FFFE.
private struct AsynchronousClient: RemoteGATT {
    let client: GATTClient

    var mtu: Int { client.mtu }
    func start() { client.start() }
    func whenEnded(_ handler: @escaping @Sendable () -> Void) { client.whenEnded(handler) }
    func close() { client.close() }
    func exchangeMTU(_ offer: Int) async throws -> Int { try await client.exchangeMTU(offer) }
    func services(_ uuid: BluetoothUUID?) async throws -> [RemoteService] {
        try await client.services(uuid)
    }
    func includedServices(of service: RemoteService) async throws -> [RemoteService] {
        try await client.includedServices(of: service)
    }
    func databaseHash() async throws -> [UInt8]? { try await client.databaseHash() }
    func characteristics(of service: RemoteService) async throws -> [RemoteCharacteristic] {
        try await client.characteristics(of: service)
    }
    func descriptors(of characteristic: RemoteCharacteristic) async throws -> [RemoteDescriptor] {
        try await client.descriptors(of: characteristic)
    }
    nonisolated(nonsending) func read(_ handle: UInt16) async throws -> [UInt8] {
        try await client.read(handle)
    }
    func read(_ handles: [UInt16]) async throws -> [[UInt8]] { try await client.read(handles) }
    nonisolated(nonsending) func write(_ value: [UInt8], to handle: UInt16) async throws {
        try await client.write(value, to: handle)
    }
    func writeReliably(_ writes: [(handle: UInt16, value: [UInt8])]) async throws {
        try await client.writeReliably(writes)
    }
    nonisolated(nonsending) func writeWithoutResponse(
        _ value: [UInt8],
        to handle: UInt16
    ) async throws { try await client.writeWithoutResponse(value, to: handle) }
    func subscribe(
        to characteristic: RemoteCharacteristic,
        as subscription: Subscription,
        configuration: UInt16
    ) async throws {
        if characteristic.uuid == 0xFFFE, subscription.isEmpty {
            throw GATTError.att(.unlikely, handle: 1)
        }
        try await client.subscribe(
            to: characteristic,
            as: subscription,
            configuration: configuration
        )
    }
}

/// `Central` and `PeripheralManager` on radios without raw ATT.
@Suite(.timeLimit(.minutes(20))) struct GATTSeamTests {
    private static let uuid: BluetoothUUID = 0xFFF0

    @Test func bothEndsWorkWithoutRawATT() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock)
            let phone = SystemRadio(air.addAdapter(), clock)
            let board = SystemRadio(air.addAdapter(), clock)
            let manager = PeripheralManager(radio: board, clock: clock)
            let value = MutableCharacteristic(
                uuid: 0xFFF1,
                properties: [.read, .write, .notify],
                value: [1]
            )
            let service = MutableService(uuid: Self.uuid, characteristics: [value])
            try await manager.add(service)
            #expect(board.offered.last == [0x1800, 0x1801, Self.uuid])
            try await manager.startAdvertising(name: "board")

            let central = Central(radio: phone, clock: clock)
            let peripheral = try await central.connect(to: try #require(board.address))
            let remote = try await peripheral.characteristic(0xFFF1, in: Self.uuid)
            #expect(try await remote.read() == [1])
            let events = manager.events
            var values = try await remote.notifications().makeAsyncIterator()
            for await case .subscribed in events { break }
            try value.update([2, 3])
            #expect(try await values.next() == [2, 3])
            await peripheral.disconnect()

            try await manager.remove(service)
            #expect(board.offered.last == [0x1800, 0x1801])
            try await manager.stopAdvertising()
        }
    }

    @Test("writes without response wait for the system's calls")
    func commandsAreQueued() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock)
            let board = air.addAdapter()
            let manager = PeripheralManager(radio: board, clock: clock)
            let value = MutableCharacteristic(uuid: 0xFFF1, properties: [.writeWithoutResponse])
            try await manager.add(MutableService(uuid: Self.uuid, characteristics: [value]))
            let requests = try value.startRespondingToWriteRequests()
            try await manager.startAdvertising(name: "board")
            let central = Central(radio: SystemRadio(air.addAdapter(), clock), clock: clock)
            let peripheral = try await central.connect(to: board.ownAddress)
            let remote = try await peripheral.characteristic(0xFFF1, in: Self.uuid)
            var room = peripheral.commandRoom.makeAsyncIterator()
            var refused: [Int] = []
            for number in 0..<100 {
                while !(try remote.tryWriteWithoutResponse([UInt8(number)])) {
                    refused.append(number)
                    await room.next()
                }
            }
            let received = await requests.prefix(100).reduce(into: []) { $0.append($1.value[0]) }
            #expect(received == Array(0..<100))
            #expect(refused.first == 32 && peripheral.hasCommandRoom)
        }
    }

    @Test("cancelling a subscription throws the server's error")
    func cancelIsRefused() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock)
            let board = air.addAdapter()
            let manager = PeripheralManager(radio: board, clock: clock)
            let value = MutableCharacteristic(uuid: 0xFFFE, properties: [.notify])
            try await manager.add(MutableService(uuid: Self.uuid, characteristics: [value]))
            try await manager.startAdvertising(name: "board")
            let central = Central(radio: SystemRadio(air.addAdapter(), clock), clock: clock)
            let peripheral = try await central.connect(to: board.ownAddress)
            let remote = try await peripheral.characteristic(0xFFFE, in: Self.uuid)
            let subscription = try await remote.subscribe { _ in }
            await #expect(throws: GATTError.att(.unlikely, handle: 1)) {
                try await subscription.cancel()
            }
        }
    }

    @Test func aServiceRefusedByTheSystemIsNotAdded() async throws {
        let board = SystemRadio(VirtualAir().addAdapter(), VirtualClock())
        let manager = PeripheralManager(radio: board)
        board.refuse()
        await #expect(throws: RadioError.failed("the system is gone")) {
            try await manager.add(MutableService(uuid: Self.uuid, characteristics: []))
        }
        #expect(manager.services.isEmpty)
    }
}
