import GatewayCore
import Testing

@Suite struct StableHashTests {
    private func hash(_ change: (inout StableHash) -> Void) -> UInt64 {
        var hash = StableHash()
        change(&hash)
        return hash.value
    }

    /// Test vectors of its authors (Fowler, Noll and Vo).
    @Test func theHashIsFNV1a() {
        #expect(hash { _ in } == 0xCBF2_9CE4_8422_2325)
        #expect(hash { $0.add("a".utf8) } == 0xAF63_DC4C_8601_EC8C)
        #expect(hash { $0.add("foobar".utf8) } == 0x8594_4171_F739_67E8)
    }

    @Test func aNumberIsItsBytesFromTheLowest() {
        let number: UInt64 = 0x0102_0304_0506_0708
        #expect(hash { $0.add(number) } == hash { $0.add([8, 7, 6, 5, 4, 3, 2, 1]) })
        #expect(hash { $0.add(number, bytes: 6) } == hash { $0.add([8, 7, 6, 5, 4, 3]) })
    }
}
