import AccessoryConcurrency
import Foundation
import Testing

@testable import BluetoothLE

/// State files that a disk or an editor has damaged: the manager starts with the whole state, or empty with
/// `restoreFailed`, and works.
@Suite(.timeLimit(.minutes(20))) struct DamagedStateTests {
    /// A file with every kind of entry.
    private static func whole() throws -> [UInt8] {
        let included = SavedState.Service(
            uuid: 0xFFF8,
            isPrimary: false,
            handle: 10,
            included: [],
            characteristics: []
        )
        let characteristic = SavedState.Characteristic(
            uuid: 0xFFF1,
            properties: [.read, .write, .notify],
            permissions: [.readable, .writeable],
            value: [1, 2],
            descriptors: [.userDescription("one")],
            storesWrites: true,
            minimumKeySize: 16
        )
        let service = SavedState.Service(
            uuid: 0xFFF0,
            isPrimary: true,
            handle: 20,
            included: [10],
            characteristics: [characteristic]
        )
        let bond = SavedState.Bond(
            BluetoothAddress("C0:00:00:00:00:01", kind: .random)!,
            BondRecord(subscriptions: [23: .notifications], change: 10...20)
        )
        let state = SavedState(
            services: [included, service],
            advertising: SavedState.Advertising(AdvertisingParameters(data: [2, 1, 6])),
            bonds: [bond]
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try Array(encoder.encode(state))
    }

    /// Starts a manager with a file; it must work afterwards.
    ///
    /// - Returns: Whether the state was restored.
    private func starts(with bytes: [UInt8], in folder: String) async throws -> Bool {
        // a manager may still save to the path of the call before
        let path = folder + "/\(UUID().uuidString).json"
        try Data(bytes).write(to: URL(filePath: path))
        let bench = PeripheralBench(options: .init { $0.stateFile = path })
        var isRestored = true
        do {
            _ = try await bench.manager.whenStateRestored()
        } catch {
            isRestored = false
            guard case .restoreFailed(let reason) = error else { throw error }
            #expect(reason.cause.contains(path))
            #expect(bench.manager.services.isEmpty)
            // the file stays until the next save
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
        }
        let service = MutableService(uuid: 0xFFFA, characteristics: [.plain([1])])
        do {
            try await bench.manager.add(service)
        } catch PeripheralManagerError.tableFull {
            // a service was restored at the last handles
            #expect(isRestored)
            return true
        }
        try await bench.manager.save()
        let again = PeripheralBench(options: .init { $0.stateFile = path })
        _ = try await again.manager.whenStateRestored()
        #expect(again.manager.services.map(\.uuid) == bench.manager.services.map(\.uuid))
        return isRestored
    }

    @Test func theWholeFileIsRestored() async throws {
        try await withScratchFolder { folder in
            let isRestored = try await starts(with: Self.whole(), in: folder)
            #expect(isRestored)
        }
    }

    @Test func eachCutIsReported() async throws {
        let whole = try Self.whole()
        try await withScratchFolder { folder in
            for count in 0..<whole.count {
                let isRestored = try await starts(with: Array(whole.prefix(count)), in: folder)
                #expect(!isRestored, "\(count) bytes")
            }
        }
    }

    @Test(arguments: [0, 3, 5]) func noFlipBreaksTheManager(bit: Int) async throws {
        let whole = try Self.whole()
        try await withScratchFolder { folder in
            var restored = 0
            for index in whole.indices {
                var bytes = whole
                bytes[index] ^= 1 << bit
                if try await starts(with: bytes, in: folder) { restored += 1 }
            }
            // most flips break a name, a number or the syntax
            #expect(restored < whole.count)
        }
    }

    /// Valid JSON with values that no manager has.
    @Test(arguments: [
        (#""handle":10"#, #""handle":0"#), (#""handle":10"#, #""handle":65535"#),
        (#""handle":10"#, #""handle":20"#), (#""handle":10"#, #""handle":1"#),
        (#""handle":20"#, #""handle":65534"#), (#""included":[10]"#, #""included":[20]"#),
        (#""included":[10]"#, #""included":[999]"#),
        (#""minimumKeySize":16"#, #""minimumKeySize":-1"#),
        (#""minimumKeySize":16"#, #""minimumKeySize":1000"#),
        (#""change":[10,20]"#, #""change":[20,10]"#), (#""change":[10,20]"#, #""change":[10]"#),
        (#""address":"C0:00:00:00:00:01""#, #""address":"nobody""#),
        (#""kind":1"#, #""kind":77"#), (#""version":1"#, #""version":2"#),
        (#""primaryPHY":1"#, #""primaryPHY":9"#),
    ])
    func impossibleValuesAreRefusedOrIgnored(found: String, replaced: String) async throws {
        let whole = String(decoding: try Self.whole(), as: UTF8.self)
        #expect(whole.contains(found))
        try await withScratchFolder { folder in
            let text = whole.replacing(found, with: replaced)
            _ = try await starts(with: Array(text.utf8), in: folder)
        }
    }

    @Test func longValuesAreCut() async throws {
        let whole = String(decoding: try Self.whole(), as: UTF8.self)
        let long = (0..<600).map { String($0 % 256) }.joined(separator: ",")
        #expect(whole.contains(#""value":[1,2]"#))
        try await withScratchFolder { folder in
            let path = folder + "/long.json"
            let text = whole.replacing(#""value":[1,2]"#, with: "\"value\":[\(long)]")
            try Data(text.utf8).write(to: URL(filePath: path))
            let bench = PeripheralBench(options: .init { $0.stateFile = path })
            _ = try? await bench.manager.whenStateRestored()
            let value = bench.manager.characteristic(0xFFF1, of: 0xFFF0)?.value ?? []
            #expect(value.count <= 512)
        }
    }

    private func withScratchFolder(_ work: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "state-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await work(folder)
    }
}
