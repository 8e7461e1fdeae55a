import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// Loses the link, or cancels the call, at each packet of a session in turn.
@Suite(.timeLimit(.minutes(20))) struct FaultTests {
    /// A session with every kind of call. Ends after a finite time on the clock, or throws.
    @Sendable static func session(_ ward: Ward) async throws {
        let peripheral = try await ward.central.connect(to: ward.device.address)
        let all = try await ward.characteristics(peripheral)
        let values = try await all.notify.notifications()
        _ = try await all.long.read()
        _ = try await peripheral.read([all.plain, all.notify])
        try await all.plain.write([1, 2, 3])
        try await all.plain.write([UInt8](repeating: 9, count: 512))
        for number in UInt8(0)..<5 { try await all.command.writeWithoutResponse([number]) }
        _ = try await all.plain.descriptors().first?.read()
        for number in UInt8(0)..<5 {
            ward.device.link?.notify([number], handle: ward.device.handles.notify)
        }
        _ = try await first(5, of: values)
    }

    /// Number of packets in a complete session, and until its discovery has ended.
    private func packetCount() async throws -> (all: Int, discovery: Int) {
        let ward = try Ward()
        let count = Mutex((all: 0, discovery: 0))
        ward.air.setTap { packet in
            // the discovery ends with a list of characteristics
            let isList =
                packet.bytes.starts(with: [0x08]) || packet.bytes.starts(with: [0x01, 0x08])
            count.withLock { count in
                count.all = packet.number
                if isList { count.discovery = packet.number }
            }
            return .delivered
        }
        try await ward.clock.run {
            try ward.device.start()
            try await Self.session(ward)
        }
        return count.withLock { $0 }
    }

    @Test func theLinkIsLostAtEachPacket() async throws {
        let (count, discovery) = try await packetCount()
        #expect(count > 40)
        for number in 1...count {
            let ward = try Ward()
            ward.air.setTap {
                $0.number == number ? .disconnected(.connectionTimeout) : .delivered
            }
            try await ward.clock.run {
                try ward.device.start()
                let begin = ward.clock.now
                let result = await Result { try await Self.session(ward) }
                do {
                    try result.get()
                    // a link that is lost until the discovery has ended is established again
                    #expect(
                        number <= discovery || number > count - 12,
                        "packet \(number) of \(count)"
                    )
                } catch {
                    #expect(number > discovery, "packet \(number): \(error)")
                    #expect(
                        error as? CentralError == .disconnected(.connectionTimeout),
                        "packet \(number): \(error)"
                    )
                }
                #expect(begin.duration(to: ward.clock.now) < .seconds(10), "packet \(number)")
                // a second session succeeds
                ward.air.setTap(nil)
                try await Self.session(ward)
            }
        }
    }

    @Test func theCallIsCancelledAtEachPacket() async throws {
        let count = try await packetCount().all
        for number in 1...count {
            let ward = try Ward()
            let task = Mutex<Task<Result<Void, any Error>, Never>?>(nil)
            ward.air.setTap { packet in
                // the air must not be called from here
                if packet.number == number {
                    ward.clock.schedule(at: .zero) { task.withLock { $0 }?.cancel() }
                }
                return .delivered
            }
            try await ward.clock.run {
                try ward.device.start()
                let session = TimeSource(ward.clock).task {
                    await Result { try await Self.session(ward) }
                }
                task.withLock { $0 = session }
                do {
                    try await session.value.get()
                    #expect(number > count - 12, "packet \(number) of \(count)")
                } catch {
                    #expect(error is CancellationError, "packet \(number): \(error)")
                }
                // if there is a link, it works
                let peripheral = try await ward.central.connect(to: ward.device.address)
                let plain = try await ward.characteristics(peripheral).plain
                let value = (0..<512).map { UInt8(truncatingIfNeeded: $0 &+ number) }
                try await plain.write(value)
                #expect(try await plain.read() == value, "packet \(number)")
                #expect(ward.air.connectionCount == 1)
                try await ward.clock.sleep(for: .seconds(1))
                let handle = ward.device.handles.notify
                let wanted = ward.device.host.state.withLock { $0.subscriptions[handle] }
                #expect(wanted == nil || wanted == [], "packet \(number)")
            }
        }
    }

    /// A server that responds with random packets, sends unsolicited packets, and sometimes stops responding.
    @Test(arguments: 0..<200) func noServerBreaksTheCentral(seed: UInt64) async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock, seed: seed)
        let central = Central(radio: air.addAdapter(), clock: clock)
        let rogue = RogueServer(air.addAdapter(), clock: clock, seed: seed)
        try await clock.run {
            try rogue.start()
            for _ in 0..<10 {
                let begin = clock.now
                let result = await Result { try await Self.explore(central, rogue.address) }
                if case .failure(let error) = result {
                    #expect(error is CentralError || error is GATTError, "seed \(seed): \(error)")
                }
                #expect(begin.duration(to: clock.now) < .seconds(600), "seed \(seed)")
            }
        }
    }

    private static func explore(_ central: Central, _ address: BluetoothAddress) async throws {
        let peripheral = try await central.connect(to: address, timeout: .seconds(60))
        for service in try await peripheral.discoverServices() {
            _ = try await service.includedServices()
            for characteristic in try await service.characteristics() {
                _ = try await characteristic.descriptors()
                if characteristic.properties.contains(.read) { _ = try await characteristic.read() }
                if characteristic.properties.contains(.write) {
                    try await characteristic.write([UInt8](repeating: 1, count: 100))
                }
                if characteristic.properties.canNotify {
                    _ = try await characteristic.notifications()
                }
            }
        }
    }
}
