import AccessoryConcurrency
import AccessorySimulators
import Foundation
import Testing

@testable import BluetoothLE
@testable import FirmwareUpdate

/// The speed of an update, compared with the limit that the connection events set.
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

        /// The minimum duration on the air, as derived in docs/suota.md: the connection events filled by a
        /// block's packets, one more for its status, another one only if the status cannot be ready for
        /// that event, and two to announce the size of a shorter last block.
        func least(_ plan: SuotaPlan) -> Duration {
            let tells = plan.blocks > 1 && plan.lastBlock != plan.block
            return (0..<plan.blocks).reduce(interval * (tells ? 2 : 0)) { sum, block in
                let size = plan.size(ofBlock: block)
                let packets = stride(from: 0, to: size, by: plan.chunk).flatMap { chunk in
                    // headers of L2CAP and of the write command
                    let bytes = min(plan.chunk, size - chunk) + 4 + 3
                    return stride(from: 0, to: bytes, by: 251).map { min(251, bytes - $0) }
                }
                var (events, used) = (1, Duration.zero)
                for packet in packets {
                    if used + exchange(packet) > interval - space {
                        (events, used) = (events + 1, .zero)
                    }
                    used += exchange(packet)
                }
                let isLate = used + AirConditions().latency > interval
                return sum + interval * (events + (isLate ? 2 : 1))
            }
        }

        /// Duration of a packet, its empty acknowledgement, and the space after each (Core 5.4, Vol 6,
        /// Part B, sections 2.1 and 4.1.1): preamble, access address, header and CRC are 10 bytes at
        /// 1M and 11 at 2M.
        func exchange(_ payload: Int) -> Duration {
            let bits = phy == .le1M ? 8 * (payload + 10 + 10) : 4 * (payload + 11 + 11)
            return .microseconds(bits) + space * 2
        }

        private var space: Duration { .microseconds(150) }
    }

    /// The duration of an upload, and the link's minimum.
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
    func uploadsFillTheConnectionEvents(_ link: Link) async throws {
        for (block, size) in [
            (240, 24), (244, 24), (1024, 24), (4096, 24), (16384, 40), (65535, 72),
        ] {
            let (time, least) = try await upload(link, block: block, size: size << 10)
            #expect(least / time >= 0.95, "block \(block): \(time), at best \(least)")
            // a true lower bound: the upload starts and ends within an event
            #expect(time > least - link.interval, "block \(block): \(time), at best \(least)")
        }
    }

    /// Values computed by hand.
    @Test func minimumDurationsMatchValuesComputedByHand() throws {
        let fast = Link(phy: .le2M, mtu: 498, interval: .microseconds(7500))
        #expect(fast.exchange(251) == .microseconds(4 * 273 + 300))  // 5 in an event
        let plan = try #require(SuotaPlan(fileSize: 100 << 10, block: 65535, chunk: 495))
        // block 1: 265 packets in 53 events; the last event is filled to 6764 us, so the status misses
        // the next event; block 2: 149 packets in 30 events; two events announce its size
        #expect(fast.least(plan) == .microseconds(7500) * (53 + 2 + 30 + 1 + 2))
        let plain = Link(phy: .le1M, mtu: 247, interval: .milliseconds(15))
        // 427 blocks of one packet each, the last of 161 bytes
        let small = try #require(SuotaPlan(fileSize: 100 << 10, block: 240, chunk: 240))
        #expect(plain.least(small) == .milliseconds(15) * (2 * 427 + 2))
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
