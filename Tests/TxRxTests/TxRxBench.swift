import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import Synchronization
import Testing

@testable import TxRx

/// A manager and a simulated device on one air, in virtual time.
struct TxRxBench: Sendable {
    let clock = VirtualClock()
    let air: VirtualAir
    let phone: VirtualRadio
    let board: VirtualRadio
    let manager: TxRxManager
    let simulator: TxRxSimulator
    let device: TxRxDevice
    let time: TimeSource

    init(
        _ profile: TxRxProfile = .txRx,
        profiles: [TxRxProfile] = TxRxProfile.standard,
        conditions: AirConditions = AirConditions(),
        seed: UInt64 = 1,
        handler: @escaping TxRxSimulator.Handler = { $0 }
    ) {
        air = VirtualAir(clock: clock, seed: seed, conditions: conditions)
        phone = air.addAdapter()
        board = air.addAdapter()
        time = TimeSource(clock)
        manager = TxRxManager(
            central: Central(radio: phone, clock: clock),
            profiles: profiles,
            clock: clock
        )
        simulator = TxRxSimulator(
            profile,
            radio: board,
            name: "Reader",
            clock: clock,
            handler: handler
        )
        device = TxRxDevice(address: board.address!, name: "Reader")
    }

    /// Runs `work` in virtual time, connected.
    func connected<Success: Sendable>(
        _ work: @escaping @Sendable () async throws -> Success
    ) async throws -> Success {
        try await clock.run {
            try await simulator.start()
            try await manager.connect(to: device)
            let result = try await work()
            try? await manager.disconnect(device)
            await simulator.stop()
            return result
        }
    }

    /// Records all later events.
    func record() -> Record {
        let record = Record()
        let events = manager.events
        _ = time.task { for await event in events { record.append(event) } }
        return record
    }

    final class Record: Sendable {
        private let list = Mutex<[TxRxEvent]>([])

        var events: [TxRxEvent] { list.withLock { $0 } }
        func append(_ event: TxRxEvent) { list.withLock { $0.append(event) } }
    }
}

/// The first event that `admits` accepts.
func first(
    of events: AsyncStream<TxRxEvent>,
    where admits: (TxRxEvent) -> Bool
) async -> TxRxEvent? {
    for await event in events where admits(event) { return event }
    return nil
}
