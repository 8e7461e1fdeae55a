import AccessoryConcurrency
import Beacons
import BlueZ
import BluetoothLE
import Glibc
import Synchronization
import Testing

@testable import BlueZDaemon

/// The radio with a simulated bluetoothd.
@Suite(.enabled(if: PrivateBus.isThere), .timeLimit(.minutes(5))) struct DaemonRadioTests {
    let sockets = FakeSockets()

    /// The text of the error that `work` throws; empty without an error.
    private func refusal<Success>(
        _ work: () async throws -> Success
    ) async -> String {
        do {
            _ = try await work()
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func describesTheAdapter() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        #expect(radio.address == BluetoothAddress("00:AA:01:00:00:00"))
        #expect(radio.features.advertisingSets == 5)
        #expect(!radio.features.canScanPassively && !radio.features.hasWholeAdvertisements)
        #expect(await radio.states.first { _ in true } == .poweredOn)
        try await radio.setPower(false)
        #expect(await daemon.next("Set").body[1].text == "Powered")
        await #expect(throws: RadioError.poweredOff) { try await radio.scan(ScanParameters()) }
    }

    @Test("reports are rebuilt from properties in any order")
    func scans() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        var reports: AsyncThrowingStream? = try await radio.scan(ScanParameters())
        let filter = try #require(await daemon.next("SetDiscoveryFilter").body[0].entries)
        // an RSSI in the filter makes the kernel drop reports whose RSSI is unknown
        #expect(!filter.contains { $0.key.text == "RSSI" })
        await #expect(throws: RadioError.busy) { try await radio.scan(ScanParameters()) }
        daemon.addDevice(["Name": .string("lab"), "RSSI": .int16(-61)])
        daemon.changeDevice([
            "ManufacturerData": .dictionary([(.uint16(0x4C), .variant(.bytes([1, 2])))], of: "qv")
        ])
        var iterator = try #require(reports).makeAsyncIterator()
        let first = try #require(try await iterator.next())
        #expect(first.address == FakeDaemon.peer && first.rssi == -61 && first.isRebuilt)
        #expect(first.data == [4, 0x09] + Array("lab".utf8))
        let second = try #require(try await iterator.next())
        #expect(second.data == [4, 0x09] + Array("lab".utf8) + [5, 0xFF, 0x4C, 0, 1, 2])
        reports = nil
        iterator = AsyncThrowingStream<AdvertisementReport, any Error> { $0.finish() }
            .makeAsyncIterator()
        _ = await daemon.next("StopDiscovery")
    }

    @Test("properties of other types are ignored, invalidated ones dropped, the rest kept")
    func changes() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        let reports = try await radio.scan(ScanParameters { $0.reportsDuplicates = true })
        var iterator = reports.makeAsyncIterator()
        let company = { (bytes: DBusValue) -> DBusValue in
            .dictionary(
                [(.uint16(1), .variant(.string("x"))), (.uint16(2), .variant(bytes))],
                of: "qv"
            )
        }
        let services: DBusValue = .properties([
            ("0000180f-0000-1000-8000-00805f9b34fb", .bytes([50]))
        ])
        let changes: [([String: DBusValue], dropping: [String], rssi: Int?, data: [UInt8])] = [
            (["RSSI": .int16(-50), "Name": .string("a")], [], -50, [2, 9, 0x61]),
            (["ManufacturerData": company(.bytes([7]))], [], -50, [2, 9, 0x61, 4, 0xFF, 2, 0, 7]),
            (["ManufacturerData": company(.bytes([8]))], [], -50, [2, 9, 0x61, 4, 0xFF, 2, 0, 8]),
            (["ManufacturerData": .string("x")], ["Name"], -50, []),
            (["ManufacturerData": company(.array([.variant(.byte(1))], of: "v"))], [], -50, []),
            (["RSSI": .string("x"), "ServiceData": services], [], nil, [4, 0x16, 0x0F, 0x18, 50]),
            (["RSSI": .int16(127)], ["ServiceData"], nil, [4, 0x16, 0x0F, 0x18, 50]),
        ]
        daemon.addDevice(["RSSI": .int16(-61)])
        #expect(try await iterator.next()?.rssi == -61)
        for (properties, dropped, rssi, data) in changes {
            daemon.changeDevice(properties, dropping: dropped)
            let report = try #require(try await iterator.next())
            #expect(report.rssi == rssi && report.data == data, "\(properties)")
        }
    }

    @Test("a discovery that is in progress is waited for, not an error")
    func inProgress() async throws {
        let daemon = try await FakeDaemon()
        let tries = Mutex(0)
        daemon.on("StartDiscovery") { _ in
            let count = tries.withLock { tries in
                tries += 1
                return tries
            }
            return count < 3 ? FakeDaemon.error("InProgress") : .values([])
        }
        let radio = try await daemon.radio(sockets)
        async let scan = radio.scan(ScanParameters())
        await daemon.clock.endSleep(within: .milliseconds(100))
        await daemon.clock.endSleep(within: .milliseconds(200))
        let reports = try await scan
        #expect(tries.withLock { $0 } == 3)
        withExtendedLifetime(reports) {}
    }

    @Test("a scan right after another starts once the other has stopped")
    func startBehindStop() async throws {
        let daemon = try await FakeDaemon()
        let isStopping = Flag()
        daemon.on("StopDiscovery") { _ in
            isStopping.set(true)
            return .later { [weak daemon] answer in
                Task {
                    // time for a start that does not wait for this reply
                    let bus = "org.freedesktop.DBus"
                    for _ in 0..<50 {
                        let path = "/org/freedesktop/DBus"
                        _ = try await daemon?.connection.call(bus, path, bus, "GetId")
                    }
                    isStopping.set(false)
                    answer(.values([]))
                }
            }
        }
        daemon.on("StartDiscovery") { _ in
            isStopping.isSet ? FakeDaemon.error("InProgress") : .values([])
        }
        let radio = try await daemon.radio(sockets)
        for _ in 0..<3 { _ = try await radio.scan(ScanParameters()) }
        #expect(daemon.count(of: "StartDiscovery") == 3)
    }

    @Test("a device that bluetoothd removed can still be connected")
    func removedDevice() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        daemon.addDevice()
        daemon.remove(FakeDaemon.device)
        let connection = try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        #expect(connection.peer == FakeDaemon.peer && daemon.count(of: "Connect") == 0)
    }

    @Test(
        "a device that bluetoothd knows needs no scan, because its address type is known"
    )
    func knownDevices() async throws {
        let daemon = try await FakeDaemon()
        daemon.addDevice(["Name": .string("lab")])
        let radio = try await daemon.radio(sockets)
        #expect(radio.knownDevices == [KnownDevice(FakeDaemon.peer, name: "lab")])
        #expect(radio.knownDevices.first?.address.kind == .random)
    }

    @Test("a link that aborts at once is retried, then reported with its error")
    func aborted() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        sockets.state.withLock { $0.results = [-ECONNABORTED, -ECONNRESET] }
        async let connection = radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        for _ in 0..<2 { await daemon.clock.endSleep(within: .milliseconds(200)) }
        _ = try await connection
        #expect(sockets.state.withLock { $0.attempts } == 3)
        sockets.state.withLock { $0.results = [-EHOSTDOWN] }
        let other = BluetoothAddress(value: 7)
        await #expect(throws: RadioError.disconnected(.notEstablished)) {
            try await radio.connect(to: other, ConnectionParameters())
        }
    }

    @Test("values and packet sizes are the link's own")
    func ownAttributes() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        let connection = try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        #expect(connection.largestPacket == 517)
        let (packets, entry) = AsyncStream.makeStream(of: [UInt8].self)
        connection.attributes.start {
            entry.yield($0)
        } onEnd: {
        }
        let peer = sockets.state.withLock { $0.peers[0] }
        for number in 0..<100 { #expect(send(peer, [0x1B, 3, 0, UInt8(number)], 4, 0) == 4) }
        var heard: [UInt8] = []
        for await packet in packets {
            heard.append(packet[3])
            if heard.count == 100 { break }
        }
        #expect(heard == Array(0..<100))
    }

    @Test(
        "missing connection parameters are an error with a remedy and do not fail the connection"
    )
    func parameters() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        let connection = try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        #expect(!radio.features.canSetConnectionParameters && connection.parameters == nil)
        let refusal = await refusal { try await connection.update(ConnectionParameters()) }
        #expect(refusal.contains("does not support") && refusal.contains("main.conf"))
    }

    @Test("duplicates are requested, and filtered only at the caller's request")
    func duplicates() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        let reports = try await radio.scan(ScanParameters())
        let filter = try #require(await daemon.next("SetDiscoveryFilter").body[0].entries)
        #expect(filter.contains { $0.key.text == "DuplicateData" && $0.value.isOn == true })
        daemon.addDevice(["RSSI": .int16(-60)])
        for strength in -70 ..< -60 { daemon.changeDevice(["RSSI": .int16(Int16(strength))]) }
        var strengths: [Int?] = []
        for try await report in reports {
            strengths.append(report.rssi)
            if strengths.count == 11 { break }
        }
        #expect(strengths == [-60] + Array(-70 ..< -60))
    }

    @Test("without advertisement monitors a passive scan is refused with the reason")
    func noMonitors() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        let refusal = await refusal { try await radio.scan(ScanParameters { $0.isActive = false }) }
        #expect(refusal.contains("does not support") && refusal.contains("CAP_NET_ADMIN"))
        #expect(refusal.contains("--experimental") && !radio.features.canScanPassively)
        #expect(daemon.count(of: "StartDiscovery") == 0)
    }

    @Test("one match rule for all devices")
    func rules() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        for number in 0..<200 {
            daemon.add(
                FakeDaemon.hci0 + "/dev_\(number)",
                ["org.bluez.Device1": ["Address": .string("00:00:00:00:00:01")]]
            )
        }
        while radio.objects.devices.count < 200 { await Task.yield() }
        let statistics = try await daemon.connection.call(
            "org.freedesktop.DBus",
            "/org/freedesktop/DBus",
            "org.freedesktop.DBus",
            "ListNames"
        )
        // both ends of this test and the bus; also no connection per device
        #expect(statistics[0].elements?.count == 4)
    }

    @Test("a disconnected device is not connected to before its link has ended")
    func reconnects() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        daemon.addDevice(["Connected": .bool(true)])
        let first = try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        first.attributes.close()
        let second = Task { try await radio.connect(to: FakeDaemon.peer, ConnectionParameters()) }
        await daemon.clock.sleepBegins(within: DaemonRadio.linkRest)
        #expect(sockets.state.withLock { $0.attempts } == 1)
        daemon.changeDevice(["Connected": .bool(false)])
        #expect(try await second.value.endReason == nil)
        #expect(first.endReason != nil && daemon.count(of: "Disconnect") == 0)
    }

    @Test("an old policy names the group to join")
    func denied() async throws {
        let daemon = try await FakeDaemon()
        daemon.on("SetDiscoveryFilter") { _ in
            .error(name: "org.freedesktop.DBus.Error.AccessDenied", text: "Rejected send message")
        }
        let radio = try await daemon.radio(sockets)
        let refusal = await refusal { try await radio.scan(ScanParameters()) }
        #expect(refusal.contains("not permitted") && refusal.contains("usermod -aG bluetooth"))
    }

    @Test(
        "no application is registered, so bluetoothd sends centrals no requests"
    )
    func peripheral() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        let data: [UInt8] = [2, 0x01, 0x06, 3, 0x03, 0xF0, 0xFF, 4, 0x09, 0x6C, 0x61, 0x62]
        let set = try await radio.advertise(AdvertisingParameters(data: data))
        let call = await daemon.next("RegisterAdvertisement")
        let values = try await daemon.advertisement(of: call)
        #expect(values["Type"]?.text == "peripheral" && values["LocalName"]?.text == "lab")
        #expect(values["Discoverable"]?.isOn == true)
        #expect(
            values["ServiceUUIDs"]?.elements?.map(\.text) == [
                "0000fff0-0000-1000-8000-00805f9b34fb"
            ]
        )
        #expect(daemon.count(of: "RegisterApplication") == 0)
        await set.stop()
        #expect(await daemon.next("UnregisterAdvertisement").body[0].text == call.body[0].text)
    }

    @Test("an iBeacon is a broadcast of bluetoothd's with Apple's manufacturer data")
    func iBeacon() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        let manager = PeripheralManager(radio: radio)
        let uuid = BluetoothUUID("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
        try await manager.startAdvertising(region: BeaconRegion("door", uuid: uuid, major: 7))
        let call = await daemon.next("RegisterAdvertisement")
        let values = try await daemon.advertisement(of: call)
        #expect(values["Type"]?.text == "broadcast")
        let data = try #require(values["ManufacturerData"]?.entries?.first)
        let bytes = [26, 0xFF, 0x4C, 0x00] + (data.value.bytes ?? [])
        let beacon = IBeacon(uuid: uuid, major: 7, minor: 0, measuredPower: -59)
        #expect(data.key.number == 0x4C && Beacon(Advertisement(bytes)) == .iBeacon(beacon))
        try await manager.stopAdvertising()
    }

    @Test("a link's end is reported with a reason, though services never resolve")
    func ends() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        daemon.addDevice(["Connected": .bool(true), "ServicesResolved": .bool(false)])
        let connection = try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        daemon.changeDevice(["Connected": .bool(false)])
        for await _ in connection.security {}
        #expect(connection.endReason == .remoteUser)
    }

    @Test("a device connected to another program's socket throws owned, with a remedy")
    func owned() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets, servicesLimit: .zero)
        daemon.addDevice(["Connected": .bool(true)])
        while radio.objects.devices.isEmpty { await Task.yield() }
        sockets.state.withLock { $0.results = [-EBUSY] }
        let refusal = await refusal {
            try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        }
        #expect(refusal.contains("holds it") && refusal.contains("bluetoothctl"))
        // no owner: bluetoothd has released the link, which is about to end
        daemon.changeDevice(["Connected": .bool(false)])
        sockets.state.withLock { $0.results = [-EBUSY] }
        while radio.objects.devices.values.first?.isConnected == true { await Task.yield() }
        async let connection = radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        await daemon.clock.endSleep(within: .milliseconds(250))
        _ = try await connection
    }

    @Test("pairing ends with the bond, even without a reply; the agent is not the default")
    func pairs() async throws {
        let daemon = try await FakeDaemon()
        daemon.on("Pair") { _ in .later { _ in } }
        let radio = try await daemon.radio(sockets)
        daemon.addDevice(["Connected": .bool(true)])
        try await radio.setPairingAgent(
            PairingAgent(.keyboardDisplay) { _, _ in .passkey(123_456) }
        )
        let connection = try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        let securing = Task { try await connection.secure(to: .authenticated) }
        _ = await daemon.next("Pair")
        let agent = await daemon.next("RegisterAgent")
        #expect(agent.body[1].text == "KeyboardDisplay")
        let passkey = try await daemon.connection.call(
            agent.sender,
            agent.body[0].text ?? "",
            "org.bluez.Agent1",
            "RequestPasskey",
            [.path(FakeDaemon.device)]
        )
        #expect(passkey[0].number == 123_456)
        daemon.changeDevice(["Paired": .bool(true), "Bonded": .bool(true)])
        try await securing.value
        #expect(connection.securityNow?.level == .authenticated)
        #expect(daemon.count(of: "RequestDefaultAgent") == 0)
        #expect(try await radio.bonds() == [FakeDaemon.peer])
        try await radio.removeBond(with: FakeDaemon.peer)
        #expect(await daemon.next("RemoveDevice").body[0].text == FakeDaemon.device)
    }

    @Test("a refused pairing is an error at once")
    func refusedPairing() async throws {
        let daemon = try await FakeDaemon()
        daemon.on("Pair") { _ in FakeDaemon.error("AuthenticationFailed", "no") }
        let radio = try await daemon.radio(sockets)
        daemon.addDevice()
        let connection = try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        await #expect(throws: RadioError.pairingFailed("no")) {
            try await connection.secure(to: .encrypted)
        }
    }

    @Test("scans and sets end with an error when bluetoothd exits, and work again when it returns")
    func daemonRestart() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        let reports = try await radio.scan(ScanParameters())
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        var states = radio.states.makeAsyncIterator()
        #expect(await states.next() == .poweredOn)
        daemon.vanish()
        #expect(await states.next() == .resetting)
        await #expect(throws: RadioError.self) { for try await _ in reports {} }
        guard case .failed? = await set.ended() else { return #expect(Bool(false)) }
        await #expect(throws: RadioError.self) { try await radio.scan(ScanParameters()) }
        try await daemon.appear()
        #expect(await states.next() == .poweredOn)
        let again = try await radio.scan(ScanParameters())
        withExtendedLifetime(again) {}
    }

    @Test("a scan ended by power-off reports bluetoothd's exit, if that is the cause")
    func powerOffAtExit() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        for isExit in [true, false] {
            let reports = try await radio.scan(ScanParameters())
            daemon.change(["Powered": .bool(false)])
            if isExit {
                daemon.remove(FakeDaemon.hci0, ["org.bluez.Adapter1"])
                daemon.vanish()
                while radio.absence == nil { await Task.yield() }
            }
            await daemon.clock.endSleep(within: .seconds(1))
            let refusal = await refusal { for try await _ in reports {} }
            #expect(refusal.contains("systemctl start bluetooth") == isExit, "\(refusal)")
            if isExit {
                daemon.add(FakeDaemon.hci0, ["org.bluez.Adapter1": FakeDaemon.adapter])
                try await daemon.appear()
            }
            daemon.change(["Powered": .bool(true)])
            for await state in radio.states where state == .poweredOn { break }
        }
    }

    @Test("the adapter disappears and returns")
    func unplugged() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        var states = radio.states.makeAsyncIterator()
        #expect(await states.next() == .poweredOn)
        daemon.remove(FakeDaemon.hci0, ["org.bluez.Adapter1"])
        #expect(await states.next() == .unsupported)
        await #expect(throws: RadioError.noAdapter("hci0")) {
            try await radio.scan(ScanParameters())
        }
        daemon.add(FakeDaemon.hci0, ["org.bluez.Adapter1": FakeDaemon.adapter])
        #expect(await states.next() == .poweredOn)
    }

    @Test("the bus disconnects and returns")
    func busRestart() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        var states = radio.states.makeAsyncIterator()
        #expect(await states.next() == .poweredOn)
        daemon.bus.stop()
        #expect(await states.next() == .resetting)
        await #expect(throws: RadioError.self) { try await radio.scan(ScanParameters()) }
        try daemon.bus.start()
        try await daemon.appear()
        await daemon.clock.endSleep(within: .seconds(1))
        #expect(await states.next() == .poweredOn)
    }

    @Test("a missing bus and a missing bluetoothd are errors with the reason")
    func absent() async throws {
        let daemon = try await FakeDaemon()
        daemon.vanish()
        for bus in [daemon.bus.address, "unix:path=/nonexistent"] {
            let refusal = await refusal {
                try await DaemonRadio("hci0", bus: bus, sockets: sockets.sockets)
            }
            #expect(refusal.contains(bus.hasSuffix("nonexistent") ? "system bus" : "bluetoothd"))
        }
    }

    @Test(
        "without bluetoothd and capabilities, a powered adapter connects; other calls report what they need"
    )
    func alone() async throws {
        let daemon = try await FakeDaemon()
        daemon.vanish()
        let address = try #require(BluetoothAddress("00:AA:01:00:00:00"))
        await #expect(throws: RadioError.poweredOff) {
            try await daemon.radio(sockets, kernel: { _ in KernelAdapter(address, .poweredOff) })
        }
        let radio = try await daemon.radio(
            sockets,
            kernel: { _ in KernelAdapter(address, .poweredOn) }
        )
        #expect(radio.address == address)
        #expect(await radio.states.first { $0 != .unknown } == .poweredOn)
        let connection = try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        for work in [
            { _ = try await radio.scan(ScanParameters()) },
            { _ = try await radio.advertise(AdvertisingParameters(data: [2, 1, 6])) },
            { try await connection.secure(to: .encrypted) },
        ] as [() async throws -> Void] {
            let refusal = await refusal(work)
            #expect(refusal.contains("systemctl start bluetooth") && refusal.contains("setcap"))
        }
        // bluetoothd starts
        try await daemon.appear()
        while radio.absence != nil { await Task.yield() }
        _ = try await radio.scan(ScanParameters())
        #expect(connection.endReason == nil)
    }
}

private final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }
    func set(_ isSet: Bool) { value.withLock { $0 = isSet } }
}
