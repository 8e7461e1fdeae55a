import BluetoothLE
import Crypto

@testable import ProxyProtocol

/// Noise frames. With an odd first byte the rest is frames of a client without the key, which must not
/// get past the handshake. With an even one, a client with the key encrypts the rest as messages; the
/// second byte determines where the frames are cut, the third which one is damaged.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProxyNoise(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard bytes.count >= 3 else { return 0 }
    let rest = bytes[3...]
    if bytes[0] & 1 == 1 {
        // a seed is a handshake with the key in its other order
        var wire = ProxyWire(.noise(key: key.reversed()), identity: identity)
        for step in receive(rest.pieces(bytes[1]), &wire).steps {
            guard case .send = step else { preconditionFailure("a message without the key") }
        }
        precondition(!wire.isOpen)
    } else {
        talk(rest, cut: bytes[1], damaged: Int(bytes[2]))
    }
    return 0
}

private let key = Array(UInt8(0)..<32)
private let identity = ProxyIdentity(
    name: "attic",
    friendlyName: "Attic",
    version: "1",
    address: BluetoothAddress(value: 0x02AB_CDEF_0123)
)

private func receive(
    _ pieces: [ArraySlice<UInt8>],
    _ wire: inout ProxyWire
) -> (steps: [ProxyWire.Step], fault: ProxyWireFault?) {
    var steps: [ProxyWire.Step] = []
    var fault: ProxyWireFault?
    for piece in pieces {
        wire.append(piece)
        do {
            while let step = try wire.next() { steps.append(step) }
        } catch {
            precondition(fault == nil, "two faults")
            fault = error
        }
    }
    return (steps, fault)
}

/// Sends messages of up to 64 bytes, with headers from the input, and compares what is received.
private func talk(_ input: ArraySlice<UInt8>, cut: UInt8, damaged: Int) {
    var wire = ProxyWire(.noise(key: key), identity: identity)
    var client = NoiseClient(key: key)
    let hello = receive([[1, 0, 0], NoiseClient.frame([0] + client.first)], &wire)
    guard hello.fault == nil, hello.steps.count == 2, wire.isOpen,
        case .send(let answer) = hello.steps[1]
    else { preconditionFailure("the handshake failed") }
    client.finish(answer[4...])
    var sent: [UInt8] = []
    var due: [ProxyWire.Step] = []
    var isGood = true
    for (number, message) in input.chunks(of: 68).enumerated() {
        var frame = NoiseClient.frame(client.sending.seal(Array(message)))
        if number == damaged { frame[frame.endIndex - 1] ^= 1 }
        sent += frame
        let isComplete =
            message.count >= 4 && Int(message[2]) << 8 | Int(message[3]) <= message.count - 4
        isGood = isComplete && number != damaged
        guard isGood else { break }
        let payload = message[4..<4 + (Int(message[2]) << 8 | Int(message[3]))]
        due.append(.message(type: UInt64(message[0]) << 8 | UInt64(message[1]), payload[...]))
    }
    let received = receive(sent[...].pieces(cut), &wire)
    precondition(received.steps == due && (received.fault == nil) == isGood)
    guard isGood else { return precondition(!wire.isOpen) }
    // what the proxy sends, the client can read
    let message = ProxyMessage(93, Array(input.prefix(ProxyMessage.limit)))
    guard let plain = try? client.receiving.open(wire.encode(message)[3...]) else {
        preconditionFailure("a message that cannot be decrypted")
    }
    precondition(plain[4...] == message.payload[...])
}

/// The initiator of `Noise_NNpsk0_25519_ChaChaPoly_SHA256`.
private struct NoiseClient {
    private let ephemeral = Curve25519.KeyAgreement.PrivateKey()
    private var hash: [UInt8]
    private var chainingKey: [UInt8]
    private(set) var first: [UInt8] = []
    var sending = NoiseCipher(key: SymmetricKey(size: .bits256))
    var receiving = NoiseCipher(key: SymmetricKey(size: .bits256))

    init(key: [UInt8]) {
        hash = Array(SHA256.hash(data: Array("Noise_NNpsk0_25519_ChaChaPoly_SHA256".utf8)))
        chainingKey = hash
        mix(hash: Array("NoiseAPIInit".utf8) + [0, 0])
        let keys = derive(3, key)
        chainingKey = keys[0]
        mix(hash: keys[1])
        let own = Array(ephemeral.publicKey.rawRepresentation)
        mix(hash: own)
        var cipher = mix(key: own)
        let tag = cipher.seal([], authenticating: hash)
        mix(hash: tag)
        first = own + tag
    }

    mutating func finish(_ answer: ArraySlice<UInt8>) {
        let peer = Array(answer.prefix(32))
        mix(hash: peer)
        _ = mix(key: peer)
        let other = try! Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer)
        let secret = try! ephemeral.sharedSecretFromKeyAgreement(with: other)
        var cipher = mix(key: secret.withUnsafeBytes(Array.init))
        guard (try? cipher.open(answer.dropFirst(32), authenticating: hash)) == [] else {
            preconditionFailure("the proxy's answer is damaged")
        }
        let keys = derive(2, [])
        sending = NoiseCipher(key: SymmetricKey(data: keys[0]))
        receiving = NoiseCipher(key: SymmetricKey(data: keys[1]))
    }

    static func frame(_ content: [UInt8]) -> ArraySlice<UInt8> {
        ([1, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content)[...]
    }

    private mutating func mix(hash data: [UInt8]) { hash = Array(SHA256.hash(data: hash + data)) }

    private mutating func mix(key material: [UInt8]) -> NoiseCipher {
        let keys = derive(2, material)
        chainingKey = keys[0]
        return NoiseCipher(key: SymmetricKey(data: keys[1]))
    }

    private func derive(_ count: Int, _ material: [UInt8]) -> [[UInt8]] {
        let output = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: material),
            salt: chainingKey,
            outputByteCount: 32 * count
        ).withUnsafeBytes(Array.init)
        return (0..<count).map { Array(output[32 * $0..<32 * $0 + 32]) }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func chunks(of size: Int) -> [[UInt8]] {
        stride(from: startIndex, to: endIndex, by: size).map {
            Array(self[$0..<Swift.min($0 + size, endIndex)])
        }
    }

    /// Pieces of 1 to 20 bytes, chosen by `seed`.
    fileprivate func pieces(_ seed: UInt8) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var (start, size) = (startIndex, Int(seed))
        while start < endIndex {
            size = (size * 7 + 3) % 20
            let end = Swift.min(start + size + 1, endIndex)
            pieces.append(self[start..<end])
            start = end
        }
        return pieces
    }
}
