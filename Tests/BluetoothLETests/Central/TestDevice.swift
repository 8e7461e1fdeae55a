import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// A device on a virtual air that offers the attributes of a table and accepts every connection.
final class TestDevice: Sendable {
    let radio: VirtualRadio
    let host = TableHost()
    let handles: JoinedLinks.Handles
    private let time: TimeSource
    private let links = Mutex<[GATTLink]>([])
    private let advertising = Mutex<(any AdvertisingSet)?>(nil)
    private let echoPSM = Mutex<UInt16?>(nil)
    private let early = Mutex<[[UInt8]]>([])

    init(_ radio: VirtualRadio, clock: VirtualClock, hash: [UInt8]? = nil) throws {
        self.radio = radio
        time = TimeSource(clock)
        let placed = try host.state.withLock { state in
            _ = try state.table.add(Self.genericAttribute(hash))
            return try state.table.add(JoinedLinks.service)
        }
        handles = JoinedLinks.Handles(placed)
    }

    private static func genericAttribute(_ hash: [UInt8]?) -> ServiceDefinition {
        var service = ServiceDefinition(
            0x1801,
            characteristics: [CharacteristicDefinition(0x2A05, properties: .indicate, value: [])]
        )
        if let hash {
            service.characteristics.append(
                CharacteristicDefinition(
                    0x2B2A,
                    properties: .read,
                    permissions: .readable,
                    value: hash
                )
            )
        }
        return service
    }

    var address: BluetoothAddress { radio.ownAddress }

    /// The latest connection's link.
    var link: GATTLink? { links.withLock { $0.last } }

    /// Advertises until `stopAdvertising`, and serves every central that connects.
    func start(name: String = "lab", services: [BluetoothUUID] = [0xFFF0]) throws {
        var data = AdvertisementBuilder()
        try data.add(flags: .generalDiscoverable)
        try data.add(serviceUUIDs: services)
        var response = AdvertisementBuilder()
        try response.add(name: name)
        let incoming = try radio.incomingConnections()
        _ = time.task { [self] in
            do {
                for try await connection in incoming { serve(connection) }
            } catch {}
        }
        let set = try radio.advertise(
            AdvertisingParameters(data: data.bytes) { $0.scanResponse = response.bytes }
        )
        advertising.withLock { $0 = set }
    }

    func stopAdvertising() async {
        await advertising.withLock { $0 }?.stop()
    }

    /// Echoes data received over channels with this PSM.
    func echoes(psm: UInt16) {
        echoPSM.withLock { $0 = psm }
    }

    /// Sends these packets before the answer to each write.
    func sendsEarly(_ packets: [[UInt8]]) {
        early.withLock { $0 = packets }
    }

    private func serve(_ connection: any RadioConnection) {
        let bearer = EagerBearer(connection.attributes) { [self] in early.withLock { $0 } }
        let link = GATTLink(bearer: bearer, time: time, host: host)
        links.withLock { $0.append(link) }
        link.start()
        _ = time.task {
            for await security in connection.security { link.security = security.level }
        }
        guard let psm = echoPSM.withLock({ $0 }) else { return }
        _ = time.task {
            do {
                for try await channel in try await connection.incomingChannels(psm: psm, mtu: 100) {
                    channel.start(onPacket: { channel.send($0) }, onEnd: {})
                }
            } catch {}
        }
    }
}

/// Sends additional packets before each WRITE_RSP.
private final class EagerBearer: PacketBearer {
    private let base: any PacketBearer
    private let early: @Sendable () -> [[UInt8]]

    init(_ base: any PacketBearer, early: @escaping @Sendable () -> [[UInt8]]) {
        self.base = base
        self.early = early
    }

    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        base.start(onPacket: onPacket, onEnd: onEnd)
    }

    func send(_ packet: [UInt8]) {
        if packet == [0x13] {
            for packet in early() { base.send(packet) }
        }
        base.send(packet)
    }

    func drained() async { await base.drained() }
    func close() { base.close() }
}

/// A central and a device on a separate air.
struct Ward: Sendable {
    let clock = VirtualClock()
    let air: VirtualAir
    let radio: VirtualRadio
    let central: Central
    let device: TestDevice

    init(
        conditions: AirConditions = AirConditions(),
        seed: UInt64 = 1,
        hash: [UInt8]? = nil
    ) throws {
        air = VirtualAir(clock: clock, seed: seed, conditions: conditions)
        radio = air.addAdapter()
        central = Central(radio: radio, clock: clock)
        device = try TestDevice(air.addAdapter(), clock: clock, hash: hash)
    }

    /// Runs `work` in virtual time, connected to the device.
    func connected<Success: Sendable>(
        _ options: ConnectOptions = ConnectOptions(),
        _ work: @escaping @Sendable (Peripheral) async throws -> Success
    ) async throws -> Success {
        try await clock.run {
            try device.start()
            let peripheral = try await central.connect(
                to: device.address,
                options: options
            )
            return try await work(peripheral)
        }
    }

    /// The device's characteristics, by the names of `handles`.
    func characteristics(_ peripheral: Peripheral) async throws -> Characteristics {
        Characteristics(try await peripheral.service(0xFFF0).characteristics())
    }

    struct Characteristics: Sendable {
        let plain, long, onDemand, command, notify, secret: Characteristic

        init(_ all: [Characteristic]) {
            (plain, long, onDemand) = (all[0], all[1], all[2])
            (command, notify, secret) = (all[3], all[4], all[5])
        }
    }
}

/// The first values of a stream.
func first<Value: Sendable>(
    _ count: Int,
    of stream: AsyncThrowingStream<Value, any Error>
) async throws -> [Value] {
    var values: [Value] = []
    for try await value in stream {
        values.append(value)
        if values.count == count { break }
    }
    return values
}
