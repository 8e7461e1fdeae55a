import AccessoryConcurrency
import BluetoothLE
import CoreBluetooth
import CoreBluetoothTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct RestorationTests {
    /// Reports what is restored.
    private final class Restored: Watcher, @unchecked Sendable {
        override func centralManager(
            _ central: CBCentralManager,
            willRestoreState dict: [String: Any]
        ) {
            let known = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
            let services = dict[CBCentralManagerRestoredStateScanServicesKey] as? [CBUUID]
            let options = dict[CBCentralManagerRestoredStateScanOptionsKey] as? [String: Any]
            found = known.first
            found?.delegate = self
            log.add(
                "restored \(known.count) \(services?.description ?? "-") \(options?.count ?? 0)"
            )
        }
        override func centralManagerDidUpdateState(_ central: CBCentralManager) {
            log.add("state \(central.state), peripheral \(found.map { "\($0.state)" } ?? "-")")
        }
    }

    private final class RestoredStrap: Strap, @unchecked Sendable {
        private let kept = Mutex<[CBMutableService]>([])
        var services: [CBMutableService] { kept.withLock { $0 } }

        override func peripheralManager(
            _ peripheral: CBPeripheralManager,
            willRestoreState dict: [String: Any]
        ) {
            let services = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService]
            let data =
                dict[CBPeripheralManagerRestoredStateAdvertisementDataKey] as? [String: Any]
            kept.withLock { $0 = services ?? [] }
            let name = data?[CBAdvertisementDataLocalNameKey] as? String
            log.add("restored \(services?.map(\.uuid.uuidString) ?? []) \(name ?? "-")")
        }
    }

    /// Calls `body` with an empty folder.
    private static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test("a central's peripherals and scan are restored before the first state")
    func central() async throws {
        try await Self.withFolder { folder in
            try await Bench.run { bench in
                let make = { @Sendable (watcher: Watcher) in
                    ManagerRadio(bench.phone, clock: bench.clock, folder: folder).use {
                        CBCentralManager(
                            delegate: watcher,
                            queue: DispatchQueue(label: "own"),
                            options: [CBCentralManagerOptionRestoreIdentifierKey: "my/app"]
                        )
                    }
                }
                let first = Restored()
                var manager: CBCentralManager? = make(first)
                #expect(
                    await first.log.wait(for: "state") == ["state poweredOn, peripheral -"]
                )
                manager?.scanForPeripherals(withServices: [CBUUID(string: "180D")])
                await first.log.wait(for: "found")
                manager?.connect(first.found!)
                await first.log.wait(for: "connected")
                // the process ends
                manager = nil
                try await bench.clock.sleep(for: .seconds(2))
                #expect(bench.air.connectionCount == 0)

                let second = Restored()
                manager = make(second)
                // the restored scan and the connection are not in an order
                let lines = await second.log.wait(for: "connected")
                #expect(
                    lines.filter { !$0.hasPrefix("found") } == [
                        "restored 1 [180D] 1", "state poweredOn, peripheral connecting",
                        "connected",
                    ]
                )
                #expect(manager?.isScanning == true)
                manager?.stopScan()
                manager?.cancelPeripheralConnection(second.found!)
                await second.log.wait(for: "disconnected")
                await bench.settle()
                manager = nil

                let third = Restored()
                manager = make(third)
                #expect(
                    await third.log.wait(for: "state") == ["state poweredOn, peripheral -"]
                )
                withExtendedLifetime(manager) {}
            }
        }
    }

    @Test("a peripheral manager's services and advertising are restored")
    func peripheral() async throws {
        try await Self.withFolder { folder in
            try await Bench.run(advertises: false) { bench in
                let make = { @Sendable (strap: Strap) in
                    ManagerRadio(bench.air.addAdapter(), clock: bench.clock, folder: folder).use {
                        CBPeripheralManager(
                            delegate: strap,
                            queue: DispatchQueue(label: "own"),
                            options: [CBPeripheralManagerOptionRestoreIdentifierKey: "strap"]
                        )
                    }
                }
                let first = RestoredStrap()
                first.control.descriptors = [
                    CBMutableDescriptor(type: CBUUID(string: "2901"), value: "beats"),
                    CBMutableDescriptor(type: CBUUID(string: "2904"), value: Data([1])),
                ]
                var manager: CBPeripheralManager? = make(first)
                #expect(await first.log.wait(for: "state") == ["state poweredOn"])
                manager?.add(first.service)
                manager?.startAdvertising([
                    CBAdvertisementDataLocalNameKey: "Strap",
                    CBAdvertisementDataServiceUUIDsKey: [first.service.uuid],
                ])
                await first.log.wait(for: "advertising true")
                await bench.settle()
                manager = nil
                await bench.settle()

                let second = RestoredStrap()
                manager = make(second)
                #expect(
                    await second.log.wait(for: "state")
                        == ["restored [\"180D\"] Strap", "state poweredOn"]
                )
                let (device, control, place) = await bench.discover()
                #expect(manager?.isAdvertising == true)
                device.readValue(for: control)
                #expect(await bench.watcher.log.wait(for: "value") == ["value [7]"])
                device.readValue(for: place)
                #expect(await bench.watcher.log.wait(for: "value") == ["value [1]"])
                device.discoverDescriptors(for: control)
                await bench.watcher.log.wait(for: "descriptors [\"2901\", \"2904\", \"2902\"]")
                device.setNotifyValue(true, for: control)
                await bench.watcher.log.wait(for: "notifying true")
                let own = second.services[0].characteristics![0] as! CBMutableCharacteristic
                #expect(own.subscribedCentrals?.count == 1)

                manager?.stopAdvertising()
                manager?.removeAllServices()
                await bench.settle()
                manager = nil
                let third = RestoredStrap()
                manager = make(third)
                #expect(await third.log.wait(for: "state") == ["state poweredOn"])
                withExtendedLifetime(manager) {}
            }
        }
    }
}
