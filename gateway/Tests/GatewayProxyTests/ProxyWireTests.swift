import BluetoothLE
import Testing

@testable import GatewayProxy

@Suite struct ProxyWireTests {
    static let identity = ProxyIdentity(
        name: "attic",
        friendlyName: "Attic",
        version: "1",
        address: BluetoothAddress(value: 0x02AB_CDEF_0123)
    )
    private static let ping = hex("00 00 07")

    private func plaintext() -> ProxyWire { ProxyWire(.plaintext, identity: Self.identity) }

    private func noise() -> ProxyWire {
        ProxyWire(.noise(key: NoiseResponderTests.key), identity: Self.identity)
    }

    private func steps(_ wire: inout ProxyWire, _ bytes: [UInt8]) throws -> [ProxyWire.Step] {
        wire.append(bytes)
        var steps: [ProxyWire.Step] = []
        while let step = try wire.next() { steps.append(step) }
        return steps
    }

    @Test func plaintextMessagesAreReadInAnyPieces() throws {
        let bytes = Self.ping + hex("00 03 8001 aabbcc") + Self.ping
        for size in 1...bytes.count {
            var wire = plaintext()
            var found: [ProxyWire.Step] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += try steps(&wire, Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(
                found == [
                    .message(type: 7, []), .message(type: 128, hex("aabbcc")[...]),
                    .message(type: 7, []),
                ]
            )
        }
    }

    @Test func plaintextMessagesAreWritten() {
        var wire = plaintext()
        let pong = wire.encode(.pong)
        #expect(pong == hex("00 00 08"))
        let long = ProxyMessage(146, [UInt8](repeating: 5, count: 200))
        let frame = wire.encode(long)
        #expect(frame == hex("00 c801 9201") + long.payload)
    }

    @Test func aClientWithAKeyIsRefusedWithoutEncryption() throws {
        var wire = plaintext()
        let fault = #expect(throws: ProxyWireFault.self) { try steps(&wire, hex("01 0000")) }
        #expect(fault?.answer.first == 0)
        // nothing is read after that
        wire.append(Self.ping)
        let step = try wire.next()
        #expect(step == nil)
    }

    @Test(arguments: [
        "00 ffffff7f 07",  // 268 MB
        "00 808080808001 07", "00 00 808080808001",
    ])
    func sizesThatNoMessageHasAreRefused(_ text: String) {
        var wire = plaintext()
        #expect(throws: ProxyWireFault.self) { try steps(&wire, hex(text)) }
    }

    @Test func aClientWithTheKeyCompletesTheHandshake() throws {
        var wire = noise()
        let greeting = try steps(&wire, hex("01 0000"))
        #expect(!wire.isOpen)
        let hello = [1] + "attic".utf8 + [0] + "02abcdef0123".utf8 + [0]
        #expect(greeting == [.send([1, 0, UInt8(hello.count)] + hello)])
        let steps = try steps(&wire, hex("01 0031 00") + NoiseResponderTests.first)
        guard case .send(let answer) = steps.first else { throw Missing() }
        #expect(answer.prefix(4) == [1, 0, 49, 0] && answer.count == 52)
        #expect(wire.isOpen)
        // a type of 16 bits, a length of 16 bits, and the tag
        let pong = wire.encode(.pong)
        #expect(pong.prefix(3) == [1, 0, 20])
    }

    @Test func aWrongKeyIsRefusedWithTheKnownText() throws {
        var wire = ProxyWire(.noise(key: [UInt8](repeating: 1, count: 32)), identity: Self.identity)
        _ = try steps(&wire, hex("01 0000"))
        let fault = #expect(throws: ProxyWireFault.self) {
            try steps(&wire, hex("01 0031 00") + NoiseResponderTests.first)
        }
        #expect(fault?.answer == [1, 0, 22, 1] + Array("Handshake MAC failure".utf8))
    }

    @Test func aClientWithoutAKeyIsRefused() {
        var wire = noise()
        let fault = #expect(throws: ProxyWireFault.self) { try steps(&wire, Self.ping) }
        #expect(fault?.answer.first == 1)
    }

    @Test func randomBytesNeverGetPastTheHandshake() throws {
        var random = Seeded(state: 22)
        for _ in 0..<2000 {
            var wire = noise()
            let bytes = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            do {
                for step in try steps(&wire, hex("01 0000 01 0031 00") + bytes) {
                    if case .message = step { Issue.record("a message of \(bytes)") }
                }
            } catch is ProxyWireFault {}
            #expect(!wire.isOpen)
        }
    }

    private struct Missing: Error {}
}
