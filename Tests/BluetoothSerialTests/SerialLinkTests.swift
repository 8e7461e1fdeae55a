import AccessoryConcurrency
import AccessoryLink
import BluetoothLE
import BluetoothSerial
import Testing

/// A central and a peripheral manager with a serial service, on one air.
struct Bench: Sendable {
    let clock = VirtualClock()
    let air: VirtualAir
    let phone: VirtualRadio
    let board: VirtualRadio
    let central: Central
    let manager: PeripheralManager

    init(conditions: AirConditions = AirConditions(), seed: UInt64 = 1) {
        air = VirtualAir(clock: clock, seed: seed, conditions: conditions)
        phone = air.addAdapter()
        board = air.addAdapter()
        central = Central(radio: phone, clock: clock)
        manager = PeripheralManager(radio: board, clock: clock)
    }

    /// Both ends of a line.
    func open(
        _ profile: SerialProfile
    ) async throws -> (near: SerialLink, far: SerialServiceLink, service: SerialService) {
        let service = try await SerialService(profile, on: manager)
        try await manager.startAdvertising(name: "board", uuids: [profile.service])
        let peripheral = try await central.connect(to: board.address!)
        let near = try await SerialLink.open(profile, on: peripheral)
        var lines = service.lines.makeAsyncIterator()
        return (near, try #require(await lines.next()), service)
    }
}

@Suite(.timeLimit(.minutes(20))) struct SerialLinkTests {
    static var acknowledged: SerialProfile {
        var profile = SerialProfile.fff0
        profile.isAcknowledged = true
        profile.packetSize = 20
        return profile
    }

    @Test(arguments: [.nordicUART, acknowledged])
    func packetsPassBothWays(_ profile: SerialProfile) async throws {
        let bench = Bench()
        try await bench.clock.run {
            let (near, far, service) = try await bench.open(profile)
            let size = near.packetSize
            #expect(size == (profile.packetSize == 20 ? 20 : 514 - 2))
            for count in 0..<40 as Range<UInt8> {
                try await near.send([UInt8](repeating: count, count: size))
                try await far.send([count])
            }
            var toBoard = far.incoming.makeAsyncIterator()
            var toPhone = near.incoming.makeAsyncIterator()
            for count in 0..<40 as Range<UInt8> {
                #expect(try await toBoard.next() == [UInt8](repeating: count, count: size))
                #expect(try await toPhone.next() == [count])
            }
            await service.remove()
        }
    }

    @Test func aMessageCrossesTheLinkProtocol() async throws {
        let bench = Bench(conditions: AirConditions { $0.loss = 0.1 })
        try await bench.clock.run {
            let (near, far, service) = try await bench.open(.nordicUART)
            let device = DeviceLink(over: far, clock: bench.clock)
            let events = device.events
            try await device.start()
            let serving = TimeSource(bench.clock).task {
                for await case .received(let request) in events {
                    try? await device.respond(request.reversed())
                }
            }
            let host = HostLink(over: near, clock: bench.clock)
            try await host.open()
            let request = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
            #expect(try await host.exchange(request, timeout: .seconds(30)) == request.reversed())
            serving.cancel()
            await service.remove()
        }
    }

    @Test func aLostLinkIsReported() async throws {
        let bench = Bench()
        try await bench.clock.run {
            let (near, far, service) = try await bench.open(.nordicUART)
            bench.air.disconnect(bench.phone, bench.board)
            await #expect(throws: ByteLinkError.lost) { for try await _ in near.incoming {} }
            await #expect(throws: ByteLinkError.lost) { for try await _ in far.incoming {} }
            await #expect(throws: ByteLinkError.lost) { try await near.send([1]) }
            await #expect(throws: ByteLinkError.lost) { try await far.send([1]) }
            await service.remove()
        }
    }

    @Test func aClosedLineEnds() async throws {
        let bench = Bench()
        try await bench.clock.run {
            let (near, far, service) = try await bench.open(.nordicUART)
            near.close()
            for try await _ in near.incoming {}
            await #expect(throws: ByteLinkError.closed) { try await near.send([1]) }
            far.close()
            for try await _ in far.incoming {}
            await #expect(throws: ByteLinkError.closed) { try await far.send([1]) }
            await #expect(throws: ByteLinkError.packetTooLong(600)) {
                try await near.send([UInt8](repeating: 0, count: 600))
            }
            await service.remove()
        }
    }

    @Test func aPeripheralWithoutTheServiceIsRefused() async throws {
        let bench = Bench()
        try await bench.clock.run {
            try await bench.manager.startAdvertising(name: "board", uuids: [])
            let peripheral = try await bench.central.connect(to: bench.board.address!)
            await #expect(throws: CentralError.serviceNotFound(SerialProfile.fff0.service)) {
                _ = try await SerialLink.open(.fff0, on: peripheral)
            }
        }
    }
}
