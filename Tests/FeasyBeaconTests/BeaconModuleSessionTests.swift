import AccessoryConcurrency
import AccessorySimulators
import Beacons
import BluetoothLE
import Testing

@testable import FeasyBeacon

@Suite struct BeaconModuleSessionTests {
    @Test func opensWritesReceivesCloses() async throws {
        let bench = AirBench()
        let session = bench.session()
        let events = session.events
        try await bench.run {
            #expect(await session.isOpen == false)
            try await session.open()
            try await session.open()  // nothing happens
            #expect(await session.isOpen)
            try await session.write(Array("$OpenFscAtEngine$".utf8))
            var seen: [BeaconModuleSession.Event] = []
            for await event in events {
                seen.append(event)
                if case .received = event { break }
            }
            #expect(seen == [.opened, .written, .received(Array("\r\nOpened\r\n".utf8))])
            await session.close()
            #expect(await session.isOpen == false)
            let error: BeaconModuleError? = try await failure { try await session.write([1]) }
            #expect(error == .notOpen)
            #expect(bench.peripheral.connectionState == .disconnected(.localHost))
        }
    }

    /// A browser's item is enough to open a session.
    @Test func opensABrowsersItem() async throws {
        let bench = AirBench { $0.pin = "314159" }
        try await bench.run {
            let browser = BeaconBrowser(kind: .setting)
            var found: PeripheralItem?
            for try await report in try await bench.central.scan() {
                await browser.process(report)
                found = await browser.peripheralItems.first
                if found?.isBeaconModule == true { break }
            }
            let item = try #require(found)
            #expect(item.hasPINCode && item.firmwareVersion == "830" && item.hasLED)
            #expect(item.macAddress == "DC:0D:30:11:22:33")
            #expect(item.modelIndex == 0x15 && item.battery == 100 && !item.hasLongRange)
            let options = BeaconModuleSession.Options { $0.login = PlainLogin() }
            let none = BeaconModuleSession(item, central: bench.central, options: options)
            let error: BeaconModuleError? = try await failure { try await none.open() }
            #expect(error == .pinNeeded)
            let session = BeaconModuleSession(
                item,
                central: bench.central,
                pin: "314159",
                options: options
            )
            try await session.open()
            #expect(await session.isOpen)
        }
    }

    @Test func logsIn() async throws {
        typealias Row = (pin: String?, fault: BeaconModuleFault?, error: BeaconModuleError?)
        let rows: [Row] = [
            ("314159", nil, nil), ("000000", nil, .pinRefused),
            ("314159", .refusesPIN, .pinRefused),
        ]
        for row in rows {
            let bench = AirBench { ($0.pin, $0.fault) = ("314159", row.fault) }
            let session = bench.session(pin: row.pin)
            let events = session.events
            try await bench.run {
                let error: BeaconModuleError? = try await failure { try await session.open() }
                #expect(error == row.error)
                #expect(await session.isOpen == (error == nil))
                var checks: [PINCheck] = []
                for await case .pinCheck(let check) in events {
                    checks.append(check)
                    if check != .checking { break }
                }
                #expect(checks == [.checking, error == nil ? .accepted : .refused])
            }
        }
    }

    @Test(
        "a PIN that is not six digits is refused before a byte is sent",
        arguments: ["", "abc", "12345", "1234567", "12345é", "１２３４５６"]
    )
    func badPIN(pin: String) async throws {
        let bench = AirBench { $0.pin = "314159" }
        for needsPIN in [true, false] {
            let session = BeaconModuleSession(
                bench.peripheral,
                pin: pin,
                needsPIN: needsPIN,
                options: .init { $0.login = PlainLogin() }
            )
            try await bench.run {
                let error: BeaconModuleError? = try await failure { try await session.open() }
                #expect(error == .badPIN && bench.peripheral.counters.connections == 0)
            }
        }
    }

    @Test func openingFailsWithTheReason() async throws {
        let bench = AirBench()
        // a module without a login does not answer one
        let silent = bench.session(pin: "123456")
        let noProvider = bench.session(pin: "123456") { $0.login = nil }
        let elsewhere = bench.session { $0.writeCharacteristic = 0xFFF3 }
        let noWay = bench.session { $0.writeCharacteristic = 0xFFF1 }
        try await bench.run {
            let expected: [(BeaconModuleSession, BeaconModuleError)] = [
                (silent, .loginTimedOut), (noProvider, .noLoginProvider),
                (elsewhere, .notWritable(0xFFF3)), (noWay, .notWritable(0xFFF1)),
            ]
            for (session, reason) in expected {
                let error: BeaconModuleError? = try await failure { try await session.open() }
                #expect(error == reason)
                #expect(await session.isOpen == false)
            }
            let other = bench.air.addAdapter()
            let manager = PeripheralManager(radio: other, clock: bench.clock)
            try await manager.startAdvertising(name: "no module")
            let stranger = BeaconModuleSession(bench.central.peripheral(other.address!))
            let error: BeaconModuleError? = try await failure { try await stranger.open() }
            #expect(error == .noModule)
            await manager.reset()
            let nobody = BeaconModuleSession(bench.central.peripheral(BluetoothAddress(value: 1)))
            let absent: BeaconModuleError? = try await failure { try await nobody.open() }
            #expect(absent == .notConnected(.connectionTimeout))
        }
    }

    @Test(
        "chunks of 20 bytes at the interval, with both kinds of write",
        arguments: [true, false]
    )
    func paces(withoutResponse: Bool) async throws {
        for interval in [Duration.zero, .milliseconds(10), .milliseconds(70)] {
            let bench = AirBench()
            let session = bench.session {
                ($0.writeInterval, $0.writeWithoutResponse) = (interval, withoutResponse)
            }
            try await bench.run {
                try await session.open()
                let began = bench.now()
                try await session.write([UInt8](repeating: 0x20, count: 95))
                try await session.write([0x20])
                let least = max(interval, .milliseconds(10)) * 5
                #expect(bench.now() - began >= least)
                #expect(bench.now() - began < least + .seconds(1))
            }
        }
    }

    @Test func writesToTheChosenCharacteristic() async throws {
        let bench = AirBench()
        let other = bench.air.addAdapter()
        let manager = PeripheralManager(radio: other, clock: bench.clock)
        let output = MutableCharacteristic(uuid: BeaconModuleSession.notifying, properties: .notify)
        let input = MutableCharacteristic(uuid: 0xFFE5, properties: .write)
        try await bench.clock.run {
            try await manager.add(
                MutableService(uuid: BeaconModuleSession.service, characteristics: [output])
            )
            try await manager.add(MutableService(uuid: 0xFFE0, characteristics: [input]))
            let requests = try input.startRespondingToWriteRequests()
            let answering = bench.peripheral.time.task {
                var written: [[UInt8]] = []
                for await request in requests {
                    input.respond(to: request)
                    written.append(request.value)
                    if written.count == 2 { break }
                }
                return written
            }
            try await manager.startAdvertising(name: "other")
            var options = BeaconModuleSession.Options()
            (options.writeCharacteristic, options.writeWithoutResponse) = (0xFFE5, false)
            options.packetSize = 30
            let session = BeaconModuleSession(
                bench.central.peripheral(other.address!),
                options: options
            )
            try await session.open()
            try await session.write(Array(0..<45))
            #expect(await answering.value == [Array(0..<30), Array(30..<45)])
            await manager.reset()
        }
    }

    @Test func whatSeveralWriteDoesNotMix() async throws {
        let bench = AirBench()
        let session = bench.session()
        let client = ATClient(session)
        let heard = bench.module.events
        try await bench.run {
            try await session.open()
            _ = try await client.openEngine()
            await withTaskGroup { group in
                for letter in "abc" {
                    let name = String(repeating: letter, count: 18)
                    group.addTask { try? await session.write(Array("AT+NAME=\(name)\r\n".utf8)) }
                }
            }
            var names: [String] = []
            for await case .command(let command) in heard where command.hasPrefix("AT+NAME") {
                names.append(command)
                if names.count == 3 { break }
            }
            #expect(Set(names.map { Set($0.dropFirst(8)).count }) == [1])
        }
    }

    @Test func reportsTheLossOfTheLink() async throws {
        let bench = AirBench()
        let session = bench.session()
        let events = session.events
        try await bench.run {
            try await session.open()
            bench.air.disconnect(bench.phone, bench.radio)
            for await event in events {
                guard case .closed(let error) = event else { continue }
                #expect(error == .lost)
                break
            }
            #expect(await session.isOpen == false)
            try await session.open()  // and again
            #expect(await session.isOpen)
        }
    }

    /// The link is lost at each packet of opening; nothing hangs, and the next attempt succeeds.
    @Test func survivesLossAtEachPacket() async throws {
        for number in 1..<60 {
            let bench = AirBench(seed: UInt64(number)) { $0.pin = "271828" }
            bench.air.setTap {
                $0.number == number ? .disconnected(.connectionTimeout) : .delivered
            }
            let session = bench.session(pin: "271828")
            let client = ATClient(session)
            try await bench.run {
                let error: BeaconModuleError? = try await failure {
                    try await session.open()
                    _ = try await client.perform(.query("NAME"))
                }
                #expect(error == nil || error == .lost, "packet \(number)")
                bench.air.setTap(nil)
                try await session.open()
                let name = try await client.query("NAME")
                #expect(name == ["Feasycom"], "packet \(number)")
            }
        }
    }

    @Test func cancelled() async throws {
        let bench = AirBench()
        let session = bench.session()
        try await bench.run {
            for milliseconds in [1, 5, 20, 50, 100, 200] {
                let opening = session.time.task { await Result { try await session.open() } }
                try await bench.clock.sleep(for: .milliseconds(milliseconds))
                opening.cancel()
                if case .failure(let error) = await opening.value {
                    #expect(error is CancellationError)
                    #expect(await session.isOpen == false)
                }
                await session.close()
            }
            try await session.open()
        }
    }
}

@Suite struct ATClientTests {
    @Test func openQuerySetVerify() async throws {
        let bench = AirBench()
        let session = bench.session()
        let client = ATClient(session)
        try await bench.run {
            let closed: BeaconModuleError? = try await failure { _ = try await client.openEngine() }
            #expect(closed == .notOpen)
            try await session.open()
            #expect(try await client.openEngine() == "830")
            #expect(try await client.query("NAME") == ["Feasycom"])
            #expect(try await client.perform(.set("NAME", "Door 4")) == .ok(["Door 4"]))
            #expect(try await client.perform(.set("NAME", "Door 4")) == .notNeeded("Door 4"))
            #expect(try await client.perform(.set("ADVIN", "1")) == .failed(.refused))
            #expect(try await client.perform(.query("NONE")) == .failed(.refused))
            #expect(bench.module.core.values["NAME"] == "Door 4")
            // several at once run one after the other
            async let one = client.query("VER")
            async let two = client.query("MODEL")
            #expect(try await [one, two] == [["830"], ["21"]])
        }
    }

    @Test func threeSecondsForEachCommand() async throws {
        let bench = AirBench { $0.fault = .silent(from: 3) }
        let session = bench.session()
        let client = ATClient(session)
        try await bench.run {
            try await session.open()
            _ = try await client.openEngine()
            let began = bench.now()
            #expect(try await client.perform(.query("NAME")) == .timedOut)
            #expect(.seconds(3)..<(.milliseconds(3500)) ~= bench.now() - began)
            #expect(await session.isOpen)
            bench.module.misbehave(nil)
            #expect(try await client.query("NAME") == ["Feasycom"])
        }
    }

    @Test(
        "link loss at a command, before or after its execution",
        arguments: [true, false]
    )
    func linkLost(after: Bool) async throws {
        let bench = AirBench { $0.fault = after ? .linkLostAfter(4) : .linkLost(at: 4) }
        let session = bench.session()
        let client = ATClient(session)
        try await bench.run {
            try await session.open()
            _ = try await client.openEngine()
            // packet 3 is the query, packet 4 the set
            #expect(
                try await client.perform(.set("NAME", "x")) == .failed(.disconnected)
            )
            #expect(await session.isOpen == false)
            #expect(bench.module.core.values["NAME"] == (after ? "x" : "Feasycom"))
        }
    }

    @Test func aCancelledRequestDoesNotAffectTheNext() async throws {
        for milliseconds in stride(from: 1, to: 400, by: 13) {
            let bench = AirBench()
            let session = bench.session()
            let client = ATClient(session)
            try await bench.run {
                try await session.open()
                _ = try await client.openEngine()
                let task = session.time.task {
                    await Result {
                        try await client.perform(.set("EXTEND", String(repeating: "e", count: 200)))
                    }
                }
                try await bench.clock.sleep(for: .milliseconds(milliseconds))
                task.cancel()
                _ = await task.value
                #expect(
                    try await client.perform(.set("NAME", "Door")) == .ok(["Door"]),
                    "\(milliseconds) ms"
                )
            }
        }
    }
}
