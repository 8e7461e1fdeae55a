internal import Crypto
internal import Foundation

/// The responder of `Noise_NNpsk0_25519_ChaChaPoly_SHA256` (Noise Protocol Framework, revision 34).
struct NoiseResponder {
    /// Bytes of a pre-shared key.
    static let keySize = 32
    static let protocolName = "Noise_NNpsk0_25519_ChaChaPoly_SHA256"

    private var hash: [UInt8]
    private var chainingKey: [UInt8]
    private var cipher = NoiseCipher(key: SymmetricKey(size: .bits256))

    /// - Parameters:
    ///   - key: The pre-shared key, 32 bytes.
    ///   - prologue: Data that both peers must agree on.
    init(key: [UInt8], prologue: [UInt8]) {
        // a name longer than a hash is replaced by its hash (section 5.2)
        hash = Array(SHA256.hash(data: Array(Self.protocolName.utf8)))
        chainingKey = hash
        mix(hash: prologue)
        mix(keyAndHash: key)
    }

    /// Reads the initiator's message and builds the answer: `psk, e` and `e, ee`, both without
    /// payload.
    ///
    /// - Parameter ephemeral: The key of this handshake; a fixed one only in tests.
    /// - Returns: The answer, 48 bytes, and the ciphers for receiving and sending.
    /// - Throws: `NoiseError`.
    mutating func answer(
        _ message: ArraySlice<UInt8>,
        ephemeral: Curve25519.KeyAgreement.PrivateKey = .init()
    ) throws(NoiseError) -> (answer: [UInt8], receiving: NoiseCipher, sending: NoiseCipher) {
        guard message.count == 32 + NoiseCipher.tagSize else { throw .malformed }
        let peer = Array(message.prefix(32))
        mix(hash: peer)
        // with a pre-shared key, the ephemeral key is also mixed into the chaining key (section
        // 9.2)
        mix(key: peer)
        try open(message.dropFirst(32))
        let own = Array(ephemeral.publicKey.rawRepresentation)
        mix(hash: own)
        mix(key: own)
        mix(key: try Self.agree(ephemeral, peer))
        let tag = cipher.seal([], authenticating: hash)
        mix(hash: tag)
        let keys = derive(2, from: [])
        return (
            own + tag,
            NoiseCipher(key: SymmetricKey(data: keys[0])),
            NoiseCipher(key: SymmetricKey(data: keys[1]))
        )
    }

    private mutating func open(_ tag: ArraySlice<UInt8>) throws(NoiseError) {
        _ = try cipher.open(tag, authenticating: hash)
        mix(hash: Array(tag))
    }

    private static func agree(
        _ own: Curve25519.KeyAgreement.PrivateKey,
        _ peer: [UInt8]
    ) throws(NoiseError) -> [UInt8] {
        guard let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer),
            let secret = try? own.sharedSecretFromKeyAgreement(with: key)
        else { throw .malformed }
        return secret.withUnsafeBytes(Array.init)
    }

    // MARK: The symmetric state (section 5.2)

    private mutating func mix(hash data: [UInt8]) { hash = Array(SHA256.hash(data: hash + data)) }

    private mutating func mix(key material: [UInt8]) {
        let keys = derive(2, from: material)
        chainingKey = keys[0]
        cipher = NoiseCipher(key: SymmetricKey(data: keys[1]))
    }

    private mutating func mix(keyAndHash material: [UInt8]) {
        let keys = derive(3, from: material)
        chainingKey = keys[0]
        mix(hash: keys[1])
        cipher = NoiseCipher(key: SymmetricKey(data: keys[2]))
    }

    /// HKDF with the chaining key as salt (section 4.3).
    private func derive(_ count: UInt8, from material: [UInt8]) -> [[UInt8]] {
        func code(_ data: [UInt8], _ key: [UInt8]) -> [UInt8] {
            Array(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: key)))
        }
        let secret = code(material, chainingKey)
        var keys: [[UInt8]] = []
        for number in 1...count { keys.append(code((keys.last ?? []) + [number], secret)) }
        return keys
    }
}

/// One direction of a connection: ChaCha20-Poly1305 with a counter as nonce (section 5.1).
struct NoiseCipher {
    /// Length of the authentication tag, bytes.
    static let tagSize = 16

    private let key: SymmetricKey
    private var count: UInt64 = 0

    init(key: SymmetricKey) { self.key = key }

    /// Four zero bytes and the counter, least significant byte first (section 12.3).
    private mutating func nextNonce() -> ChaChaPoly.Nonce {
        var bytes: InlineArray<12, UInt8> = .init(repeating: 0)
        for at in 0..<8 { bytes[4 + at] = UInt8(truncatingIfNeeded: count >> (8 * at)) }
        count += 1
        // a nonce of twelve bytes is always valid
        return bytes.span.withUnsafeBytes { try! ChaChaPoly.Nonce(data: $0) }
    }

    /// Encrypts bytes; returns the ciphertext with its tag.
    mutating func seal(_ plain: [UInt8], authenticating data: [UInt8] = []) -> [UInt8] {
        // fails only above the length that the counter of a ChaCha20 stream allows, 256 GiB
        let box = try! ChaChaPoly.seal(plain, using: key, nonce: nextNonce(), authenticating: data)
        var sealed: [UInt8] = []
        sealed.reserveCapacity(plain.count + Self.tagSize)
        sealed += box.ciphertext
        sealed += box.tag
        return sealed
    }

    /// Decrypts bytes with their tag.
    ///
    /// - Throws: `wrongKey` if the tag is wrong.
    mutating func open(
        _ sealed: ArraySlice<UInt8>,
        authenticating data: [UInt8] = []
    ) throws(NoiseError) -> [UInt8] {
        guard sealed.count >= Self.tagSize else { throw .malformed }
        do {
            let box = try ChaChaPoly.SealedBox(
                nonce: nextNonce(),
                ciphertext: sealed.dropLast(Self.tagSize),
                tag: sealed.suffix(Self.tagSize)
            )
            return Array(try ChaChaPoly.open(box, using: key, authenticating: data))
        } catch {
            throw .wrongKey
        }
    }
}

enum NoiseError: Error, Equatable {
    /// The message has a wrong size, or an invalid key.
    case malformed
    /// The message was encrypted with another key, or was modified.
    case wrongKey
}
