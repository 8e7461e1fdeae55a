import Testing

@testable import BluetoothLE

/// The known attributes of a peripheral.
@Suite struct AttributeCacheTests {
    private let first = RemoteService(uuid: 0x1801, handles: 1...9, isPrimary: true)
    private let second = RemoteService(uuid: 0xFFF0, handles: 10...20, isPrimary: true)
    private let inner = RemoteService(uuid: 0x180F, handles: 30...32, isPrimary: true)

    private func characteristic(_ uuid: BluetoothUUID, _ handle: UInt16) -> RemoteCharacteristic {
        RemoteCharacteristic(
            uuid: uuid,
            properties: .read,
            valueHandle: handle,
            descriptorHandles: nil
        )
    }

    @Test func servicesKeepTheirAttributes() {
        var cache = AttributeCache()
        #expect(!cache.isComplete && cache.primaryServices.isEmpty && cache[first] == nil)
        // a service that is not known has no entry to change
        cache[first]?.characteristics = []
        #expect(cache.entries.isEmpty)
        cache.setServices([first, second])
        #expect(cache.isComplete && cache.primaryServices == [first, second])
        #expect(cache[second]?.characteristics == nil && cache[second]?.included == nil)
        cache[second]?.characteristics = [characteristic(0xFFF1, 12)]
        let third = RemoteService(uuid: 0xFFF0, handles: 21...25, isPrimary: true)
        cache.setServices([second, third])
        #expect(cache.primaryServices == [second, third] && cache[first] == nil)
        #expect(cache[second]?.characteristics == [characteristic(0xFFF1, 12)])
        #expect(cache[third]?.characteristics == nil)
        cache[second] = nil
        #expect(cache.primaryServices == [third])
    }

    @Test func includedServicesAreSecondaryUnlessTheyArePrimary() {
        var cache = AttributeCache()
        cache.setServices([first, second])
        let known = cache.setIncluded([inner, first], by: second)
        let secondary = RemoteService(uuid: 0x180F, handles: 30...32, isPrimary: false)
        #expect(known == [secondary, first] && cache[second]?.included == known)
        #expect(cache[secondary] != nil && cache.primaryServices == [first, second])
        #expect(cache.setIncluded([inner], by: first) == [secondary])
        #expect(cache.entries.count == 3)
        // another last handle
        let wrong = RemoteService(uuid: 0x1801, handles: 1...4, isPrimary: true)
        #expect(cache.setIncluded([wrong], by: second) == [first] && cache.entries.count == 3)
        // secondary services stay when the primary ones are discovered again
        cache[secondary]?.characteristics = [characteristic(0x2A19, 32)]
        cache.setServices([second])
        #expect(cache.entries.map(\.service) == [second, secondary])
        #expect(cache[secondary]?.characteristics?.count == 1)
    }

    @Test func characteristicsAreFoundByHandle() {
        var cache = AttributeCache()
        cache.setServices([first, second])
        let (one, other) = (characteristic(0xFFF1, 12), characteristic(0xFFF2, 15))
        #expect(cache.characteristic(at: 12) == nil && !cache.contains(one))
        cache[second]?.characteristics = [one, other]
        #expect(cache.characteristic(at: 12) == one && cache.characteristic(at: 15) == other)
        #expect(cache.characteristic(at: 13) == nil && cache.characteristic(at: 99) == nil)
        #expect(cache.contains(one) && !cache.contains(characteristic(0xFFF3, 12)))
        // a value outside of its service
        let outside = characteristic(0xFFF4, 5)
        cache[second]?.characteristics?.append(outside)
        #expect(cache.characteristic(at: 5) == outside && cache.contains(outside))
        #expect(cache.serviceChanged == nil)
        cache[first]?.characteristics = [characteristic(0x2B2A, 5), characteristic(0x2A05, 3)]
        #expect(cache.serviceChanged?.valueHandle == 3)
        // Service Changed belongs to the generic attribute service
        cache[first]?.characteristics = []
        cache[second]?.characteristics = [characteristic(0x2A05, 12)]
        #expect(cache.serviceChanged == nil)
    }

    /// Services at 1 to 9, 10 to 20 and 30 to 32; the numbers of those that are kept.
    @Test(
        arguments: [
            (9...10, [3]), (1...9, [2, 3]), (9...9, [2, 3]), (10...10, [1, 3]), (20...20, [1, 3]),
            (21...29, [1, 2, 3]), (29...30, [1, 2]), (32...40, [1, 2]), (33...40, [1, 2, 3]),
            (1...(.max), []),
        ] as [(ClosedRange<UInt16>, [Int])]
    )
    func changedHandlesAreForgotten(handles: ClosedRange<UInt16>, kept: [Int]) {
        var cache = AttributeCache()
        let services = [first, second, inner]
        cache.setServices(services)
        _ = cache.setIncluded([inner], by: second)
        let places: [UInt16] = [9, 10, 20, 32, 33]
        for handle in places { cache.descriptors[handle] = [] }
        cache.hash = [1]
        cache.forget(handles)
        #expect(cache.entries.map(\.service) == kept.map { services[$0 - 1] })
        #expect(cache.entries.allSatisfy { $0.included == nil })
        #expect(cache.descriptors.keys.sorted() == places.filter { !handles.contains($0) })
        #expect(cache.hash == nil && !cache.isComplete)
    }
}

/// The last advertisements of advertisers.
@Suite struct AdvertiserMemoryTests {
    private func report(
        _ address: UInt64,
        _ data: [UInt8],
        isResponse: Bool = false
    ) -> AdvertisementReport {
        AdvertisementReport(
            address: BluetoothAddress(value: address),
            properties: isResponse ? .scanResponse : .connectable,
            data: data
        )
    }

    @Test func bothPartsAreCombined() {
        var memory = AdvertiserMemory()
        let address = BluetoothAddress(value: 1)
        #expect(memory.advertisement(of: address).bytes == [])
        memory.receive(report(1, [2, 8, 0x41], isResponse: true))
        #expect(memory.advertisement(of: address).bytes == [2, 8, 0x41])
        memory.receive(report(1, [2, 1, 6]))
        #expect(memory.advertisement(of: address).bytes == [2, 1, 6, 2, 8, 0x41])
        memory.receive(report(1, [2, 1, 4]))
        memory.receive(report(1, [2, 8, 0x42], isResponse: true))
        #expect(memory.advertisement(of: address).bytes == [2, 1, 4, 2, 8, 0x42])
        #expect(memory.advertisement(of: BluetoothAddress(value: 2)).bytes == [])
    }

    @Test func theOldestAdvertiserIsDropped() {
        var memory = AdvertiserMemory(capacity: 2)
        func known() -> [UInt64] {
            (1...4).filter { !memory.advertisement(of: BluetoothAddress(value: $0)).bytes.isEmpty }
        }
        for address in [1, 2, 1] as [UInt64] { memory.receive(report(address, [1, 9])) }
        #expect(known() == [1, 2])
        memory.receive(report(3, [1, 9]))
        #expect(known() == [2, 3])
        memory.receive(report(4, [1, 9]))
        #expect(known() == [3, 4])
        // by default 1024
        var usual = AdvertiserMemory()
        for address in 0..<1025 as Range<UInt64> { usual.receive(report(address, [1, 9])) }
        let kept = (0..<1025 as Range<UInt64>).filter {
            !usual.advertisement(of: BluetoothAddress(value: $0)).bytes.isEmpty
        }
        #expect(kept == Array(1..<1025))
    }
}

/// The streams of a peripheral's values.
@Suite struct SubscriptionsTests {
    private typealias Values = AsyncThrowingStream<[UInt8], any Error>

    private func all(_ stream: Values) async -> ([[UInt8]], (any Error)?) {
        var values: [[UInt8]] = []
        do {
            for try await value in stream { values.append(value) }
            return (values, nil)
        } catch {
            return (values, error)
        }
    }

    @Test func valuesReachTheListenersOfTheirHandle() async {
        let subscriptions = Subscriptions()
        let streams = (0..<3).map { _ in Values.makeStream() }
        let handles: [UInt16] = [3, 3, 5]
        let ids = zip(streams, handles).map { subscriptions.add(.stream($0.continuation), to: $1) }
        #expect(Set(ids).count == 3 && subscriptions.handles == [3, 5])
        subscriptions.deliver([1], of: 3)
        subscriptions.deliver([2], of: 5)
        subscriptions.deliver([3], of: 4)
        subscriptions.remove(ids[0], of: 3)
        #expect(subscriptions.isListening(to: 3) && !subscriptions.isListening(to: 4))
        subscriptions.deliver([4], of: 3)
        // the identifier of another handle's listener
        subscriptions.remove(ids[2], of: 3)
        subscriptions.finish(throwing: CentralError.forcedDisconnect)
        #expect(subscriptions.handles.isEmpty && !subscriptions.isListening(to: 3))
        streams[0].continuation.finish()
        let results = [
            await all(streams[0].stream), await all(streams[1].stream),
            await all(streams[2].stream),
        ]
        #expect(results.map(\.0) == [[[1]], [[1], [4]], [[2]]])
        #expect(
            results.map { $0.1 as? CentralError } == [nil, .forcedDisconnect, .forcedDisconnect]
        )
    }

    @Test func theLastListenerEndsTheListening() {
        let subscriptions = Subscriptions()
        let streams = (0..<2).map { _ in Values.makeStream() }
        let ids = streams.map { subscriptions.add(.stream($0.continuation), to: 3) }
        subscriptions.remove(ids[1], of: 3)
        #expect(subscriptions.isListening(to: 3) && subscriptions.handles == [3])
        subscriptions.remove(ids[0], of: 3)
        #expect(!subscriptions.isListening(to: 3) && subscriptions.handles.isEmpty)
    }

    @Test func onlyTheHandlesOfARangeEnd() async {
        let subscriptions = Subscriptions()
        let streams = (0..<4).map { _ in Values.makeStream() }
        for (stream, handle) in zip(streams, [4, 5, 7, 8] as [UInt16]) {
            _ = subscriptions.add(.stream(stream.continuation), to: handle)
        }
        subscriptions.finish(5...7, throwing: CentralError.servicesChanged)
        #expect(subscriptions.handles == [4, 8])
        for stream in streams[1...2] {
            #expect(await all(stream.stream).1 as? CentralError == .servicesChanged)
        }
    }
}
