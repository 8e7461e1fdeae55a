import Testing

@testable import FirmwareUpdate

/// The counting of a transfer, and its speed.
@Suite struct SuotaTransferTests {
    private func file(_ count: Int) -> SuotaFile {
        SuotaFile(name: "f", bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0) })
    }

    private func configuration(block: Int) -> SuotaConfiguration {
        var configuration = SuotaConfiguration()
        configuration.blockSize = block
        return configuration
    }

    @Test func chunksAreCountedPerBlockAndFile() throws {
        // 150 bytes: two blocks of 70 bytes and one of 10, in chunks of 40
        var transfer = try SuotaTransfer(
            file(149),
            chunk: 40,
            configuration: configuration(block: 70)
        )
        #expect(transfer.sent() == nil && transfer.blockSize == 70 && !transfer.isByChannel)
        var counts: [SuotaChunkCount] = []
        var sizes: [Int] = []
        while !transfer.isComplete {
            while let chunk = transfer.nextChunk() {
                // the next chunk waits until this one was sent
                #expect(transfer.outstanding != nil && transfer.nextChunk() == nil)
                let result = transfer.sent()
                let sent = try #require(result)
                #expect(sent.bytes == chunk.count && transfer.outstanding == nil)
                #expect(sent.endsBlock == transfer.isBlockHandedOut)
                counts.append(sent.count)
                sizes.append(chunk.count)
            }
            #expect(transfer.isBlockHandedOut)
            transfer.blockDone()
            #expect(!transfer.isBlockHandedOut || transfer.isComplete)
        }
        #expect(sizes == [40, 30, 40, 30, 10] && transfer.blocksDone == 3)
        #expect(counts.map(\.count) == [1, 2, 3, 4, 5] && counts.allSatisfy { $0.total == 5 })
        #expect(counts.map(\.chunk) == [1, 2, 1, 2, 1] && transfer.chunksSent == 5)
        #expect(counts.map(\.chunksOfBlock) == [2, 2, 2, 2, 1])
        #expect(counts.map(\.block) == [1, 1, 2, 2, 3] && counts.allSatisfy { $0.blocks == 3 })
    }

    @Test func aBlockHoldsTheHeader() throws {
        #expect(throws: SuotaError.self) {
            try SuotaTransfer(file(200), chunk: 20, configuration: configuration(block: 63))
        }
        let exact = try SuotaTransfer(file(200), chunk: 20, configuration: configuration(block: 64))
        #expect(exact.plan.block == 64)
        // a whole small file may be in one block
        let small = try SuotaTransfer(file(29), chunk: 20, configuration: configuration(block: 30))
        #expect(small.plan.blocks == 1)
        #expect(throws: SuotaError.self) {
            try SuotaTransfer(file(0), chunk: 20, configuration: configuration(block: 240))
        }
        let channel = try SuotaTransfer(file(29), packet: 10)
        #expect(channel.isByChannel && channel.plan.blocks == 3 && channel.plan.chunks == 3)
    }

    @Test func smallerBlocksFollowTheLargest() throws {
        var configuration = SuotaConfiguration()
        configuration.usesLargestBlock = true
        var transfer = try SuotaTransfer(file(100_000), chunk: 20, configuration: configuration)
        var sizes = [transfer.plan.block]
        while transfer.plan.block > 240 {
            transfer.patchLength = 7
            _ = transfer.nextChunk()
            _ = transfer.sent()
            _ = transfer.nextChunk()
            guard transfer.fallBack() else { break }
            #expect(transfer.patchLength == 0 && transfer.chunksSent == 0)
            #expect(transfer.outstanding == nil && !transfer.isBlockHandedOut)
            sizes.append(transfer.plan.block)
        }
        // multiples of the chunk
        #expect(sizes == [65_520, 16_380, 4080, 1520, 500, 240] && !transfer.fallBack())
        #expect(transfer.nextChunk() == transfer.bytes[0..<20])
        var accepted = try SuotaTransfer(file(100_000), chunk: 20, configuration: configuration)
        accepted.blockDone()
        #expect(!accepted.fallBack() && accepted.plan.block == 65_520)
        var fixed = try SuotaTransfer(
            file(100_000),
            chunk: 20,
            configuration: self.configuration(block: 480)
        )
        #expect(!fixed.fallBack() && fixed.plan.block == 480)
    }

    @Test func speedIsReportedAtItsTimes() {
        let half = Duration.milliseconds(500)
        var speed = SuotaSpeed(at: .seconds(10))
        #expect(speed.deadline == .seconds(10) + half && speed.upload == .zero)
        speed.sent(300)
        #expect(speed.tick(at: .milliseconds(10_499)) == [])
        // until the first block ends, all four are the average
        #expect(
            speed.tick(at: .seconds(10) + half)
                == [.speedStatistics(current: 600, max: 600, min: 600, average: 600)]
        )
        #expect(speed.deadline == .seconds(11))
        speed.blockEnded(200, at: .milliseconds(10_800))  // 250 B/s
        speed.blockEnded(100, at: .seconds(11))  // 500 B/s
        speed.sent(100)
        #expect(speed.upload == .seconds(1))
        #expect(
            speed.tick(at: .seconds(11)) == [
                .speedStatistics(current: 500, max: 500, min: 250, average: 400),
                .currentSpeed(400),
            ]
        )
        speed.sent(50)
        speed.blockEnded(50, at: .milliseconds(11_500))  // 100 B/s
        #expect(
            speed.tick(at: .milliseconds(11_500))
                == [.speedStatistics(current: 100, max: 500, min: 100, average: 300)]
        )
        // a late tick counts over its whole time, and delays the next
        #expect(
            speed.tick(at: .seconds(13)) == [
                .speedStatistics(current: 100, max: 500, min: 100, average: 150),
                .currentSpeed(25),
            ]
        )
        #expect(speed.deadline == .milliseconds(13_500))
        // a block without a duration has no speed
        speed.blockEnded(50, at: .milliseconds(11_500))
        #expect(speed.lastBlockEnded == .milliseconds(11_500))
        #expect(
            speed.tick(at: .seconds(15)) == [
                .speedStatistics(current: 100, max: 500, min: 100, average: 90),
                .currentSpeed(0),
            ]
        )
    }
}
