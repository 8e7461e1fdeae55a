import BluetoothLE
import CoreBluetooth
import CoreBluetoothTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct PeripheralTests {
    // MARK: Discovery

    @Test("lists are nil before discovery; discovery with a list finds only those; results add up")
    func discovery() async throws {
        try await Bench.run { bench in
            let battery = CBMutableService(type: CBUUID(string: "180F"), primary: true)
            battery.includedServices = [bench.strap.service]
            bench.peripheral.add(battery)
            await bench.strap.log.wait(for: "added 180F")
            let device = await bench.connect()
            #expect(device.services == nil)
            let log = bench.watcher.log
            device.discoverServices([CBUUID(string: "180F")])
            #expect(await log.wait(for: "services") == ["services [\"180F\"]"])
            device.discoverServices(nil)
            #expect(await log.wait(for: "services") == ["services [\"180F\", \"180D\"]"])
            let (first, second) = (device.services![0], device.services![1])
            #expect(first.isPrimary && first.peripheral === device)
            #expect(first.includedServices == nil && second.characteristics == nil)
            device.discoverIncludedServices(nil, for: first)
            #expect(await log.wait(for: "included") == ["included [\"180D\"]"])
            #expect(first.includedServices?[0] === second)
            device.discoverIncludedServices([CBUUID(string: "1800")], for: second)
            #expect(await log.wait(for: "included") == ["included []"])
            device.discoverCharacteristics([CBUUID(string: "2A38")], for: second)
            #expect(await log.wait(for: "characteristics") == ["characteristics [\"2A38\"]"])
            let place = second.characteristics![0]
            #expect(place.service === second && place.descriptors == nil)
            #expect(place.properties == .read && place.value == nil)
            device.discoverCharacteristics(nil, for: second)
            await log.wait(for: "characteristics [\"2A38\", \"2A39\"]")
            #expect(second.characteristics?[0] === place)
        }
    }

    @Test("descriptors have values by type; 2902 is not written")
    func descriptors() async throws {
        try await Bench.run(advertises: false) { bench in
            bench.strap.control.descriptors = [
                CBMutableDescriptor(type: CBUUID(string: "2901"), value: "beats"),
                CBMutableDescriptor(type: CBUUID(string: "2904"), value: Data([1, 2])),
            ]
            await bench.advertise()
            let (device, control, _) = await bench.discover()
            device.discoverDescriptors(for: control)
            let log = bench.watcher.log
            await log.wait(for: "descriptors [\"2901\", \"2904\", \"2902\"]")
            let found = control.descriptors!
            for descriptor in found { device.readValue(for: descriptor) }
            await log.wait(for: "descriptor beats")
            await log.wait(for: "descriptor 2 bytes")
            await log.wait(for: "descriptor 0")
            #expect(found[2].value is NSNumber && found[0].characteristic === control)
            device.writeValue(Data([1, 0]), for: found[2])
            device.writeValue(Data([1]), for: found[0])
            let lines = await log.wait(for: "written descriptor")
            #expect(lines == ["written descriptor CBATTError.writeNotPermitted"])
        }
    }

    // MARK: Values

    @Test("values up to 512 bytes are read and written whole")
    func longValues() async throws {
        try await Bench.run { bench in
            let (device, control, place) = await bench.discover()
            bench.strap.value = Data((0..<600).map { UInt8(truncatingIfNeeded: $0) }.prefix(512))
            device.readValue(for: control)
            await bench.watcher.log.wait(for: "value")
            #expect(control.value == bench.strap.value)
            device.writeValue(bench.strap.value, for: control, type: .withResponse)
            #expect(await bench.watcher.log.wait(for: "written") == ["written"])
            #expect(bench.strap.written == [bench.strap.value])
            device.readValue(for: place)
            #expect(await bench.watcher.log.wait(for: "value") == ["value [1]"])
            #expect(device.maximumWriteValueLength(for: .withResponse) == 512)
            #expect(device.maximumWriteValueLength(for: .withoutResponse) == 514)
            device.writeValue(Data(count: 513), for: control, type: .withResponse)
            #expect(
                await bench.watcher.log.wait(for: "written")
                    == ["written CBATTError.invalidAttributeValueLength"]
            )
        }
    }

    @Test("errors of the peripheral are CBATTError")
    func errors() async throws {
        try await Bench.run { bench in
            let (device, control, place) = await bench.discover()
            bench.strap.answer = .insufficientResources
            device.readValue(for: control)
            device.writeValue(Data([1]), for: control, type: .withResponse)
            device.writeValue(Data([1]), for: place, type: .withResponse)
            device.setNotifyValue(true, for: place)
            let lines = await bench.watcher.log.wait(for: "notifying")
            #expect(
                lines == [
                    "value nil CBATTError.insufficientResources",
                    "written CBATTError.insufficientResources",
                    "written CBATTError.writeNotPermitted",
                    "notifying false CBATTError.requestNotSupported",
                ]
            )
        }
    }

    @Test("notifications arrive between notifying true and false, in order with answers")
    func notifications() async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            let (strap, log) = (bench.strap, bench.watcher.log)
            func update(_ byte: UInt8) {
                _ = bench.peripheral.updateValue(
                    Data([byte]),
                    for: strap.control,
                    onSubscribedCentrals: nil
                )
            }
            device.setNotifyValue(true, for: control)
            await log.wait(for: "notifying true")
            #expect(await strap.log.wait(for: "subscribed").last == "subscribed 2A39 514")
            update(1)
            device.readValue(for: control)
            update(2)
            #expect(await log.wait(for: "value [7]") == ["value [1]", "value [2]", "value [7]"])
            device.setNotifyValue(true, for: control)
            #expect(await log.wait(for: "notifying") == ["notifying true"])
            device.setNotifyValue(false, for: control)
            #expect(await log.wait(for: "notifying") == ["notifying false"])
            #expect(await strap.log.wait(for: "unsubscribed").last == "unsubscribed 2A39")
            update(3)
            await bench.settle()
            #expect(log.rest == [])
        }
    }

    @Test("1000 writes without response arrive in order, with back-pressure")
    func commands() async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            let log = bench.watcher.log
            device.writeValue(Data([0xFF]), for: control, type: .withResponse)
            var readies = 0
            for number in 0..<1000 {
                while !device.canSendWriteWithoutResponse {
                    await log.wait(for: "ready")
                    readies += 1
                }
                let value = Data([UInt8(truncatingIfNeeded: number), UInt8(number >> 8)])
                device.writeValue(value, for: control, type: .withoutResponse)
            }
            device.readValue(for: control)
            await log.wait(for: "value")
            let expected = (0..<1000).map {
                Data([UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)])
            }
            #expect(bench.strap.written == [Data([0xFF])] + expected)
            #expect(readies > 0)
        }
    }

    @Test("commands that wait for a request leave room when they are sent")
    func waitingCommands() async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            let log = bench.watcher.log
            for round in 0..<3 {
                device.readValue(for: control)
                var count = 0
                while device.canSendWriteWithoutResponse, count < 100 {
                    device.writeValue(Data([7]), for: control, type: .withoutResponse)
                    count += 1
                }
                try #require(count == 32, "round \(round)")
                await log.wait(for: "value")
                await log.wait(for: "ready")
                // the last command is sent before this request
                device.writeValue(Data([8]), for: control, type: .withResponse)
                await log.wait(for: "written")
            }
        }
    }

    @Test("the order of calls is the order on the link")
    func order() async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            device.setNotifyValue(true, for: control)
            device.writeValue(Data([1]), for: control, type: .withoutResponse)
            device.readValue(for: control)
            device.writeValue(Data([2]), for: control, type: .withResponse)
            await bench.watcher.log.wait(for: "written")
            let lines = bench.strap.log.rest.filter { !$0.hasPrefix("added") }
            #expect(
                lines == ["subscribed 2A39 514", "write 2A39@0+1", "read at 0", "write 2A39@0+1"]
            )
        }
    }

    @Test("readRSSI reports the link's")
    func rssi() async throws {
        try await Bench.run { bench in
            let device = await bench.connect()
            device.readRSSI()
            let lines = await bench.watcher.log.wait(for: "rssi")
            #expect(lines.count == 1 && lines[0].hasPrefix("rssi -"))
        }
    }

    @Test("Service Changed removes services, and is reported")
    func serviceChanged() async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            device.setNotifyValue(true, for: control)
            await bench.watcher.log.wait(for: "notifying")
            bench.peripheral.remove(bench.strap.service)
            let lines = await bench.watcher.log.wait(for: "modified")
            #expect(lines == ["modified [\"180D\"]"])
            #expect(device.services == [] && !control.isNotifying)
            device.readValue(for: control)
            #expect(
                await bench.watcher.log.wait(for: "value") == ["value nil CBError.invalidHandle"]
            )
        }
    }

    @Test("a value that needs encryption pairs, and is read then")
    func pairing() async throws {
        try await Bench.run(advertises: false) { bench in
            let secret = CBMutableCharacteristic(
                type: CBUUID(string: "FF01"),
                properties: [.read],
                value: nil,
                permissions: [.readEncryptionRequired]
            )
            bench.strap.service.characteristics = [secret]
            await bench.advertise()
            let device = await bench.connect()
            device.discoverServices(nil)
            await bench.watcher.log.wait(for: "services")
            device.discoverCharacteristics(nil, for: device.services![0])
            await bench.watcher.log.wait(for: "characteristics")
            device.readValue(for: device.services![0].characteristics![0])
            #expect(await bench.watcher.log.wait(for: "value") == ["value [7]"])
        }
    }

    @Test("a delegate that is gone is not called; calls go on")
    func delegateGone() async throws {
        try await Bench.run { bench in
            let (device, control, _) = await bench.discover()
            device.writeValue(Data([1]), for: control, type: .withResponse)
            device.delegate = nil
            device.writeValue(Data([2]), for: control, type: .withResponse)
            await bench.strap.log.wait(for: "write 2A39@0+1")
            await bench.strap.log.wait(for: "write 2A39@0+1")
            await bench.settle()
            #expect(bench.watcher.log.rest == [])
        }
    }
}
