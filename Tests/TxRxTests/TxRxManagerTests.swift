import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import BluetoothLE
import BluetoothSerial
import Testing

@testable import TxRx

@Suite(.timeLimit(.minutes(20))) struct TxRxManagerTests {
    static var own: TxRxProfile {
        var profile = TxRxProfile(name: "own", service: 0xFFE0, rx: 0xFFE1, tx: 0xFFE2)
        profile.terminator = .zero
        profile.rxSize = 20
        return profile
    }

    @Test(arguments: TxRxProfile.standard + [own])
    func everyProfileAnswers(_ profile: TxRxProfile) async throws {
        let bench = TxRxBench(profile, profiles: TxRxProfile.standard + [Self.own])
        let command = (0..<700).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        try await bench.connected {
            #expect(await bench.manager.profile(of: bench.device) == profile)
            #expect(await bench.manager.isTxRxAckMe(bench.device) == (profile == .ackMe))
            #expect(await bench.manager.isTxRxZhaga(bench.device) == (profile == .zhaga))
            let answer = try await bench.manager.send(command, to: bench.device)
            #expect(answer == command + profile.terminator.bytes)
        }
        #expect(await bench.manager.profile(of: bench.device) == nil)
    }

    /// An advertiser without an address cannot be connected to.
    @Test func anonymousAdvertisersAreIgnored() async throws {
        let name: [UInt8] = [2, 0x09, UInt8(ascii: "R")]
        let (nobody, somebody) = (
            BluetoothAddress(value: 0, kind: .anonymous), BluetoothAddress(value: 7, kind: .random)
        )
        let radio = ReportingRadio([
            AdvertisementReport(address: nobody, data: name),
            AdvertisementReport(address: somebody, data: name),
        ])
        let manager = TxRxManager(central: Central(radio: radio))
        let events = manager.events
        try await manager.startScan()
        let found = await first(of: events) { if case .deviceFound = $0 { true } else { false } }
        #expect(found == .deviceFound(TxRxDevice(address: somebody)))
        #expect(await manager.scannedDevices.map(\.address) == [somebody])
        try await manager.stopScan()
    }

    /// A disconnected device leaves no state, and late events of its last link are ignored.
    @Test func manyConnectionsLeaveNothingBehind() async throws {
        let bench = TxRxBench()
        try await bench.connected {
            #expect(await bench.manager.entries.count == 1)
            for _ in 0..<20 {
                try await bench.manager.disconnect(bench.device)
                #expect(await bench.manager.entries.isEmpty)
                try await bench.manager.connect(to: bench.device)
                #expect(try await bench.manager.send("hi", to: bench.device) == "hi\r\n")
            }
        }
        #expect(await bench.manager.entries.isEmpty)
        await #expect(throws: TxRxError.notConnected) {
            try await bench.manager.disconnect(bench.device)
        }
        try await bench.clock.run {
            try await bench.manager.startScan()
            await #expect(throws: TxRxError.unableToPerformDuringScan) {
                try await bench.manager.connect(to: bench.device)
            }
            #expect(await bench.manager.entries.isEmpty)
            try await bench.manager.stopScan()
        }
    }

    @Test func aSessionIsReportedInOrder() async throws {
        let bench = TxRxBench()
        try await bench.clock.run {
            let record = bench.record()
            let found = bench.manager.events
            try await bench.simulator.start()
            try await bench.manager.startScan()
            #expect(await bench.manager.isScanning)
            let isNamed = { (event: TxRxEvent) in
                if case .deviceFound(let device) = event { return device.name == "Reader" }
                return false
            }
            #expect(await first(of: found, where: isNamed) == .deviceFound(bench.device))
            try await bench.manager.stopScan()
            #expect(await bench.manager.scannedDevices == [bench.device])
            #expect(await bench.manager.name(of: bench.device) == "Reader")
            #expect(await bench.manager.indexedName(of: bench.device) == "Reader_0")
            #expect(await bench.manager.device(named: "READER") == bench.device)
            #expect(await bench.manager.device(indexedName: "reader_0") == bench.device)
            #expect(await bench.manager.device(indexedName: "reader_1") == nil)

            try await bench.manager.connect(to: bench.device)
            #expect(try await bench.manager.send("hi", to: bench.device) == "hi\r\n")
            try await bench.manager.disconnect(bench.device)
            try await bench.clock.sleep(for: .seconds(1))
            let names = record.events.map(\.notificationName).filter { $0 != "TxRxDeviceFound" }
            #expect(
                names == [
                    "TxRxScanBegan", "TxRxScanEnded", "TxRxDeviceConnected", "TxRxDeviceReady",
                    "TxRxDeviceDataSent", "TxRxDeviceDataReceived", "TxRxDeviceDisconnected",
                ]
            )
            await bench.simulator.stop()
        }
    }

    @Test func refusedCallsAreReported() async throws {
        let bench = TxRxBench()
        try await bench.clock.run {
            let record = bench.record()
            let (manager, device) = (bench.manager, bench.device)
            await #expect(throws: TxRxError.scanNotStarted) { try await manager.stopScan() }
            await #expect(throws: TxRxError.notConnected) { try await manager.disconnect(device) }
            await #expect(throws: TxRxError.notConnected) {
                try await manager.send("x", to: device)
            }
            await #expect(throws: TxRxError.notConnected) {
                try await manager.setMode(.stream, of: device)
            }
            try await manager.startScan()
            await #expect(throws: TxRxError.scanAlreadyStarted) { try await manager.startScan() }
            await #expect(throws: TxRxError.unableToPerformDuringScan) {
                try await manager.connect(to: device)
            }
            await #expect(throws: TxRxError.unableToPerformDuringScan) {
                try await manager.send("x", to: device)
            }
            try await manager.stopScan()
            try bench.phone.setPower(false)
            await #expect(throws: TxRxError.unableToScanBluetoothDisabled) {
                try await manager.startScan()
            }
            await #expect(throws: TxRxError.bluetoothNotReadyOrLost) {
                try await manager.connect(to: device)
            }
            try await bench.clock.sleep(for: .seconds(1))
            #expect(
                record.events == [
                    .scanError(.scanNotStarted), .deviceError(device, .notConnected),
                    .dataSendError(device, .notConnected), .modeChangeError(device, .notConnected),
                    .scanBegan, .scanError(.scanAlreadyStarted),
                    .deviceConnectError(device, .unableToPerformDuringScan),
                    .dataSendError(device, .unableToPerformDuringScan), .scanEnded,
                    .scanError(.unableToScanBluetoothDisabled),
                    .deviceConnectError(device, .bluetoothNotReadyOrLost),
                ]
            )
        }
    }

    @Test func aScanEndsAfterItsDurationAndWithTheAdapter() async throws {
        let bench = TxRxBench()
        try await bench.clock.run {
            let record = bench.record()
            try await bench.manager.startScan(timeout: .seconds(3))
            try await bench.clock.sleep(for: .seconds(4))
            #expect(record.events == [.scanBegan, .scanEnded])
            try await bench.manager.startScan()
            try bench.phone.setPower(false)
            try await bench.clock.sleep(for: .seconds(1))
            #expect(
                record.events.dropFirst(2) == [
                    .scanBegan, .scanError(.bluetoothNotReadyOrLost), .scanEnded,
                ]
            )
        }
    }

    @Test func anotherKindOfDeviceFailsToConnect() async throws {
        let bench = TxRxBench(Self.own)
        try await bench.clock.run {
            let record = bench.record()
            try await bench.simulator.start()
            await #expect(throws: TxRxError.servicesNotFound) {
                try await bench.manager.connect(to: bench.device)
            }
            try await bench.clock.sleep(for: .seconds(1))
            #expect(
                record.events == [
                    .deviceConnected(bench.device),
                    .deviceConnectError(bench.device, .servicesNotFound),
                    .deviceDisconnected(bench.device),
                ]
            )
            #expect(bench.air.connectionCount == 0)
            await bench.simulator.stop()
        }
    }

    @Test func anAbsentDeviceTimesOut() async throws {
        let bench = TxRxBench()
        await bench.clock.run {
            await #expect(throws: TxRxError.connectTimedOut) {
                try await bench.manager.connect(to: bench.device)
            }
            #expect(bench.time.now() == .seconds(20))
            await bench.manager.setTimeout(.seconds(2), for: .connect)
            await #expect(throws: TxRxError.connectTimedOut) {
                try await bench.manager.connect(to: bench.device)
            }
            #expect(bench.time.now() == .seconds(22))
            await bench.manager.setTimeout(.seconds(-1), for: .connect)
            #expect(await bench.manager.timeout(.connect) == .zero)
            await bench.manager.setTimeoutDefaults()
            #expect(await bench.manager.timeout(.connect) == .seconds(20))
        }
    }

    @Test func connectingCanBeCancelled() async throws {
        let bench = TxRxBench()
        try await bench.clock.run {
            let attempt = bench.time.task {
                await Result { try await bench.manager.connect(to: bench.device) }
            }
            try await bench.clock.sleep(for: .seconds(1))
            attempt.cancel()
            let result = await attempt.value
            #expect(throws: CancellationError.self) { try result.get() }
            #expect(bench.time.now() < .seconds(2))
            try await bench.simulator.start()
            try await bench.manager.connect(to: bench.device)
            await bench.simulator.stop()
        }
    }

    @Test func ackMeModulesChangeTheirMode() async throws {
        let bench = TxRxBench(.ackMe)
        try await bench.connected {
            let record = bench.record()
            try await bench.manager.setMode(.remoteCommand, of: bench.device)
            #expect(await bench.simulator.mode == .remoteCommand)
            await bench.simulator.misbehave(.refusing)
            await #expect(throws: TxRxError.setModeRefused(.writeNotPermitted)) {
                try await bench.manager.setMode(.stream, of: bench.device)
            }
            await bench.simulator.misbehave(.unacknowledged)
            await #expect(throws: TxRxError.setModeTimedOut) {
                try await bench.manager.setMode(.stream, of: bench.device)
            }
            try await bench.clock.sleep(for: .seconds(1))
            #expect(
                record.events.map(\.notificationName) == [
                    "TxRxDeviceModeChanged", "TxRxDeviceModeChangeError",
                    "TxRxDeviceModeChangeError",
                ]
            )
        }
    }

    @Test func eventsArriveSeparatelyFromAnswers() async throws {
        let bench = TxRxBench(.zhaga)
        try await bench.connected {
            let record = bench.record()
            try await bench.simulator.sendEvent(Array("I1\r".utf8))
            try await bench.simulator.send(Array("unasked\r".utf8))
            try await bench.clock.sleep(for: .seconds(1))
            #expect(
                Set(record.events) == [
                    .eventDataReceived(bench.device, Array("I1\r".utf8)),
                    .dataReceived(bench.device, Array("unasked\r".utf8)),
                ]
            )
        }
    }

    @Test func misbehaviourIsReportedInTime() async throws {
        let bench = TxRxBench()
        let (manager, device) = (bench.manager, bench.device)
        try await bench.connected {
            await bench.simulator.misbehave(.silent)
            await #expect(throws: TxRxError.receivingTimedOut) {
                try await manager.send("x", to: device)
            }
            await bench.simulator.misbehave(.late(.seconds(1)))
            #expect(try await manager.send("late", to: device) == "late\r\n")
            await bench.simulator.misbehave(.split(size: 2, gap: .milliseconds(120)))
            #expect(try await manager.send("in parts", to: device) == "in parts\r\n")
            // parts further apart than the silence are several answers
            await bench.simulator.misbehave(.split(size: 4, gap: .milliseconds(300)))
            let record = bench.record()
            #expect(try await manager.send("twice", to: device) == "twic")
            try await bench.clock.sleep(for: .seconds(1))
            #expect(record.events.last == .dataReceived(device, Array("e\r\n".utf8)))
            await bench.simulator.misbehave(.refusing)
            await #expect(throws: TxRxError.self) { try await manager.send("x", to: device) }
            // the answer to the refused command may be late
            try await bench.clock.sleep(for: TxRxTimeouts().receiveFirstPacket)
            await bench.simulator.misbehave(.unacknowledged)
            let start = bench.time.now()
            await #expect(throws: TxRxError.sendingTimedOut) {
                try await manager.send("x", to: device)
            }
            #expect(bench.time.now() - start == .milliseconds(1500))
        }
    }

    @Test func aLateAnswerDoesNotBecomeTheNextOne() async throws {
        let bench = TxRxBench()
        let (manager, device) = (bench.manager, bench.device)
        try await bench.connected {
            await bench.simulator.misbehave(.late(.milliseconds(2500)))
            await #expect(throws: TxRxError.receivingTimedOut) {
                try await manager.send("one", to: device)
            }
            let record = bench.record()
            try await bench.clock.sleep(for: .seconds(1))
            #expect(record.events == [.dataReceived(device, Array("one\r\n".utf8))])
            await bench.simulator.misbehave(nil)
            #expect(try await manager.send("two", to: device) == "two\r\n")
        }
    }

    /// The link is cut at each packet of a session in turn: no call hangs, no crash, and the next
    /// session works.
    @Test func theLinkMayEndAtEachStep() async throws {
        for packet in 1...40 {
            let bench = TxRxBench(.zhaga, seed: UInt64(packet))
            bench.air.setTap {
                $0.number == packet ? .disconnected(.connectionTimeout) : .delivered
            }
            try await bench.clock.run {
                try await bench.simulator.start()
                let record = bench.record()
                let outcome = await Result {
                    try await bench.manager.connect(to: bench.device)
                    for _ in 0..<3 { _ = try await bench.manager.send("abc", to: bench.device) }
                    try await bench.manager.disconnect(bench.device)
                }
                if case .failure(let error) = outcome {
                    let ends: [TxRxError?] = [.bluetoothNotReadyOrLost, .notConnected]
                    #expect(ends.contains(error as? TxRxError), "packet \(packet): \(error)")
                }
                try await bench.clock.sleep(for: .seconds(1))
                let names = record.events.map(\.notificationName)
                #expect(
                    names.count { $0 == "TxRxDeviceConnected" }
                        == names.count { $0 == "TxRxDeviceDisconnected" },
                    "packet \(packet): \(names)"
                )
                bench.air.setTap(nil)
                try await bench.manager.connect(to: bench.device)
                #expect(try await bench.manager.send("abc", to: bench.device) == "abc\r")
                await bench.simulator.stop()
            }
        }
    }

    @Test(arguments: [0.0, 0.2])
    func aThousandCommandsNoneLostOrMixed(_ loss: Double) async throws {
        let bench = TxRxBench(conditions: AirConditions { $0.loss = loss }, seed: 7) { command in
            Array("answer to ".utf8) + command
        }
        await bench.manager.setTimeout(.milliseconds(400), for: .receivePackets)
        try await bench.connected {
            for number in 0..<1000 {
                let text = String(repeating: "\(number),", count: 1 + number % 90)
                let answer = try await bench.manager.send(text, to: bench.device)
                #expect(answer == "answer to \(text)\r\n")
            }
        }
    }

    /// Any answer of a device is reported unchanged.
    @Test(arguments: UInt64(1)...20) func anyBytesArriveUnchanged(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let answer = (0..<Int.random(in: 1...2000, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        let profile = TxRxProfile.standard.randomElement(using: &random)!
        let bench = TxRxBench(profile, seed: seed) { _ in answer }
        let size = Int.random(in: 1...300, using: &random)
        try await bench.connected {
            await bench.simulator.misbehave(.split(size: size, gap: .milliseconds(10)))
            let received = try await bench.manager.send([1], to: bench.device)
            #expect(received == answer + profile.terminator.bytes, "seed \(seed)")
        }
    }

    @Test func theCoreReportsErrorsAsNotifications() async throws {
        let bench = TxRxBench()
        try await bench.clock.run {
            let core = TxRxCore(bench.manager)
            let events = core.notifications
            try await bench.simulator.start()
            await core.sendData("early", to: bench.device)
            await core.startScan()
            #expect(await core.isScanning)
            await core.stopScan()
            #expect(await core.scannedDevices.isEmpty)
            await core.connectDevice(bench.device)
            await core.sendData("hello", to: bench.device)
            let answer = TxRxEvent.dataReceived(bench.device, Array("hello\r\n".utf8))
            #expect(await first(of: events, where: { $0 == answer }) == answer)
            await core.disconnectDevice(bench.device)
            await bench.simulator.stop()
        }
    }

    @Test func aProfileIsAByteLink() async throws {
        let bench = TxRxBench(.ackMe)
        try await bench.clock.run {
            try await bench.simulator.start()
            let peripheral = try await bench.manager.central.connect(to: bench.device.address)
            let profile = try #require(try await TxRxProfile.find(on: peripheral))
            #expect(profile == .ackMe)
            let link = try await SerialLink.open(profile.serial, on: peripheral)
            #expect(link.packetSize == 15)
            try await link.send(Array("hi\r\n".utf8))
            var packets = link.incoming.makeAsyncIterator()
            #expect(try await packets.next() == Array("hi\r\n".utf8))
            link.close()
            await bench.simulator.stop()
        }
    }
}
