import AccessoryConcurrency
import Testing

@testable import FirmwareUpdate

@Suite struct SessionTests {
    @Test("every family, block and chunk arrives", arguments: SuotaImage.Family.allCases)
    func arrives(family: SuotaImage.Family) throws {
        for (block, chunk) in [(240, 20), (240, 244), (64, 20), (512, 100), (488, 244)] {
            for code in [1, 175, 176, 177, 3000] {
                var configuration = SuotaConfiguration()
                configuration.blockSize = block
                configuration.chunkSize = chunk
                let device = DeviceModel(family)
                var bench = SessionBench(device, configuration: configuration, seed: UInt64(code))
                bench.connect(
                    chunk == 20
                        ? SuotaCharacteristic.required
                        : SuotaCharacteristic.required.union(SessionBench.optional)
                )
                let file = try makeFile(family, code: code)
                try bench.update(file)
                #expect(bench.outcome == .some(nil), "\(block) \(chunk) \(code)")
                #expect(device.image(inBank: 1)?.image?.crc == file.image?.crc)
                #expect(device.restarts == 1)
            }
        }
    }

    @Test("events arrive in the order of an update, with their numbers")
    func events() throws {
        var configuration = SuotaConfiguration()
        configuration.reportsLog = false
        configuration.reportsStatistics = false
        var bench = SessionBench(DeviceModel(.da1458x), configuration: configuration)
        bench.connect(SuotaCharacteristic.required.union([.manufacturerName, .version]))
        #expect(
            bench.events == [
                .connectionChanged(.connected), .servicesDiscovered,
                .characteristicRead(.deviceInfo, 0x2A29, Array("text".utf8)),
                .deviceInfoReadCompleted(.success),
                .characteristicRead(.suotaInfo, SuotaCharacteristic.version.uuid, [13]),
                .deviceReady,
            ]
        )
        bench.events = []
        try bench.update(makeFile(.da1458x, code: 1000 - 64))
        let chunks = bench.events.compactMap { event -> SuotaChunkCount? in
            if case .chunkSent(let count) = event { count } else { nil }
        }
        #expect(chunks.map(\.count) == Array(1...51) && chunks.allSatisfy { $0.total == 51 })
        #expect(
            chunks[12]
                == SuotaChunkCount(
                    count: 13,
                    total: 51,
                    chunk: 1,
                    chunksOfBlock: 12,
                    block: 2,
                    blocks: 5
                )
        )
        #expect(chunks[50].chunk == 3 && chunks[50].chunksOfBlock == 3 && chunks[50].block == 5)
        let rest = bench.events.filter { if case .chunkSent = $0 { false } else { true } }
        #expect(
            rest.dropLast(2)
                == (1...5).flatMap {
                    [.blockSent(block: $0, of: 5), SuotaEvent.progress(Double($0) * 20)]
                }
        )
        guard case .success(let total, let upload) = rest[rest.count - 2] else {
            Issue.record("no success")
            return
        }
        #expect(total >= upload && upload > .zero)
        #expect(rest.last == .rebootSent)
    }

    @Test("the block size is rewritten only for a shorter last block")
    func patchLength() throws {
        var bench = SessionBench(DeviceModel(.da1458x))
        bench.connect()
        try bench.update(makeFile(.da1458x, code: 1000 - 64))
        let sizes = bench.trace.compactMap { action -> [UInt8]? in
            if case .write(.patchLength, let bytes) = action { bytes } else { nil }
        }
        #expect(sizes == [[244, 0], [25, 0]])  // 1001 = 4 x 244 + 25
    }

    @Test("a device without device information, and one without the update's characteristics")
    func discovery() {
        var bench = SessionBench(DeviceModel(.da1458x))
        bench.connect(SuotaCharacteristic.required)
        #expect(bench.events.suffix(2) == [.deviceInfoReadCompleted(.noDeviceInfo), .deviceReady])
        #expect(bench.session.isReady && bench.session.chunkSize == 20)
        for missing in SuotaCharacteristic.required {
            var bench = SessionBench(DeviceModel(.da1458x))
            bench.connect(SuotaCharacteristic.required.subtracting([missing]))
            #expect(bench.outcome == .some(.notSupported))
            #expect(bench.events.last == .failure(.notSupported))
            #expect(throws: SuotaError.notConnected) {
                try bench.update(makeFile(.da1458x))
            }
        }
    }

    @Test("a device with a small buffer receives the largest block that fits")
    func largestBlock() throws {
        var configuration = SuotaConfiguration()
        configuration.usesLargestBlock = true
        for (buffer, expected) in [(512, 488), (1536, 1464), (65535, 65392), (64, 0)] {
            for seed in 0..<8 {
                let device = DeviceModel(.da1469x, buffer: buffer)
                var bench = SessionBench(
                    device,
                    configuration: configuration,
                    seed: UInt64(seed)
                )
                bench.connect()
                let file = try makeFile(.da1469x, code: 40_000)
                try bench.update(file)
                if expected == 0 {
                    #expect(bench.outcome == .some(.device(.internalMemoryError)))
                    continue
                }
                #expect(bench.outcome == .some(nil))
                #expect(device.image(inBank: 1)?.image?.crc == file.image?.crc)
                let sizes = bench.trace.compactMap { action -> Int? in
                    if case .write(.patchLength, let bytes) = action {
                        Int(bytes[0]) | Int(bytes[1]) << 8
                    } else {
                        nil
                    }
                }
                #expect(sizes.contains(min(expected, file.bytes.count + 1)), "\(sizes)")
            }
        }
    }

    @Test("update over a channel", arguments: SuotaImage.Family.allCases)
    func channel(family: SuotaImage.Family) throws {
        var configuration = SuotaConfiguration()
        configuration.usesChannel = true
        let device = DeviceModel(family, psm: 0x81)
        var bench = SessionBench(device, configuration: configuration)
        bench.connect()
        let file = try makeFile(family, code: 30_000)
        try bench.update(file)
        #expect(bench.outcome == .some(nil))
        #expect(device.image(inBank: 1)?.image?.crc == file.image?.crc)
        #expect(bench.trace.contains(.openChannel(psm: 0x81)))
        #expect(bench.trace.contains(.closeChannel))
        #expect(!bench.trace.contains { if case .sendChunk = $0 { true } else { false } })
    }

    @Test("no byte of a wrong file is sent")
    func refusal() throws {
        var bench = SessionBench(DeviceModel(.da1458x))
        bench.connect()
        bench.trace = []
        var bytes = try makeFile(.da1458x).bytes
        bytes[bytes.count - 1] ^= 1
        #expect(throws: SuotaError.invalidFirmwareCRC) {
            try bench.update(SuotaFile(name: "x", bytes: bytes))
        }
        bench.session.configuration.blockSize = 0
        #expect(throws: SuotaError.self) { try bench.update(makeFile(.da1458x)) }
        bench.session.configuration.blockSize = 240
        bench.session.configuration.imageBank = 3
        #expect(throws: SuotaError.self) { try bench.update(makeFile(.da1458x)) }
        #expect(bench.trace.isEmpty && bench.session.isReady)
    }

    @Test("speed is reported every half second and every second")
    func statistics() throws {
        var bench = SessionBench(DeviceModel(.da1458x))
        bench.connect()
        try bench.update(makeFile(.da1458x, code: 30_000))
        var (statistics, speeds) = (0, 0)
        for event in bench.events {
            switch event {
            case .speedStatistics(let current, let max, let min, let average):
                statistics += 1
                #expect(min <= current && current <= max)
                #expect(min * 0.5 <= average && average <= max)
            case .currentSpeed(let speed):
                speeds += 1
                #expect(speed > 0)
            default: break
            }
        }
        guard
            case .success(_, let upload)? = bench.events.first(where: {
                if case .success = $0 { true } else { false }
            })
        else {
            Issue.record("no success")
            return
        }
        #expect(speeds == Int(upload / .seconds(1)) || speeds == Int(upload / .seconds(1)) - 1)
        #expect(statistics >= speeds && statistics <= 2 * speeds + 2)
    }

    @Test("no reboot if automatic reboots are off")
    func noReboot() throws {
        var configuration = SuotaConfiguration()
        configuration.rebootsAutomatically = false
        configuration.disconnectsWithoutReboot = true
        let device = DeviceModel(.da1458x)
        var bench = SessionBench(device, configuration: configuration)
        bench.connect()
        try bench.update(makeFile(.da1458x))
        #expect(bench.outcome == .some(nil) && device.restarts == 0)
        #expect(bench.trace.last == .disconnect)
    }
}
