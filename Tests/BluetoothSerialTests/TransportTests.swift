import AccessoryConcurrency
import AccessoryLink
import BluetoothLE
import Testing

@testable import BluetoothSerial

/// The transport: search, connections, errors.
@Suite(.timeLimit(.minutes(20))) struct TransportTests {
    private static func transport(
        _ bench: Bench,
        change: (inout BluetoothSerialOptions) -> Void = { _ in }
    ) -> BluetoothSerialTransport {
        BluetoothSerialTransport(
            bench.central,
            options: BluetoothSerialOptions(change),
            clock: bench.clock
        )
    }

    @Test func theSecondProfileIsUsedIfTheFirstIsMissing() async throws {
        let bench = Bench()
        try await bench.clock.run {
            let service = try await SerialService(.fff0, on: bench.manager)
            try await bench.manager.startAdvertising(
                name: "board",
                uuids: [SerialProfile.fff0.service]
            )
            var lines = service.lines.makeAsyncIterator()
            let transport = Self.transport(bench)
            let identifier = bench.board.address!.identifier
            let line = try await transport.connect(to: identifier)
            let far = try #require(await lines.next())
            let size = await line.packetSize
            #expect(size == 512)
            try await line.send([1, 2])
            var received = far.incoming.makeAsyncIterator()
            let packet = try await received.next()
            #expect(packet == [1, 2])
            // closing the line closes the connection
            await line.close()
            await #expect(throws: ByteLinkError.lost) { while try await received.next() != nil {} }
            #expect(!far.central.isConnected)
            await service.remove()
        }
    }

    @Test func aDeviceWithoutALineIsDisconnected() async throws {
        let bench = Bench()
        try await bench.clock.run {
            try await bench.manager.startAdvertising(name: "board", uuids: [])
            let events = bench.manager.events
            let error = await #expect(throws: DeviceOpenError.self) {
                try await Self.transport(bench).connect(to: bench.board.address!.identifier)
            }
            if case .connectionFailed(let reason)? = error {
                #expect(reason.cause.contains("none of the serial lines"))
            } else {
                Issue.record("\(String(describing: error))")
            }
            for await case .disconnected in events { break }
        }
    }

    @Test func anAbsentDeviceCostsTheTimeLimit() async throws {
        let bench = Bench()
        await bench.clock.run {
            let transport = Self.transport(bench) { $0.connectionTimeout = .seconds(3) }
            await #expect(throws: DeviceOpenError.self) {
                try await transport.connect(to: "00:00:00:00:00:09")
            }
            #expect(bench.clock.now.offset == .seconds(3))
            await #expect(throws: DeviceOpenError.illegalAddress("x")) {
                try await transport.connect(to: "x")
            }
        }
        let transport = Self.transport(bench)
        #expect(throws: DeviceOpenError.illegalAddress("")) {
            try transport.canonicalIdentifier("")
        }
        #expect(
            try transport.canonicalIdentifier("c0:00:00:00:00:09/random")
                == "C0:00:00:00:00:09/random"
        )
    }

    @Test func aSearchEndsAtItsTimeoutAndNeedsARadio() async throws {
        let bench = Bench()
        try await bench.clock.run {
            try await bench.manager.startAdvertising(
                name: "board",
                uuids: [SerialProfile.nordicUART.service]
            )
            let transport = Self.transport(bench)
            var found: [FoundDevice] = []
            for await device in try await transport.search(timeout: .seconds(5)) {
                found.append(device)
            }
            #expect(bench.clock.now.offset >= .seconds(5) && bench.clock.now.offset < .seconds(6))
            #expect(found.last?.identifier == bench.board.address!.identifier)
            #expect(found.last?.advertisesProfile == true && found.last?.name == "board")
            try bench.phone.setPower(false)
            await #expect(throws: DeviceSearchError.poweredOff) {
                _ = try await transport.search(timeout: nil)
            }
            await #expect(throws: DeviceOpenError.poweredOff) {
                try await transport.connect(to: bench.board.address!.identifier)
            }
        }
    }

    @Test func errorsOfBluetoothAreThoseOfAnOpening() {
        for (error, opening) in [
            (DeviceOpenError.modeIsFixed, .modeIsFixed), (CancellationError(), .link(.cancelled)),
            (RadioError.cancelled, .link(.cancelled)), (RadioError.poweredOff, .poweredOff),
            (RadioError.blocked, .poweredOff), (RadioError.noAdapter("x"), .unsupported),
            (RadioError.notSupported("x"), .unsupported), (CentralError.isPoweredOff, .poweredOff),
            (RadioError.busy, .unknown("\(CentralError.radio(.busy))")),
            (CentralError.isScanning, .unknown("\(CentralError.isScanning)")),
            (
                CentralError.serviceNotFound(0x1800),
                .connectionFailed("\(CentralError.serviceNotFound(0x1800))")
            ),
            (ByteLinkError.lost, .unknown("\(ByteLinkError.lost)")),
        ] as [(any Error, DeviceOpenError)] {
            #expect(DeviceOpenError(bluetooth: error) == opening, "\(error)")
        }
    }

    @Test func statesOfTheAdapterAreErrors() {
        #expect(DeviceOpenError(RadioState.poweredOn) == nil)
        #expect(DeviceOpenError(RadioState.poweredOff) == .poweredOff)
        #expect(DeviceOpenError(RadioState.unsupported) == .unsupported)
        for state in [RadioState.unauthorized, .resetting, .unknown] {
            #expect(DeviceOpenError(state)?.code == -6)
        }
    }

    // MARK: The service

    @Test func eachCentralHasALine() async throws {
        let bench = Bench()
        try await bench.clock.run {
            let (near, far, service) = try await bench.open(.nordicUART)
            let other = Central(radio: bench.air.addAdapter(), clock: bench.clock)
            let peripheral = try await other.connect(to: bench.board.address!)
            var lines = service.lines.makeAsyncIterator()
            // a packet opens a line, too
            let output = try await peripheral.service(SerialProfile.nordicUART.service)
                .characteristic(SerialProfile.nordicUART.toPeripheral)
            try await output.writeWithoutResponse([7])
            let second = try #require(await lines.next())
            #expect(second.central !== far.central)
            var packets = second.incoming.makeAsyncIterator()
            let packet = try await packets.next()
            #expect(packet == [7])
            try await near.send([8])
            var first = far.incoming.makeAsyncIterator()
            let own = try await first.next()
            #expect(own == [8])
            let size = far.packetSize
            #expect(size == min(512, far.central.mtu - 3))
            await #expect(throws: ByteLinkError.packetTooLong(size + 1)) {
                try await far.send([UInt8](repeating: 0, count: size + 1))
            }
            // the service's end is a close, not a loss
            await service.remove()
            let end = try await first.next()
            #expect(end == nil)
            let none = await lines.next()
            #expect(none == nil)
            await #expect(throws: ByteLinkError.closed) { try await far.send([1]) }
        }
    }
}
