import Crypto
import Testing

@testable import GatewayProxy

/// Messages that another implementation (noiseprotocol 0.3.1 for Python) creates with the key 00…1F, the initiator's
/// ephemeral key 20…3F, the responder's 40…5F and the prologue of the API.
@Suite struct NoiseResponderTests {
    static let first = hex(
        "358072d6365880d1aeea329adf9121383851ed21a28e3b75e965d0d2cd166254"
            + "8b18e980a5463f4f4ed6a227d01eebb1"
    )
    static let second = hex(
        "79a631eede1bf9c98f12032cdeadd0e7a079398fc786b88cc846ec89af85a51a"
            + "08d629a47626962aacde23c4ab9801ba"
    )
    static let key = Array(UInt8(0)..<32)

    private func responder(key: [UInt8] = key) -> NoiseResponder {
        NoiseResponder(key: key, prologue: Array("NoiseAPIInit".utf8) + [0, 0])
    }

    private func ephemeral() throws -> Curve25519.KeyAgreement.PrivateKey {
        try .init(rawRepresentation: Array(UInt8(64)..<96))
    }

    @Test func handshakeAndMessagesMatchAnotherImplementation() throws {
        var responder = responder()
        let result = try responder.answer(Self.first[...], ephemeral: ephemeral())
        #expect(result.answer == Self.second)
        var (receiving, sending) = (result.receiving, result.sending)
        let ping = try receiving.open(hex("afbae0af0dbdc3401d75a99aae3589b13248825e")[...])
        #expect(ping == [0, 7, 0, 0])
        let hello = try receiving.open(hex("853d7af25723b17029fe4c19f01fdb0f2cf93d85ad59")[...])
        #expect(hello == [0, 1, 0, 2, 8, 1])
        let pong = sending.seal([0, 8, 0, 0])
        #expect(pong == hex("850a850c35736215a3d03699119cd8b857f6fe8b"))
    }

    @Test func aWrongKeyIsDistinguishedFromADamagedMessage() {
        var other = responder(key: [UInt8](repeating: 7, count: 32))
        #expect(throws: NoiseError.wrongKey) { try other.answer(Self.first[...]) }
        var same = responder()
        #expect(throws: NoiseError.malformed) { try same.answer(Self.first.dropLast()) }
        // an all-zero key is invalid: every shared secret with it is zero
        let zero = [UInt8](repeating: 0, count: 32)
        var third = responder()
        #expect(throws: NoiseError.self) { try third.answer((zero + Self.first[32...])[...]) }
    }

    @Test func eachChangedBitIsDetected() throws {
        for bit in 0..<Self.first.count * 8 where bit != 255 {
            var message = Self.first
            message[bit / 8] ^= 1 << (bit % 8)
            var responder = responder()
            #expect(throws: NoiseError.self, "bit \(bit)") { try responder.answer(message[...]) }
        }
    }

    @Test func aRepeatedMessageIsRefused() throws {
        var responder = responder()
        var receiving = try responder.answer(Self.first[...], ephemeral: ephemeral()).receiving
        let message = hex("afbae0af0dbdc3401d75a99aae3589b13248825e")
        _ = try receiving.open(message[...])
        #expect(throws: NoiseError.wrongKey) { try receiving.open(message[...]) }
    }
}
