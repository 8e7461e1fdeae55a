import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import FeasyBeacon

/// A central and a module on a virtual air.
struct AirBench: Sendable {
    let clock = VirtualClock()
    let air: VirtualAir
    let phone: VirtualRadio
    let radio: VirtualRadio
    let module: BeaconModuleSimulator
    let central: Central

    init(
        seed: UInt64 = 1,
        _ change: (inout BeaconModuleSimulator.Options) -> Void = { _ in }
    ) {
        air = VirtualAir(clock: clock, seed: seed)
        phone = air.addAdapter()
        radio = air.addAdapter()
        module = BeaconModuleSimulator(radio: radio, clock: clock, options: change)
        central = Central(radio: phone, clock: clock)
    }

    var peripheral: Peripheral { central.peripheral(radio.address!) }

    func session(
        pin: String? = nil,
        _ change: (inout BeaconModuleSession.Options) -> Void = { _ in }
    ) -> BeaconModuleSession {
        BeaconModuleSession(
            peripheral,
            pin: pin,
            mac: module.options.mac,
            options: BeaconModuleSession.Options {
                $0.login = PlainLogin()
                change(&$0)
            }
        )
    }

    /// Starts the module, runs `work`, and stops the module.
    func run<Success: Sendable>(
        _ work: @escaping @Sendable () async throws -> Success
    ) async throws -> Success {
        try await clock.run {
            try await module.start()
            let result = await Result { try await work() }
            await module.stop()
            return try result.get()
        }
    }

    func now() -> Duration { clock.now.offset }
}

/// The error that `work` throws; nil if it succeeds.
func failure<Failure: Error>(
    as type: Failure.Type = Failure.self,
    _ work: () async throws -> Void
) async throws -> Failure? {
    do {
        try await work()
        return nil
    } catch let error as Failure {
        return error
    }
}
