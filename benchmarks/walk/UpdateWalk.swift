import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import FirmwareUpdate

/// A firmware update over the virtual air, with the simulated device.
enum UpdateWalk {
    private static let size = 1 << 20

    /// - Parameters:
    ///   - block: Bytes per block; the device answers after each block.
    ///   - mtu: ATT MTU of the link.
    static func run(block: Int, mtu: Int) async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock, seed: 1)
        let (phone, radio) = (air.addAdapter(), air.addAdapter())
        let flash = SuotaFlash(family: .da1469x, slotSize: size * 2)
        flash.put(try file(version: "1.0.0", code: 3000).bytes, inBank: 1)
        let target = SuotaTargetSimulator(
            radio: radio,
            flash: flash,
            options: .init {
                $0.model = "DA14691"
                ($0.bufferSize, $0.patchDataSize) = (65535, mtu - 3)
            },
            clock: clock
        )
        let central = Central(radio: phone, clock: clock)
        var configuration = SuotaConfiguration()
        configuration.blockSize = block
        let manager = SuotaManager(
            central.peripheral(radio.address!),
            configuration: configuration,
            options: .init { $0.connection.mtu = mtu }
        )
        let image = try file(version: "1.1.0", code: size - 0x400)
        let spent = try await clock.run {
            try await target.start()
            try await manager.connect()
            let began = Usage.now
            try await manager.start(image)
            let spent = .now - began
            await target.stop()
            return spent
        }
        let bytes = Double(image.bytes.count)
        print(
            "{\"block\":\(block),\"mtu\":\(mtu),"
                + "\"cpu_ms_per_mib\":\(spent.cpu * 1e3 / bytes * 1_048_576)}"
        )
    }

    private static func file(version: String, code: Int) throws -> SuotaFile {
        let bytes = try SuotaImage.file(
            family: .da1469x,
            version: version,
            time: version == "1.0.0" ? 1 : 1_700_000_000,
            code: (0..<code).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        )
        return SuotaFile(name: "walk.img", bytes: bytes)
    }
}
