import AccessorySimulators
import FirmwareUpdate
import Testing

/// Public calls with numbers at the ends of their ranges: they limit the number or return nil, and never trap.
@Suite struct RangeTests {
    private static let integers = [Int.min, -1, 0, 1, 2, 3, 23, 65_537, .max]

    @Test("a device's flash")
    func flash() {
        for size in [Int.min, -1, 0, 63, 64] {
            let flash = SuotaFlash(family: .da1458x, slotSize: size)
            #expect(flash.slotSize == 64 && flash.bank(1).count == 64)
        }
        let flash = SuotaFlash(family: .da1458x, slotSize: .max)
        #expect(flash.slotSize == 16 << 20)
        for number in Self.integers {
            let exists = number == 1 || number == 2
            #expect(flash.put([1], inBank: number) == exists)
            #expect(flash.bank(number).isEmpty != exists)
        }
    }

    @Test("a plan's blocks")
    func plans() throws {
        for size in Self.integers {
            for block in Self.integers {
                let plan = SuotaPlan(fileSize: size, block: block, chunk: block)
                let fits = (1...65_537).contains(size) && (1...65_535).contains(block)
                #expect((plan != nil) == fits)
            }
        }
        let plan = try #require(SuotaPlan(fileSize: 99, block: 30, chunk: 20))
        for index in [Int.min, -1, 0, 2] {
            #expect(plan.size(ofBlock: index) == 30 && plan.chunks(ofBlock: index) == 2)
        }
        for index in [3, 4, Int.max] {
            #expect(plan.size(ofBlock: index) == 10 && plan.chunks(ofBlock: index) == 1)
        }
    }

    @Test("a chunk's size")
    func chunks() {
        for mtu in Self.integers {
            for usual in Self.integers {
                let size = SuotaDeviceInfo().chunkSize(linkMTU: mtu, usual: usual)
                #expect(size == max(min(usual, max(mtu, 23) - 3), 1))
            }
        }
    }
}
