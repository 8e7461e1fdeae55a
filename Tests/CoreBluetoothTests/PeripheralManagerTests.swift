import AccessoryConcurrency
import BluetoothLE
import CoreBluetooth
import CoreBluetoothTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct PeripheralManagerTests {
    @Test("a characteristic with a value must be read-only")
    func fixedValue() async throws {
        try await Bench.run(advertises: false) { bench in
            let service = CBMutableService(type: CBUUID(string: "180F"), primary: true)
            for (properties, permissions) in [
                (CBCharacteristicProperties.read, CBAttributePermissions.writeable),
                ([.read, .write], .readable), ([.read, .notify], .readable),
            ] {
                service.characteristics = [
                    CBMutableCharacteristic(
                        type: CBUUID(string: "2A19"),
                        properties: properties,
                        value: Data([1]),
                        permissions: permissions
                    )
                ]
                bench.peripheral.add(service)
                #expect(
                    await bench.strap.log.wait(for: "added")
                        == ["added 180F CBError.invalidParameters"]
                )
            }
        }
    }

    @Test("advertising again fails with alreadyAdvertising; calls while off are ignored")
    func advertising() async throws {
        try await Bench.run { bench in
            bench.peripheral.startAdvertising(nil)
            #expect(
                await bench.strap.log.wait(for: "advertising")
                    == ["advertising true CBError.alreadyAdvertising"]
            )
            bench.peripheral.stopAdvertising()
            bench.peripheral.startAdvertising(nil)
            #expect(await bench.strap.log.wait(for: "advertising") == ["advertising true"])
            try bench.sensor.setPower(false)
            await bench.strap.log.wait(for: "state poweredOff")
            #expect(!bench.peripheral.isAdvertising)
            bench.peripheral.startAdvertising(nil)
            bench.peripheral.add(bench.strap.service)
            await bench.settle()
            #expect(bench.strap.log.rest == [])
        }
    }

    @Test("after a power cycle, a program adds its services again")
    func powerCycle() async throws {
        try await Bench.run { bench in
            let (device, _, _) = await bench.discover()
            try bench.sensor.setPower(false)
            await bench.watcher.log.wait(for: "disconnected CBError.peripheralDisconnected")
            try bench.sensor.setPower(true)
            await bench.strap.log.wait(for: "state poweredOn")
            await bench.advertise()
            bench.central.connect(device)
            await bench.watcher.log.wait(for: "connected")
            device.discoverServices(nil)
            await bench.watcher.log.wait(for: "services [\"180D\"]")
        }
    }

    @Test("a long read of a dynamic value asks for growing offsets")
    func offsets() async throws {
        try await Bench.run { bench in
            let small = try await smallLink(bench)
            bench.strap.value = Data((0..<50).map { UInt8($0) })
            #expect(try await small.read() == Array(bench.strap.value))
            let reads = bench.strap.log.rest.filter { $0.hasPrefix("read") }
            #expect(reads == ["read at 0", "read at 22", "read at 44"])
        }
    }

    /// The strap's characteristic on a link with the smallest packets.
    private func smallLink(_ bench: Bench) async throws -> Characteristic {
        let central = Central(radio: bench.air.addAdapter(), clock: bench.clock)
        let device = try await central.connect(
            to: bench.sensor.address!,
            options: ConnectOptions { $0.mtu = 23 }
        )
        return try await device.characteristic(0x2A39, in: 0x180D)
    }

    @Test("parts of one long write arrive as one request; one answer is for all")
    func longWrite() async throws {
        try await Bench.run { bench in
            let small = try await smallLink(bench)
            let value = (0..<100).map { UInt8($0) }
            try await small.write(value)
            #expect(bench.strap.written == [Data(value)])
            bench.strap.answer = .insufficientResources
            await #expect(throws: GATTError.self) { try await small.write(value) }
        }
    }

    @Test("a write to two characteristics is one call")
    func groupedWrite() async throws {
        try await Bench.run(advertises: false) { bench in
            let other = CBMutableCharacteristic(
                type: CBUUID(string: "2A3A"),
                properties: [.write],
                value: nil,
                permissions: .writeable
            )
            bench.strap.service.characteristics = [bench.strap.control, other]
            await bench.advertise()
            let control = try await smallLink(bench)
            let second = try await control.service.characteristic(0x2A3A)
            bench.strap.log.wipe()
            try await control.peripheral.writeReliably([(control, [1]), (second, [2, 3])])
            #expect(bench.strap.log.rest == ["write 2A39@0+1 2A3A@0+2"])
        }
    }

    @Test("updateValue returns false when the queue is full, and ready follows")
    func backPressure() async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            device.setNotifyValue(true, for: control)
            await bench.watcher.log.wait(for: "notifying")
            let (strap, peripheral) = (bench.strap, bench.peripheral)
            var readies = 0
            for number in 0..<500 {
                let value = Data([UInt8(truncatingIfNeeded: number), UInt8(number >> 8)])
                while !peripheral.updateValue(value, for: strap.control, onSubscribedCentrals: nil)
                {
                    await strap.log.wait(for: "ready")
                    readies += 1
                }
            }
            await bench.settle()
            let expected = (0..<500).map { "value [\(UInt8(truncatingIfNeeded: $0)), \($0 >> 8)]" }
            #expect(bench.watcher.log.rest == expected)
            #expect(readies > 0)
        }
    }

    @Test("a value goes to the chosen centrals, cut to the length that each receives")
    func chosen() async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            device.setNotifyValue(true, for: control)
            await bench.watcher.log.wait(for: "notifying")
            let small = try await smallLink(bench)
            let values = try await small.notifications()
            await bench.settle()
            let centrals = bench.strap.control.subscribedCentrals!
            #expect(centrals.map(\.maximumUpdateValueLength) == [514, 20])
            #expect(centrals[0].identifier != centrals[1].identifier)
            let value = Data(count: 30)
            let (control2, peripheral) = (bench.strap.control, bench.peripheral)
            #expect(
                peripheral.updateValue(value, for: control2, onSubscribedCentrals: [centrals[1]])
            )
            #expect(peripheral.updateValue(value, for: control2, onSubscribedCentrals: nil))
            var received = values.makeAsyncIterator()
            #expect(try await received.next()?.count == 20)
            #expect(try await received.next()?.count == 20)
            await bench.settle()
            #expect(bench.watcher.log.rest == ["value \([UInt8](value))"])
        }
    }

    /// A program without the calls that answer requests.
    private final class Silent: NSObject, CBPeripheralManagerDelegate, Sendable {
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
    }

    @Test("requests are refused without an answering delegate", arguments: [true, false])
    func noDelegate(hasDelegate: Bool) async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            let silent = Silent()
            bench.peripheral.delegate = hasDelegate ? silent : nil
            device.readValue(for: control)
            device.writeValue(Data([1]), for: control, type: .withResponse)
            #expect(
                await bench.watcher.log.wait(for: "written") == [
                    "value nil CBATTError.requestNotSupported",
                    "written CBATTError.writeNotPermitted",
                ]
            )
            withExtendedLifetime(silent) {}
        }
    }

    /// A program that forgets to answer.
    private final class Forgetful: NSObject, CBPeripheralManagerDelegate, Sendable {
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
        func peripheralManager(
            _ peripheral: CBPeripheralManager,
            didReceiveRead request: CBATTRequest
        ) {}
        func peripheralManager(
            _ peripheral: CBPeripheralManager,
            didReceiveWrite requests: [CBATTRequest]
        ) {}
    }

    @Test("a request that the program drops is answered with an error")
    func dropped() async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            let forgetful = Forgetful()
            bench.peripheral.delegate = forgetful
            device.readValue(for: control)
            device.writeValue(Data([1]), for: control, type: .withResponse)
            let lines = await bench.watcher.log.wait(for: "written")
            #expect(
                lines == [
                    "value nil CBATTError.unlikelyError", "written CBATTError.unlikelyError",
                ]
            )
            withExtendedLifetime(forgetful) {}
        }
    }

    @Test("two managers share the server; each receives its own requests")
    func twoManagers() async throws {
        try await Bench.run { bench in
            let strap = Strap()
            let radio = ManagerRadio(bench.air.addAdapter(), clock: bench.clock)
            let managers = [strap, bench.strap].map { delegate in
                radio.use {
                    CBPeripheralManager(
                        delegate: delegate,
                        queue: DispatchQueue(label: "own"),
                        options: nil
                    )
                }
            }
            await strap.log.wait(for: "state poweredOn")
            await bench.strap.log.wait(for: "state poweredOn")
            bench.strap.log.wipe()
            managers[0].add(strap.service)
            managers[0].startAdvertising([CBAdvertisementDataLocalNameKey: "Two"])
            await strap.log.wait(for: "advertising true")
            managers[1].stopAdvertising()
            bench.central.scanForPeripherals(withServices: nil)
            await bench.watcher.log.wait(for: "found Two")
            let device = bench.watcher.found!
            bench.central.connect(device)
            await bench.watcher.log.wait(for: "connected")
            device.discoverServices(nil)
            await bench.watcher.log.wait(for: "services")
            device.discoverCharacteristics(nil, for: device.services![0])
            await bench.watcher.log.wait(for: "characteristics")
            device.readValue(for: device.services![0].characteristics![0])
            #expect(await bench.watcher.log.wait(for: "value") == ["value [7]"])
            #expect(strap.log.rest == ["read at 0"] && bench.strap.log.rest == [])
            withExtendedLifetime(managers) {}
        }
    }

    @Test("a released manager stops advertising and withdraws its services")
    func released() async throws {
        try await Bench.run { bench in
            let strap = Strap()
            let radio = ManagerRadio(bench.air.addAdapter(), clock: bench.clock)
            var manager: CBPeripheralManager? = radio.use {
                CBPeripheralManager(delegate: strap, queue: DispatchQueue(label: "own"))
            }
            await strap.log.wait(for: "state poweredOn")
            manager?.add(strap.service)
            manager?.startAdvertising([CBAdvertisementDataLocalNameKey: "Gone"])
            await strap.log.wait(for: "advertising true")
            await bench.settle()
            manager = nil
            await bench.settle()
            bench.central.scanForPeripherals(withServices: nil)
            try await bench.clock.sleep(for: .seconds(10))
            #expect(bench.watcher.log.rest == ["found Strap [\"180D\"]"])
            withExtendedLifetime(manager) {}
        }
    }

    @Test("a request for another latency changes the link's interval")
    func latency() async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            device.setNotifyValue(true, for: control)
            await bench.watcher.log.wait(for: "notifying")
            let central = bench.strap.control.subscribedCentrals![0]
            bench.peripheral.setDesiredConnectionLatency(.high, for: central)
            await bench.settle()
            // a notification waits for the next connection event
            let before = bench.clock.now
            device.readValue(for: control)
            await bench.watcher.log.wait(for: "value")
            #expect(before.duration(to: bench.clock.now) > .milliseconds(150))
        }
    }
}

extension Log {
    func wipe() { _ = rest }
}
