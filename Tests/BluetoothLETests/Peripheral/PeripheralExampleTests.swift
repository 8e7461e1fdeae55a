import AccessoryConcurrency
import BluetoothLE
import Testing

/// The verbatim example of the documentation, and a phone that uses it.
@Suite(.timeLimit(.minutes(20))) struct PeripheralExampleTests {
    @Test func aCounterThatCanBeSet() async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock, seed: 1)
        let radio = air.addAdapter()
        try await clock.run {
            try await withThrowingTaskGroup { group in
                group.addTask {
                    let count = MutableCharacteristic(
                        uuid: 0xFFF1,
                        properties: [.read, .write, .notify]
                    )
                    let manager = PeripheralManager(radio: radio, clock: clock)
                    try await manager.add(MutableService(uuid: 0xFFF0, characteristics: [count]))
                    let writes = try count.startRespondingToWriteRequests()
                    try await manager.startAdvertising(name: "Counter", uuids: [0xFFF0])
                    try await withThrowingTaskGroup { group in
                        group.addTask {
                            for await request in writes {
                                count.respond(
                                    to: request,
                                    with: request.value.count == 1 ? nil : .invalidValueLength
                                )
                            }
                        }
                        group.addTask {
                            while !Task.isCancelled {
                                try await clock.sleep(for: .seconds(1))
                                try count.update([(count.value.first ?? 0) &+ 1])
                            }
                        }
                        try await group.waitForAll()
                    }
                }
                for try await report in try air.addAdapter().scan(ScanParameters()) {
                    #expect(Advertisement(report.data).name == "Counter")
                    break
                }
                group.cancelAll()
            }
        }
    }

    @Test func readersOfStatesReceiveStoredStates() async throws {
        let clock = VirtualClock()
        let radio = VirtualAir(clock: clock, seed: 1).addAdapter()
        let manager = PeripheralManager(radio: radio, clock: clock)
        try await clock.run {
            let all = manager.whenStateChanges()
            let latest = manager.whenStateChanges(capacity: 1)
            for isOn in [false, true, false] {
                try radio.setPower(isOn)
                try await clock.sleep(for: .seconds(1))
            }
            for _ in 0..<2 {
                // each reader receives all stored values
                var reader = all.makeAsyncIterator()
                var states: [RadioState] = []
                while states.count < 4, let state = await reader.next() { states.append(state) }
                #expect(states == [.poweredOn, .poweredOff, .poweredOn, .poweredOff])
            }
            var reader = latest.makeAsyncIterator()
            #expect(await reader.next() == .poweredOff)
        }
    }
}
