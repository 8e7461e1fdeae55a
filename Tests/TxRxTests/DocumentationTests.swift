import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import Testing
import TxRx

/// The examples of the documentation, verbatim and run.
@Suite(.timeLimit(.minutes(20))) struct DocumentationTests {
    @Test func exampleOfTheManager() async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock)
        let radio = air.addAdapter()
        let simulator = TxRxSimulator(.zhaga, radio: air.addAdapter(), name: "Reader", clock: clock)
        try await clock.run {
            try await simulator.start()
            var answers: [String] = []
            let manager = TxRxManager(central: Central(radio: radio, clock: clock), clock: clock)
            let events = manager.events
            try await manager.startScan(timeout: .seconds(10))
            for await case .deviceFound(let device) in events where device.name == "Reader" {
                try await manager.stopScan()
                try await manager.connect(to: device)
                let answer: String = try await manager.send("version", to: device)
                answers.append(answer)
                try await manager.disconnect(device)
                break
            }
            #expect(answers == ["version\r"])
            await simulator.stop()
        }
    }

    @Test func exampleOfAnOwnProfileAndAReader() async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock)
        let central = Central(radio: air.addAdapter(), clock: clock)
        let board = air.addAdapter()
        let scale = TxRxProfile(
            name: "Scale",
            service: 0xFFE0,
            rx: 0xFFE1,
            tx: 0xFFE2,
            terminator: .cr,
            rxSize: 20
        )
        let simulator = TxRxSimulator(scale, radio: board, clock: clock) { command in
            let request = ReaderRequest(String(decoding: command, as: UTF8.self))
            return request?.answer(.ok).map { Array(("E200\r" + $0).utf8) }
        }
        try await clock.run {
            try await simulator.start()
            let manager = TxRxManager(
                central: central,
                profiles: [scale] + TxRxProfile.standard,
                clock: clock
            )
            let device = TxRxDevice(address: board.address!)
            try await manager.connect(to: device)
            let reader = TertiumReader(device, of: manager)
            try await reader.perform(.setStandard)
            var tags: [[UInt8]] = []
            for case .tag(let id, _) in try await reader.perform(.epcInventory).lines {
                tags.append(id)
            }
            #expect(tags == [[0xE2, 0x00]])
            await simulator.stop()
        }
    }
}
