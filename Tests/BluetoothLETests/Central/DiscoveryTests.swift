import AccessoryConcurrency
import Foundation
import Synchronization
import Testing

@testable import BluetoothLE

@Suite(.timeLimit(.minutes(20))) struct DiscoveryTests {
    /// Counts the requests of an opcode that arrive over a ward's air from now on.
    private func count(_ opcode: UInt8, on ward: Ward) -> @Sendable () -> Int {
        let counter = Counter()
        ward.air.setTap { packet in
            if packet.bytes.first == opcode { counter.value.withLock { $0 += 1 } }
            return .delivered
        }
        return { counter.value.withLock { $0 } }
    }

    private final class Counter: Sendable {
        let value = Mutex(0)
    }

    @Test func concurrentDiscoveriesShareTheRequests() async throws {
        let ward = try Ward()
        let once = count(0x10, on: ward)
        try await ward.connected { peripheral in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask { _ = try await ward.characteristics(peripheral) }
                }
                try await group.waitForAll()
            }
            // one request for each service, and one for the end
            #expect(once() <= 3)
        }
    }

    @Test(arguments: [nil, [UInt8](repeating: 7, count: 16)])
    func theCacheSurvivesReconnections(hash: [UInt8]?) async throws {
        let ward = try Ward(hash: hash)
        try await ward.connected { peripheral in
            let all = try await ward.characteristics(peripheral)
            await peripheral.disconnect()
            let groups = count(0x10, on: ward)
            try await peripheral.connect()
            #expect(try await all.plain.read() == Array("hello".utf8))
            _ = try await ward.characteristics(peripheral)
            // with a database hash, one read shows that nothing has changed
            #expect(groups() == (hash == nil ? 2 : 0))
        }
    }

    @Test(arguments: [nil, [UInt8](repeating: 7, count: 16)])
    func aChangeWhileDisconnectedIsDetected(hash: [UInt8]?) async throws {
        let ward = try Ward(hash: hash)
        try await ward.connected { peripheral in
            let all = try await ward.characteristics(peripheral)
            await peripheral.disconnect()
            var changes = peripheral.serviceChanges.makeAsyncIterator()
            try ward.device.host.state.withLock { state in
                let service = try #require(state.table.index(of: ward.device.handles.plain - 2))
                state.table.remove(serviceAt: state.table.attributes[service].handle)
                _ = try state.table.add(JoinedLinks.service)
                if hash != nil {
                    let value = state.table.attributes.first { $0.type == 0x2B2A }
                    state.table.setValue([UInt8](repeating: 8, count: 16), of: value!.handle)
                }
            }
            try await peripheral.connect()
            #expect(await changes.next() == 1...UInt16.max)
            await #expect(throws: CentralError.servicesChanged) { try await all.plain.read() }
            let new = try await ward.characteristics(peripheral)
            #expect(new.plain.handle > all.plain.handle)
            #expect(try await new.plain.read() == Array("hello".utf8))
        }
    }

    @Test func aServiceChangeIsReported() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let all = try await ward.characteristics(peripheral)
            let values = try await all.notify.notifications()
            var changes = peripheral.serviceChanges.makeAsyncIterator()
            let handles = all.plain.service.handles
            let changed = try await peripheral.characteristic(0x2A05, in: 0x1801)
            ward.device.link?.indicate(
                littleEndian(handles.lowerBound) + littleEndian(handles.upperBound),
                handle: changed.handle
            )
            #expect(await changes.next() == handles)
            await #expect(throws: CentralError.servicesChanged) { try await first(1, of: values) }
            await #expect(throws: CentralError.servicesChanged) { try await all.plain.read() }
            _ = try await ward.characteristics(peripheral)
            // the same attribute exists again
            #expect(try await all.plain.read() == Array("hello".utf8))
        }
    }

    @Test func includedServicesAreUsedLikeOthers() async throws {
        let ward = try Ward()
        try ward.device.host.state.withLock { state in
            let battery = CharacteristicDefinition(
                0x2A19,
                properties: .read,
                permissions: .readable,
                value: [99]
            )
            let inner = try state.table.add(
                ServiceDefinition(0x180F, isPrimary: false, characteristics: [battery])
            )
            _ = try state.table.add(ServiceDefinition(0xBBBB), included: [inner.range])
        }
        try await ward.connected { peripheral in
            let outer = try await peripheral.service(0xBBBB)
            let inner = try #require(try await outer.includedServices().first)
            #expect(inner.uuid == 0x180F)
            #expect(!inner.isPrimary)
            #expect(try await inner.characteristic(0x2A19).read() == [99])
        }
    }

    /// How the services change that a service includes, while the central is away.
    enum IncludedChange: CaseIterable, Sendable {
        case none, another, renamed, longer, removed
    }

    @Test(arguments: IncludedChange.allCases)
    func aChangeOfIncludedServicesIsDetected(change: IncludedChange) async throws {
        let ward = try Ward()
        let battery = CharacteristicDefinition(
            0x2A19,
            properties: .read,
            permissions: .readable,
            value: [99]
        )
        @Sendable func inner(_ uuid: BluetoothUUID, _ count: Int) -> ServiceDefinition {
            let values = Array(repeating: battery, count: count)
            return ServiceDefinition(uuid, isPrimary: false, characteristics: values)
        }
        let first: UInt16 = 0x100
        // the outer service does not move
        let outer: UInt16 = 0x200
        let (one, two) = try ward.device.host.state.withLock { state in
            let one = try state.table.add(inner(0x180F, 1), at: first)
            let two = try state.table.add(inner(0x1810, 1), at: first + 0x10)
            _ = try state.table.add(
                ServiceDefinition(0xBBBB),
                included: [one.range],
                at: outer
            )
            return (one.range, two.range)
        }
        try await ward.connected { peripheral in
            let before = try await peripheral.service(0xBBBB).includedServices()
            #expect(before.map(\.uuid) == [0x180F])
            await peripheral.disconnect()
            try ward.device.host.state.withLock { state in
                guard change != .none else { return }
                state.table.remove(serviceAt: outer)
                var included = [one]
                switch change {
                case .another: included = [two]
                case .removed: included = []
                case .renamed, .longer:
                    state.table.remove(serviceAt: first)
                    let new = change == .renamed ? inner(0x1811, 1) : inner(0x180F, 2)
                    included = [try state.table.add(new, at: first).range]
                case .none: break
                }
                _ = try state.table.add(ServiceDefinition(0xBBBB), included: included, at: outer)
            }
            try await peripheral.connect()
            let after = try await peripheral.service(0xBBBB).includedServices()
            let uuids: [BluetoothUUID] =
                switch change {
                case .none, .longer: [0x180F]
                case .another: [0x1810]
                case .renamed: [0x1811]
                case .removed: []
                }
            #expect(after.map(\.uuid) == uuids)
            if change == .longer {
                #expect(try await after.first?.characteristics().count == 2)
            }
            await peripheral.disconnect()
            // an unchanged server costs no second discovery
            let groups = count(0x10, on: ward)
            try await peripheral.connect()
            let compared = groups()
            #expect(try await peripheral.service(0xBBBB).includedServices() == after)
            #expect(groups() == compared)
        }
    }

    @Test func savedAttributesAreRestored() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let ward = try Ward(hash: [UInt8](repeating: 7, count: 16))
        try await ward.connected { peripheral in
            _ = try await first(2, of: ward.central.scan())
            _ = try await ward.characteristics(peripheral)
            try ward.central.save(to: file)
            await peripheral.disconnect()

            let other = Central(radio: ward.radio, clock: ward.clock)
            let restored = try #require(try other.restore(from: file).first)
            #expect(restored.address == peripheral.address)
            #expect(restored.name == "lab")
            #expect(restored.counters.connections == 1)
            let groups = count(0x10, on: ward)
            try await restored.connect()
            let all = try await ward.characteristics(restored)
            #expect(groups() == 0)
            #expect(try await all.plain.read() == Array("hello".utf8))
        }
    }

    @Test(arguments: ["", "{}", #"{"peripherals":[{"address":"x"}]}"#])
    func whatCannotBeReadIsRefused(text: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let ward = try Ward()
        #expect(throws: CentralError.self) { try ward.central.restore(from: file) }
        #expect(ward.central.peripherals.isEmpty)
    }
}
