import BluetoothLE
import CoreBluetooth
import Testing

/// Links that end at a bad time.
@Suite(.timeLimit(.minutes(5))) struct LossTests {
    @Test("a lost link ends the calls of descriptors with an error each")
    func descriptors() async throws {
        try await Bench.run(advertises: false) { bench in
            bench.strap.control.descriptors = [
                CBMutableDescriptor(type: CBUUID(string: "2901"), value: "beats")
            ]
            await bench.advertise()
            let (device, control, _) = await bench.discover()
            device.discoverDescriptors(for: control)
            let log = bench.watcher.log
            await log.wait(for: "descriptors")
            let descriptor = control.descriptors![0]
            device.readValue(for: descriptor)
            device.writeValue(Data([1]), for: descriptor)
            device.discoverDescriptors(for: control)
            bench.air.disconnect(bench.phone, bench.sensor, reason: .connectionTimeout)
            let error = " CBError.connectionTimeout"
            #expect(
                await log.wait(for: "disconnected") == [
                    "descriptor nil" + error, "written descriptor" + error,
                    "descriptors [\"2901\", \"2902\"]" + error, "disconnected" + error,
                ]
            )
        }
    }

    @Test("the adapter is turned off while a link is being ended: one end, without an error")
    func powerOffWhileDisconnecting() async throws {
        try await Bench.run { bench in
            let device = await bench.connect()
            bench.central.cancelPeripheralConnection(device)
            #expect(device.state == .disconnecting)
            try bench.phone.setPower(false)
            try await bench.clock.sleep(for: .seconds(1))
            let lines = bench.watcher.log.rest
            #expect(lines.sorted() == ["disconnected", "state poweredOff"])
            #expect(device.state == .disconnected)
            try bench.phone.setPower(true)
            await bench.watcher.log.wait(for: "state poweredOn")
            bench.central.connect(device)
            #expect(await bench.watcher.log.wait(for: "connected") == ["connected"])
        }
    }

    @Test("the end of a link by the device is reported at once")
    func endByDevice() async throws {
        try await Bench.run { bench in
            _ = await bench.discover()
            let began = bench.clock.now
            try bench.sensor.setPower(false)
            await bench.watcher.log.wait(for: "disconnected")
            #expect(began.duration(to: bench.clock.now) < .milliseconds(50))
        }
    }

    @Test("a device that does not answer connection requests: one failure, after four of them")
    func notEstablished() async throws {
        try await Bench.run(advertises: false) { bench in
            let radio = bench.air.addAdapter()
            var data = AdvertisementBuilder()
            try data.add(serviceUUIDs: [0x180D])
            let set = try radio.advertise(AdvertisingParameters(data: data.bytes))
            let device = await bench.find()
            bench.central.connect(device)
            let log = bench.watcher.log
            #expect(await log.wait(for: "failed") == ["failed CBError.connectionFailed"])
            #expect(device.state == .disconnected)
            await set.stop()
        }
    }

    @Test("a peripheral that ends each link at once: a connection and its end, in this order")
    func endsEachLink() async throws {
        try await Bench.run { bench in
            let device = await bench.find()
            bench.air.setTap { _ in .disconnected(.remoteUser) }
            bench.central.connect(device)
            let log = bench.watcher.log
            #expect(await log.wait(for: "connected") == ["connected"])
            device.discoverServices(nil)
            let lines = await log.wait(for: "disconnected")
            // the link was over before the discovery began
            #expect(
                lines == [
                    "services [] CBError.notConnected",
                    "disconnected CBError.peripheralDisconnected",
                ]
            )
            #expect(device.state == .disconnected)
        }
    }
}
