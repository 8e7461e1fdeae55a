import AccessoryConcurrency
import BluetoothLE
import Glibc
import Synchronization
import Testing

@testable import BlueZDaemon

/// This program's attributes, offered through a simulated bluetoothd, as in a process without Bluetooth
/// sockets.
@Suite(.enabled(if: PrivateBus.isThere), .timeLimit(.minutes(5))) struct BusServerTests {
    /// The last registered objects.
    private final class Registered: Sendable {
        let objects = Mutex<[(key: DBusValue, value: DBusValue)]>([])

        var count: Int { objects.withLock { $0.count } }
    }

    private let value = MutableCharacteristic(
        uuid: 0xFFE1,
        properties: [.read, .write, .notify],
        value: [1, 2, 3]
    )
    private let secret = MutableCharacteristic(
        uuid: 0xFFE2,
        properties: [.read, .indicate],
        permissions: .readEncryptionRequired,
        value: [9],
        descriptors: [
            DescriptorDefinition(0x2901, value: [0x42]),
            DescriptorDefinition(0x2900, value: [1, 0]),
        ]
    )

    /// A daemon that reads the registered objects as bluetoothd does: before it replies.
    private func prepared() async throws -> (FakeDaemon, PeripheralManager, Registered) {
        let daemon = try await FakeDaemon()
        let registered = Registered()
        daemon.on("RegisterApplication") { [weak daemon] call in
            .later { [weak daemon] answer in
                guard let daemon else { return }
                let root = call.body[0].text ?? ""
                daemon.connection.send(
                    call.sender,
                    root,
                    DaemonObjects.objectManager,
                    "GetManagedObjects"
                ) { reply in
                    let objects = (try? reply.get())?.first?.entries ?? []
                    registered.objects.withLock { $0 = objects }
                    answer(.values([]))
                }
            }
        }
        daemon.addDevice()
        let manager = PeripheralManager(radio: try await daemon.radio())
        try await manager.add(MutableService(uuid: 0xFFE0, characteristics: [value, secret]))
        try await manager.startAdvertising(name: "bus", uuids: [0xFFE0])
        return (daemon, manager, registered)
    }

    private func path(of uuid: String, _ registered: Registered) throws -> String {
        let found = registered.objects.withLock { objects in
            objects.first { object in
                let properties = object.value.entries?.first?.value.entries ?? []
                return properties.contains {
                    $0.key.text == "UUID" && $0.value.text?.hasPrefix("0000\(uuid)-") == true
                }
            }?.key.text
        }
        return try #require(found)
    }

    private func flags(of path: String, _ registered: Registered) -> [String] {
        registered.objects.withLock { objects in
            let object = objects.first { $0.key.text == path }?.value.entries?.first
            let flags = object?.value.entries?.first { $0.key.text == "Flags" }?.value.elements
            return flags?.compactMap(\.text) ?? []
        }
    }

    /// Calls an object of the program, as bluetoothd does.
    private func call(
        _ daemon: FakeDaemon,
        _ path: String,
        _ member: String,
        _ body: [DBusValue] = []
    ) async throws(DBusError) -> [DBusValue] {
        let owner = daemon.state.withLock { $0.calls.first { $0.member == "RegisterApplication" } }
        return try await daemon.connection.call(
            owner?.sender ?? "",
            path,
            "org.bluez.GattCharacteristic1",
            member,
            body
        )
    }

    private func options(_ more: [(String, DBusValue)] = []) -> DBusValue {
        .properties([("device", .path(FakeDaemon.device)), ("mtu", .uint16(185))] + more)
    }

    @Test("services are registered with their flags, without GAP and GATT")
    func registers() async throws {
        let (_, _, objects) = try await prepared()
        // a service, two characteristics and the description; bluetoothd adds the other descriptors
        #expect(objects.count == 4)
        let value = try path(of: "ffe1", objects)
        #expect(flags(of: value, objects) == ["read", "write", "notify"])
        let secret = try path(of: "ffe2", objects)
        #expect(
            flags(of: secret, objects)
                == ["encrypt-read", "indicate", "encrypt-indicate", "reliable-write"]
        )
        #expect(flags(of: try path(of: "2901", objects), objects) == ["read"])
    }

    @Test("a central reads in parts and writes; the application identifies it by its address")
    func transfers() async throws {
        let (daemon, manager, objects) = try await prepared()
        let path = try path(of: "ffe1", objects)
        #expect(try await call(daemon, path, "ReadValue", [options()])[0].bytes == [1, 2, 3])
        let offset = options([("offset", .uint16(2))])
        #expect(try await call(daemon, path, "ReadValue", [offset])[0].bytes == [3])
        let beyond = options([("offset", .uint16(4))])
        await #expect(throws: DBusError.self) {
            try await call(daemon, path, "ReadValue", [beyond])
        }
        let requests = try value.startRespondingToWriteRequests()
        let answering = Task { [value] in
            for await request in requests { value.respond(to: request, with: nil) }
        }
        defer { answering.cancel() }
        _ = try await call(daemon, path, "WriteValue", [.bytes([7, 8]), options()])
        #expect(value.value == [7, 8])
        let central = try #require(manager.centrals.first)
        #expect(central.address == FakeDaemon.peer && central.mtu == 185)
    }

    @Test("an application's error reaches bluetoothd with its code")
    func refuses() async throws {
        let (daemon, manager, objects) = try await prepared()
        defer { withExtendedLifetime(manager) {} }
        let path = try path(of: "ffe1", objects)
        let requests = try value.startRespondingToWriteRequests()
        let answering = Task { [value] in
            for await request in requests {
                value.respond(to: request, with: ATTError(rawValue: 0x81))
            }
        }
        defer { answering.cancel() }
        do throws(DBusError) {
            _ = try await call(daemon, path, "WriteValue", [.bytes([1]), options()])
            Issue.record("no error")
        } catch {
            guard case .refused(let name, let text) = error else { throw error }
            #expect(name == "org.bluez.Error.Failed")
            #expect(text == "0x81")
        }
        #expect(value.value == [1, 2, 3])
    }

    @Test("values are signalled while a central is subscribed, indications one at a time")
    func notifies() async throws {
        let (daemon, manager, objects) = try await prepared()
        let (plain, indicated) = (try path(of: "ffe1", objects), try path(of: "ffe2", objects))
        var events = manager.events.makeAsyncIterator()
        daemon.changeDevice(["Connected": .bool(true)])
        _ = try await call(daemon, indicated, "StartNotify")
        _ = try await call(daemon, plain, "StartNotify")
        guard case .connected(let central)? = await events.next() else {
            Issue.record("no central")
            return
        }
        #expect(central.address == FakeDaemon.peer)
        while secret.subscribers.isEmpty || value.subscribers.isEmpty { await Task.yield() }
        for index in UInt8(0)..<100 { try value.update([index]) }
        for index in UInt8(0)..<100 {
            #expect(await daemon.nextValue(of: plain) == [index])
        }
        try secret.update([1])
        try secret.update([2])
        #expect(await daemon.nextValue(of: indicated) == [1])
        #expect(daemon.count(ofValuesOf: indicated) == 0)
        _ = try await call(daemon, indicated, "Confirm")
        #expect(await daemon.nextValue(of: indicated) == [2])
        _ = try await call(daemon, plain, "StopNotify")
        while !value.subscribers.isEmpty { await Task.yield() }
    }

    @Test("when bluetoothd loses a central, the central and its subscriptions are removed")
    func loses() async throws {
        let (daemon, manager, objects) = try await prepared()
        let path = try path(of: "ffe1", objects)
        daemon.changeDevice(["Connected": .bool(true)])
        _ = try await call(daemon, path, "StartNotify")
        while value.subscribers.isEmpty { await Task.yield() }
        daemon.changeDevice(["Connected": .bool(false)])
        while !manager.centrals.isEmpty || !value.subscribers.isEmpty { await Task.yield() }
    }

    @Test("attributes are registered again when bluetoothd restarts")
    func returns() async throws {
        let (daemon, manager, _) = try await prepared()
        #expect(daemon.count(of: "RegisterApplication") == 1)
        daemon.vanish()
        try await daemon.appear()
        while daemon.count(of: "RegisterApplication") < 2 { await Task.yield() }
        await manager.removeAllServices()
        #expect(daemon.count(of: "UnregisterApplication") > 0)
    }

    @Test("the radio reports that bluetoothd does not identify subscribers")
    func states() async throws {
        let daemon = try await FakeDaemon()
        #expect(try await daemon.radio().features.namesSubscribers == false)
    }

    @Test("bluetoothd checks the signatures of writes")
    func signedWrites() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio()
        #expect(radio.features.acceptsSignedWrites)
        let signed = MutableCharacteristic(uuid: 0xFFF2, properties: .authenticatedSignedWrites)
        let manager = PeripheralManager(radio: radio)
        try await manager.add(MutableService(uuid: 0xFFF0, characteristics: [signed]))
        #expect(manager.services.count == 1)
    }
}
