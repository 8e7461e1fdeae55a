import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import Synchronization
import Testing

@testable import FirmwareUpdate

/// Every event of document 003, section 6.3, over the air: its order, time and numbers.
@Suite struct EventTests {
    struct Told: Sendable {
        var at: Duration
        var event: SuotaEvent
    }

    private final class Record: Sendable {
        let all = Mutex<[Told]>([])
    }

    /// Connects, updates once, and returns the events and the time of the call of `start`.
    private func update(
        _ configuration: SuotaConfiguration,
        fault: SuotaTargetSimulator.Fault? = nil
    ) async throws -> (told: [Told], began: Duration) {
        let bench = try UpdateBench(target: .init { $0.fault = fault })
        let manager = bench.manager(configuration) {
            $0.connection.parameters.interval = .milliseconds(30)...(.milliseconds(30))
        }
        let file = try makeFile(.da1458x, code: 20_000, version: "1.1.0")
        let record = Record()
        let events = manager.events
        let began = try await bench.run {
            let listener = manager.time.task {
                for await event in events {
                    let told = Told(at: bench.clock.now.offset, event: event)
                    record.all.withLock { $0.append(told) }
                }
            }
            try await manager.connect()
            let began = bench.clock.now.offset
            _ = try? await manager.start(file)
            try await bench.clock.sleep(for: .seconds(2))
            listener.cancel()
            return began
        }
        return (record.all.withLock { $0 }, began)
    }

    private func telling(_ tells: Bool) -> SuotaConfiguration {
        var configuration = SuotaConfiguration()
        configuration.reportsStatistics = tells
        configuration.reportsLog = tells
        configuration.reportsChunkLog = tells
        configuration.reportsBlockLog = tells
        configuration.reportsChunks = tells
        configuration.reportsBlocks = tells
        configuration.reportsProgress = tells
        return configuration
    }

    @Test func comeInOrder() async throws {
        let told = try await update(telling(true)).told.map(\.event).filter { event in
            switch event {
            case .speedStatistics, .currentSpeed, .success: false
            default: true
            }
        }
        let device: [SuotaEvent] = [
            .connectionChanged(.connected), .servicesDiscovered,
            .characteristicRead(.deviceInfo, 0x2A29, Array("Accessories".utf8)),
            .characteristicRead(.deviceInfo, 0x2A24, Array("DA14531".utf8)),
            .characteristicRead(.deviceInfo, 0x2A28, Array("1.0.0".utf8)),
            .deviceInfoReadCompleted(.success),
            .characteristicRead(.suotaInfo, SuotaCharacteristic.version.uuid, [13]),
            .characteristicRead(.suotaInfo, SuotaCharacteristic.patchDataSize.uuid, [244, 0]),
            .characteristicRead(.suotaInfo, SuotaCharacteristic.mtu.uuid, [5, 2]),
            .deviceReady,
        ]
        let begin: [SuotaEvent] = [
            .log(.enableNotifications, .info, "subscribe to the status"),
            .log(.setMemoryDevice, .info, "bank 0"),
            .log(.setGPIOMap, .info, "set the pins"),
            .log(.sendBlock, .block, "blocks of 244 bytes"),
        ]
        // 20 065 bytes are 82 blocks of 244, each one chunk, and one of 57
        let blocks = (1...83).flatMap { block -> [SuotaEvent] in
            let count = SuotaChunkCount(
                count: block,
                total: 83,
                chunk: 1,
                chunksOfBlock: 1,
                block: block,
                blocks: 83
            )
            let size: [SuotaEvent] =
                block == 83 ? [.log(.sendBlock, .block, "blocks of 57 bytes")] : []
            return size + [
                .chunkSent(count), .log(.sendBlock, .chunk, "chunk 1 of block \(block)"),
                .log(.sendBlock, .block, "block \(block) of 83"),
                .blockSent(block: block, of: 83), .progress(100 * Double(block) / 83),
            ]
        }
        let end: [SuotaEvent] = [
            .log(.endSignal, .info, "end of the image"), .rebootSent,
            .connectionChanged(.disconnected),
        ]
        let expected = device + begin + blocks + end
        #expect(told.count == expected.count)
        let different = zip(told, expected).first { $0 != $1 }
        #expect(different == nil)
    }

    @Test func reportsSpeedEveryHalfSecondAndEverySecond() async throws {
        let told = try await update(telling(true)).told
        let began = try #require(
            told.first { if case .chunkSent = $0.event { true } else { false } }
        )
        .at
        var (statistics, seconds) = (0, 0)
        var (bytes, bytesOfSecond) = (0, 0)
        var (blockBegan, speeds) = (began, [Double]())
        for (at, event) in told.map({ ($0.at, $0.event) }) {
            switch event {
            case .chunkSent(let count):
                let size = count.block == count.blocks ? 57 : 244
                bytes += size
                bytesOfSecond += size
            case .blockSent(let block, let blocks):
                let size = block == blocks ? 57.0 : 244
                speeds.append(size / ((at - blockBegan) / .seconds(1)))
                blockBegan = at
            case .speedStatistics(let current, let max, let min, let average):
                statistics += 1
                #expect(at == began + .milliseconds(500) * statistics)
                #expect(current == speeds.last && max == speeds.max() && min == speeds.min())
                #expect(average == Double(bytes) / ((at - began) / .seconds(1)))
            case .currentSpeed(let speed):
                seconds += 1
                #expect(at == began + .seconds(seconds))
                #expect(speed == Double(bytesOfSecond))
                bytesOfSecond = 0
            default: break
            }
        }
        let uploaded = (blockBegan - began) / .milliseconds(500)
        #expect(statistics >= 8 && statistics >= Int(uploaded))
        #expect(seconds == statistics / 2)
    }

    /// During a block that takes longer than half a second, the speed so far is reported.
    @Test func reportsSpeedWithinTheFirstBlock() async throws {
        var configuration = SuotaConfiguration()
        configuration.uploadTimeout = .seconds(3)
        let told = try await update(configuration, fault: .silent(from: 2)).told
        let began = try #require(
            told.first { if case .chunkSent = $0.event { true } else { false } }
        )
        .at
        let statistics = told.filter { if case .speedStatistics = $0.event { true } else { false } }
        let speeds = statistics.indices.map { 244 / (Double($0 + 1) * 0.5) }
        #expect(statistics.count >= 5)
        #expect(
            statistics.map(\.event)
                == speeds.map { .speedStatistics(current: $0, max: $0, min: $0, average: $0) }
        )
        #expect(statistics.first?.at == began + .milliseconds(500))
    }

    @Test func reportsBothDurationsOfASuccess() async throws {
        let (told, start) = try await update(telling(true))
        let began = told.first { if case .chunkSent = $0.event { true } else { false } }
        let ended = told.last { if case .blockSent = $0.event { true } else { false } }
        let successes = told.compactMap {
            told -> (at: Duration, total: Duration, upload: Duration)? in
            guard case .success(let total, let upload) = told.event else { return nil }
            return (told.at, total, upload)
        }
        #expect(successes.count == 1)
        let success = try #require(successes.first)
        #expect(success.total == success.at - start)
        #expect(success.upload == (try #require(ended).at) - (try #require(began).at))
        #expect(success.upload < success.total)
    }

    @Test func reportsOnlyRequestedEvents() async throws {
        let told = try await update(telling(false)).told.map(\.event).drop { $0 != .deviceReady }
        #expect(told.count == 4)
        guard case .success = told.dropFirst().first else {
            Issue.record("no success: \(told)")
            return
        }
        #expect(told.suffix(2) == [.rebootSent, .connectionChanged(.disconnected)])
    }

    @Test func reportsFailure() async throws {
        // the fourth block
        let told = try await update(telling(true), fault: .status(0x04, at: 5)).told.map(\.event)
        let error = SuotaError.device(.crcError)
        #expect(told.contains(.blockSent(block: 3, of: 83)))
        #expect(!told.contains(.blockSent(block: 4, of: 83)))
        #expect(told.suffix(2) == [.log(.error, .info, "\(error)"), .failure(error)])
    }
}
