import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import Synchronization
import Testing

@testable import FeasyBeacon

/// What a simulated module sends and does over the air.
@Suite(.timeLimit(.minutes(20))) struct ModuleSimulatorTests {
    /// The events of a module with their times.
    private final class Log: Sendable {
        private let entries = Mutex<[(event: BeaconModuleSimulator.Event, time: Duration)]>([])

        init(_ bench: AirBench) {
            let events = bench.module.events
            _ = TimeSource(bench.clock).task { [clock = bench.clock] in
                for await event in events {
                    self.entries.withLock { $0.append((event, clock.now.offset)) }
                }
            }
        }

        var events: [BeaconModuleSimulator.Event] { entries.withLock { $0.map(\.event) } }

        func time(of event: BeaconModuleSimulator.Event) throws -> Duration {
            try #require(entries.withLock { $0.last { $0.event == event }?.time })
        }
    }

    /// The first value that `find` returns of a report within 3 s.
    private func first<Value>(
        _ bench: AirBench,
        _ find: (AdvertisementReport) -> Value?
    ) async throws -> Value? {
        do {
            for try await report in try await bench.central.scan(timeout: .seconds(3))
            where report.address == bench.radio.address {
                if let value = find(report) { return value }
            }
        } catch CentralError.serviceScanTimeout {}
        return nil
    }

    private func isFound(_ bench: AirBench) async throws -> Bool {
        try await first(bench) { _ in true } == true
    }

    private static let frames: [(BeaconConfiguration.Features, pin: String?, bits: UInt8)] = [
        ([.gSensor, .key, .led, .buzzer], nil, 0xF1), ([], "123456", 0x02), ([], nil, 0x01),
        ([.longRange], nil, 0x09), ([.led], nil, 0x11), ([.buzzer], nil, 0x21),
        ([.gSensor], nil, 0x41), ([.key], "123456", 0x82),
    ]

    /// Model, version in hexadecimal digits, features, address, battery (docs/beacons.md).
    @Test(arguments: frames.indices) func theGeneralFrameDescribesTheModule(_ row: Int) async throws
    {
        let (features, pin, bits) = Self.frames[row]
        let mac: [UInt8] = [0xDC, 0x0D, 1, 2, 3, 4]
        let bench = AirBench {
            ($0.features, $0.pin, $0.mac, $0.battery) = (features, pin, mac, 55)
            $0.info = ModuleInfo(version: 1219, bootloader: 600, model: 0x1E)
        }
        try await bench.run {
            let frame = try await first(bench) {
                $0.advertisement.serviceData[BeaconModuleSession.service].map { Array($0) }
            }
            #expect(frame == [0x1E, 0x12, 0x19, bits] + mac + [55])
        }
    }

    @Test func theDefaultsAreThoseOfABP102() {
        let options = BeaconModuleSimulator.Options()
        #expect(options.name == "Feasycom" && options.bluetoothVersion == "5.1")
        #expect(options.info == ModuleInfo(version: 830, bootloader: 600, model: 0x15))
        #expect(options.mac == [0xDC, 0x0D, 0x30, 0x11, 0x22, 0x33] && options.battery == 100)
        #expect(options.pin == nil && options.bootTime == .milliseconds(500))
        #expect(options.fault == nil && options.suota == nil)
        #expect(options.features == [.gSensor, .key, .led, .buzzer])
    }

    @Test func theNameIsThatOfItsSettings() async throws {
        let bench = AirBench { $0.name = "Gate" }
        try await bench.run {
            #expect(try await first(bench) { $0.advertisement.name } == "Gate")
            #expect(bench.module.parameters["NAME"] == "Gate")
            let session = bench.session()
            try await session.open()
            #expect(try await ATClient(session).perform(.set("NAME", "Door")) == .ok(["Door"]))
            await session.close()
            try await bench.module.reset()
            #expect(try await first(bench) { $0.advertisement.name } == "Door")
        }
    }

    /// Each frame has its turn of one advertising interval, the advertisements by number.
    @Test func advertisementsTakeTurns() async throws {
        let bench = AirBench()
        try await bench.run {
            let session = bench.session()
            try await session.open()
            let client = ATClient(session)
            for wire in ["4,020104,1", "2,020105,0", "7,,1", "0,020106,1"] {
                let outcome = try await client.perform(.command("BADVDATA=" + wire))
                #expect(outcome == .ok([]))
            }
            #expect(try await client.perform(.set("ADVIN", "1000")) == .ok(["1000"]))
            await session.close()
            #expect(bench.module.slots.keys.sorted() == [0, 2, 4, 7])
            var turns: [(data: [UInt8], time: Duration)] = []
            for try await report in try await bench.central.scan()
            where !report.properties.contains(.scanResponse) {
                if turns.last?.data != report.data { turns.append((report.data, bench.now())) }
                if turns.count == 8 { break }
            }
            let general = try #require(turns.first { $0.data.count > 3 }?.data)
            let cycle: [[UInt8]] = [general, [2, 1, 6], [2, 1, 4]]
            let start = try #require(cycle.firstIndex(of: turns[0].data))
            #expect(turns.map(\.data) == (0..<8).map { cycle[(start + $0) % 3] })
            for (one, next) in zip(turns.dropFirst(), turns.dropFirst(2)) {
                let length = next.time - one.time
                #expect(length > .milliseconds(850) && length < .milliseconds(1150))
            }
        }
    }

    /// An interval of 0 is one of 100 ms.
    @Test func aModuleThatRestsStillTakesTurns() async throws {
        let bench = AirBench()
        try await bench.run {
            let session = bench.session()
            try await session.open()
            let client = ATClient(session)
            #expect(try await client.perform(.command("BADVDATA=1,020106,1")) == .ok([]))
            #expect(try await client.perform(.set("ADVIN", "0")) == .ok(["0"]))
            await session.close()
            var seen: Set<[UInt8]> = []
            _ = try await first(bench) { report -> Bool? in
                if !report.properties.contains(.scanResponse) { seen.insert(report.data) }
                return seen.count == 2 ? true : nil
            }
            #expect(seen.count == 2)
        }
    }

    @Test func itAdvertisesWhileItIsOn() async throws {
        let bench = AirBench()
        try await bench.clock.run {
            #expect(try await !isFound(bench))
            try await bench.module.start()
            // nothing happens
            try await bench.module.start()
            #expect(try await isFound(bench))
            try bench.radio.setPower(false)
            #expect(try await !isFound(bench))
            try bench.radio.setPower(true)
            #expect(try await isFound(bench))
            let log = Log(bench)
            let session = bench.session()
            try await session.open()
            await bench.module.stop()
            try await bench.clock.sleep(for: .seconds(1))
            #expect(await !session.isOpen)
            let phone = try #require(bench.phone.address)
            #expect(log.events == [.connected(phone), .disconnected(phone)])
            #expect(try await !isFound(bench))
            // a module that is off does not boot
            try await bench.module.reset()
            #expect(try await !isFound(bench))
            try await bench.module.start()
            #expect(try await isFound(bench))
            try await session.open()
            await session.close()
            await bench.module.stop()
        }
    }

    @Test func aRebootTakesTheBootTime() async throws {
        let bench = AirBench { $0.bootTime = .milliseconds(1500) }
        let log = Log(bench)
        try await bench.run {
            let session = bench.session()
            try await session.open()
            #expect(try await ATClient(session).perform(.command("REBOOT")) == .ok([]))
            var end: Duration?
            end = try await first(bench) { _ in bench.now() }
            let phone = try #require(bench.phone.address)
            #expect(
                log.events == [
                    .connected(phone), .command("$OpenFscAtEngine$"), .command("AT+VER"),
                    .command("AT+REBOOT"), .restarted, .disconnected(phone),
                ]
            )
            let restart = try log.time(of: .restarted)
            // 100 ms for the answer, a few connection intervals for the disconnection
            let parting = try log.time(of: .disconnected(phone)) - restart
            #expect(parting >= .milliseconds(100) && parting < .milliseconds(400))
            let rest = try #require(end) - restart
            #expect(rest >= .milliseconds(1600) && rest < .milliseconds(2100))
        }
    }

    /// A request of the AT engine with a fault at the command, which is the third.
    private func setName(
        _ fault: BeaconModuleFault?
    ) async throws -> (outcome: ATOutcome, name: String?, time: Duration, isOpen: Bool) {
        let bench = AirBench { $0.fault = fault }
        return try await bench.run {
            let session = bench.session()
            try await session.open()
            let client = ATClient(session)
            let begin = bench.now()
            let outcome = try await client.perform(.set("NAME", "Door"))
            let time = bench.now() - begin
            try await bench.clock.sleep(for: .seconds(1))
            return (outcome, bench.module.parameters["NAME"], time, await session.isOpen)
        }
    }

    @Test func faultsHappenAtTheirCommand() async throws {
        let whole = try await setName(nil)
        #expect(whole.outcome == .ok(["Door"]) && whole.name == "Door" && whole.isOpen)
        let cut = try await setName(.linkLost(at: 4))
        #expect(cut.outcome == .failed(.disconnected) && cut.name == "Feasycom" && !cut.isOpen)
        let late = try await setName(.linkLostAfter(4))
        #expect(late.outcome == .failed(.disconnected) && late.name == "Door" && !late.isOpen)
        let refused = try await setName(.answers("ERROR", at: 4))
        #expect(refused.outcome == .failed(.refused) && refused.name == "Feasycom")
        let silent = try await setName(.silent(from: 4))
        #expect(silent.outcome == .timedOut && silent.name == "Feasycom" && silent.isOpen)
        // each of the answers is delayed
        let slow = try await setName(.badLine(late: .seconds(1)))
        #expect(slow.outcome == .ok(["Door"]) && slow.time - whole.time >= .seconds(4))
    }

    @Test func faultsMayBeSetLater() async throws {
        let bench = AirBench()
        try await bench.run {
            let session = bench.session()
            try await session.open()
            let client = ATClient(session)
            #expect(try await client.perform(.query("NAME")) == .ok(["Feasycom"]))
            bench.module.misbehave(.answers("ERROR", at: 2))
            #expect(try await client.perform(.query("NAME")) == .ok(["Feasycom"]))
            #expect(try await client.perform(.query("NAME")) == .failed(.refused))
            bench.module.misbehave(nil)
            #expect(try await client.perform(.query("NAME")) == .ok(["Feasycom"]))
        }
    }

    /// The module has one host; a second one is disconnected.
    @Test func oneHostIsServed() async throws {
        let bench = AirBench()
        let log = Log(bench)
        try await bench.run {
            let session = bench.session()
            try await session.open()
            let radio = bench.air.addAdapter()
            let other = Central(radio: radio, clock: bench.clock).peripheral(bench.radio.address!)
            try? await other.connect(timeout: .seconds(2))
            try await bench.clock.sleep(for: .seconds(1))
            #expect(other.connectionState != .connected)
            #expect(try await ATClient(session).openEngine() == "830")
            let phone = try #require(bench.phone.address)
            #expect(!log.events.contains(.connected(try #require(radio.address))))
            #expect(!log.events.contains(.disconnected(phone)))
            await session.close()
            try await bench.clock.sleep(for: .seconds(1))
            #expect(log.events.last == .disconnected(phone))
            try await other.connect()
            #expect(log.events.last == .connected(try #require(radio.address)))
        }
    }

    @Test func theEventsEndWithTheModule() async throws {
        let clock = VirtualClock()
        let radio = VirtualAir(clock: clock).addAdapter()
        var module: BeaconModuleSimulator? = BeaconModuleSimulator(radio: radio, clock: clock)
        let events = try #require(module?.events)
        module = nil
        for await event in events { Issue.record("\(event) after the end") }
    }
}
