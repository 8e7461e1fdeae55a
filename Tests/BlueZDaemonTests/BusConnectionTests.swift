import AccessoryConcurrency
import BluetoothLE
import Glibc
import Synchronization
import Testing

@testable import BlueZDaemon

/// Our central on the objects of a simulated bluetoothd, for a kernel that refuses the socket or a link
/// of another program.
@Suite(.enabled(if: PrivateBus.isThere), .timeLimit(.minutes(5))) struct BusConnectionTests {
    let sockets = FakeSockets()
    static let service = FakeDaemon.device + "/service0008"
    static let value = service + "/char0009"
    static let plain = service + "/char000c"
    static let characteristic = "org.bluez.GattCharacteristic1"

    /// A daemon with a device, and a radio without Bluetooth sockets.
    private func prepared() async throws -> (FakeDaemon, DaemonRadio) {
        let daemon = try await FakeDaemon()
        sockets.state.withLock { $0.results = [CInt](repeating: -EAFNOSUPPORT, count: 9) }
        daemon.addDevice()
        add(to: daemon)
        daemon.on("Connect") { [weak daemon] _ in
            daemon?.changeDevice(["Connected": .bool(true)])
            daemon?.changeDevice(["ServicesResolved": .bool(true)])
            return .values([])
        }
        daemon.on("Disconnect") { [weak daemon] _ in
            daemon?.changeDevice(["Connected": .bool(false), "ServicesResolved": .bool(false)])
            return .values([])
        }
        return (daemon, try await daemon.radio(sockets))
    }

    /// Answers a waiting call.
    private struct Late {
        var answer: (@Sendable (DBusConnection.CallResult) -> Void)?
    }

    @Test("each call has its own timeout, in any order of calls")
    func timeouts() async throws {
        let daemon = try await FakeDaemon()
        let late = Mutex(Late())
        daemon.on("Late") { _ in .later { answer in late.withLock { $0.answer = answer } } }
        daemon.on("Never") { _ in .later { _ in } }
        let connection = daemon.connection
        let call = { @Sendable (member: String, limit: Duration) async throws(DBusError) in
            try await connection.call("org.bluez", "/", "org.bluez.X1", member, timeout: limit)
        }
        async let patient = call("Late", .seconds(60))
        _ = await daemon.next("Late")
        for limit in [Duration.milliseconds(20), .milliseconds(10)] {
            let never = Task { try await call("Never", limit) }
            await daemon.clock.endSleep(within: limit)
            await #expect(throws: DBusError.timedOut) { try await never.value }
        }
        // calls are received in order
        _ = await daemon.next("Never")
        let answer = try #require(late.withLock { $0.answer })
        answer(.values([.byte(1)]))
        #expect(try await patient.first?.number == 1)
    }

    private func add(to daemon: FakeDaemon) {
        let uuid: (Int) -> DBusValue = { .string("0000\($0)-0000-1000-8000-00805f9b34fb") }
        daemon.add(
            Self.service,
            ["org.bluez.GattService1": ["UUID": uuid(1809), "Primary": .bool(true)]]
        )
        daemon.add(
            Self.value,
            [
                Self.characteristic: [
                    "UUID": uuid(2221), "Flags": .strings(["read", "notify"]), "MTU": .uint16(185),
                ]
            ]
        )
        daemon.add(Self.value + "/desc000b", ["org.bluez.GattDescriptor1": ["UUID": uuid(2902)]])
        daemon.add(
            Self.plain,
            [
                Self.characteristic: [
                    "UUID": uuid(2222), "Flags": .strings(["write", "write-without-response"]),
                ]
            ]
        )
    }

    /// Answers with one end of a socket pair, as bluetoothd does; returns the other end.
    private static func pair() -> (answer: DBusConnection.CallResult, end: CInt) {
        var files: [CInt] = [0, 0]
        socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &files)
        return (.values([.file(DBusFile(files[0])), .uint16(185)]), files[1])
    }

    private func connected(_ radio: DaemonRadio) async throws -> Peripheral {
        try await Central(radio: radio).connect(to: FakeDaemon.peer, timeout: nil)
    }

    @Test(
        "in a network namespace, attributes are bluetoothd's, with their true handles"
    )
    func discovers() async throws {
        let (daemon, radio) = try await prepared()
        let peripheral = try await connected(radio)
        let services = try await peripheral.discoverServices()
        #expect(services.map(\.uuid) == [0x1809])
        let value = try await peripheral.characteristic(0x2221, in: 0x1809)
        #expect(value.properties == [.read, .notify] && peripheral.mtu == 185)
        daemon.on("ReadValue") { _ in .values([.bytes([1, 2, 3])]) }
        #expect(try await value.read() == [1, 2, 3])
        #expect(await daemon.next("ReadValue").path == Self.value)
        await peripheral.disconnect()
        _ = await daemon.next("Disconnect")
    }

    @Test("resolved services imply a link whose Connected was never signalled")
    func silentConnected() async throws {
        let (daemon, radio) = try await prepared()
        daemon.on("Connect") { [weak daemon] _ in
            daemon?.changeDevice(["ServicesResolved": .bool(true)])
            return .values([])
        }
        let peripheral = try await connected(radio)
        #expect(try await peripheral.discoverServices().map(\.uuid) == [0x1809])
        daemon.changeDevice(["ServicesResolved": .bool(false), "Connected": .bool(false)])
        while !radio.busConnections.isEmpty { await Task.yield() }
    }

    @Test("a service that replaces a cached one is primary, whatever bluetoothd lists")
    func replacedService() async throws {
        let (daemon, radio) = try await prepared()
        let peripheral = try await connected(radio)
        await peripheral.disconnect()
        daemon.remove(Self.service, ["org.bluez.GattService1"])
        let uuid = DBusValue.string("0000180f-0000-1000-8000-00805f9b34fb")
        daemon.add(
            Self.service,
            ["org.bluez.GattService1": ["UUID": uuid, "Primary": .bool(false)]]
        )
        let again = try await connected(radio)
        #expect(try await again.discoverServices().map(\.uuid) == [0x180F])
    }

    @Test("another program's link is used, but not disconnected")
    func shares() async throws {
        let (daemon, radio) = try await prepared()
        sockets.state.withLock { $0.results = [-EBUSY] }
        daemon.add(
            FakeDaemon.device + "/service0020",
            ["org.bluez.GattService1": ["UUID": .string("180f"), "Primary": .bool(true)]],
            isSignalled: false
        )
        daemon.changeDevice(["Connected": .bool(true), "ServicesResolved": .bool(true)])
        while radio.objects.devices.values.first?.areServicesResolved != true {
            await Task.yield()
        }
        let peripheral = try await connected(radio)
        #expect(try await peripheral.discoverServices().map(\.uuid) == [0x1809, 0x180F])
        await peripheral.disconnect()
        #expect(daemon.count(of: "Connect") == 0 && daemon.count(of: "Disconnect") == 0)
        #expect(radio.busConnections.isEmpty)
    }

    @Test("notifications arrive by a socket, in order and without loss")
    func notifies() async throws {
        let (daemon, radio) = try await prepared()
        let peripheral = try await connected(radio)
        let value = try await peripheral.characteristic(0x2221, in: 0x1809)
        let (answer, end) = Self.pair()
        defer { close(end) }
        daemon.on("AcquireNotify") { _ in answer }
        let values = try await value.notifications()
        var iterator = values.makeAsyncIterator()
        for index in UInt8(0)..<200 {
            #expect(send(end, [index], 1, 0) == 1)
            #expect(try await iterator.next() == [index])
        }
        #expect(daemon.count(of: "StartNotify") == 0)
    }

    @Test("notifications arrive as signals where bluetoothd has no socket")
    func signals() async throws {
        let (daemon, radio) = try await prepared()
        let peripheral = try await connected(radio)
        let value = try await peripheral.characteristic(0x2221, in: 0x1809)
        daemon.on("AcquireNotify") { _ in FakeDaemon.error("NotSupported") }
        let values = try await value.notifications()
        _ = await daemon.next("StartNotify")
        daemon.change(["Value": .bytes([7])], of: Self.value, Self.characteristic)
        var iterator = values.makeAsyncIterator()
        #expect(try await iterator.next() == [7])
    }

    @Test("commands use a socket, which is closed for a write with a response")
    func writes() async throws {
        let (daemon, radio) = try await prepared()
        let peripheral = try await connected(radio)
        let plain = try await peripheral.characteristic(0x2222, in: 0x1809)
        let (answer, end) = Self.pair()
        defer { close(end) }
        daemon.on("AcquireWrite") { _ in answer }
        for index in UInt8(0)..<100 { try await plain.writeWithoutResponse([index]) }
        for index in UInt8(0)..<100 {
            var byte: UInt8 = 255
            #expect(recv(end, &byte, 1, 0) == 1 && byte == index)
        }
        let tries = Mutex(0)
        daemon.on("WriteValue") { _ in
            let count = tries.withLock { tries in
                tries += 1
                return tries
            }
            return count == 1 ? FakeDaemon.error("NotPermitted", "Write acquired") : .values([])
        }
        try await plain.write([1])
        var byte: UInt8 = 0
        #expect(recv(end, &byte, 1, 0) == 0 && tries.withLock { $0 } == 2)
        let options = await daemon.next("WriteValue").body[1].entries
        #expect(options?.first?.value.text == "request")
    }

    @Test("ATT errors of the peer keep their numbers")
    func attErrors() async throws {
        let (daemon, radio) = try await prepared()
        let peripheral = try await connected(radio)
        let value = try await peripheral.characteristic(0x2221, in: 0x1809)
        daemon.on("ReadValue") { _ in
            FakeDaemon.error("Failed", "Operation failed with ATT error: 0x80")
        }
        do {
            _ = try await value.read()
            Issue.record("no error")
        } catch { #expect("\(error)".contains("80")) }
    }

    @Test("a link lost by bluetoothd ends the connection and its calls")
    func ends() async throws {
        let (daemon, radio) = try await prepared()
        let peripheral = try await connected(radio)
        let value = try await peripheral.characteristic(0x2221, in: 0x1809)
        daemon.changeDevice(["Connected": .bool(false), "ServicesResolved": .bool(false)])
        while !radio.busConnections.isEmpty { await Task.yield() }
        await #expect(throws: CentralError.self) { try await value.read() }
    }

    @Test("a device that bluetoothd does not know is discovered first")
    func findsFirst() async throws {
        let (daemon, radio) = try await prepared()
        daemon.remove(FakeDaemon.device)
        while !radio.objects.devices.isEmpty { await Task.yield() }
        daemon.on("StartDiscovery") { [weak daemon] _ in
            daemon?.addDevice()
            return .values([])
        }
        let peripheral = try await connected(radio)
        _ = await daemon.next("StopDiscovery")
        await peripheral.disconnect()
    }
}
