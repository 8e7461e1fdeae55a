import AccessoryConcurrency
import Foundation
import Synchronization
import Testing

@testable import BluetoothLE

/// What a manager's server does at requests, changes of its services and saves.
@Suite(.timeLimit(.minutes(20))) struct ServerStepTests {
    private func scratch() -> String {
        FileManager.default.temporaryDirectory.path + "/server-\(UUID().uuidString).json"
    }

    /// A change of a value is saved a second later, with all changes until then.
    @Test func valuesAreSavedWithinASecond() async throws {
        let path = scratch()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bench = PeripheralBench(options: .init { $0.stateFile = path })
        let value = MutableCharacteristic(uuid: 0xFFF1, storesWrites: true)
        let file = StateFile(path: path)
        @Sendable func saved() throws -> [UInt8]? {
            try file.load()?.services.first?.characteristics[0].value
        }
        try await bench.clock.run {
            func wait(_ milliseconds: Int) async {
                try? await bench.clock.sleep(for: .milliseconds(milliseconds))
            }
            try await bench.manager.add(MutableService(uuid: 0xFFF0, characteristics: [value]))
            await wait(1)
            #expect(try saved() == [])
            value.value = [1]
            await wait(600)
            try value.update([2])
            await wait(300)
            #expect(try saved() == [])
            await wait(200)
            #expect(try saved() == [2])
            value.value = [3]
            await wait(900)
            #expect(try saved() == [2])
            try await bench.manager.save()
            #expect(try saved() == [3])
            // an unchanged state is not written again
            try FileManager.default.removeItem(atPath: path)
            await wait(2000)
            try await bench.manager.save()
            #expect(try saved() == nil)
            value.value = [4]
            await wait(1100)
            #expect(try saved() == [4])
        }
    }

    @Test func nothingIsScheduledWithoutAFile() async throws {
        let bench = PeripheralBench()
        let value = MutableCharacteristic.plain()
        try await bench.manager.add(MutableService(uuid: 0xFFF0, characteristics: [value]))
        value.value = [1]
        #expect(bench.clock.scheduledCount == 0)
        try await bench.manager.save()
        #expect(try await bench.manager.whenStateRestored() == nil)
    }

    @Test func aFailedSaveIsAnEvent() async throws {
        let bench = PeripheralBench(options: .init { $0.stateFile = "/nowhere/state" })
        try await bench.clock.run {
            var events = bench.manager.events.makeAsyncIterator()
            try await bench.manager.add(MutableService(uuid: 0xFFF0))
            guard case .saveFailed(.saveFailed(let reason))? = await events.next() else {
                Issue.record("no event")
                return
            }
            #expect(reason == "/nowhere/state.partial: No such file or directory")
        }
    }

    @Test func readersDecideWhatIsRead() async throws {
        let value = MutableCharacteristic.plain([1])
        let bench = try await PeripheralBench(advertising: value)
        try await bench.clock.run {
            let visit = try await bench.connect()
            let handle = try await visit.handle(of: 0xFFF1)
            let address = visit.radio.address
            value.readHandler = { central in
                #expect(central.address == address)
                return [UInt8](repeating: 7, count: 600)
            }
            #expect(try await visit.client.read(handle) == [UInt8](repeating: 7, count: 512))
            struct Other: Error {}
            value.readHandler = { _ in throw Other() }
            await #expect(throws: GATTError.att(.unlikely, handle: handle)) {
                try await visit.client.read(handle)
            }
            value.readHandler = nil
            #expect(try await visit.client.read(handle) == [1])
            // a handler that is still working when the link ends
            let ended = Completion<Void>()
            value.readHandler = { _ in
                try? await bench.clock.sleep(for: .seconds(3600))
                ended.complete(())
                return []
            }
            let reading = bench.time.task { await Result { try await visit.client.read(handle) } }
            try await bench.clock.sleep(for: .seconds(1))
            await visit.connection.disconnect()
            await ended.cause()
            let result = await reading.value
            #expect(throws: GATTError.disconnected) { try result.get() }
            #expect(bench.clock.now.offset < .seconds(60))
        }
    }

    @Test func descriptorsAreWrittenIntoTheTable() async throws {
        let value = MutableCharacteristic(
            uuid: 0xFFF1,
            properties: [.read, .write],
            descriptors: [
                DescriptorDefinition(
                    0x2901,
                    permissions: [.readable, .writeable],
                    value: Array("abc".utf8)
                )
            ],
            storesWrites: true
        )
        let bench = try await PeripheralBench(advertising: value)
        try await bench.clock.run {
            let visit = try await bench.connect(mtu: 23)
            let descriptor = try await visit.handle(of: 0xFFF1) + 1
            try await visit.client.write(Array("xyz".utf8), to: descriptor)
            #expect(try await visit.client.read(descriptor) == Array("xyz".utf8))
            let link = visit.client.link
            _ = try await link.request(
                PDU(.init(0x16), handle: descriptor, offset: 1, tail: [0x41])
            )
            _ = try await link.request(.execute(write: true))
            #expect(try await visit.client.read(descriptor) == Array("xA".utf8))
            // together with a value, in one request
            try await visit.client.writeReliably([(descriptor, [0x42]), (descriptor - 1, [9])])
            #expect(try await visit.client.read(descriptor) == [0x42] && value.value == [9])
        }
    }

    /// Several parts of one value: joined if they overlap or continue, refused if they leave a gap.
    @Test(
        arguments: [
            ([(0, [9, 8]), (5, [7])], nil), ([(0, [9, 8]), (1, [7])], [9, 7]),
            ([(2, [9]), (3, [8])], [1, 2, 9, 8]), ([(1, [9]), (0, [8])], [8]),
            ([(3, [9]), (5, [8])], nil), ([(4, [9]), (4, [8])], nil),
            ([(2, [9, 8, 7]), (1, [6])], [1, 6]), ([(0, []), (0, [5])], [5]),
        ] as [([(UInt16, [UInt8])], [UInt8]?)]
    )
    func partsOfAValueAreJoined(parts: [(UInt16, [UInt8])], result: [UInt8]?) async throws {
        let (value, other) = (
            MutableCharacteristic(uuid: 0xFFF1, value: [1, 2, 3], storesWrites: true),
            MutableCharacteristic(uuid: 0xFFF2, storesWrites: true)
        )
        let bench = PeripheralBench()
        try await bench.manager.add(MutableService(uuid: 0xFFF0, characteristics: [value, other]))
        try await bench.manager.startAdvertising(name: "bench")
        try await bench.clock.run {
            let visit = try await bench.connect(mtu: 23)
            let (handle, between) = (
                try await visit.handle(of: 0xFFF1), try await visit.handle(of: 0xFFF2)
            )
            let link = visit.client.link
            for (offset, tail) in parts {
                _ = try await link.request(
                    PDU(.init(0x16), handle: handle, offset: offset, tail: tail)
                )
                // keeps the link from joining them
                _ = try await link.request(PDU(.init(0x16), handle: between, tail: []))
            }
            let executed = await Result { _ = try await link.request(.execute(write: true)) }
            if let result {
                try executed.get()
                #expect(value.value == result)
            } else {
                #expect(throws: GATTError.att(.invalidOffset, handle: handle)) {
                    try executed.get()
                }
                #expect(value.value == [1, 2, 3])
            }
        }
    }

    @Test func subscribersFollowTheirCentrals() async throws {
        let value = MutableCharacteristic.plain()
        let bench = try await PeripheralBench(advertising: value)
        try await bench.clock.run {
            var events = bench.manager.events.makeAsyncIterator()
            func next() async -> String {
                switch await events.next() {
                case .connected(let central): "connected \(central.address.value & 15)"
                case .disconnected(let central, let reason):
                    "disconnected \(central.address.value & 15) \(reason.map { "\($0)" } ?? "")"
                case .subscribed(let central, let characteristic, let subscription):
                    "subscribed \(central.address.value & 15) \(characteristic === value) \(subscription.rawValue)"
                case .securityChanged(let central): "security \(central.security)"
                default: "other"
                }
            }
            let phone = bench.air.addAdapter(address: BluetoothAddress(value: 0xC0))
            let visit = try await bench.connect(phone)
            #expect(await next() == "connected 0")
            try await visit.subscribe(to: 0xFFF1, .indications)
            #expect(await next() == "subscribed 0 true 2")
            try await visit.subscribe(to: 0xFFF1, [.notifications, .indications])
            #expect(await next() == "subscribed 0 true 3" && value.subscribers.count == 1)
            try await visit.subscribe(to: 0xFFF1, [])
            #expect(await next() == "subscribed 0 true 0" && value.subscribers.isEmpty)
            try await visit.subscribe(to: 0xFFF1, [])
            #expect(await next() == "subscribed 0 true 0" && value.subscribers.isEmpty)
            try await visit.subscribe(to: 0xFFF1)
            #expect(await next() == "subscribed 0 true 1" && value.isUpdating)
            try await visit.connection.secure(to: .encrypted)
            #expect(await next() == "security encrypted")
            #expect(try #require(bench.manager.centrals.first).isBonded)
            await visit.connection.disconnect()
            #expect(await next() == "disconnected 0 the peer disconnected")
            #expect(value.subscribers.isEmpty && !value.isUpdating)
            #expect(bench.manager.centrals.isEmpty)
        }
    }

    /// Unsubscribing and removing end the record of a bonded central's subscription.
    @Test func recordsOfBondedCentralsFollowTheirSubscriptions() async throws {
        let value = MutableCharacteristic.plain()
        let bench = try await PeripheralBench(advertising: value)
        try await bench.clock.run {
            let server = await bench.manager.server
            @Sendable func records() -> [[UInt16: Subscription]] {
                server.savedState.bonds.map(\.subscriptions)
            }
            let visit = try await bench.connect()
            let handle = try await visit.subscribe(to: 0xFFF1)
            #expect(records().isEmpty)
            // what was subscribed before the bond belongs to it
            try await visit.connection.secure(to: .encrypted)
            await bench.until { !records().isEmpty }
            #expect(records() == [[handle: .notifications]])
            try await visit.subscribe(to: 0xFFF1, [])
            #expect(records() == [[:]])
            let changed = try await visit.subscribe(to: 0x2A05, .indications)
            try await visit.subscribe(to: 0xFFF1, .indications)
            #expect(records() == [[changed: .indications, handle: .indications]])
            try await bench.manager.remove(bench.manager.services[0])
            #expect(records() == [[changed: .indications]])
            #expect(visit.client.link.hasEnded == false && value.subscribers.isEmpty)
            #expect(bench.manager.centrals[0].link.subscriptions == [changed: .indications])
        }
    }

    /// Until the central confirms it, a change stays in its record.
    @Test func aChangeIsRecordedUntilItIsConfirmed() async throws {
        let bench = try await PeripheralBench(advertising: .plain())
        try await bench.clock.run {
            let server = await bench.manager.server
            @Sendable func changes() -> [[UInt16]?] { server.savedState.bonds.map(\.change) }
            let visit = try await bench.connect()
            try await visit.connection.secure(to: .encrypted)
            try await visit.subscribe(to: 0x2A05, .indications)
            let service = MutableService(uuid: 0xFFF7, characteristics: [.plain()])
            try await bench.manager.add(service)
            let range = try #require(changes()[0])
            #expect(range.count == 2 && range[1] - range[0] == 3)
            _ = await visit.next(1)
            await bench.until { changes() == [nil] }
            // two changes; the second is reported after the confirmation of the first
            try await bench.manager.remove(service)
            try await bench.manager.add(service)
            #expect(changes()[0] == [range[0], range[1] + 4])
            let told = await visit.next(2)
            #expect(told[0] == littleEndian(range[0]) + littleEndian(range[1]))
            #expect(told[1] == littleEndian(range[1] + 1) + littleEndian(range[1] + 4))
            await bench.until { changes() == [nil] }
        }
    }

    @Test func aCharacteristicBelongsToOneManager() async throws {
        let value = MutableCharacteristic.plain()
        let service = MutableService(uuid: 0xFFF0, characteristics: [.plain(), value])
        var first: PeripheralManager? = PeripheralManager(radio: VirtualAir().addAdapter())
        let second = PeripheralManager(radio: VirtualAir().addAdapter())
        try await first?.add(service)
        await #expect(throws: MutableServiceError.alreadyAdded) { try await first?.add(service) }
        await #expect(throws: MutableServiceError.alreadyAdded) { try await second.add(service) }
        // a service that cannot be added releases what it has claimed
        let free = MutableCharacteristic.plain()
        await #expect(throws: MutableServiceError.alreadyAdded) {
            try await second.add(MutableService(uuid: 0xFFF0, characteristics: [free, value]))
        }
        try await second.add(MutableService(uuid: 0xFFF1, characteristics: [free]))
        #expect(second.characteristic(0xFFF1, of: 0xFFF1) === free)
        #expect(second.characteristic(0xFFF1, of: 0xFFF2) == nil)
        #expect(second.characteristic(0xFFF2, of: 0xFFF1) == nil)
        // a manager that is gone owns nothing
        first = nil
        #expect(throws: MutableCharacteristicError.unconfigured) { try value.update([1]) }
        try await second.add(service)
        try value.update([1])
        // removing ends the queue, its waiters and the stream of requests
        let requests = try value.startRespondingToWriteRequests()
        async let drained: Void = value.drained()
        try await second.remove(service)
        await drained
        for await _ in requests { Issue.record("a request") }
        #expect(value.pendingUpdates.isEmpty && value.value == [1])
        await value.drained()
    }

    @Test func requestStreamsAreBoundedAndShared() async throws {
        let value = MutableCharacteristic.plain([1])
        let bench = try await PeripheralBench(advertising: value)
        try await bench.clock.run {
            let visit = try await bench.connect()
            let handle = try await visit.handle(of: 0xFFF1)
            let stream = try value.startRespondingToWriteRequests(capacity: 2)
            // the second call returns the first stream
            var requests = try value.startRespondingToWriteRequests().makeAsyncIterator()
            for number in 0..<3 as Range<UInt8> {
                try await visit.client.writeWithoutResponse([number], to: handle)
            }
            _ = try await visit.client.read(handle)
            #expect(await requests.next()?.value == [1])
            #expect(await requests.next()?.value == [2])
            withExtendedLifetime(stream) {}
            let writing = bench.time.task {
                await Result { try await visit.client.write([5, 6], to: handle) }
            }
            let request = try #require(await requests.next())
            #expect(request.needsResponse && request.offset == 0 && request.handle == handle)
            #expect(request.characteristic === value)
            value.respond(to: request)
            value.respond(to: request, with: .unlikely)
            try await writing.value.get()
            #expect(value.value == [5, 6])
        }
    }
}
