import AccessoryConcurrency
import AccessorySimulators
import Beacons
import BluetoothLE
import Foundation
import Synchronization
import Testing

@testable import FeasyBeacon

private typealias Fault = BeaconModuleFault
private typealias Problem = BeaconConfiguratorError

extension AirBench {
    fileprivate func configurator(pin: String? = nil) -> BeaconConfigurator {
        BeaconConfigurator(session(pin: pin))
    }
}

@Suite struct ConfiguratorTests {
    private let changes: [(String, ParameterValue)] = [
        ("name", .text("Door 4")), ("interval", .number(500)), ("power", .decibels(-3)),
        ("led", .flag(true)), ("pin", .text("123456")), ("connectable", .flag(false)),
    ]
    private let slots = [
        BeaconSlot(number: 0, advertisement: [2, 1, 6, 3, 3, 0xAA, 0xFE])!,
        BeaconSlot(number: 3, advertisement: [2, 1, 6], isEnabled: false)!,
        BeaconSlot(number: 9, advertisement: [2, 1, 4])!,
    ]

    @Test func loads() async throws {
        let bench = AirBench { $0.features = [.gSensor, .led] }
        let configurator = bench.configurator()
        try await bench.run {
            #expect(await configurator.paramKeys.isEmpty)
            let configuration = try await configurator.loadConfiguration()
            #expect(configuration == BeaconConfiguration(model: 0x15, features: [.gSensor, .led]))
            #expect(await configurator.paramKeys == configuration.paramKeys)
            #expect(await configurator.paramValues.allSatisfy { $0 == nil })
            try await configurator.loadParameters()
            let expected: [String: ParameterValue] = [
                "model": .text("21"), "firmware": .text("830"), "name": .text("Feasycom"),
                "mac": .text("DC:0D:30:11:22:33"), "pin": .text("000000"),
                "interval": .number(152), "power": .decibels(0), "connectable": .flag(true),
                "extension": .text(""), "telemetry": .flag(false), "led": .flag(false),
                "gSensor": .burst(interval: 100, duration: 1000),
            ]
            for name in await configurator.paramKeys {
                #expect(await configurator.value(for: name) == expected[name], "\(name)")
            }
            #expect(await configurator.paramValues.count == expected.count)
            #expect(await configurator.beacons.isEmpty)
            #expect(await configurator.hasChanges == false)
        }
    }

    /// The advertisement lists the module's features; only its model is queried.
    @Test func usesTheAdvertisedFeatures() async throws {
        let bench = AirBench()
        let data: [UInt8] = [0xF0, 0xFF, 0x24, 0x08, 0x30, 0x91, 1, 2, 3, 4, 5, 6, 50]
        let module = BeaconModule(serviceData: data.span)
        let configurator = BeaconConfigurator(bench.session(), module: module)
        try await bench.run {
            let configuration = try await configurator.loadConfiguration()
            #expect(configuration.features == [.led, .key])
            #expect(configuration.model == 0x15)
        }
    }

    @Test(
        "models by number and name",
        arguments: [
            ("21", 0x15), ("FSC-BP102", 0x15), ("BP108N", 0x28), ("bp108", 0x27), ("300", nil),
            ("BP999", nil),
        ] as [(String, Int?)]
    )
    func modelNames(text: String, number: Int?) {
        #expect(BeaconConfiguration.model(named: text) == number)
    }

    @Test func refusesOutOfRangeValuesBeforeAnythingIsSent() async throws {
        let bench = AirBench()
        let configurator = bench.configurator()
        let heard = Mutex(0)
        try await bench.run {
            let early = await #expect(throws: Problem.self) {
                try await configurator.set(.text("x"), for: "name")
            }
            #expect(early == .notLoaded)
            try await configurator.loadParameters()
            let counting = configurator.session.time.task { [events = bench.module.events] in
                for await case .command(_) in events { heard.withLock { $0 += 1 } }
            }
            let bad: [(String, ParameterValue)] = [
                ("name", .text("")), ("name", .text(String(repeating: "n", count: 19))),
                ("pin", .text("12345")), ("interval", .number(99)), ("interval", .flag(true)),
                ("power", .decibels(7)), ("model", .text("1")), ("colour", .text("red")),
                ("gSensor", .burst(interval: 100, duration: 5)),
            ]
            for (name, value) in bad {
                let error = await #expect(throws: Problem.self) {
                    try await configurator.set(value, for: name)
                }
                guard case .parameter = error else {
                    Issue.record("\(name): \(String(describing: error))")
                    continue
                }
            }
            let twice = await #expect(throws: Problem.self) {
                try await configurator.setBeacons([slots[0], slots[1], slots[0]])
            }
            #expect(twice == .slotTwice(0))
            // each is allowed alone, but not both together
            for name in ["gSensor", "key"] {
                try await configurator.set(.burst(interval: 0, duration: 100), for: name)
            }
            try await configurator.set(.number(0), for: "interval")
            let never = await #expect(throws: Problem.self) {
                _ = try await configurator.saveParameters()
            }
            #expect(never == .parameter(.neverAdvertises))
            #expect(heard.withLock { $0 } == 0)
            counting.cancel()
        }
    }

    @Test func savesChangedValuesAndReadsThemBack() async throws {
        let bench = AirBench()
        let configurator = bench.configurator()
        try await bench.run {
            try await configurator.loadParameters()
            let nothing = try await configurator.saveParameters()
            #expect(nothing == BeaconSaveReport() && nothing.isWhole)
            for (name, value) in changes { try await configurator.set(value, for: name) }
            // as it was
            try await configurator.set(.text(""), for: "extension")
            try await configurator.setBeacons(slots)
            let report = try await configurator.saveParameters()
            #expect(
                report.saved == [
                    "name", "interval", "power", "led", "beacon 0", "beacon 3", "beacon 9", "pin",
                    "connectable",
                ]
            )
            #expect(report.isWhole && report.unchanged.isEmpty)
            #expect(await configurator.hasChanges == false)
            let core = bench.module.core
            #expect(core.values["NAME"] == "Door 4" && core.values["BWMODE"] == "1")
            #expect(core.slots.values.sorted { $0.number < $1.number } == slots)
            // one is removed, one changed
            try await configurator.setBeacons([slots[1]])
            await configurator.setBeacon(
                BeaconSlot(number: 3, advertisement: [2, 1, 5])!
            )
            #expect(
                try await configurator.saveParameters().saved == [
                    "beacon 0", "beacon 3", "beacon 9",
                ]
            )
            let after = bench.module.core.slots
            #expect(after[0]?.isEnabled == false && after[9]?.isEnabled == false)
            #expect(after[3]?.advertisement == [2, 1, 5] && after[3]?.isEnabled == true)
            #expect(await configurator.hasChanges == false)
            try await configurator.loadParameters()
            #expect(await configurator.value(for: "power") == .decibels(-3))
            #expect(await configurator.beacons.count == 3)
        }
    }

    @Test func anIntervalOfNothingIsAllowedBesideABurst() async throws {
        let bench = AirBench()
        let configurator = bench.configurator()
        try await bench.run {
            try await configurator.loadParameters()
            try await configurator.set(.number(0), for: "interval")
            #expect(try await configurator.saveParameters().saved == ["interval"])
        }
    }

    @Test func restores() async throws {
        let bench = AirBench { $0.pin = "999999" }
        let configurator = bench.configurator(pin: "999999")
        try await bench.run {
            try await configurator.loadParameters()
            try await configurator.setBeacons(slots)
            _ = try await configurator.saveParameters()
            try await configurator.restore()
            #expect(bench.module.core.values["PIN"] == "000000")
            #expect(bench.module.core.slots.isEmpty)
            #expect(await configurator.value(for: "name") == nil)
            #expect(await configurator.beacons.isEmpty)
            #expect(await configurator.hasChanges == false)
            try await configurator.loadParameters()
            #expect(await configurator.value(for: "name") == .text("Feasycom"))
        }
    }

    // MARK: Another PIN

    @Test("a changed PIN opens the module the next time, and restoring it works again")
    func anotherPIN() async throws {
        let bench = AirBench { $0.pin = "999999" }
        let configurator = bench.configurator(pin: "999999")
        try await bench.run {
            try await configurator.loadParameters()
            for pin in ["123456", "654321"] {
                try await configurator.set(.text(pin), for: "pin")
                #expect(try await configurator.saveParameters().saved == ["pin"])
                await configurator.close()
                try await configurator.loadParameters()
                #expect(await configurator.value(for: "pin") == .text(pin))
            }
            await configurator.close()
            try await configurator.restore()
            await configurator.close()
            try await configurator.loadParameters()
            #expect(await configurator.value(for: "pin") == .text("000000"))
        }
    }

    /// The second command of the save writes the PIN. The link is lost before or after its execution, or
    /// the module does not answer.
    @Test(
        "after a link loss at the PIN's write, the session finds the valid PIN",
        arguments: [BeaconModuleFault.linkLost(at: 2), .linkLostAfter(2), .silent(from: 2)]
    )
    func lostAtThePIN(fault: BeaconModuleFault) async throws {
        let bench = AirBench { $0.pin = "999999" }
        let configurator = bench.configurator(pin: "999999")
        try await bench.run {
            try await configurator.loadParameters()
            try await configurator.set(.text("123456"), for: "pin")
            bench.module.misbehave(fault)
            let error = await #expect(throws: BeaconConfiguratorError.self) {
                try await configurator.saveParameters()
            }
            guard case .saveFailed(let report)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(report.failed == "pin")
            bench.module.misbehave(nil)
            await configurator.close()
            let isSet = fault == .linkLostAfter(2)
            #expect(bench.module.core.values["PIN"] == (isSet ? "123456" : "999999"))
            let again = try await configurator.saveParameters()
            #expect(isSet ? again.unchanged == ["pin"] : again.saved == ["pin"])
            await configurator.close()
            try await configurator.loadParameters()
            #expect(await configurator.value(for: "pin") == .text("123456"))
        }
    }

    @Test(
        "after a link loss right after restoring, the factory PIN is tried too",
        arguments: [1, 2]
    )
    func lostAtRestoring(before: Int) async throws {
        let bench = AirBench { $0.pin = "999999" }
        let configurator = bench.configurator(pin: "999999")
        try await bench.run {
            try await configurator.loadParameters()
            bench.module.misbehave(before == 1 ? .linkLost(at: 1) : .linkLostAfter(1))
            let error = await #expect(throws: BeaconConfiguratorError.self) {
                try await configurator.restore()
            }
            #expect(error?.description.contains("it may have been performed") == true)
            bench.module.misbehave(nil)
            try await configurator.restore()
            await configurator.close()
            try await configurator.loadParameters()
            #expect(await configurator.value(for: "pin") == .text("000000"))
        }
    }

    @Test("a refused PIN is not tried at the next login")
    func refusedPIN() async throws {
        let bench = AirBench { $0.pin = "999999" }
        let session = bench.session(pin: "999999")
        let client = ATClient(session)
        try await bench.run {
            try await session.open()
            _ = try await client.openEngine()
            bench.module.misbehave(.answers("ERROR", at: 2))
            #expect(try await client.perform(.set("PIN", "123456")) == .failed(.refused))
            await session.close()
            let connections = bench.peripheral.counters.connections
            try await session.open()
            #expect(bench.peripheral.counters.connections == connections + 1)
        }
    }

    // MARK: Busy

    private func perform(
        _ operation: BeaconConfigurator.Operation,
        _ configurator: BeaconConfigurator
    ) async throws {
        switch operation {
        case .loadConfiguration: try await configurator.loadConfiguration()
        case .loadParameters: try await configurator.loadParameters()
        case .saveParameters: try await configurator.saveParameters()
        case .restore: try await configurator.restore()
        }
    }

    /// Every operation in every busy state. Operations that need no module are always allowed.
    @Test(arguments: BeaconConfigurator.Operation.allCases)
    func operationsRunOneAtATime(under way: BeaconConfigurator.Operation) async throws {
        let bench = AirBench()
        let configurator = bench.configurator()
        let rows = BeaconConfigurator.Operation.allCases
        try await bench.run {
            for (number, second) in rows.enumerated() {
                try await configurator.loadParameters()
                // another name each time: a save without changes would end before it is seen
                try await configurator.set(.text("name \(number)"), for: "name")
                #expect(await configurator.isBusy == false)
                let first = configurator.session.time.task {
                    await Result { try await perform(way, configurator) }
                }
                while await configurator.operation == nil { await Task.yield() }
                #expect(await configurator.operation == way)
                let error = await #expect(throws: Problem.self) {
                    try await perform(second, configurator)
                }
                #expect(error == .busy(way))
                let given = await #expect(throws: Problem.self) {
                    _ = try await configurator.handOver()
                }
                #expect(given == .busy(way))
                if way != .restore {
                    try await configurator.set(.flag(true), for: "telemetry")
                    #expect(await configurator.value(for: "telemetry") == .flag(true))
                }
                try await first.value.get()
                #expect(await configurator.isBusy == false)
            }
        }
    }

    @Test func refusesWhileTheAppHasTheSession() async throws {
        let bench = AirBench()
        let configurator = bench.configurator()
        try await bench.run {
            try await configurator.loadParameters()
            let events = try await configurator.handOver()
            for operation in BeaconConfigurator.Operation.allCases {
                let error = await #expect(throws: Problem.self) {
                    try await perform(operation, configurator)
                }
                #expect(error == .handedOver)
            }
            // the app sends its own query
            try await configurator.session.write(Array("AT+NAME\r\n".utf8))
            var text = ""
            for await case .received(let bytes) in events {
                text += String(decoding: bytes, as: UTF8.self)
                if text.hasSuffix("OK\r\n") { break }
            }
            #expect(text.contains("+NAME=Feasycom"))
            await configurator.reclaim()
            for operation in BeaconConfigurator.Operation.allCases
            where operation != .saveParameters {
                try await perform(operation, configurator)
            }
        }
    }

    // MARK: Failures

    /// The module refuses one query of a load in turn, or answers it with a value out of range.
    @Test func aLoadReportsWhatIsMissing() async throws {
        let bench = AirBench { $0.features = [.gSensor, .led] }
        let configurator = bench.configurator()
        try await bench.run {
            let first = try await configurator.loadParameters()
            #expect(first.isWhole && first.description.isEmpty)
            let names = await configurator.paramKeys + ["beacons"]
            var refused: [String] = []
            for number in 1...names.count {
                bench.module.misbehave(.answers("ERROR", at: number))
                let report = try await configurator.loadParameters()
                #expect(report.refused.count == 1 && report.unreadable.isEmpty && !report.isWhole)
                refused += report.refused
                guard let name = report.refused.first else { continue }
                #expect(report.description == "refused by the module: \(name)")
                #expect(await configurator.value(for: name) == nil)
            }
            #expect(refused == names)
            let place = try #require(names.firstIndex(of: "interval"))
            bench.module.misbehave(.answers("+ADVIN=soon\r\nOK", at: place + 1))
            let odd = try await configurator.loadParameters()
            #expect(odd.unreadable == ["interval": "soon"] && odd.refused.isEmpty)
            #expect(odd.description == "not understood: interval (soon)")
            bench.module.misbehave(nil)
            #expect(try await configurator.loadParameters().isWhole)
        }
    }

    @Test func aModuleListsOneAdvertisementTwice() async throws {
        let bench = AirBench()
        let configurator = bench.configurator()
        let answer = "+BADVDATA=,3,020106,1\r\n+BADVDATA=,3,020104,1\r\nOK"
        let counts = try await bench.run {
            var counts: Set<Int> = []
            for number in 1..<40 {
                bench.module.misbehave(.answers(answer, at: number))
                _ = try? await configurator.loadParameters()
                let beacons = await configurator.beacons
                counts.insert(beacons.count)
                if let beacon = beacons.first { #expect(beacon.advertisement == [2, 1, 4]) }
            }
            return counts
        }
        #expect(counts == [0, 1])
    }

    /// A save fails at each command in turn, in each way. The report lists every name once, and
    /// correctly.
    @Test(arguments: 0..<5)
    func aFailedSaveReportsEveryName(way: Int) async throws {
        var failures = 0
        // 23 commands
        for number in 1..<26 {
            let faults: [Fault] = [
                .silent(from: number), .answers("ERROR", at: number), .linkLost(at: number),
                .linkLostAfter(number), .answers("+NAME=what?\r\nOK", at: number),
            ]
            let bench = AirBench()
            let configurator = bench.configurator()
            failures += try await bench.run {
                try await configurator.loadParameters()
                for (name, value) in changes { try await configurator.set(value, for: name) }
                try await configurator.setBeacons(slots)
                bench.module.misbehave(faults[way])
                let error: Problem? = try await failure {
                    _ = try await configurator.saveParameters()
                }
                let report = try #require(await configurator.lastSave)
                guard let error else {
                    #expect(report.isWhole)
                    return 0
                }
                guard case .saveFailed(report) = error else {
                    Issue.record("\(number): \(error)")
                    return 0
                }
                check(report, bench.module.core, number)
                // the next save stores the unsaved values
                bench.module.misbehave(nil)
                let again = try await configurator.saveParameters()
                #expect(again.isWhole)
                #expect(Set(again.saved).isDisjoint(with: report.saved))
                let names = Set(report.saved + report.unchanged + again.saved + again.unchanged)
                #expect(names == Set(changes.map(\.0) + slots.map(\.name)), "\(number)")
                #expect(bench.module.core.values["PIN"] == "123456")
                return 1
            }
        }
        // a wrong answer to the query before a set makes no difference, nor does an answer
        // without advertisements if there are none
        #expect(failures == [23, 17, 23, 23, 16][way])
    }

    private func check(_ report: BeaconSaveReport, _ core: BeaconModuleCore, _ number: Int) {
        let failed = report.failed == "beacons" ? [] : [report.failed!]
        let all = report.saved + report.unchanged + report.unverified + report.left + failed
        #expect(all.count == Set(all).count, "\(number): \(report)")
        #expect(Set(all) == Set(changes.map(\.0) + slots.map(\.name)), "\(number): \(report)")
        for (name, value) in changes {
            let key = core.configuration[name]!.key
            let isThere = (try? core.configuration.wire(value, for: name)) == core.values[key]
            if report.saved.contains(name) { #expect(isThere, "\(number): \(name)") }
            if report.left.contains(name) { #expect(!isThere, "\(number): \(name)") }
        }
        for slot in slots {
            if report.saved.contains(slot.name) { #expect(core.slots[slot.number] == slot) }
            if report.left.contains(slot.name) { #expect(core.slots[slot.number] == nil) }
        }
    }

    /// The link is lost at each packet of each operation: the error reports it, nothing hangs, and the
    /// next attempt succeeds.
    @Test(arguments: BeaconConfigurator.Operation.allCases)
    func theLinkIsLost(in operation: BeaconConfigurator.Operation) async throws {
        for number in stride(from: 1, to: 260, by: 3) {
            let bench = AirBench(seed: UInt64(number))
            let configurator = bench.configurator()
            let closes = Mutex(0)
            try await bench.run {
                try await configurator.loadParameters()
                try await configurator.set(.text("Door 4"), for: "name")
                await configurator.close()
                await configurator.setCloseHandler { error in
                    if error == .lost { closes.withLock { $0 += 1 } }
                }
                let packets = Mutex(0)
                bench.air.setTap { _ in
                    let count = packets.withLock { count in
                        count += 1
                        return count
                    }
                    return count == number ? .disconnected(.connectionTimeout) : .delivered
                }
                let error: Problem? = try await failure {
                    try await perform(operation, configurator)
                }
                switch error {
                case nil, .session(.lost): break
                case .command(let error): #expect(error.outcome == .failed(.disconnected))
                case .saveFailed(let report): #expect(report.outcome == .failed(.disconnected))
                case let other?: Issue.record("packet \(number): \(other)")
                }
                bench.air.setTap(nil)
                #expect(await configurator.isBusy == false)
                try await configurator.loadParameters()
                #expect(closes.withLock { $0 } <= 1)
                if error != nil, error != .session(.lost) {
                    #expect(closes.withLock { $0 } == 1, "packet \(number)")
                }
            }
        }
    }

    @Test func theCloseHandlerIsCalledOnceForEachClosing() async throws {
        let bench = AirBench()
        let configurator = bench.configurator()
        let closes = Mutex<[BeaconModuleError?]>([])
        try await bench.run {
            await configurator.setCloseHandler { error in closes.withLock { $0.append(error) } }
            try await configurator.loadConfiguration()
            await configurator.close()
            await configurator.close()
            try await configurator.loadConfiguration()
            bench.air.disconnect(bench.phone, bench.radio)
            try await bench.clock.sleep(for: .seconds(1))
            try await configurator.loadConfiguration()
            try bench.radio.setPower(false)
            try await bench.clock.sleep(for: .seconds(30))
            #expect(closes.withLock { $0 } == [nil, .lost, .lost])
        }
    }

    @Test func cancelled() async throws {
        for operation in BeaconConfigurator.Operation.allCases {
            for milliseconds in stride(from: 1, to: 900, by: 101) {
                let bench = AirBench()
                let configurator = bench.configurator()
                try await bench.run {
                    try await configurator.loadParameters()
                    for (name, value) in changes { try await configurator.set(value, for: name) }
                    let task = configurator.session.time.task {
                        await Result { try await perform(operation, configurator) }
                    }
                    try await bench.clock.sleep(for: .milliseconds(milliseconds))
                    task.cancel()
                    if case .failure(let error) = await task.value {
                        #expect(error is CancellationError)
                        if operation == .saveParameters {
                            let report = try #require(await configurator.lastSave)
                            #expect(report.failed != nil && report.outcome == nil)
                        }
                    }
                    #expect(await configurator.isBusy == false)
                    try await configurator.loadParameters()
                }
            }
        }
    }
}
