import AccessoryConcurrency
import Foundation
import Testing

@testable import BluetoothLE

/// The queue of updates, the answer to writes, the layout of advertising.
@Suite struct PeripheralPartsTests {
    @Test func aFullQueueDropsTheOldest() {
        var queue = UpdateQueue(capacity: 2)
        #expect(queue.isEmpty && queue.pending == [] && queue.dropped == 0)
        for value in 1...3 as ClosedRange<UInt8> { queue.append([value]) }
        #expect(queue.pending == [[2], [3]] && queue.dropped == 1 && !queue.isEmpty)
        queue.removeAll()
        #expect(queue.isEmpty && queue.dropped == 1)
        for capacity in [-1, 0, 1] {
            var queue = UpdateQueue(capacity: capacity)
            queue.append([1])
            #expect(queue.pending == [[1]] && queue.dropped == 0)
            queue.append([2])
            #expect(queue.pending == [[2]] && queue.dropped == 1)
        }
    }

    @Test func updatesKeepTheirNumbers() {
        var queue = UpdateQueue(capacity: 3)
        for value in 0...3 as ClosedRange<UInt8> { queue.append([value]) }
        #expect(queue.first == 1 && queue.end == 4 && queue[1] == [1] && queue[3] == [3])
        queue.removeAll(before: 3)
        #expect(queue.pending == [[3]] && queue.first == 3 && queue.end == 4)
        queue.removeAll()
        #expect(queue.isEmpty && queue.first == 4 && queue.end == 4 && queue.dropped == 1)
    }

    /// An answer to three writes that logs what it sends and stores.
    private func answer(_ log: Log) -> WriteAnswer {
        WriteAnswer([3, 5, 7]) { error, handle in
            log.add("\(handle): \(error.map(\.cause) ?? "ok")")
        }
    }

    @Test func writesAreStoredOnceAllAreAccepted() {
        let log = Log()
        let answer = answer(log)
        answer.answer(nil, for: 5) { log.add("store 5") }
        answer.answer(.unlikely, for: 5) { log.add("again") }
        answer.answer(nil, for: 9) { log.add("unknown") }
        answer.answer(nil, for: 3) { log.add("store 3") }
        #expect(log.entries.isEmpty)
        answer.answer(nil, for: 7) { log.add("store 7") }
        #expect(log.entries == ["store 5", "store 3", "store 7", "7: ok"])
        answer.answer(.unlikely, for: 7) {}
        #expect(log.entries.count == 4)
    }

    @Test func oneErrorRefusesAllWrites() {
        let log = Log()
        let answer = answer(log)
        answer.answer(nil, for: 3) { log.add("store 3") }
        answer.answer(.outOfRange, for: 5) { log.add("store 5") }
        #expect(log.entries == ["5: out of range"])
        answer.answer(nil, for: 7) { log.add("store 7") }
        answer.answer(.unlikely, for: 7) { log.add("store 7") }
        #expect(log.entries.count == 1)
    }

    @Test func aForgottenWriteIsRefused() {
        let log = Log()
        var answer: WriteAnswer? = answer(log)
        answer?.answer(nil, for: 3) { log.add("store 3") }
        answer = nil
        #expect(log.entries == ["5: unlikely error"])
        do {
            let answered = self.answer(log)
            for handle in [3, 5, 7] as [UInt16] { answered.answer(nil, for: handle) {} }
        }
        #expect(log.entries == ["5: unlikely error", "7: ok"])
    }

    private func features(_ data: Int) -> RadioFeatures {
        var features = RadioFeatures()
        features.advertisingData = data
        return features
    }

    /// Three bytes of flags, then 28 for the name and its header, or 31 in the scan response.
    @Test(
        arguments: [
            (nil, 3, 0, false), ("", 3, 0, false), ("x", 6, 0, false), ("26", 31, 0, false),
            ("27", 3, 29, false), ("29", 3, 31, false), ("30", 3, 31, true),
        ] as [(String?, Int, Int, Bool)]
    )
    func aNameGoesWhereItFits(name: String?, first: Int, second: Int, isShort: Bool) throws {
        // a number is a length
        let name = name.map { text in Int(text).map { String(repeating: "n", count: $0) } ?? text }
        let layout = try AdvertisementLayout(name: name, uuids: [], features: features(31))
        #expect(layout.data.count == first && layout.scanResponse.count == second)
        #expect(!layout.isExtended && Advertisement(layout.data).flags == .default)
        #expect(Advertisement(layout.scanResponse).isNameShortened == isShort)
        let found = Advertisement(layout.data).name ?? Advertisement(layout.scanResponse).name
        #expect(found == (name == "" ? nil : name.map { String($0.prefix(29)) }))
    }

    /// The number of 16-bit services (two bytes each, and five for flags and header), the radio's data,
    /// and the limit in the error.
    @Test(
        arguments: [
            (13, 31, false, nil), (14, 31, false, 31), (14, 32, false, 32), (14, 33, true, nil),
            (120, 1650, true, nil), (121, 1650, false, 245), (120, 245, true, nil),
            (120, 244, false, 244),
        ] as [(Int, Int, Bool, Int?)]
    )
    func servicesBeyondALegacyPacket(count: Int, data: Int, isExtended: Bool, limit: Int?) throws {
        let uuids = (0..<count).map { BluetoothUUID(UInt16(0xFF00 + $0)) }
        let result = Result { () throws(PeripheralManagerError) in
            try AdvertisementLayout(name: nil, uuids: uuids, features: features(data))
        }
        if let limit {
            #expect(throws: PeripheralManagerError.advertisementTooLong(limit: limit)) {
                try result.get()
            }
        } else {
            let layout = try result.get()
            #expect(layout.isExtended == isExtended && layout.data.count == 5 + 2 * count)
            #expect(Array(Advertisement(layout.data).serviceUUIDs) == uuids)
        }
    }

    @Test func aNameBesideManyServices() throws {
        let uuids = (0..<13).map { BluetoothUUID(UInt16(0xFF00 + $0)) }
        // the services fill the first packet
        let legacy = try AdvertisementLayout(name: "n", uuids: uuids, features: features(31))
        #expect(legacy.data.count == 31 && Advertisement(legacy.scanResponse).name == "n")
        let more = uuids + [0xFFFF]
        let extended = try AdvertisementLayout(name: "name", uuids: more, features: features(39))
        #expect(extended.isExtended && extended.data.count == 39)
        #expect(Advertisement(extended.data).name == "name" && extended.scanResponse.isEmpty)
        #expect(Advertisement(extended.data).flags == .default)
    }

    @Test func definitionsDropPermissionsWithoutTheirProperty() {
        let reads: AttributePermissions = [
            .readable, .readEncryptionRequired, .readAuthenticationRequired,
            .readAuthorizationRequired,
        ]
        let writes = AttributePermissions(rawValue: reads.rawValue << 1)
        for (properties, permissions) in [
            (.read, reads), (.write, writes), (.writeWithoutResponse, writes), (.notify, []),
            ([.read, .write], [reads, writes]),
        ] as [(CharacteristicProperties, AttributePermissions)] {
            let definition = MutableCharacteristic(
                uuid: 0xFFF1,
                properties: properties,
                permissions: [reads, writes],
                value: [1],
                descriptors: [.userDescription("x")]
            ).definition
            #expect(definition.permissions == permissions && definition.properties == properties)
            #expect(definition.value == nil && definition.descriptors.count == 1)
            #expect(definition.uuid == 0xFFF1)
        }
    }

    @Test func characteristicsHaveDocumentedDefaults() {
        let plain = MutableCharacteristic(uuid: 0xFFF1)
        #expect(plain.properties == [.read, .write, .notify] && plain.value == [])
        #expect(plain.permissions == [.readable, .writeable] && !plain.storesWrites)
        #expect(plain.descriptors.isEmpty && plain.profile == nil && plain.readHandler == nil)
        #expect(plain.subscribers.isEmpty && !plain.isUpdating && plain.droppedUpdates == 0)
        let long = (0..<513).map { UInt8($0 & 255) }
        for count in [511, 512, 513] {
            let value = Array(long.prefix(count))
            let characteristic = MutableCharacteristic(uuid: 0xFFF1, value: value)
            #expect(characteristic.value == Array(value.prefix(512)))
            characteristic.value = []
            characteristic.value = value
            #expect(characteristic.value == Array(value.prefix(512)))
        }
        let options = PeripheralManager.Options()
        #expect(options.deviceName == "accessory" && options.appearance == 0)
        #expect(options.databaseHash == nil && options.stateFile == nil)
        #expect(!options.resumesAdvertising && options.profiles.services.isEmpty)
    }

    @Test func servicesFindTheirCharacteristics() {
        let all = [0xFFF1, 0xFFF2, 0xFFF1].map { MutableCharacteristic(uuid: $0) }
        let service = MutableService(uuid: 0xFFF0, characteristics: all)
        #expect(service.isPrimary && service.includedServices.isEmpty && service.profile == nil)
        #expect(service[0xFFF1] === all[0] && service[0xFFF2] === all[1] && service[0xFFF3] == nil)
        service.characteristics = [all[1]]
        service.includedServices = [MutableService(uuid: 0xFFF4, isPrimary: false)]
        #expect(service[0xFFF1] == nil && service.includedServices.map(\.isPrimary) == [false])
    }
}

/// The saved state and its file.
@Suite struct SavedStateTests {
    @Test func advertisingIsKept() {
        let parameters = AdvertisingParameters(data: [2, 1, 6]) {
            $0.scanResponse = [2, 8, 0x41]
            $0.isConnectable = false
            $0.interval = .milliseconds(30)...(.milliseconds(40))
            $0.txPower = -7
            $0.isExtended = true
            ($0.primaryPHY, $0.secondaryPHY) = (.coded, .le2M)
        }
        var saved = SavedState.Advertising(parameters)
        #expect(saved.parameters == parameters)
        #expect(
            saved.shortestInterval == .milliseconds(30)
                && saved.longestInterval == .milliseconds(40)
        )
        // an interval that somebody has edited
        saved.shortestInterval = .milliseconds(50)
        #expect(saved.parameters.interval == .milliseconds(40)...(.milliseconds(40)))
        let advertisements = PeripheralAdvertisements(parameters)
        #expect(advertisements.parameters == parameters && advertisements.localName == "A")
        #expect(advertisements.serviceUUIDs.isEmpty)
    }

    @Test func namesAndServicesOfBothPacketsAreRead() {
        let parameters = AdvertisingParameters(data: [3, 3, 0x0F, 0x18, 2, 9, 0x42]) {
            $0.scanResponse = [2, 8, 0x41, 3, 3, 0x0A, 0x18]
        }
        let advertisements = PeripheralAdvertisements(parameters)
        #expect(advertisements.localName == "B" && advertisements.serviceUUIDs == [0x180F, 0x180A])
    }

    @Test func bondsAreKept() throws {
        let address = BluetoothAddress(value: 0xC0DE_0000_0007, kind: .random)
        for change in [nil, 3...9] as [ClosedRange<UInt16>?] {
            let record = BondRecord(subscriptions: [8: .indications], change: change)
            let saved = SavedState.Bond(address, record)
            #expect(saved.address == "C0:DE:00:00:00:07" && saved.kind == .random)
            #expect(saved.change == change.map { [$0.lowerBound, $0.upperBound] })
            let restored = try #require(saved.record)
            #expect(restored.0 == address && restored.1 == record)
        }
        var saved = SavedState.Bond(address, BondRecord(subscriptions: [8: .indications]))
        for (change, range) in [
            ([3], nil), ([3, 4, 5], nil), ([4, 3], nil), ([], nil), ([4, 4], 4...4),
        ] as [([UInt16], ClosedRange<UInt16>?)] {
            saved.change = change
            #expect(
                try #require(saved.record).1
                    == BondRecord(subscriptions: [8: .indications], change: range)
            )
        }
        saved.address = "C0:DE"
        #expect(saved.record == nil)
    }

    @Test func aFileIsReadWrittenAndRefused() throws {
        let path = FileManager.default.temporaryDirectory.path + "/state-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = StateFile(path: path)
        #expect(try file.load() == nil)
        let state = SavedState(
            advertising: .init(AdvertisingParameters(data: [2, 1, 6])),
            bonds: [.init(BluetoothAddress(value: 7), BondRecord(subscriptions: [8: .indications]))]
        )
        try file.save(state)
        #expect(try file.load() == state && state.version == 1)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        #expect(
            text.hasPrefix(#"{"advertising":{"data":[2,1,6]"#) && text.hasSuffix(#""version":1}"#)
        )
        // a shorter state replaces a longer one
        try file.save(SavedState())
        #expect(try file.load() == SavedState())

        try Data(#"{"version":2,"services":[],"bonds":[]}"#.utf8).write(to: URL(filePath: path))
        let newer = PeripheralManagerError.restoreFailed("\(path) is of a newer version")
        #expect(throws: newer) { try file.load() }
        // a file is no folder
        let below = StateFile(path: path + "/state")
        let reason = PeripheralManagerError.restoreFailed("\(path)/state: Not a directory")
        #expect(throws: reason) { try below.load() }
        let failed = PeripheralManagerError.saveFailed("\(path)/state.partial: Not a directory")
        #expect(throws: failed) { try below.save(state) }
    }
}

@Suite(.timeLimit(.minutes(20))) struct ReplayStreamTests {
    @Test(arguments: [(0, 1), (1, 1), (2, 2), (3, 3), (9, 3)])
    func theNewestValuesAreKept(capacity: Int, count: Int) async {
        let clock = VirtualClock()
        let (source, entry) = AsyncStream.makeStream(of: Int.self)
        await clock.run {
            let stream = ReplayStream(source, capacity: capacity, time: TimeSource(clock))
            for value in 1...3 { entry.yield(value) }
            try? await clock.sleep(for: .seconds(1))
            // each reader receives all that is kept
            var readers = [stream.makeAsyncIterator(), stream.makeAsyncIterator()]
            for index in readers.indices {
                for value in (4 - count)...3 { #expect(await readers[index].next() == value) }
            }
            entry.yield(4)
            #expect(await readers[0].next() == 4)
            for value in 5...9 { entry.yield(value) }
            entry.finish()
            try? await clock.sleep(for: .seconds(1))
            // the second one has fallen behind
            let kept = min(max(capacity, 1), 6)
            for value in (10 - kept)...9 { #expect(await readers[1].next() == value) }
            #expect(await readers[1].next() == nil)
            #expect(await readers[1].next() == nil)
        }
    }

    @Test func waitingReadersReceiveValuesTheEndAndCancellation() async {
        let clock = VirtualClock()
        let time = TimeSource(clock)
        let (source, entry) = AsyncStream.makeStream(of: Int.self)
        await clock.run {
            let stream = ReplayStream(source, capacity: 9, time: time)
            let readers = (0..<3).map { _ in
                time.task {
                    var values: [Int] = []
                    for await value in stream { values.append(value) }
                    return values
                }
            }
            try? await clock.sleep(for: .seconds(1))
            entry.yield(1)
            try? await clock.sleep(for: .seconds(1))
            readers[0].cancel()
            #expect(await readers[0].value == [1])
            entry.yield(2)
            entry.finish()
            #expect(await readers[1].value == [1, 2])
            #expect(await readers[2].value == [1, 2])
            // a reader that is cancelled before it starts
            let late = time.task {
                try? await clock.sleep(for: .seconds(1))
                var iterator = stream.makeAsyncIterator()
                return await iterator.next()
            }
            late.cancel()
            #expect(await late.value == nil)
        }
    }
}
