import AccessoryConcurrency
import Foundation
import Testing

@testable import BluetoothLE

/// State that outlives a link, a change of the database, and the process.
@Suite(.timeLimit(.minutes(20))) struct PeripheralStateTests {
    private func scratch() -> String {
        FileManager.default.temporaryDirectory.path + "/peripheral-\(UUID().uuidString).json"
    }

    @Test func bondedSubscriptionsAreRestoredWithTheKey() async throws {
        let characteristic = MutableCharacteristic.plain()
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let bonded = bench.air.addAdapter()
            let stranger = bench.air.addAdapter()
            let first = try await bench.connect(bonded)
            try await first.connection.secure(to: .encrypted)
            try await first.subscribe(to: 0xFFF1)
            let other = try await bench.connect(stranger)
            try await other.subscribe(to: 0xFFF1)
            await first.connection.disconnect()
            await other.connection.disconnect()
            await bench.until { bench.manager.centrals.isEmpty }
            try characteristic.update([1])

            let strangerAgain = try await bench.connect(stranger)
            let handle = try await strangerAgain.handle(of: 0xFFF1)
            #expect(try await strangerAgain.client.read(handle + 1) == [0, 0])
            let again = try await bench.connect(bonded)
            // the address alone brings nothing back
            #expect(characteristic.pendingUpdates == [[1]])
            try await again.connection.secure(to: .encrypted)
            #expect(await again.next(1) == [[1]])
            #expect(try await again.client.read(handle + 1) == [1, 0])
            #expect(characteristic.subscribers.map(\.address) == [bonded.address])
        }
    }

    @Test func databaseChangesAreReported() async throws {
        let characteristic = MutableCharacteristic.plain()
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let phone = bench.air.addAdapter()
            let visit = try await bench.connect(phone)
            try await visit.connection.secure(to: .encrypted)
            let changed = try await visit.subscribe(to: 0x2A05, .indications)
            let before = try await visit.client.services()
            let service = MutableService(uuid: 0xFFF7, characteristics: [.plain()])
            try await bench.manager.add(service)
            let after = try await visit.client.services()
            #expect(after.count == before.count + 1)
            let range = try #require(after.last).handles
            let told = littleEndian(range.lowerBound) + littleEndian(range.upperBound)
            #expect(await visit.next(1) == [told])
            #expect(try await visit.client.read(changed + 1) == [2, 0])

            // disconnected while the service is removed
            await visit.connection.disconnect()
            await bench.until { bench.manager.centrals.isEmpty }
            try await bench.manager.remove(service)
            let again = try await bench.connect(phone)
            try await again.connection.secure(to: .encrypted)
            #expect(await again.next(1) == [told])
            #expect(try await again.client.services() == before)
        }
    }

    @Test func removedServicesAreInaccessible() async throws {
        let characteristic = MutableCharacteristic.plain([1])
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect()
            let handle = try await visit.subscribe(to: 0xFFF1)
            try await bench.manager.remove(bench.manager.services[0])
            await #expect(throws: GATTError.att(.invalidHandle, handle: handle)) {
                try await visit.client.read(handle)
            }
            let service = MutableService(uuid: 0xFFF0, characteristics: [characteristic])
            try await bench.manager.add(service)
            #expect(try await visit.handle(of: 0xFFF1) > handle)
            #expect(characteristic.subscribers.isEmpty)
        }
    }

    @Test func theStateIsRestored() async throws {
        let path = scratch()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock, seed: 1)
        let (sensor, phone) = (air.addAdapter(), air.addAdapter())
        let options = PeripheralManager.Options { $0.stateFile = path }
        try await clock.run {
            let bench = PeripheralBench(clock: clock, air: air, sensor: sensor, options: options)
            #expect(try await bench.manager.whenStateRestored() == nil)
            let gone = MutableService(uuid: 0xFFF7, characteristics: [.plain()])
            try await bench.manager.add(gone)
            let inner = MutableService(uuid: 0xFFF8, isPrimary: false)
            try await bench.manager.add(inner)
            let characteristic = MutableCharacteristic(
                uuid: 0xFFF1,
                value: [1],
                descriptors: [.userDescription("one")],
                storesWrites: true
            )
            try await bench.manager.add(
                MutableService(
                    uuid: 0xFFF0,
                    characteristics: [characteristic],
                    includedServices: [inner]
                )
            )
            try await bench.manager.remove(gone)
            try await bench.manager.startAdvertising(name: "bench", uuids: [0xFFF0])
            let visit = try await bench.connect(phone)
            try await visit.connection.secure(to: .encrypted)
            let handle = try await visit.subscribe(to: 0xFFF1)
            try await visit.client.write([7, 8], to: handle)
            try await clock.sleep(for: .seconds(2))
            // a kill: the process's memory is lost, the file is unchanged
            let kept = try Data(contentsOf: URL(filePath: path))
            await bench.manager.reset()
            try await clock.sleep(for: .seconds(2))
            try kept.write(to: URL(filePath: path))
        }
        try await clock.run {
            let bench = PeripheralBench(clock: clock, air: air, sensor: sensor, options: options)
            let advertised = try #require(try await bench.manager.whenStateRestored())
            #expect(advertised.localName == "bench" && advertised.serviceUUIDs == [0xFFF0])
            #expect(bench.manager.services.map(\.uuid) == [0xFFF8, 0xFFF0])
            let characteristic = try #require(bench.manager.characteristic(0xFFF1, of: 0xFFF0))
            #expect(characteristic.value == [7, 8] && characteristic.storesWrites)
            #expect(bench.manager.services[1].includedServices.map(\.uuid) == [0xFFF8])
            await bench.until { await bench.manager.isAdvertising }
            try characteristic.update([9])
            let visit = try await bench.connect(phone)
            try await visit.connection.secure(to: .encrypted)
            #expect(await visit.next(1) == [[9]])
            let handle = try await visit.handle(of: 0xFFF1)
            #expect(try await visit.client.read(handle) == [9])
        }
    }

    @Test func wrongFilesAreReported() async throws {
        let path = scratch()
        defer { try? FileManager.default.removeItem(atPath: path) }
        for text in ["", "{", "[]", #"{"version":2,"services":[],"bonds":[]}"#] {
            try Data(text.utf8).write(to: URL(filePath: path))
            let bench = PeripheralBench(options: .init { $0.stateFile = path })
            let error = await #expect(throws: PeripheralManagerError.self) {
                try await bench.manager.whenStateRestored()
            }
            guard case .restoreFailed = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(bench.manager.services.isEmpty)
        }
        let nowhere = PeripheralBench(options: .init { $0.stateFile = "/nowhere/state" })
        try await nowhere.manager.add(MutableService(uuid: 0xFFF0))
        let error = await #expect(throws: PeripheralManagerError.self) {
            try await nowhere.manager.save()
        }
        if case .saveFailed = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test func aFailedSaveLeavesNoFile() throws {
        let path = scratch()
        // a folder cannot be replaced by a file
        try FileManager.default.createDirectory(
            atPath: path + "/full",
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: PeripheralManagerError.self) {
            try StateFile(path: path).save(SavedState())
        }
        #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
    }

    /// A kill between any two calls of a save leaves the complete old or the complete new state in the
    /// file.
    @Test func aKilledSaveLeavesACompleteState() throws {
        let path = scratch()
        defer {
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.removeItem(atPath: path + ".partial")
        }
        let file = StateFile(path: path)
        let before = SavedState(services: [])
        let after = SavedState(
            services: [
                .init(uuid: 0xFFF0, isPrimary: true, handle: 10, included: [], characteristics: [])
            ]
        )
        try file.save(after)
        let whole = try Data(contentsOf: URL(filePath: path))
        try file.save(before)
        for count in 0...whole.count {
            // the partial file that a kill during the save leaves
            try whole.prefix(count).write(to: URL(filePath: path + ".partial"))
            #expect(try file.load() == before)
        }
        try file.save(after)
        #expect(try file.load() == after)
        #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
    }

    @Test func theHashFollowsTheStructure() async throws {
        let options = PeripheralManager.Options {
            // any function of the bytes will do here
            $0.databaseHash = { bytes in
                var sum = [UInt8](repeating: 0, count: 16)
                for (index, byte) in bytes.enumerated() { sum[index % 16] &+= byte &* 31 }
                return sum
            }
        }
        let bench = PeripheralBench(options: options)
        try await bench.manager.startAdvertising(name: "bench")
        try await bench.clock.run {
            let visit = try await bench.connect()
            let handle = try await visit.handle(of: 0x2B2A)
            let first = try await visit.client.read(handle)
            #expect(first.count == 16)
            let service = MutableService(uuid: 0xFFF0, characteristics: [.plain([1])])
            try await bench.manager.add(service)
            let second = try await visit.client.read(handle)
            #expect(second != first)
            service.characteristics[0].value = [2]
            #expect(try await visit.client.read(handle) == second)
            try await bench.manager.remove(service)
            #expect(try await visit.client.read(handle) == first)
        }
    }
}
