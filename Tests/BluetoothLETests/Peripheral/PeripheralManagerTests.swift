import AccessoryConcurrency
import CAccessory
import Testing

@testable import BluetoothLE

@Suite(.timeLimit(.minutes(20))) struct PeripheralManagerTests {
    @Test func aCentralFindsTheAdvertisement() async throws {
        let bench = PeripheralBench()
        let heard = try await bench.clock.run {
            try await bench.manager.startAdvertising(name: "Thermometer", uuids: [0x1809, 0xFFF0])
            for try await report in try bench.air.addAdapter().scan(ScanParameters()) {
                await bench.manager.reset()
                return Advertisement(report.data)
            }
            return Advertisement([])
        }
        #expect(heard.name == "Thermometer")
        #expect(Array(heard.serviceUUIDs) == [0x1809, 0xFFF0])
        #expect(heard.flags == .default)
    }

    /// No radio with raw ATT checks signatures.
    @Test func signedWritesAreRefusedWhenTheyAreDeclared() async throws {
        let bench = PeripheralBench()
        let signed = MutableCharacteristic(
            uuid: 0xFFF2,
            properties: [.read, .authenticatedSignedWrites],
            value: [1]
        )
        let service = MutableService(uuid: 0xFFF0, characteristics: [.plain([1]), signed])
        await #expect(throws: MutableServiceError.signedWritesNotSupported(0xFFF2)) {
            try await bench.manager.add(service)
        }
        #expect(bench.manager.services.isEmpty)
        #expect(!RadioFeatures().acceptsSignedWrites)
        #expect(!RadioFeatures.everything.acceptsSignedWrites)
    }

    @Test func valuesAreRead() async throws {
        let characteristic = MutableCharacteristic.plain(Array(0..<200))
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect(mtu: 23)
            let handle = try await visit.handle(of: 0xFFF1)
            #expect(try await visit.client.read(handle) == Array(0..<200))
            characteristic.value = [1]
            #expect(try await visit.client.read(handle) == [1])
            let name = try await visit.handle(of: 0x2A00)
            #expect(try await visit.client.read(name) == Array("accessory".utf8))
            await visit.connection.disconnect()
        }
    }

    @Test func writesAreAnsweredByTheResponder() async throws {
        let characteristic = MutableCharacteristic.plain()
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect()
            let handle = try await visit.handle(of: 0xFFF1)
            await #expect(throws: GATTError.att(.requestNotSupported, handle: handle)) {
                try await visit.client.write([1], to: handle)
            }
            let requests = try characteristic.startRespondingToWriteRequests(capacity: 10)
            let responder = bench.time.task {
                for await request in requests {
                    #expect(request.central.address == visit.radio.address)
                    let isGood = request.value.count == 1
                    characteristic.respond(to: request, with: isGood ? nil : .invalidValueLength)
                }
            }
            try await visit.client.write([7], to: handle)
            #expect(characteristic.value == [7])
            await #expect(throws: GATTError.att(.invalidValueLength, handle: handle)) {
                try await visit.client.write([7, 8], to: handle)
            }
            #expect(characteristic.value == [7])
            characteristic.stopRespondingToWriteRequests()
            await responder.value
            await #expect(throws: GATTError.att(.requestNotSupported, handle: handle)) {
                try await visit.client.write([1], to: handle)
            }
        }
    }

    @Test func writesToSeveralKeepTheirOrder() async throws {
        let first = MutableCharacteristic.plain()
        let second = MutableCharacteristic(uuid: 0xFFF2, properties: .writeWithoutResponse)
        let bench = try await PeripheralBench(advertising: first)
        try await bench.manager.add(MutableService(uuid: 0xFFF3, characteristics: [second]))
        let alone = try first.startRespondingToWriteRequests()
        let requests = try MutableCharacteristic.startRespondingToWriteRequests(to: [first, second])
        for await _ in alone { Issue.record("it was replaced") }
        try await bench.clock.run {
            let visit = try await bench.connect()
            let handles = [
                try await visit.handle(of: 0xFFF1), try await visit.handle(of: 0xFFF2),
            ]
            for value in 0..<20 as Range<UInt8> {
                try await visit.client.writeWithoutResponse([value], to: handles[Int(value) % 2])
            }
            var values: [UInt8] = []
            for await request in requests {
                #expect(request.characteristic === [first, second][Int(request.value[0]) % 2])
                values += request.value
                if values.count == 20 { break }
            }
            #expect(values == Array(0..<20))
        }
    }

    @Test func updatesWaitForASubscriber() async throws {
        let characteristic = MutableCharacteristic.plain()
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            for number in 0..<5 as Range<UInt8> { try characteristic.update([number]) }
            #expect(characteristic.value == [4])
            #expect(characteristic.pendingUpdates.count == 5)
            let visit = try await bench.connect()
            try await visit.subscribe(to: 0xFFF1)
            #expect(await visit.next(5) == [[0], [1], [2], [3], [4]])
            #expect(characteristic.isUpdating)
            try characteristic.update([5])
            #expect(await visit.next(1) == [[5]])
        }
    }

    @Test(arguments: [Subscription.notifications, .indications])
    func manyUpdatesArriveInOrder(_ subscription: Subscription) async throws {
        let characteristic = MutableCharacteristic.plain()
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect()
            try await visit.subscribe(to: 0xFFF1, subscription)
            for number in 0..<500 { try characteristic.update([UInt8(number & 255)]) }
            #expect(!characteristic.isUpdating)
            let received = await visit.next(500)
            #expect(received == (0..<500).map { [UInt8($0 & 255)] })
            await characteristic.drained()
            #expect(characteristic.pendingUpdates.isEmpty && characteristic.droppedUpdates == 0)
        }
    }

    @Test func namesThatDoNotFitGoIntoTheScanResponse() throws {
        let long = BluetoothUUID("6E400001-B5A3-F393-E0A9-E50E24DCCA9E")!
        var features = RadioFeatures()
        let layout = try AdvertisementLayout(
            name: "A name of twenty chars",
            uuids: [long],
            features: features
        )
        #expect(Array(Advertisement(layout.data).serviceUUIDs) == [long])
        #expect(Advertisement(layout.scanResponse).name == "A name of twenty chars")
        let cut = try AdvertisementLayout(
            name: String(repeating: "x", count: 40),
            uuids: [],
            features: features
        )
        #expect(Advertisement(cut.scanResponse).name == String(repeating: "x", count: 29))
        #expect(Advertisement(cut.scanResponse).isNameShortened)

        #expect(throws: PeripheralManagerError.advertisementTooLong(limit: 31)) {
            try AdvertisementLayout(
                name: nil,
                uuids: [long, 0x180F, 0x180A, 0xFFF0, 0xFFF1, 0xFFF2],
                features: features
            )
        }
        features.advertisingData = 1650
        let more = (0..<40).map { BluetoothUUID(UInt16(0xFF00 + $0)) }
        let extended = try AdvertisementLayout(name: "bench", uuids: more, features: features)
        #expect(extended.isExtended && extended.scanResponse.isEmpty)
        #expect(Array(Advertisement(extended.data).serviceUUIDs) == more)
        #expect(Advertisement(extended.data).name == "bench")
        #expect(throws: PeripheralManagerError.advertisementTooLong(limit: 245)) {
            try AdvertisementLayout(
                name: nil,
                uuids: Array(repeating: long, count: 16),
                features: features
            )
        }
    }

    @Test func advertisingBeginsOnceAndEnds() async throws {
        let bench = PeripheralBench()
        try await bench.clock.run {
            let manager = bench.manager
            #expect(await !manager.isAdvertising)
            try await manager.stopAdvertising()
            try await manager.startAdvertising(name: "bench")
            #expect(await manager.isAdvertising)
            await #expect(throws: PeripheralManagerError.isAdvertising) {
                try await manager.startAdvertising(name: "bench")
            }
            try await manager.stopAdvertising()
            #expect(await !manager.isAdvertising)
            let starts = (0..<2).map { _ in
                bench.time.task {
                    await Result { try await manager.startAdvertising(name: "bench") }
                }
            }
            let results = [await starts[0].value, await starts[1].value]
            // the second call joins a pending start, or finds it completed
            #expect(results.contains { if case .success = $0 { true } else { false } })
            #expect(await manager.isAdvertising)
        }
    }

    @Test func powerOffEndsAllOperationsAndPowerOnAllowsThem() async throws {
        let characteristic = MutableCharacteristic.plain([9])
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let manager = bench.manager
            var states = manager.whenStateChanges().makeAsyncIterator()
            #expect(await states.next() == .poweredOn)
            let visit = try await bench.connect()
            try bench.sensor.setPower(false)
            #expect(await states.next() == .poweredOff)
            for await _ in visit.values {}
            await bench.until { await !manager.isAdvertising && manager.centrals.isEmpty }
            await #expect(throws: PeripheralManagerError.radio(.poweredOff)) {
                try await manager.startAdvertising(name: "bench")
            }
            try bench.sensor.setPower(true)
            #expect(await states.next() == .poweredOn)
            try await manager.startAdvertising(name: "bench")
            let again = try await bench.connect()
            #expect(try await again.client.read(again.handle(of: 0xFFF1)) == [9])
        }
    }

    @Test func resetLeavesAnEmptyManagerThatWorks() async throws {
        let bench = try await PeripheralBench(advertising: .plain())
        try await bench.clock.run {
            let visit = try await bench.connect()
            await bench.manager.reset()
            #expect(visit.connection.endReason != nil)
            #expect(bench.manager.services.isEmpty && bench.manager.centrals.isEmpty)
            #expect(await !bench.manager.isAdvertising)
            try await bench.manager.startAdvertising(name: "again")
            let again = try await bench.connect()
            #expect(try await again.client.services().map(\.uuid) == [0x1800, 0x1801])
        }
    }

    @Test func errorsAreDistinguished() async throws {
        let lone = MutableCharacteristic.plain()
        #expect(throws: MutableCharacteristicError.unconfigured) { try lone.update([1]) }
        #expect(throws: MutableCharacteristicError.unconfigured) {
            try lone.startRespondingToWriteRequests()
        }
        let quiet = MutableCharacteristic(uuid: 0xFFF2, properties: .read)
        let bench = try await PeripheralBench(advertising: quiet)
        let manager = bench.manager
        #expect(throws: MutableCharacteristicError.notifyNotSupported) { try quiet.update([1]) }
        let other = MutableService(uuid: 0xFFF3, characteristics: [quiet])
        await #expect(throws: MutableServiceError.alreadyAdded) { try await manager.add(other) }
        await #expect(throws: MutableServiceError.unconfigured) { try await manager.remove(other) }
        await #expect(throws: MutableServiceError.unconfigured) {
            try await manager.add(MutableService(uuid: 0xFFF4, includedServices: [other]))
        }
        try await manager.add(MutableService(uuid: 0xFFF3, characteristics: [lone]))
        #expect(throws: MutableCharacteristicError.notSerializable) {
            try lone.update(withString: ["Unknown": "no digits"])
        }
        try lone.update(withString: ["Unknown": "0102"])
        #expect(lone.value == [1, 2] && lone.stringValue == ["Unknown": "0102"])
        try await bench.clock.run {
            let visit = try await bench.connect()
            let central = try #require(manager.centrals.first)
            await #expect(throws: MutableCharacteristicError.notSubscribed) {
                try await lone.update([1], to: central)
            }
            await visit.connection.disconnect()
            await bench.until { !central.isConnected }
            await #expect(throws: MutableCharacteristicError.disconnected) {
                try await lone.update([1], to: central)
            }
        }
        await manager.removeAllServices()
        #expect(throws: MutableCharacteristicError.unconfigured) { try lone.update([1]) }
    }

    @Test func fullTablesAreRefused() async throws {
        let bench = PeripheralBench()
        let many = MutableService(
            uuid: 0xFFF0,
            characteristics: (0..<30000).map { _ in
                MutableCharacteristic(uuid: 0xFFF1, properties: .read)
            }
        )
        try await bench.manager.add(many)
        let more = MutableService(
            uuid: 0xFFF2,
            characteristics: (0..<3000).map { _ in .plain() }
        )
        await #expect(throws: PeripheralManagerError.tableFull) {
            try await bench.manager.add(more)
        }
        try await bench.manager.remove(many)
        try await bench.manager.add(more)
        // handles run out, and are reused
        for _ in 0..<8 {
            try await bench.manager.remove(more)
            try await bench.manager.add(more)
        }
    }

    @Test func unansweredRequestsAreRefused() async throws {
        let characteristic = MutableCharacteristic.plain([5])
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect()
            let handle = try await visit.handle(of: 0xFFF1)
            let requests = try characteristic.startRespondingToWriteRequests()
            let reader = bench.time.task { for await _ in requests { break } }
            await #expect(throws: GATTError.att(.unlikely, handle: handle)) {
                try await visit.client.write([1], to: handle)
            }
            await reader.value
            #expect(characteristic.value == [5])
        }
    }

    @Test func fullStreamsOfRequestsRefuseTheOldest() async throws {
        let characteristic = MutableCharacteristic.plain()
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let requests = try characteristic.startRespondingToWriteRequests(capacity: 1)
            let first = try await bench.connect()
            let second = try await bench.connect()
            let handle = try await first.handle(of: 0xFFF1)
            let early = bench.time.task {
                await Result { try await first.client.write([1], to: handle) }
            }
            try await bench.clock.sleep(for: .seconds(1))
            let late = bench.time.task {
                await Result { try await second.client.write([2], to: handle) }
            }
            await #expect(throws: GATTError.att(.insufficientResources, handle: handle)) {
                try await early.value.get()
            }
            for await request in requests {
                characteristic.respond(to: request)
                break
            }
            try await late.value.get()
            #expect(characteristic.value == [2])
        }
    }

    @Test func preparedWritesAreAllOrNothing() async throws {
        let good = MutableCharacteristic(uuid: 0xFFF1, value: [1, 2, 3], storesWrites: true)
        let bad = MutableCharacteristic(uuid: 0xFFF2, value: [4])
        let bench = PeripheralBench()
        try await bench.manager.add(MutableService(uuid: 0xFFF0, characteristics: [good, bad]))
        try await bench.manager.startAdvertising(name: "bench")
        try await bench.clock.run {
            let visit = try await bench.connect(mtu: 23)
            let (one, other) = (
                try await visit.handle(of: 0xFFF1), try await visit.handle(of: 0xFFF2)
            )
            await #expect(throws: GATTError.att(.requestNotSupported, handle: other)) {
                try await visit.client.writeReliably([(one, [9]), (other, [9])])
            }
            #expect(good.value == [1, 2, 3] && bad.value == [4])
            let long = (0..<512).map { UInt8($0 & 255) }
            try await visit.client.write(long, to: one)
            #expect(good.value == long)
            // a part in the middle, then one past the end
            let link = visit.client.link
            _ = try await link.request(PDU(.init(0x16), handle: one, offset: 510, tail: [7, 8]))
            _ = try await link.request(.execute(write: true))
            #expect(good.value == Array(long.prefix(510)) + [7, 8])
            try await visit.client.write([1], to: one)
            _ = try await link.request(PDU(.init(0x16), handle: one, offset: 2, tail: [7]))
            await #expect(throws: GATTError.att(.invalidOffset, handle: one)) {
                try await link.request(.execute(write: true))
            }
            // parts with a gap before or between them
            for (first, second) in [(5, 9), (0, 9)] as [(UInt16, UInt16)] {
                for offset in [first, second] {
                    _ = try await link.request(
                        PDU(.init(0x16), handle: one, offset: offset, tail: [7])
                    )
                }
                await #expect(throws: GATTError.att(.invalidOffset, handle: one)) {
                    try await link.request(.execute(write: true))
                }
                #expect(good.value == [1])
            }
        }
    }

    @Test func aLongReadReturnsOneValue() async throws {
        let counter = Counter()
        let characteristic = MutableCharacteristic.plain()
        characteristic.readHandler = { _ in
            [UInt8](repeating: UInt8(counter.next()), count: 100)
        }
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect(mtu: 23)
            let handle = try await visit.handle(of: 0xFFF1)
            #expect(try await visit.client.read(handle) == [UInt8](repeating: 1, count: 100))
            #expect(try await visit.client.read(handle) == [UInt8](repeating: 2, count: 100))
            characteristic.readHandler = { _ in throw ATTError.procedureInProgress }
            await #expect(throws: GATTError.att(.procedureInProgress, handle: handle)) {
                try await visit.client.read(handle)
            }
        }
    }

    @Test func aLongReadIsNotTornByAnother() async throws {
        let counter = Counter()
        let characteristics = [0xFFF1, 0xFFF2].map { (uuid: BluetoothUUID) in
            let characteristic = MutableCharacteristic(uuid: uuid, properties: .read)
            characteristic.readHandler = { _ in
                [UInt8](repeating: UInt8(counter.next()), count: 60)
            }
            return characteristic
        }
        let bench = PeripheralBench()
        try await bench.manager.add(
            MutableService(uuid: 0xFFF0, characteristics: characteristics)
        )
        try await bench.manager.startAdvertising(name: "bench")
        try await bench.clock.run {
            let visit = try await bench.connect(mtu: 23)
            let (one, other) = (
                try await visit.handle(of: 0xFFF1), try await visit.handle(of: 0xFFF2)
            )
            func part(_ handle: UInt16, _ offset: UInt16) async throws -> [UInt8] {
                let opcode = offset == 0 ? ACC_ATT_READ_REQ : ACC_ATT_READ_BLOB_REQ
                return try await visit.client.link.request(
                    PDU(opcode, handle: handle, offset: offset)
                ).tail
            }
            let parts = [
                try await part(one, 0), try await part(other, 0), try await part(one, 22),
                try await part(other, 22), try await part(one, 44), try await part(other, 44),
            ]
            #expect(parts.map(\.first) == [1, 2, 1, 2, 1, 2])
            #expect(parts.map(\.count) == [22, 22, 22, 22, 16, 16])
            // a read at offset 0 starts a new read
            #expect(try await part(one, 0).first == 3)
        }
    }

    @Test func aWriteWithoutResponseCanBeRefused() async throws {
        let characteristic = MutableCharacteristic.plain([1])
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect()
            let handle = try await visit.handle(of: 0xFFF1)
            var requests = try characteristic.startRespondingToWriteRequests()
                .makeAsyncIterator()
            for (value, refusal) in [(UInt8(7), ATTError.valueNotAllowed), (8, nil)] {
                try await visit.client.writeWithoutResponse([value], to: handle)
                let request = try #require(await requests.next())
                #expect(!request.needsResponse && request.value == [value])
                // unchanged until the application has accepted the write
                #expect(characteristic.value == [1])
                characteristic.respond(to: request, with: refusal)
            }
            #expect(characteristic.value == [8])
            // an unanswered write changes nothing
            try await visit.client.writeWithoutResponse([9], to: handle)
            _ = await requests.next()
            #expect(try await visit.client.read(handle) == [8])
        }
    }

    @Test func aSecondStartWithOtherDataIsRefused() async throws {
        let radio = HeldRadio()
        let manager = PeripheralManager(radio: radio)
        let parameters = AdvertisingParameters(data: [2, 1, 6]) { $0.isConnectable = false }
        let first = Task { try await manager.startAdvertising(parameters) }
        await radio.asked.first { _ in true }
        let same = Task { try await manager.startAdvertising(parameters) }
        await #expect(throws: PeripheralManagerError.isAdvertising) {
            var other = parameters
            other.data = [2, 1, 4]
            try await manager.startAdvertising(other)
        }
        radio.release()
        try await first.value
        // the call either joined the first one or followed it
        _ = await same.result
        #expect(await manager.isAdvertising)
    }

    @Test func theEndOfAdvertisingIsAnEvent() async throws {
        let bench = try await PeripheralBench(advertising: .plain())
        try await bench.clock.run {
            var events = bench.manager.events.makeAsyncIterator()
            try bench.sensor.setPower(false)
            guard case .advertisingStopped(.poweredOff)? = await events.next() else {
                Issue.record("no event of the end")
                return
            }
            try bench.sensor.setPower(true)
            try await bench.clock.sleep(for: .seconds(10))
            // the application's turn
            #expect(await !bench.manager.isAdvertising)
            try await bench.manager.startAdvertising(name: "bench")
            try await bench.manager.stopAdvertising()
            bench.air.remove(bench.sensor)
            #expect(await !bench.manager.isAdvertising)
        }
    }

    @Test func advertisingResumesWithThePowerAndEndsWithTheAdapter() async throws {
        let bench = PeripheralBench(options: .init { $0.resumesAdvertising = true })
        try await bench.manager.add(MutableService(uuid: 0xFFF0, characteristics: [.plain([9])]))
        try await bench.manager.startAdvertising(name: "bench")
        try await bench.clock.run {
            var events = bench.manager.events.makeAsyncIterator()
            for _ in 0..<3 {
                try bench.sensor.setPower(false)
                guard case .advertisingStopped(.poweredOff)? = await events.next() else {
                    Issue.record("no event of the end")
                    return
                }
                try await bench.clock.sleep(for: .seconds(60))
                try bench.sensor.setPower(true)
                guard case .advertisingResumed? = await events.next() else {
                    Issue.record("no event of the resumption")
                    return
                }
            }
            let visit = try await bench.connect()
            #expect(try await visit.client.read(visit.handle(of: 0xFFF1)) == [9])
            bench.air.remove(bench.sensor)
            for await event in bench.manager.events {
                guard case .advertisingStopped(let error) = event else { continue }
                #expect(error == .noAdapter(bench.sensor.name))
                break
            }
        }
    }

    @Test func stoppingEndsTheResumption() async throws {
        let bench = PeripheralBench(options: .init { $0.resumesAdvertising = true })
        try await bench.manager.startAdvertising(name: "bench")
        try await bench.clock.run {
            try bench.sensor.setPower(false)
            await bench.until { await !bench.manager.isAdvertising }
            try await bench.manager.stopAdvertising()
            try bench.sensor.setPower(true)
            try await bench.clock.sleep(for: .seconds(60))
            #expect(await !bench.manager.isAdvertising)
        }
    }

    @Test func permissionsAreEnforced() async throws {
        let secret = MutableCharacteristic(
            uuid: 0xFFF1,
            properties: [.read, .notifyEncryptionRequired],
            permissions: [.readAuthorizationRequired, .readEncryptionRequired, .writeable],
            value: [1]
        )
        let bench = try await PeripheralBench(advertising: secret)
        try await bench.clock.run {
            let visit = try await bench.connect()
            let handle = try await visit.handle(of: 0xFFF1)
            // the property is missing, whatever the permission
            await #expect(throws: GATTError.att(.writeNotPermitted, handle: handle)) {
                try await visit.client.write([1], to: handle)
            }
            await #expect(throws: GATTError.att(.insufficientEncryption, handle: handle + 1)) {
                try await visit.client.write([1, 0], to: handle + 1)
            }
            try await visit.connection.secure(to: .encrypted)
            await #expect(throws: GATTError.att(.insufficientAuthorization, handle: handle)) {
                try await visit.client.read(handle)
            }
            try #require(bench.manager.centrals.first).isAuthorized = true
            #expect(try await visit.client.read(handle) == [1])
            try await visit.client.write([1, 0], to: handle + 1)
            try secret.update([2])
            #expect(await visit.next(1) == [[2]])
        }
    }

    @Test func oneOfSeveralCentralsIsNotified() async throws {
        let characteristic = MutableCharacteristic.plain()
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let first = try await bench.connect()
            let second = try await bench.connect()
            try await first.subscribe(to: 0xFFF1, .indications)
            try await second.subscribe(to: 0xFFF1)
            let central = try #require(
                characteristic.subscribers.first { $0.address == first.radio.address }
            )
            for number in 0..<100 as Range<UInt8> {
                try await characteristic.update([number], to: central)
            }
            try characteristic.update([200])
            #expect(await first.next(101) == (0..<100).map { [$0] } + [[200]])
            #expect(await second.next(1) == [[200]])
            #expect(characteristic.value == [200])
            let waiting = bench.time.task {
                await Result { try await characteristic.update([1], to: central) }
            }
            await first.connection.disconnect()
            if case .failure(let error) = await waiting.value {
                #expect(error as? MutableCharacteristicError == .disconnected)
            }
        }
    }

    @Test func theQueueOfUpdatesIsBounded() async throws {
        let characteristic = MutableCharacteristic(uuid: 0xFFF1, updateCapacity: 3)
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            for number in 0..<10 as Range<UInt8> { try characteristic.update([number]) }
            #expect(characteristic.pendingUpdates == [[7], [8], [9]])
            #expect(characteristic.droppedUpdates == 7)
            let visit = try await bench.connect()
            try await visit.subscribe(to: 0xFFF1)
            #expect(await visit.next(3) == [[7], [8], [9]])
        }
    }

    @Test("a central that confirms nothing delays no other, and counts what it misses")
    func aStalledCentral() async throws {
        let characteristic = MutableCharacteristic(
            uuid: 0xFFF1,
            properties: [.notify, .indicate],
            updateCapacity: 4
        )
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect()
            try await visit.subscribe(to: 0xFFF1)
            let stalled = try await bench.air.addAdapter()
                .connect(to: bench.sensor.address!, ConnectionParameters())
            let (packets, entry) = AsyncStream.makeStream(of: [UInt8].self)
            stalled.attributes.start(onPacket: { entry.yield($0) }, onEnd: { entry.finish() })
            var received = packets.makeAsyncIterator()
            let handle = try #require(characteristic.place).handle
            stalled.attributes.send([0x12] + littleEndian(handle + 1) + [2, 0])
            #expect(await received.next() == [0x13])
            for number in 0..<10 as Range<UInt8> {
                #expect(try characteristic.update([number]) == (number < 5))
            }
            #expect(await visit.next(10) == (0..<10).map { [$0] })
            #expect(await received.next() == [0x1D] + littleEndian(handle) + [0])
            #expect(characteristic.pendingUpdates == [[6], [7], [8], [9]])
            #expect(characteristic.droppedUpdates == 5)
            #expect(characteristic.subscribers.map(\.missedUpdates) == [0, 5])
            // a new subscriber does not receive what waits for another
            let late = try await bench.connect()
            try await late.subscribe(to: 0xFFF1)
            stalled.attributes.send([0x1E])
            #expect(await received.next() == [0x1D] + littleEndian(handle) + [6])
            try characteristic.update([10])
            #expect(await late.next(1) == [[10]])
            await stalled.disconnect()
            await characteristic.drained()
            #expect(characteristic.pendingUpdates.isEmpty)
        }
    }

    /// - Parameter pairs: Whether the central pairs without authentication.
    @Test(
        "subscribing needs what reading needs",
        arguments: [
            (permissions: AttributePermissions.readable, pairs: false, error: ATTError?.none),
            (.readEncryptionRequired, false, .insufficientEncryption),
            (.readEncryptionRequired, true, nil),
            (.readAuthenticationRequired, false, .insufficientAuthentication),
            (.readAuthenticationRequired, true, .insufficientAuthentication),
            (.readAuthorizationRequired, false, .insufficientAuthorization),
            (
                AttributePermissions([.readAuthenticationRequired, .readEncryptionRequired]), true,
                .insufficientAuthentication
            ),
        ],
        [[.read, .notify], [.notify], [.read, .notifyEncryptionRequired]]
            as [CharacteristicProperties]
    )
    func subscribingNeedsSecurity(
        row: (permissions: AttributePermissions, pairs: Bool, error: ATTError?),
        properties: CharacteristicProperties
    ) async throws {
        let characteristic = MutableCharacteristic(
            uuid: 0xFFF1,
            properties: properties,
            permissions: row.permissions
        )
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect()
            if row.pairs { try await visit.connection.secure(to: .encrypted) }
            let handle = try #require(characteristic.place).handle + 1
            let encrypts = properties.contains(.notifyEncryptionRequired) && !row.pairs
            let wanted: ATTError? =
                if encrypts, row.error == nil || row.error == .insufficientAuthorization {
                    .insufficientEncryption
                } else { row.error }
            let result = await Result { try await visit.client.write([1, 0], to: handle) }
            if let wanted {
                #expect(throws: GATTError.att(wanted, handle: handle)) { try result.get() }
            } else {
                try result.get()
            }
        }
    }

    @Test("a value takes the kinds of writes that it declares")
    func kindsOfWrites() async throws {
        let commands = MutableCharacteristic(
            uuid: 0xFFF1,
            properties: [.read, .writeWithoutResponse],
            storesWrites: true
        )
        let requests = MutableCharacteristic(
            uuid: 0xFFF2,
            properties: [.read, .write],
            storesWrites: true
        )
        let bench = PeripheralBench()
        try await bench.manager.add(
            MutableService(uuid: 0xFFF0, characteristics: [commands, requests])
        )
        try await bench.manager.startAdvertising(name: "bench")
        try await bench.clock.run {
            let visit = try await bench.connect()
            let first = try #require(commands.place).handle
            let second = try #require(requests.place).handle
            let refused = GATTError.att(.writeNotPermitted, handle: first)
            await #expect(throws: refused) { try await visit.client.write([1], to: first) }
            await #expect(throws: refused) {
                try await visit.client.writeReliably([(first, [1])])
            }
            try await visit.client.writeWithoutResponse([2], to: first)
            try await visit.client.writeWithoutResponse([3], to: second)
            #expect(try await visit.client.read(first) == [2])
            #expect(try await visit.client.read(second) == [])
            #expect(bench.manager.centrals.map(\.droppedCommands) == [1])
            try await visit.client.write([4], to: second)
            #expect(requests.value == [4])
        }
    }

    @Test func stoppingHasATimeout() async throws {
        let clock = VirtualClock()
        let manager = PeripheralManager(radio: StubbornRadio(clock: clock), clock: clock)
        try await clock.run {
            try await manager.startAdvertising(
                AdvertisingParameters(data: []) { $0.isConnectable = false }
            )
            let begin = clock.now
            await #expect(throws: PeripheralManagerError.stopAdvertisingTimeout) {
                try await manager.stopAdvertising(timeout: .seconds(10))
            }
            #expect(clock.now.offset - begin.offset == .seconds(10))
        }
    }
}
