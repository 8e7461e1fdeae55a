import Testing

@testable import GatewayGroup

@Suite struct StateMarkTests {
    private let mark = StateMark(identity: 0x0123_4567_89AB_CDEF, kind: 0x1F)
    private let state = Array(#"{"humidity":48,"ts":1}"#.utf8)

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func aPublishedStateNamesItsGateway() throws {
        let marked = mark.marked(state)
        #expect(text(marked) == #"{"humidity":48,"ts":1,"id":"0123456789abcdef0000001f"}"#)
        #expect(StateMark(marked) == mark)
        for isOwner in [false, true] {
            let published = StateMark.published(marked, by: "attic", asOwner: isOwner)
            #expect(text(published).hasSuffix(isOwner ? #","owner":"attic"}"# : #","by":"attic"}"#))
            let found = try #require(StateMark.of(published: published))
            #expect(found.0 == mark && found.name == "attic" && found.asOwner == isOwner)
        }
    }

    @Test func otherStatesHaveNoMark() {
        let marked = mark.marked(state)
        let published = StateMark.published(marked, by: "attic", asOwner: true)
        for count in published.indices {
            #expect(StateMark.of(published: Array(published.prefix(count))) == nil)
        }
        for count in marked.indices { #expect(StateMark(Array(marked.prefix(count))) == nil) }
        #expect(StateMark(state) == nil && StateMark.of(published: marked) == nil)
    }
}
