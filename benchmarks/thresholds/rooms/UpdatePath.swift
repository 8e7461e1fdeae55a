import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import FirmwareUpdate

/// A firmware update over the virtual air, with the simulated device.
enum UpdatePath {
    private static let size = 1 << 15
    private static let block = 4096

    static func run(_ clock: VirtualClock) async throws {
        let air = VirtualAir(clock: clock, seed: 1)
        let central = Central(radio: air.addAdapter(), clock: clock)
        let image = try file(version: "1.1.0", code: size - 0x400)
        // each update needs a device that does not have the firmware yet
        var devices: [SuotaTargetSimulator] = []
        var managers: [SuotaManager] = []
        for _ in 0..<2 {
            let radio = air.addAdapter()
            let device = try target(radio, clock)
            try await device.start()
            let manager = SuotaManager(
                central.peripheral(radio.address!),
                configuration: configuration,
                options: .init { $0.connection.mtu = 247 }
            )
            try await manager.connect()
            devices.append(device)
            managers.append(manager)
        }
        try await count("suota-block", size / block, "block") {
            try await managers.removeFirst().start(image)
        }
        for device in devices { await device.stop() }
    }

    private static var configuration: SuotaConfiguration {
        var configuration = SuotaConfiguration()
        configuration.blockSize = block
        return configuration
    }

    private static func target(
        _ radio: VirtualRadio,
        _ clock: VirtualClock
    ) throws -> SuotaTargetSimulator {
        let flash = SuotaFlash(family: .da1469x, slotSize: size * 2)
        flash.put(try file(version: "1.0.0", code: 3000).bytes, inBank: 1)
        return SuotaTargetSimulator(
            radio: radio,
            flash: flash,
            options: .init {
                $0.model = "DA14691"
                ($0.bufferSize, $0.patchDataSize) = (65535, 244)
            },
            clock: clock
        )
    }

    private static func file(version: String, code: Int) throws -> SuotaFile {
        let bytes = try SuotaImage.file(
            family: .da1469x,
            version: version,
            time: version == "1.0.0" ? 1 : 1_700_000_000,
            code: (0..<code).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        )
        return SuotaFile(name: "firmware.img", bytes: bytes)
    }
}
