import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE

@testable import FirmwareUpdate

/// A central and a device on a virtual air.
struct UpdateBench: Sendable {
    let clock: VirtualClock
    let air: VirtualAir
    let phone: VirtualRadio
    let radio: VirtualRadio
    let flash: SuotaFlash
    let target: SuotaTargetSimulator
    let central: Central

    init(
        _ family: SuotaFlash.Family = .da1458x,
        seed: UInt64 = 1,
        slotSize: Int = 1 << 18,
        target options: SuotaTargetSimulator.Options = .init()
    ) throws {
        var options = options
        if family != .da1458x { options.model = family.rawValue.replacing("x", with: "1") }
        clock = VirtualClock()
        air = VirtualAir(clock: clock, seed: seed)
        phone = air.addAdapter()
        radio = air.addAdapter()
        flash = SuotaFlash(family: family, slotSize: slotSize)
        target = SuotaTargetSimulator(radio: radio, flash: flash, options: options, clock: clock)
        central = Central(radio: phone, clock: clock)
        let old = try makeFile(.init(rawValue: family.rawValue)!, time: 1, version: "1.0.0")
        flash.put(old.bytes, inBank: 1)
    }

    func manager(
        _ configuration: SuotaConfiguration = .init(),
        _ change: (inout SuotaManager.Options) -> Void = { _ in }
    ) -> SuotaManager {
        SuotaManager(
            central.peripheral(radio.address!),
            configuration: configuration,
            options: .init(change)
        )
    }

    /// Starts the device, runs `work`, and stops the device.
    func run<Success: Sendable>(
        _ work: @escaping @Sendable () async throws -> Success
    ) async throws -> Success {
        try await clock.run {
            try await target.start()
            let result = await Result { try await work() }
            await target.stop()
            return try result.get()
        }
    }

    /// The error that an update ends with; nil when it succeeds.
    func failure(of manager: SuotaManager, _ file: SuotaFile) async throws -> SuotaError? {
        try await run {
            do {
                _ = try await manager.start(file)
                return nil
            } catch let error as SuotaError {
                return error
            }
        }
    }
}
