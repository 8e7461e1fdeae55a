import Testing

@testable import GatewayGroup

@Suite struct GroupKeyTests {
    private let key = GroupKey(String(repeating: "k", count: 32))
    private let state = Array(#"{"temperature":21,"gateway":"attic"}"#.utf8)

    @Test func aSealedObjectIsOpenedWithItsTopicOnly() {
        let sealed = key.sealed(state, topic: "a/devices/1")
        #expect(String(decoding: sealed, as: UTF8.self).hasSuffix("\"}"))
        #expect(key.opened(sealed, topic: "a/devices/1") == state)
        #expect(key.opened(sealed, topic: "a/devices/2") == nil)
        #expect(GroupKey("other").opened(sealed, topic: "a/devices/1") == nil)
    }

    @Test func eachChangedByteAndEachPrefixIsRefused() {
        let sealed = key.sealed(state, topic: "t")
        for at in sealed.indices {
            var changed = sealed
            changed[at] ^= 1
            #expect(key.opened(changed, topic: "t") == nil)
            #expect(key.opened(Array(sealed.prefix(at)), topic: "t") == nil)
        }
        #expect(key.opened(state, topic: "t") == nil)
    }

    /// Computed with Python's hmac module.
    @Test func theSignatureIsTheBeginningOfAnHMAC() {
        let sealed = key.sealed(Array(#"{"a":1}"#.utf8), topic: "t")
        #expect(String(decoding: sealed, as: UTF8.self) == #"{"a":1,"sig":"6404c5bb56df37ee"}"#)
    }
}
