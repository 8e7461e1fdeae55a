import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import BluetoothSerial
import Synchronization
import Testing

@testable import TxRx

/// A simulated device, against bytes that the manager would not send.
@Suite(.timeLimit(.minutes(20))) struct TxRxSimulatorTests {
    private final class Log: Sendable {
        private let list = Mutex<[TxRxSimulator.Event]>([])
        private let received = Mutex<[(text: String, time: Duration)]>([])
        var events: [TxRxSimulator.Event] { list.withLock { $0 } }

        init(_ bench: TxRxBench) {
            let events = bench.simulator.events
            _ = bench.time.task {
                for await event in events { self.list.withLock { $0.append(event) } }
            }
        }

        /// The commands as text.
        var commands: [String] {
            events.compactMap {
                if case .command(let bytes) = $0 {
                    String(decoding: bytes, as: UTF8.self)
                } else {
                    nil
                }
            }
        }

        func record(_ link: SerialLink, _ bench: TxRxBench) {
            let incoming = link.incoming
            _ = bench.time.task {
                do {
                    for try await packet in incoming {
                        let text = String(decoding: packet, as: UTF8.self)
                        self.received.withLock { $0.append((text, bench.time.now())) }
                    }
                } catch {}
            }
        }

        /// The packets that arrive until some seconds later, since the last call.
        func packets(_ bench: TxRxBench, within seconds: Int = 1) async throws -> [(
            text: String, time: Duration
        )] {
            try await bench.clock.sleep(for: .seconds(seconds))
            return received.withLock { received in
                defer { received = [] }
                return received
            }
        }

        func texts(_ bench: TxRxBench, within seconds: Int = 1) async throws -> [String] {
            try await packets(bench, within: seconds).map(\.text)
        }
    }

    /// Runs `body` with a raw line to the device.
    private func run(
        _ bench: TxRxBench,
        _ body: @escaping @Sendable (SerialLink, Log) async throws -> Void
    ) async throws {
        try await bench.clock.run {
            let log = Log(bench)
            try await bench.simulator.start()
            // nothing happens
            try await bench.simulator.start()
            let peripheral = try await bench.manager.central.connect(to: bench.device.address)
            let link = try await SerialLink.open(bench.simulator.profile.serial, on: peripheral)
            log.record(link, bench)
            try await body(link, log)
            link.close()
            await bench.simulator.stop()
        }
    }

    @Test func commandsAreSplitAtTheirTerminator() async throws {
        let bench = TxRxBench(.txRx) { Array("<".utf8) + $0 }
        try await run(bench) { link, log in
            for text in ["a", "b\r", "\nc\rd\n", "e\r\n\r\nf\r\ng"] {
                try await link.send(Array(text.utf8))
            }
            #expect(try await log.texts(bench) == ["<ab\r\n", "<c\rd\ne\r\n", "<\r\n", "<f\r\n"])
            #expect(log.commands == ["ab", "c\rd\ne", "", "f"])
            let answers = log.events.compactMap { event -> String? in
                if case .answered(let bytes) = event {
                    String(decoding: bytes, as: UTF8.self)
                } else {
                    nil
                }
            }
            #expect(answers == ["<ab\r\n", "<c\rd\ne\r\n", "<\r\n", "<f\r\n"])
            try await link.send(Array("h\r\n".utf8))
            #expect(try await log.texts(bench) == ["<gh\r\n"])
        }
    }

    @Test func aProfileWithoutATerminatorHasOneCommandPerWrite() async throws {
        var profile = TxRxProfile(name: "own", service: 0xFFE0, rx: 0xFFE1, tx: 0xFFE2)
        profile.terminator = .none
        let bench = TxRxBench(profile, profiles: [profile])
        try await run(bench) { link, log in
            try await link.send([0x61, 0x0D])
            try await link.send([0x62])
            #expect(try await log.texts(bench) == ["a\r", "b"])
            #expect(log.commands == ["a\r", "b"])
        }
    }

    @Test func answersAreSentInPackets() async throws {
        let long = String(repeating: "x", count: 250)
        let bench = TxRxBench(.txRx) { _ in Array(long.utf8) }
        try await run(bench) { link, log in
            try await link.send(Array("a\r\n".utf8))
            // 240 bytes, the profile's limit
            #expect(try await log.texts(bench).map(\.utf8.count) == [240, 12])
            for (size, expected) in [
                (0, [Int](repeating: 1, count: 252)), (100, [100, 100, 52]), (1000, [240, 12]),
            ] {
                await bench.simulator.misbehave(.split(size: size, gap: .zero))
                try await link.send(Array("a\r\n".utf8))
                #expect(try await log.texts(bench, within: 9).map(\.utf8.count) == expected)
            }
            #expect(log.commands.count == 4)
        }
    }

    @Test func packetsHaveTheirGap() async throws {
        let bench = TxRxBench(.txRx)
        try await run(bench) { link, log in
            await bench.simulator.misbehave(.split(size: 2, gap: .seconds(2)))
            try await link.send(Array("abcd\r\n".utf8))
            let begin = bench.time.now()
            let parts = try await log.packets(bench, within: 9)
            #expect(parts.map(\.text) == ["ab", "cd", "\r\n"])
            let times = parts.map(\.time)
            #expect(times[0] - begin < .milliseconds(200))
            #expect(times[1] - times[0] >= .milliseconds(1900))
            #expect(times[2] - times[1] >= .milliseconds(1900))
            #expect(times[2] - begin < .milliseconds(4300))
            await bench.simulator.misbehave(.late(.seconds(3)))
            try await link.send(Array("e\r\n".utf8))
            let start = bench.time.now()
            let late = try await log.packets(bench, within: 9)
            #expect(late.map(\.text) == ["e\r\n"])
            let wait = late[0].time - start
            #expect(wait >= .milliseconds(2900) && wait < .milliseconds(3200))
        }
    }

    @Test func faultsDecideAboutWrites() async throws {
        let bench = TxRxBench(.txRx)
        try await run(bench) { link, log in
            await bench.simulator.misbehave(.refusing)
            await #expect(throws: (any Error).self) { try await link.send(Array("a\r\n".utf8)) }
            #expect(log.events.isEmpty)
            await bench.simulator.misbehave(.silent)
            try await link.send(Array("b\r\n".utf8))
            #expect(try await log.texts(bench).isEmpty)
            #expect(log.events == [.command([0x62])])
            #expect(await bench.simulator.fault == .silent)
            await bench.simulator.misbehave(nil)
            try await link.send(Array("c\r\n".utf8))
            #expect(try await log.texts(bench) == ["c\r\n"])
            #expect(await bench.simulator.fault == nil)
        }
    }

    @Test func modesAreReported() async throws {
        let bench = TxRxBench(.ackMe)
        let log = Log(bench)
        try await bench.connected {
            #expect(await bench.simulator.mode == .stream)
            for mode in [TxRxMode.remoteCommand, .stream] {
                try await bench.manager.setMode(mode, of: bench.device)
                #expect(await bench.simulator.mode == mode)
            }
            await bench.simulator.misbehave(.refusing)
            await #expect(throws: TxRxError.self) {
                try await bench.manager.setMode(.remoteCommand, of: bench.device)
            }
            #expect(await bench.simulator.mode == .stream)
        }
        #expect(log.events == [.modeSet(.remoteCommand), .modeSet(.stream)])
    }

    @Test func unsolicitedDataGoesToSubscribers() async throws {
        let bench = TxRxBench(.zhaga)
        // nobody listens
        try await bench.clock.run {
            try await bench.simulator.start()
            try await bench.simulator.send([1])
            try await bench.simulator.sendEvent([1])
        }
        let plain = TxRxBench(.txRx)
        try await run(plain) { link, log in
            try await plain.simulator.sendEvent([0x61])
            try await plain.simulator.send(Array(String(repeating: "y", count: 241).utf8))
            #expect(try await log.texts(plain).map(\.utf8.count) == [240, 1])
            #expect(log.events.isEmpty)
        }
    }

    @Test func itAdvertisesWhileItIsOn() async throws {
        let bench = TxRxBench(.txRx)
        @Sendable func isFound() async throws -> Bool {
            do {
                let central = bench.manager.central
                for try await report in try await central.scan(timeout: .seconds(2)) {
                    if report.advertisement.serviceUUIDs.contains(TxRxProfile.txRx.service) {
                        return true
                    }
                }
            } catch CentralError.serviceScanTimeout {}
            return false
        }
        try await bench.clock.run {
            #expect(try await !isFound())
            try await bench.simulator.start()
            #expect(try await isFound())
            try bench.board.setPower(false)
            #expect(try await !isFound())
            try bench.board.setPower(true)
            #expect(try await isFound())
            try await bench.manager.connect(to: bench.device)
            let ended = bench.time.task {
                await first(of: bench.manager.events) { $0 == .deviceDisconnected(bench.device) }
            }
            try await bench.clock.sleep(for: .milliseconds(1))
            await bench.simulator.stop()
            #expect(await ended.value == .deviceDisconnected(bench.device))
            #expect(try await !isFound())
            // a command from before is forgotten
            try await bench.simulator.start()
            try await bench.manager.connect(to: bench.device)
            #expect(try await bench.manager.send("a", to: bench.device) == "a\r\n")
            await bench.simulator.stop()
        }
    }
}
