import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

@Suite(.timeLimit(.minutes(20))) struct ConnectingTests {
    @Test func connectingToAnAbsentDeviceTimesOut() async throws {
        let ward = try Ward()
        await ward.clock.run {
            let begin = ward.clock.now
            await #expect(throws: CentralError.connectionTimeout) {
                try await ward.central.connect(to: ward.device.address, timeout: .seconds(7))
            }
            #expect(begin.duration(to: ward.clock.now) == .seconds(7))
            #expect(ward.central.counters.timeouts == 1)
            #expect(ward.central.peripherals.map(\.connectionState) == [.disconnected(nil)])
            // no pending attempt can connect later
            _ = try? ward.device.start()
            try? await ward.clock.sleep(for: .seconds(60))
            #expect(ward.air.connectionCount == 0)
        }
    }

    @Test func anUnconnectableDeviceIsReportedAtOnce() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            await #expect(throws: CentralError.invalidPeripheral) {
                try await ward.central.connect(to: BluetoothAddress(value: 0, kind: .anonymous))
            }
            try ward.radio.setPower(false)
            await #expect(throws: CentralError.isPoweredOff) {
                try await ward.central.connect(to: ward.device.address)
            }
            ward.air.remove(ward.radio)
            await #expect(throws: CentralError.radio(.noAdapter("virtual0"))) {
                try await ward.central.connect(to: ward.device.address)
            }
            #expect(ward.clock.now.offset == .zero)
        }
    }

    @Test func cancellingEndsTheAttempt() async throws {
        let ward = try Ward()
        let time = TimeSource(ward.clock)
        try await ward.clock.run {
            let attempt = time.task {
                await Result { try await ward.central.connect(to: ward.device.address) }
            }
            try await ward.clock.sleep(for: .seconds(1))
            attempt.cancel()
            let result = await attempt.value
            #expect(throws: CancellationError.self) { try result.get() }
            #expect(ward.clock.now.offset == .seconds(1))
            try ward.device.start()
            try await ward.clock.sleep(for: .seconds(60))
            #expect(ward.air.connectionCount == 0)
        }
    }

    @Test func disconnectingEndsAnAttempt() async throws {
        let ward = try Ward()
        let time = TimeSource(ward.clock)
        try await ward.clock.run {
            let peripheral = ward.central.peripheral(ward.device.address)
            let attempts = (0..<3).map { _ in
                time.task { await Result { try await peripheral.connect() } }
            }
            try await ward.clock.sleep(for: .seconds(1))
            await peripheral.disconnect()
            for attempt in attempts {
                let result = await attempt.value
                #expect(throws: CentralError.forcedDisconnect) { try result.get() }
            }
            #expect(ward.clock.now.offset == .seconds(1))
        }
    }

    @Test func oneLinkServesAllCallers() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            try ward.device.start()
            let peripherals = try await withThrowingTaskGroup(of: Peripheral.self) { group in
                for _ in 0..<10 {
                    group.addTask { try await ward.central.connect(to: ward.device.address) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(peripherals.allSatisfy { $0 === peripherals[0] })
            #expect(ward.air.connectionCount == 1)
            #expect(ward.central.counters.connections == 1)
        }
    }

    @Test func aLostLinkEndsEveryCallAtOnce() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let all = try await ward.characteristics(peripheral)
            let values = try await all.notify.notifications()
            ward.device.host.state.withLock { $0.holdsReads = true }
            let time = TimeSource(ward.clock)
            let reads = (0..<20).map { _ in
                time.task {
                    let result = await Result { try await all.onDemand.read() }
                    return (result, ward.clock.now.offset)
                }
            }
            try await ward.clock.sleep(for: .seconds(1))
            let lost = ward.clock.now.offset
            ward.air.disconnect(ward.radio, ward.device.radio, reason: .remoteLowResources)
            let loss = CentralError.disconnected(.remoteLowResources)
            for read in reads {
                let (result, ended) = await read.value
                #expect(throws: loss) { try result.get() }
                #expect(ended - lost <= .milliseconds(50))
            }
            await #expect(throws: loss) { try await first(1, of: values) }
            await #expect(throws: loss) { try await all.plain.read() }
            #expect(peripheral.connectionState == .disconnected(.remoteLowResources))
            #expect(peripheral.counters.disconnections == 1)
            #expect(peripheral.counters.timeConnected > .seconds(1))
        }
    }

    @Test func disconnectingEndsEveryCall() async throws {
        let ward = try Ward()
        try await ward.connected(ConnectOptions { $0.reconnect = .onDemand }) { peripheral in
            let all = try await ward.characteristics(peripheral)
            let values = try await all.notify.notifications()
            ward.device.host.state.withLock { $0.holdsReads = true }
            let read = TimeSource(ward.clock).task {
                await Result { try await all.onDemand.read() }
            }
            try await ward.clock.sleep(for: .seconds(1))
            await peripheral.disconnect()
            let result = await read.value
            #expect(throws: CentralError.forcedDisconnect) { try result.get() }
            await #expect(throws: CentralError.forcedDisconnect) { try await first(1, of: values) }
            await #expect(throws: CentralError.forcedDisconnect) { try await all.plain.read() }
            #expect(peripheral.connectionState == .disconnected(.localHost))
            #expect(ward.air.connectionCount == 0)
            try await peripheral.connect()
            #expect(try await all.plain.read() == Array("hello".utf8))
        }
    }

    @Test func aSilentServerTimesOut() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let all = try await ward.characteristics(peripheral)
            ward.device.host.state.withLock { $0.holdsReads = true }
            let begin = ward.clock.now
            await #expect(throws: CentralError.readTimeout) { try await all.onDemand.read() }
            let taken = begin.duration(to: ward.clock.now)
            #expect(taken == .seconds(30))
            await #expect(throws: (any Error).self) { try await all.plain.read() }
            try await ward.clock.sleep(for: .seconds(1))
            #expect(ward.air.connectionCount == 0)
        }
    }

    @Test func aLostLinkIsReconnectedOnDemand() async throws {
        let ward = try Ward()
        try await ward.connected(ConnectOptions { $0.reconnect = .onDemand }) { peripheral in
            let all = try await ward.characteristics(peripheral)
            let values = try await all.notify.notifications()
            ward.air.disconnect(ward.radio, ward.device.radio)
            try await ward.clock.sleep(for: .seconds(60))
            #expect(ward.air.connectionCount == 0)
            #expect(try await all.plain.read() == Array("hello".utf8))
            ward.device.link?.notify([9], handle: ward.device.handles.notify)
            #expect(try await first(1, of: values) == [[9]])
            #expect(peripheral.counters.connections == 2)
        }
    }

    @Test func reconnectionWaitsGrow() async throws {
        let ward = try Ward()
        let options = ConnectOptions {
            $0.reconnect = .backoff(first: .seconds(1), limit: .seconds(4), factor: 2)
        }
        try await ward.connected(options) { peripheral in
            try await peripheral.connect(timeout: .seconds(2))
            let notify = try await ward.characteristics(peripheral).notify
            let values = try await notify.notifications()
            let time = TimeSource(ward.clock)
            let states = peripheral.states
            let told = time.task {
                var told: [ConnectionState] = []
                for await state in states {
                    told.append(state)
                    if told.count > 1, state == .connected { break }
                }
                return told
            }
            ward.air.setReach(false, between: ward.radio, and: ward.device.radio)
            try await ward.clock.sleep(for: .seconds(20))
            ward.air.setReach(true, between: ward.radio, and: ward.device.radio)
            let attempts = [1, 2, 4, 4].flatMap {
                [ConnectionState.waiting(.seconds($0)), .connecting]
            }
            let seen = await told.value.filter { $0 != .disconnected(.connectionTimeout) }
            #expect(seen.first == .connected)
            #expect(seen.last == .connected)
            let waits = seen.filter { if case .waiting = $0 { true } else { false } }
            #expect(waits.prefix(1) == [attempts[0]])
            #expect(waits.contains(.waiting(.seconds(4))))
            ward.device.link?.notify([5], handle: ward.device.handles.notify)
            #expect(try await first(1, of: values) == [[5]])
        }
    }

    @Test func whileTheAdapterIsOffNoAttemptIsMade() async throws {
        let ward = try Ward()
        try await ward.connected(ConnectOptions { $0.reconnect = .backoff }) { peripheral in
            let states = peripheral.states
            let waits = TimeSource(ward.clock).task {
                var count = 0
                for await state in states {
                    if case .waiting = state { count += 1 }
                    if state == .connected, count > 0 { break }
                }
                return count
            }
            try ward.radio.setPower(false)
            try await ward.clock.sleep(for: .seconds(3600))
            #expect(peripheral.counters.timeouts == 0)
            try ward.radio.setPower(true)
            try await ward.clock.sleep(for: .seconds(2))
            #expect(peripheral.connectionState == .connected)
            // before the attempt that finds the adapter off, and after it is on
            let count = await waits.value
            #expect((1...3).contains(count))
            #expect(ward.air.connectionCount == 1)
            try ward.radio.setPower(false)
            ward.air.remove(ward.radio)
            try await ward.clock.sleep(for: .seconds(2))
            #expect(peripheral.connectionState == .disconnected(nil))
        }
    }

    @Test func theWaitsBeginAgainWithTheAdapter() async throws {
        let ward = try Ward()
        let options = ConnectOptions {
            $0.reconnect = .backoff(first: .seconds(1), limit: .seconds(64), factor: 2)
        }
        try await ward.connected(options) { peripheral in
            try await peripheral.connect(timeout: .seconds(2))
            let waits = Mutex<[Duration]>([])
            let states = peripheral.states
            let watching = TimeSource(ward.clock).task {
                for await state in states {
                    if case .waiting(let delay) = state { waits.withLock { $0.append(delay) } }
                }
            }
            ward.air.setReach(false, between: ward.radio, and: ward.device.radio)
            try await ward.clock.sleep(for: .seconds(60))
            try ward.radio.setPower(false)
            try await ward.clock.sleep(for: .seconds(200))
            let before = waits.withLock { $0 }
            try ward.radio.setPower(true)
            try await ward.clock.sleep(for: .seconds(20))
            let after = waits.withLock { $0.dropFirst(before.count) }
            #expect(before.last.map { $0 > .seconds(4) } == true && after.first == .seconds(1))
            watching.cancel()
            await peripheral.disconnect()
        }
    }

    @Test func disconnectingEndsReconnection() async throws {
        let ward = try Ward()
        try await ward.connected(ConnectOptions { $0.reconnect = .backoff }) { peripheral in
            let notify = try await ward.characteristics(peripheral).notify
            let values = try await notify.notifications()
            ward.air.setReach(false, between: ward.radio, and: ward.device.radio)
            try await ward.clock.sleep(for: .seconds(30))
            await peripheral.disconnect()
            #expect(peripheral.connectionState == .disconnected(.localHost))
            await #expect(throws: CentralError.forcedDisconnect) { try await first(1, of: values) }
            ward.air.setReach(true, between: ward.radio, and: ward.device.radio)
            try await ward.clock.sleep(for: .seconds(120))
            #expect(ward.air.connectionCount == 0)
        }
    }

    @Test func securityIsRaised() async throws {
        let ward = try Ward()
        try await ward.connected(ConnectOptions { $0.security = .encrypted }) { peripheral in
            let secret = try await ward.characteristics(peripheral).secret
            #expect(try await secret.read() == Array("secret".utf8))
            var security = peripheral.security.makeAsyncIterator()
            #expect(await security.next()?.level == .encrypted)
        }
    }

    @Test func rssiIsRequestedAtItsInterval() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let begin = ward.clock.now
            let values = try await first(5, of: peripheral.pollRSSI(every: .seconds(10)))
            #expect(values == [-60, -60, -60, -60, -60])
            #expect(begin.duration(to: ward.clock.now) == .seconds(40))
            let stream = peripheral.pollRSSI(every: .seconds(10))
            await peripheral.disconnect()
            await #expect(throws: CentralError.forcedDisconnect) { try await first(9, of: stream) }
        }
    }

    @Test func aChannelCarriesPackets() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            ward.device.echoes(psm: 0x80)
            try ward.device.start()
            let peripheral = try await ward.central.connect(to: ward.device.address)
            let channel = try await peripheral.openChannel(psm: 0x80, mtu: 100)
            var received = packets(of: channel).makeAsyncIterator()
            for number in UInt8(0)..<50 {
                channel.send([number])
                await channel.drained()
                #expect(await received.next() == [number])
            }
            await peripheral.disconnect()
            #expect(await received.next() == nil)
        }
    }

    @Test func anIdleLinkSchedulesNothing() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let all = try await ward.characteristics(peripheral)
            let values = try await all.notify.notifications()
            _ = try await all.plain.read()
            await ward.device.stopAdvertising()
            // the last request's timer checks once more for a waiting request
            try await ward.clock.sleep(for: .seconds(31))
            #expect(ward.clock.scheduledCount == 0)
            try await ward.clock.sleep(for: .seconds(1_000_000))
            #expect(try await all.plain.read() == Array("hello".utf8))
            ward.device.link?.notify([1], handle: ward.device.handles.notify)
            #expect(try await first(1, of: values) == [[1]])
        }
    }

    @Test func aHundredLinksWorkAtOnceBesideAScan() async throws {
        let ward = try Ward()
        let devices = try (0..<100).map { _ in
            try TestDevice(ward.air.addAdapter(), clock: ward.clock)
        }
        try await ward.clock.run {
            try ward.device.start()
            for device in devices { try device.start() }
            let heard = try await ward.central.scan(.addresses([ward.device.address]))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for device in devices {
                    group.addTask {
                        let peripheral = try await ward.central.connect(
                            to: device.address,
                            timeout: .seconds(60)
                        )
                        let all = try await ward.characteristics(peripheral)
                        let values = try await all.notify.notifications()
                        let own = device.address.littleEndian
                        try await all.plain.write(own)
                        #expect(try await all.plain.read() == own)
                        for _ in 0..<20 { device.link?.notify(own, handle: device.handles.notify) }
                        #expect(try await first(20, of: values).allSatisfy { $0 == own })
                    }
                }
                try await group.waitForAll()
            }
            #expect(ward.air.connectionCount == 100)
            #expect(try await first(10, of: heard).count == 10)
            #expect(ward.central.counters.connections == 100)
        }
    }
}
