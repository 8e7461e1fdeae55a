import AccessoryConcurrency
import AccessorySimulators
import Foundation
import Testing

@testable import BluetoothLE
@testable import FirmwareUpdate

/// How fast an update is, against what the connection's events allow.
@Suite struct AirTimeTests {
    struct Link: Sendable, CustomTestStringConvertible {
        var phy: PHY
        var mtu: Int
        var interval: Duration

        var testDescription: String { "\(phy), MTU \(mtu), \(interval / .milliseconds(1)) ms" }

        static let all: [Link] = [PHY.le1M, .le2M].flatMap { phy in
            [23, 247, 498].flatMap { mtu in
                [7500, 15000, 30000].map {
                    Link(phy: phy, mtu: mtu, interval: .microseconds($0))
                }
            }
        }

        /// Whole packets of the link layer, each with its answer, until each block is over, then an
        /// interval for the status, or two when the next event comes before the device can answer;
        /// two more to tell the size of a shorter last block.
        func least(_ plan: SuotaPlan) -> Duration {
            let tells = plan.blocks > 1 && plan.lastBlock != plan.block
            return (0..<plan.blocks).reduce(interval * (tells ? 2 : 0)) { sum, block in
                var events = 1
                var left = interval - AirTime.interFrameSpace
                for chunk in stride(from: 0, to: plan.size(ofBlock: block), by: plan.chunk) {
                    var bytes = min(plan.chunk, plan.size(ofBlock: block) - chunk) + 7
                    while bytes > 0 {
                        let need = exchange(min(bytes, 251))
                        if need > left {
                            events += 1
                            left = interval - AirTime.interFrameSpace
                        }
                        left -= need
                        bytes -= 251
                    }
                }
                let answer = interval - AirTime.interFrameSpace - left + AirConditions().latency
                return sum + interval * (events + (answer > interval ? 2 : 1))
            }
        }

        private func exchange(_ payload: Int) -> Duration {
            AirTime.ofPacket(payload: payload, on: phy, isEncrypted: false)
                + AirTime.ofPacket(payload: 0, on: phy, isEncrypted: false)
                + AirTime.interFrameSpace * 2
        }
    }

    /// Time of an upload and what the link allows at best.
    private func upload(
        _ link: Link,
        block: Int,
        chunk: Int = 512,
        size: Int
    ) async throws -> (time: Duration, least: Duration) {
        let bench = try UpdateBench(
            .da1469x,
            target: .init { ($0.bufferSize, $0.patchDataSize) = (65535, chunk) }
        )
        let file = try makeFile(.da1469x, code: size - 0x400, version: "1.1.0")
        var configuration = SuotaConfiguration()
        configuration.blockSize = block
        let manager = bench.manager(configuration) { options in
            options.connection.mtu = link.mtu
            options.connection.parameters.interval = link.interval...link.interval
            options.connection.parameters.phys = [link.phy]
        }
        let outcome = try await bench.run { try await manager.start(file) }
        let plan = try #require(
            SuotaPlan(fileSize: file.bytes.count, block: block, chunk: min(chunk, link.mtu - 3))
        )
        return (try #require(outcome.upload), link.least(plan))
    }

    @Test(arguments: Link.all)
    func fillsTheEvents(_ link: Link) async throws {
        for block in [240, 1024, 4096, 16384, 65535] {
            let (time, least) = try await upload(link, block: block, size: 24 << 10)
            let share = least / time
            #expect(share >= 0.95, "block \(block): \(time), at best \(least)")
        }
    }

    @Test func sends100KiBInTime() async throws {
        let fast = Link(phy: .le2M, mtu: 498, interval: .microseconds(7500))
        let (time, least) = try await upload(fast, block: 65535, size: 100 << 10)
        print("100 KiB, 2M, MTU 498, 7.5 ms, block 65535: \(time), at best \(least)")
        #expect(time <= .milliseconds(680))
        let plain = Link(phy: .le1M, mtu: 247, interval: .milliseconds(15))
        let (slow, best) = try await upload(plain, block: 240, chunk: 240, size: 100 << 10)
        print("100 KiB, 1M, 240 by 240 bytes, 15 ms: \(slow), at best \(best)")
        #expect(slow <= .milliseconds(13500))
    }
}
