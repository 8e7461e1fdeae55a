import AccessoryConcurrency
import BluetoothLE
import Foundation
import Testing

/// The examples of the documentation, verbatim and run.
@Suite(.timeLimit(.minutes(20))) struct CentralExampleTests {
    @Test func examplesOfCentral() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock)
        let device = air.addAdapter()
        let radio = air.addAdapter()
        let manager = PeripheralManager(radio: device, clock: clock)
        let address = try #require(device.address)

        try await clock.run {
            let pulse = MutableCharacteristic(uuid: 0x2A37, properties: .notify)
            let level = MutableCharacteristic(uuid: 0x2A19, properties: .read, value: [99])
            try await manager.add(MutableService(uuid: 0x180D, characteristics: [pulse]))
            try await manager.add(MutableService(uuid: 0x180F, characteristics: [level]))
            try await manager.startAdvertising(name: "strap", uuids: [0x180D])
            try pulse.update([0, 72])

            var names: Set<String?> = []
            let central = Central(radio: radio, clock: clock)
            for try await report in try await central.scan(
                .services(0x180D) && .rssi(atLeast: -80)
            ) {
                names.insert(report.advertisement.name)
                if names.contains("strap") { break }
            }

            let strap = try await central.connect(
                to: address,
                options: ConnectOptions { $0.reconnect = .backoff }
            )
            let battery = try await strap.characteristic(0x2A19, in: 0x180F)
            #expect(try await battery.read() == [99])

            let rate = try await strap.characteristic(0x2A37, in: 0x180D)
            for try await value in try await rate.notifications() {
                #expect(value[1] == 72)
                break
            }

            try central.save(to: file)
            await strap.disconnect()
            for peripheral in try Central(radio: radio, clock: clock).restore(from: file) {
                try await peripheral.connect()
                #expect(peripheral.connectionState == .connected)
            }
        }
    }
}
