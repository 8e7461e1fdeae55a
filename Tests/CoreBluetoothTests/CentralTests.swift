import AccessoryConcurrency
import BluetoothLE
import CoreBluetooth
import CoreBluetoothTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct CentralTests {
    @Test("state is unknown until the delegate is told, on its queue")
    func state() async throws {
        try await Bench.run { bench in
            let watcher = Watcher()
            let queue = DispatchQueue(label: "own")
            queue.suspend()
            let manager = ManagerRadio(bench.phone, clock: bench.clock).use {
                CBCentralManager(delegate: watcher, queue: queue)
            }
            let before = manager.state
            queue.resume()
            #expect(await watcher.log.wait(for: "state") == ["state poweredOn"])
            #expect(before == .unknown && manager.state == .poweredOn)
        }
    }

    /// Checks the queue of each state.
    private final class OnQueue: Watcher, @unchecked Sendable {
        let queue: DispatchQueue
        init(_ queue: DispatchQueue) { self.queue = queue }
        override func centralManagerDidUpdateState(_ central: CBCentralManager) {
            dispatchPrecondition(condition: .onQueue(queue))
            super.centralManagerDidUpdateState(central)
        }
    }

    @Test("the delegate's queue is the initializer's, or the main queue", arguments: [true, false])
    func queue(isOwn: Bool) async throws {
        try await Bench.run { bench in
            let queue = DispatchQueue(label: "own")
            let watcher = OnQueue(isOwn ? queue : .main)
            let manager = ManagerRadio(bench.phone, clock: bench.clock).use {
                CBCentralManager(delegate: watcher, queue: isOwn ? queue : nil)
            }
            await watcher.log.wait(for: "state poweredOn")
            withExtendedLifetime(manager) {}
        }
    }

    @Test("the example of CoreBluetoothTesting")
    func example() async {
        let delegate = Watcher()
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock)
        let manager = ManagerRadio(air.addAdapter(), clock: clock).use {
            CBCentralManager(delegate: delegate, queue: DispatchQueue(label: "test"))
        }
        await clock.run { _ = await delegate.log.wait(for: "state poweredOn") }
        #expect(manager.state == .poweredOn)
    }

    // MARK: Scan

    @Test("a scan reports a device once, and again when the scan response adds data")
    func scan() async throws {
        try await Bench.run { bench in
            bench.peripheral.stopAdvertising()
            let name = "a name too long for the first packet"
            bench.peripheral.startAdvertising([
                CBAdvertisementDataLocalNameKey: name,
                CBAdvertisementDataServiceUUIDsKey: [bench.strap.service.uuid],
            ])
            await bench.strap.log.wait(for: "advertising")
            bench.central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
            #expect(bench.central.isScanning)
            try await bench.clock.sleep(for: .seconds(5))
            let shortened = String(name.prefix(29))
            #expect(
                bench.watcher.log.rest == ["found - [\"180D\"]", "found \(shortened) [\"180D\"]"]
            )
            #expect(bench.watcher.found?.name == shortened)
        }
    }

    @Test("a scan with duplicates reports each advertisement; stopScan ends it")
    func duplicates() async throws {
        try await Bench.run { bench in
            let options = [CBCentralManagerScanOptionAllowDuplicatesKey: true]
            bench.central.scanForPeripherals(withServices: nil, options: options)
            for _ in 0..<10 { await bench.watcher.log.wait(for: "found Strap") }
            bench.central.stopScan()
            #expect(!bench.central.isScanning)
            await bench.settle()
            _ = bench.watcher.log.rest
            try await bench.clock.sleep(for: .seconds(5))
            #expect(bench.watcher.log.rest == [])
        }
    }

    @Test("a scan for other services finds nothing; a second call replaces the first")
    func services() async throws {
        try await Bench.run { bench in
            bench.central.scanForPeripherals(withServices: [CBUUID(string: "180F")])
            try await bench.clock.sleep(for: .seconds(5))
            #expect(bench.watcher.log.rest == [])
            bench.central.scanForPeripherals(withServices: [])
            #expect(await bench.watcher.log.wait(for: "found") == ["found Strap [\"180D\"]"])
        }
    }

    @Test("calls before poweredOn are ignored")
    func tooEarly() async throws {
        try await Bench.run { bench in
            let device = await bench.find()
            try bench.phone.setPower(false)
            await bench.watcher.log.wait(for: "state poweredOff")
            bench.central.scanForPeripherals(withServices: nil)
            bench.central.connect(device)
            #expect(!bench.central.isScanning && device.state == .disconnected)
        }
    }

    @Test("another manager's peripheral is ignored")
    func otherManager() async throws {
        try await Bench.run { bench in
            let device = await bench.find()
            let watcher = Watcher()
            let manager = ManagerRadio(bench.phone, clock: bench.clock).use {
                CBCentralManager(delegate: watcher, queue: DispatchQueue(label: "own"))
            }
            await watcher.log.wait(for: "state poweredOn")
            manager.connect(device)
            #expect(device.state == .disconnected)
        }
    }

    @Test("the same device is the same object and has the same identifier")
    func identity() async throws {
        try await Bench.run { bench in
            let device = await bench.find()
            let known = bench.central.retrievePeripherals(withIdentifiers: [
                device.identifier, UUID(),
            ])
            #expect(known == [device])
            #expect(await bench.find() === device)
        }
    }

    // MARK: Link

    @Test("a cancelled connection ends without an error; its services are gone")
    func disconnect() async throws {
        try await Bench.run { bench in
            let (device, _, _) = await bench.discover()
            #expect(device.state == .connected && bench.air.connectionCount == 1)
            bench.central.cancelPeripheralConnection(device)
            #expect(device.state == .disconnecting)
            #expect(await bench.watcher.log.wait(for: "disconnected") == ["disconnected"])
            #expect(device.state == .disconnected && device.services == nil)
            #expect(bench.air.connectionCount == 0)
        }
    }

    @Test("a pending connection waits for the device, and can be cancelled")
    func pending() async throws {
        try await Bench.run { bench in
            let device = await bench.find()
            bench.peripheral.stopAdvertising()
            await bench.settle()
            bench.central.connect(device)
            try await bench.clock.sleep(for: .seconds(3600))
            #expect(device.state == .connecting)
            bench.central.cancelPeripheralConnection(device)
            #expect(await bench.watcher.log.wait(for: "disconnected") == ["disconnected"])
            bench.central.connect(device)
            await bench.advertiseAgain()
            #expect(await bench.watcher.log.wait(for: "connected") == ["connected"])
        }
    }

    @Test("two devices are two objects with links of their own")
    func twoDevices() async throws {
        try await Bench.run { bench in
            let other = PeripheralManager(radio: bench.air.addAdapter(), clock: bench.clock)
            try await other.startAdvertising(name: "Other")
            let strap = await bench.connect()
            bench.central.scanForPeripherals(withServices: nil)
            await bench.watcher.log.wait(for: "found Other")
            let device = bench.watcher.found!
            #expect(device !== strap && device.identifier != strap.identifier)
            bench.central.connect(device)
            await bench.watcher.log.wait(for: "connected")
            #expect(bench.air.connectionCount == 2)
            bench.central.cancelPeripheralConnection(strap)
            await bench.watcher.log.wait(for: "disconnected")
            #expect(device.state == .connected && bench.air.connectionCount == 1)
        }
    }

    @Test("connecting again at once reports the end first")
    func reconnectAtOnce() async throws {
        try await Bench.run { bench in
            let device = await bench.connect()
            bench.central.cancelPeripheralConnection(device)
            bench.central.connect(device)
            let lines = await bench.watcher.log.wait(for: "connected")
            #expect(lines == ["disconnected", "connected"])
            bench.central.connect(device)
            #expect(await bench.watcher.log.wait(for: "connected") == ["connected"])
            #expect(bench.air.connectionCount == 1)
        }
    }

    @Test(
        "a lost link ends pending calls first",
        arguments: [
            (DisconnectReason.connectionTimeout, " CBError.connectionTimeout"),
            (.remoteUser, " CBError.peripheralDisconnected"),
        ]
    )
    func loss(reason: DisconnectReason, error: String) async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            device.setNotifyValue(true, for: control)
            await bench.watcher.log.wait(for: "notifying")
            device.readValue(for: control)
            device.writeValue(Data([1]), for: control, type: .withResponse)
            device.discoverServices(nil)
            device.discoverCharacteristics(nil, for: device.services![0])
            device.discoverDescriptors(for: control)
            device.discoverIncludedServices(nil, for: device.services![0])
            device.readRSSI()
            device.openL2CAPChannel(0x80)
            device.setNotifyValue(false, for: control)
            bench.air.disconnect(bench.phone, bench.sensor, reason: reason)
            let lines = await bench.watcher.log.wait(for: "disconnected")
            #expect(
                lines == [
                    "value nil" + error, "written" + error, "services [\"180D\"]" + error,
                    "characteristics [\"2A39\", \"2A38\"]" + error, "descriptors []" + error,
                    "included []" + error, "rssi 127" + error, "channel 0" + error,
                    "notifying true" + error, "disconnected" + error,
                ]
            )
            #expect(!control.isNotifying)
            #expect(await bench.strap.log.wait(for: "unsub").last == "unsubscribed 2A39")
        }
    }

    /// A delegate with both variants of the call.
    private final class Both: NSObject, CBCentralManagerDelegate, Sendable {
        let log = Log()
        func centralManagerDidUpdateState(_ central: CBCentralManager) {}
        func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
            log.add("connected")
        }
        func centralManager(
            _ central: CBCentralManager,
            didDisconnectPeripheral peripheral: CBPeripheral,
            error: (any Error)?
        ) { log.add("the older variant") }
        func centralManager(
            _ central: CBCentralManager,
            didDisconnectPeripheral peripheral: CBPeripheral,
            timestamp: CFAbsoluteTime,
            isReconnecting: Bool,
            error: (any Error)?
        ) { log.add("ended, reconnecting \(isReconnecting)" + short(error)) }
    }

    @Test("a delegate with both variants receives the newer one; a link reconnects on its own")
    func autoReconnect() async throws {
        try await Bench.run { bench in
            let device = await bench.find()
            let both = Both()
            bench.central.delegate = both
            let options = [CBConnectPeripheralOptionEnableAutoReconnect: true]
            bench.central.connect(device, options: options)
            await both.log.wait(for: "connected")
            bench.air.disconnect(bench.phone, bench.sensor)
            #expect(
                await both.log.wait(for: "connected") == [
                    "ended, reconnecting true CBError.connectionTimeout", "connected",
                ]
            )
            bench.central.cancelPeripheralConnection(device)
            #expect(await both.log.wait(for: "ended") == ["ended, reconnecting false"])
            try await bench.clock.sleep(for: .seconds(60))
            #expect(both.log.rest == [] && bench.air.connectionCount == 0)
        }
    }

    @Test("managers share a link; each cancels its own use")
    func shared() async throws {
        try await Bench.run { bench in
            let radio = ManagerRadio(bench.phone, clock: bench.clock)
            let watchers = [Watcher(), Watcher()]
            let managers = watchers.map { watcher in
                radio.use {
                    CBCentralManager(delegate: watcher, queue: DispatchQueue(label: "own"))
                }
            }
            var devices: [CBPeripheral] = []
            for (watcher, manager) in zip(watchers, managers) {
                await watcher.log.wait(for: "state poweredOn")
                manager.scanForPeripherals(withServices: nil)
                await watcher.log.wait(for: "found")
                manager.stopScan()
                devices.append(watcher.found!)
                manager.connect(devices.last!)
                await watcher.log.wait(for: "connected")
            }
            #expect(bench.air.connectionCount == 1 && devices[0] !== devices[1])
            #expect(devices[0].identifier == devices[1].identifier)
            #expect(managers[0].retrieveConnectedPeripherals(withServices: []) == [devices[0]])
            managers[0].cancelPeripheralConnection(devices[0])
            #expect(await watchers[0].log.wait(for: "disconnected") == ["disconnected"])
            #expect(devices[1].state == .connected && bench.air.connectionCount == 1)
            managers[1].cancelPeripheralConnection(devices[1])
            #expect(await watchers[1].log.wait(for: "disconnected") == ["disconnected"])
            #expect(bench.air.connectionCount == 0)
        }
    }

    @Test(
        "a peripheral or a manager that nothing retains loses its link",
        arguments: [true, false]
    )
    func released(isManager: Bool) async throws {
        try await Bench.run { bench in
            let watcher = Watcher()
            var manager: CBCentralManager? = ManagerRadio(bench.phone, clock: bench.clock).use {
                CBCentralManager(delegate: watcher, queue: DispatchQueue(label: "own"))
            }
            await watcher.log.wait(for: "state poweredOn")
            manager?.scanForPeripherals(withServices: nil)
            await watcher.log.wait(for: "found")
            manager?.stopScan()
            manager?.connect(watcher.found!)
            await watcher.log.wait(for: "connected")
            await bench.settle()
            if isManager { manager = nil } else { watcher.found = nil }
            try await bench.clock.sleep(for: .seconds(5))
            #expect(bench.air.connectionCount == 0)
            withExtendedLifetime(manager) {}
        }
    }

    @Test("turning the adapter off ends the scan and the links", arguments: [true, false])
    func powerOff(isConnected: Bool) async throws {
        try await Bench.run { bench in
            let device: CBPeripheral
            if isConnected {
                device = await bench.discover().device
            } else {
                device = await bench.find()
                bench.peripheral.stopAdvertising()
                await bench.settle()
                bench.central.connect(device)
            }
            bench.central.scanForPeripherals(withServices: nil)
            await bench.settle()
            _ = bench.watcher.log.rest
            try bench.phone.setPower(false)
            #expect(
                await bench.watcher.log.wait(for: "disconnected") == [
                    "state poweredOff", "disconnected CBError.unknown",
                ]
            )
            #expect(device.state == .disconnected && device.services == nil)
            #expect(!bench.central.isScanning)
            try bench.phone.setPower(true)
            await bench.watcher.log.wait(for: "state poweredOn")
            if !isConnected { await bench.advertiseAgain() }
            bench.central.connect(device)
            await bench.watcher.log.wait(for: "connected")
        }
    }

    @Test("connection events report the devices asked for")
    func connectionEvents() async throws {
        try await Bench.run { bench in
            let device = await bench.find()
            let wanted: [CBConnectionEventMatchingOption: Any] = [
                .peripheralUUIDs: [device.identifier]
            ]
            bench.central.registerForConnectionEvents(options: wanted)
            await bench.settle()
            bench.central.connect(device)
            await bench.watcher.log.wait(for: "event peerConnected")
            bench.central.registerForConnectionEvents(options: [.peripheralUUIDs: [UUID()]])
            await bench.settle()
            bench.central.cancelPeripheralConnection(device)
            await bench.watcher.log.wait(for: "disconnected")
            await bench.settle()
            #expect(bench.watcher.log.rest == [])
        }
    }
}

extension Bench {
    /// Returns when everything that has begun has happened.
    func settle() async {
        try? await clock.sleep(for: .milliseconds(200))
    }

    func advertiseAgain() async {
        peripheral.startAdvertising([
            CBAdvertisementDataServiceUUIDsKey: [strap.service.uuid]
        ])
        await strap.log.wait(for: "advertising true")
    }
}
