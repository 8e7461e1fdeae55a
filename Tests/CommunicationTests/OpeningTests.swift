import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import AudioJack
import BlueZ
import BluetoothSerial
import Communication
import Synchronization
import Testing
import TxRx

@testable import BluetoothLE

/// Searching and opening: every code of both transports.
@Suite(.timeLimit(.minutes(20))) struct OpeningTests {
    @Test func openingTheJackFailsWithTheReason() async throws {
        try await Bench.run(.audioJack) { bench in
            guard case .cable(let cable) = bench.medium else { return }
            cable.host.fail(with: .outputFailed(device: "hw:9", reason: "no such rate"))
            #expect(await code { try await bench.open() } == -1)
            cable.host.fail(with: .inputFailed(device: "hw:9", reason: "no such rate"))
            #expect(await code { try await bench.open() } == -2)
            cable.host.fail(with: nil)
            await bench.misbehave(.deaf)
            #expect(await code { try await bench.open() } == -3)
            await bench.misbehave(.silentHandshake)
            #expect(await code { try await bench.open() } == -3)
            #expect(await bench.manager.state == .deviceDetected)
            cable.unplug()
            await bench.wait(for: .waitingDevice)
            #expect(await code { try await bench.open() } == -4)
            await #expect(throws: DeviceOpenError.modeIsFixed) {
                try await bench.manager.open(mode: .duplex)
            }
        }
    }

    @Test func openingOverBluetoothFailsWithTheReason() async throws {
        try await Bench.run(.bluetooth) { bench in
            guard case .air(let air, let phone, let board, _) = bench.medium else { return }
            let manager = bench.manager
            for text in [nil, "", "reader", "00:11:22:33:44", "00:11:22:33:44:55/odd"] {
                #expect(await code { try await manager.open(text) } == -1)
            }
            #expect(await code { try await manager.open("00:11:22:33:44:55/random") } == -2)
            await bench.misbehave(.deaf)
            #expect(await code { try await bench.open() } == -2)
            await bench.misbehave(nil)
            #expect(await manager.state == .waitingDevice)
            try phone.setPower(false)
            #expect(await code { try await bench.open() } == -5)
            #expect(await code { _ = try await manager.search() } == -2)
            try phone.setPower(true)
            phone.states(.unauthorized)
            #expect(await code { try await bench.open() } == -6)
            #expect(await code { _ = try await manager.search() } == -3)
            phone.states(.poweredOn)
            try await bench.open()
            #expect(await manager.state == .idle)
            await manager.close()
            #expect(air.connectionCount == 0)
            #expect(board.address != nil)
            air.remove(phone)
            #expect(await code { try await bench.open() } == -4)
            #expect(await code { _ = try await manager.search() } == -1)
        }
    }

    @Test func whileADeviceIsOpenNothingElseOpens() async throws {
        try await Bench.run(.bluetooth) { bench in
            let manager = bench.manager
            let own = try #require(bench.identifier)
            try await bench.open(mode: .masterSlave)
            let other = DeviceOpenError.otherIsOpen(own, .masterSlave)
            #expect(other.code == -2)
            await #expect(throws: other) { try await manager.open("00:11:22:33:44:55") }
            await #expect(throws: other) { try await manager.open(own + "/random") }
            await #expect(throws: other) { try await manager.open(own, mode: .duplex) }
            for text in [nil, "", "garbage"] {
                #expect(await code { try await manager.open(text) } == -1)
            }
            // a repeated call does nothing
            try await manager.open(own)
            try await manager.open(own, mode: .masterSlave)
            #expect(try await manager.exchange([7], timeout: .seconds(5)) == [7])
            await manager.close()
            // no device has this address
            await #expect(throws: DeviceOpenError.self) {
                try await manager.open("00:11:22:33:44:55")
            }
            try await bench.open()
            await manager.close()
        }
        try await Bench.run(.audioJack) { bench in
            try await bench.open()
            await #expect(throws: DeviceOpenError.modeIsFixed) {
                try await bench.open(mode: .duplex)
            }
            try await bench.open(mode: .masterSlave)
            await bench.manager.close()
        }
    }

    @Test func aClassicDeviceHasTwoFormsOfItsAddress() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let pipe = BytePipe(clock: clock)
            let reader = ReaderSimulator(over: pipe.accessory, clock: clock) { request, _ in request
            }
            try await reader.start()
            let manager = CommunicationManager(RFCOMMTransport(clock: clock) { _ in pipe.host })
            let address = "00:00:00:00:00:01"
            try await manager.open(address + "/classic")
            try await manager.open(address)
            let other = DeviceOpenError.otherIsOpen(address + "/classic", .masterSlave)
            await #expect(throws: other) { try await manager.open("00:00:00:00:00:02") }
            await manager.close()
            await reader.stop()
        }
    }

    /// A line that takes a second to close, as a connection does.
    private struct SlowLine: ByteLink {
        let end: BytePipeEnd
        let clock: VirtualClock
        let log: Log

        var packetSize: Int { end.packetSize }
        var incoming: AsyncThrowingStream<[UInt8], any Error> { end.incoming }
        func send(_ bytes: [UInt8]) async throws { try await end.send(bytes) }

        func close() async {
            try? await clock.sleep(for: .seconds(1))
            end.close()
            log.add("closed")
        }
    }

    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// A connection is released before the next one begins, and before a close returns.
    @Test func theLastConnectionIsReleasedFirst() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let log = Log()
            let pipes = Mutex<[BytePipe]>([])
            let readers = Mutex<[ReaderSimulator]>([])
            let transport = RFCOMMTransport(clock: clock) { _ in
                log.add("connected")
                let pipe = BytePipe(clock: clock)
                let reader = ReaderSimulator(over: pipe.accessory, clock: clock) { request, _ in
                    request
                }
                try await reader.start()
                pipes.withLock { $0.append(pipe) }
                readers.withLock { $0.append(reader) }
                return SlowLine(end: pipe.host, clock: clock, log: log)
            }
            let manager = CommunicationManager(transport)
            try await manager.open("00:00:00:00:00:01/classic")
            for await state in manager.states where state == .idle { break }
            pipes.withLock { $0[0] }.cut()
            for await state in manager.states where state == .waitingDevice { break }
            try await manager.open("00:00:00:00:00:01/classic")
            #expect(log.all == ["connected", "closed", "connected"])
            await manager.close()
            #expect(log.all == ["connected", "closed", "connected", "closed"])
            for reader in readers.withLock({ $0 }) { await reader.stop() }
        }
    }

    @Test func aReaderMayOpenWithoutAdvertisingItsLine() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock)
            let (phone, board) = (air.addAdapter(), air.addAdapter())
            let peripheral = PeripheralManager(radio: board, clock: clock)
            let service = try await SerialService(.nordicUART, on: peripheral)
            let serving = Task(executorPreference: clock) {
                for await line in service.lines {
                    let reader = ReaderSimulator(over: line, clock: clock) { request, _ in request }
                    try? await reader.start()
                    try? await clock.sleep(for: .seconds(60))
                    await reader.stop()
                }
            }
            try await peripheral.startAdvertising(name: "quiet")
            let manager = CommunicationManager(
                BluetoothSerialTransport(Central(radio: phone, clock: clock), clock: clock)
            )
            var found: [FoundDevice] = []
            for await case .found(let device) in try await manager.search(
                timeout: .seconds(3)
            ) {
                found.append(device)
            }
            let device = try #require(found.last)
            #expect(device.name == "quiet" && !device.advertisesProfile)
            #expect(Set(found.map(\.identifier)) == [board.address?.description])
            try await manager.open(device.identifier)
            #expect(try await manager.exchange([3], timeout: .seconds(5)) == [3])
            await manager.close()
            serving.cancel()
            await serving.value
        }
    }

    @Test func aDeviceWithoutAProfileIsRefused() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock)
            let (phone, board) = (air.addAdapter(), air.addAdapter())
            let peripheral = PeripheralManager(radio: board, clock: clock)
            try await peripheral.startAdvertising(name: "lamp")
            let manager = CommunicationManager(
                BluetoothSerialTransport(Central(radio: phone, clock: clock), clock: clock)
            )
            let address = try #require(board.address)
            #expect(await code { try await manager.open("\(address)") } == -2)
            #expect(air.connectionCount == 0)
            try await peripheral.stopAdvertising()
        }
    }

    @Test(
        arguments: [[.nordicUART, .fff0]] + TxRxProfile.standard.map { [.nordicUART, $0.serial] }
            as [[SerialProfile]]
    )
    func anyProfileOfTheListIsAccepted(_ profiles: [SerialProfile]) async throws {
        try await Bench.run(.bluetooth, profiles: profiles) { bench in
            try await bench.open()
            let request = (0..<3000).map { UInt8(truncatingIfNeeded: $0) }
            #expect(try await bench.manager.exchange(request, timeout: .seconds(60)) == request)
            await bench.manager.close()
        }
    }

    @Test func aReaderWorksOverRFCOMM() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let pipe = BytePipe(packetSize: 512, clock: clock)
            let reader = ReaderSimulator(over: pipe.accessory, clock: clock) { request, _ in request
            }
            try await reader.start()
            let transport = RFCOMMTransport(connectionTimeout: .seconds(3), clock: clock) {
                address in
                switch address.value {
                case 1: return pipe.host
                case 2: throw RadioError.disconnected(.notEstablished)
                default:
                    try await clock.sleep(for: .seconds(60))
                    return pipe.host
                }
            }
            for await _ in transport.search(timeout: nil) { Issue.record("RFCOMM finds nothing") }
            let manager = CommunicationManager(transport)
            for address in ["00:00:00:00:00:02", "00:00:00:00:00:03"] {
                #expect(await code { try await manager.open(address + "/classic") } == -2)
            }
            #expect(await code { try await manager.open("one/classic") } == -1)
            try await manager.open("00:00:00:00:00:01/classic")
            let request = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
            #expect(try await manager.exchange(request, timeout: .seconds(60)) == request)
            await manager.close()
            #expect(await manager.state == .deviceDetected)
            let central = Central(radio: VirtualAir(clock: clock).addAdapter(), clock: clock)
            let plain = CommunicationManager(BluetoothSerialTransport(central, clock: clock))
            #expect(await code { try await plain.open("00:00:00:00:00:01/classic") } == -1)
            await reader.stop()
        }
    }

    @Test func openingCanBeCancelled() async throws {
        try await Bench.run(.bluetooth) { bench in
            guard case .air(let air, let phone, let board, _) = bench.medium else { return }
            air.setReach(false, between: phone, and: board)
            async let first = code { try await bench.open() }
            try await bench.after(.seconds(2)) { await bench.manager.close() }
            #expect(await first == 12)
            let second = await withTaskGroup(of: Int?.self) { group in
                group.addTask { await code { try await bench.open() } }
                try? await bench.after(.seconds(2)) {}
                group.cancelAll()
                return await group.next() ?? nil
            }
            #expect(second == 12)
            air.setReach(true, between: phone, and: board)
            async let third: Void = bench.open()
            try await bench.open()
            try await third
            #expect(await bench.manager.isConnected)
            await bench.manager.close()
        }
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth])
    func statesFollow(_ channel: TransportName) async throws {
        try await Bench.run(channel) { bench in
            for _ in 0..<3 {
                try await bench.open()
                #expect(await bench.readerState() == .idle)
                #expect(try await bench.manager.exchange([9], timeout: .seconds(10)) == [9])
                await bench.manager.close()
                #expect(await bench.manager.state == .deviceDetected)
                #expect(await bench.readerState() == .deviceReady)
            }
            try await bench.open()
            bench.lose()
            await bench.wait(for: .waitingDevice)
            #expect(await bench.manager.state == .waitingDevice)
        }
    }

    @Test func severalTransportsAreSearchedAtOnce() async throws {
        try await Bench.run(.bluetooth) { bench in
            let cable = VirtualCable()
            let jack = CommunicationManager(AudioJackTransport(cable.host))
            var found: Set<FoundDevice> = []
            var completions = 0
            let search = try await CommunicationManager.search(
                with: [jack, bench.manager],
                timeout: .seconds(5)
            )
            for await event in search {
                switch event {
                case .found(let device): found.insert(device)
                case .complete: completions += 1
                }
            }
            #expect(completions == 1)
            let onJack = try #require(found.first { $0.transport == .audioJack })
            #expect(onJack.name == nil && onJack.identifier == nil)
            let onAir = found.filter { $0.transport == .bluetooth }
            #expect(Set(onAir.map(\.identifier)) == [bench.identifier])
            #expect(onAir.contains { $0.name == "Till 7" && $0.advertisesProfile })
            #expect(await bench.manager.state == .deviceDetected)
            cable.unplug()
            for await event in try await jack.search() { #expect(event == .complete) }
        }
    }

    @Test func aCardWithoutJackDetectionIsProbed() async throws {
        let cable = VirtualCable()
        let reader = ReaderSimulator(cable.accessory) { request, _ in request }
        try await reader.start()
        let manager = CommunicationManager(AudioJackTransport(BlindPort(end: cable.host)))
        var events: [SearchEvent] = []
        for await event in try await manager.search() { events.append(event) }
        #expect(events.count == 2)
        #expect(await manager.isConnected == false)
        #expect(await reader.link.state == .deviceReady)
        await reader.misbehave(.deaf)
        for await event in try await manager.search() { #expect(event == .complete) }
    }

    @Test func aCardThatCannotBeOpenedCannotBeSearched() async throws {
        let cable = VirtualCable()
        let manager = CommunicationManager(AudioJackTransport(BlindPort(end: cable.host)))
        let failures: [AudioPortError] = [
            .noSuchDevice("hw:9"), .permissionDenied("hw:9"), .deviceBusy("hw:9"),
            .outputFailed(device: "hw:9", reason: "no such rate"),
            .inputFailed(device: "hw:9", reason: "no such rate"),
            .deviceLost("hw:9", reason: "no such device"),
        ]
        for failure in failures {
            cable.host.fail(with: failure)
            #expect(await code { _ = try await manager.search() } == -3)
        }
    }
}

/// The jack of a card without jack detection.
private struct BlindPort: VirtualTimePort {
    let end: VirtualCableEnd

    var sampleRate: Int { end.sampleRate }
    var blockSize: Int { end.blockSize }
    var latency: Duration { end.latency }
    var events: AsyncStream<AudioPortEvent> { AsyncStream { _ in } }

    func start() throws(AudioPortError) { try end.start() }

    func transfer(_ output: [Float], isBusy: Bool) async throws(AudioPortError) -> [Float] {
        try await end.transfer(output, isBusy: isBusy)
    }

    func wake() { end.wake() }
    func holdTime() { end.holdTime() }
    func releaseTime() { end.releaseTime() }
    func stop() { end.stop() }
}
