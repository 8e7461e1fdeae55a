public import Beacons
internal import CAccessoryMbedTLS

/// The identity key of an Eddystone-EID beacon. It computes and resolves identifiers and decrypts
/// telemetry (google/eddystone: eddystone-eid/eid-computation.md, eddystone-tlm/tlm-encrypted.md).
public struct IdentityKey: Sendable, Hashable {
    /// The key, 16 bytes.
    public let bytes: [UInt8]

    /// Creates a key; nil unless there are 16 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Derives the key that beacon and resolver agree on at registration: X25519, then HKDF-SHA256.
    /// Nil if a key does not have 32 bytes, or the shared secret is zero.
    ///
    /// - Parameters:
    ///   - secret: Private key of one side.
    ///   - peer: Public key of the other side.
    ///   - resolver: Public key of the resolver.
    ///   - beacon: Public key of the beacon.
    public init?(secret: [UInt8], peer: [UInt8], resolver: [UInt8], beacon: [UInt8]) {
        guard [secret, peer, resolver, beacon].allSatisfy({ $0.count == 32 }) else { return nil }
        var shared = [UInt8](repeating: 0, count: 32)
        var key = [UInt8](repeating: 0, count: 16)
        let salt = resolver + beacon
        guard acc_x25519(secret, peer, &shared) == .ok,
            acc_hkdf_sha256(salt, salt.count, shared, shared.count, &key, key.count) == .ok
        else { return nil }
        bytes = key
    }

    /// Returns the identifier at a time.
    ///
    /// - Parameters:
    ///   - time: The beacon's seconds counter.
    ///   - exponent: The identifier changes every 2^exponent seconds, 0 to 15.
    public func identifier(at time: UInt32, exponent: UInt8) -> [UInt8] {
        let period = UInt32(1) << UInt32(min(exponent, 15))
        let start = time & ~(period - 1)
        let high = [UInt8(time >> 24), UInt8(time >> 16 & 0xFF)]
        let temporary = encrypt(
            [UInt8](repeating: 0, count: 11) + [0xFF, 0, 0] + high,
            with: bytes
        )
        let block =
            [UInt8](repeating: 0, count: 11) + [min(exponent, 15)]
            + (0..<4).map { UInt8(truncatingIfNeeded: start >> (24 - 8 * $0)) }
        return Array(encrypt(block, with: temporary).prefix(8))
    }

    /// Returns the beacon's time at the start of the identifier's period; nil if the identifier
    /// does not belong to this key near the given time.
    ///
    /// - Parameters:
    ///   - eid: The received identifier.
    ///   - time: The time to search near, in seconds of the beacon's counter.
    ///   - exponent: The period is 2^exponent seconds.
    ///   - tolerance: The largest clock offset of the beacon, seconds.
    public func resolve(
        _ eid: EddystoneEID,
        near time: UInt32,
        exponent: UInt8,
        tolerance: UInt32 = 3600
    ) -> UInt32? {
        let period = UInt32(1) << UInt32(min(exponent, 15))
        let first = (time > tolerance ? time - tolerance : 0) & ~(period - 1)
        let last = time.addingReportingOverflow(tolerance)
        let end = last.overflow ? UInt32.max : last.partialValue
        return stride(from: first, through: end, by: Int(period)).first {
            identifier(at: $0, exponent: exponent) == eid.id
        }
    }

    /// Decrypts telemetry. Returns nil if the tag does not match: the key or the time is wrong.
    ///
    /// - Parameters:
    ///   - etlm: The received telemetry.
    ///   - time: The beacon's seconds counter, from resolving its identifier.
    ///   - exponent: The period is 2^exponent seconds.
    public func open(
        _ etlm: EddystoneEncryptedTLM,
        at time: UInt32,
        exponent: UInt8
    ) -> EddystoneTLM? {
        guard etlm.cipher.count == 12 else { return nil }
        let nonce = nonce(time, exponent, etlm.salt)
        guard check(etlm.cipher, nonce) == etlm.check else { return nil }
        let plain = [0xAA, 0xFE, 0x20, 0x00] + crypt(etlm.cipher, nonce)
        guard case .eddystoneTLM(let tlm) = Beacon(type: 0x16, value: plain.span) else {
            return nil
        }
        return tlm
    }

    /// Encrypts the 12 bytes of telemetry.
    public func seal(
        _ plain: [UInt8],
        salt: UInt16,
        at time: UInt32,
        exponent: UInt8
    ) -> EddystoneEncryptedTLM {
        let nonce = nonce(time, exponent, salt)
        let cipher = crypt(plain, nonce)
        return EddystoneEncryptedTLM(cipher: cipher, salt: salt, check: check(cipher, nonce))
    }

    private func nonce(_ time: UInt32, _ exponent: UInt8, _ salt: UInt16) -> [UInt8] {
        let start = time & ~((UInt32(1) << UInt32(min(exponent, 15))) - 1)
        return (0..<4).map { UInt8(truncatingIfNeeded: start >> (24 - 8 * $0)) }
            + [UInt8(salt >> 8), UInt8(salt & 0xFF)]
    }

    private func crypt(_ input: [UInt8], _ nonce: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: input.count)
        succeed(acc_aes_eax_crypt(bytes, nonce, nonce.count, input, input.count, &output))
        return output
    }

    /// The first two bytes of the tag.
    private func check(_ cipher: [UInt8], _ nonce: [UInt8]) -> UInt16 {
        var tag = [UInt8](repeating: 0, count: 16)
        succeed(acc_aes_eax_tag(bytes, nonce, nonce.count, [], 0, cipher, cipher.count, &tag))
        return UInt16(tag[0]) << 8 | UInt16(tag[1])
    }

    private func encrypt(_ block: [UInt8], with key: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: 16)
        succeed(acc_aes_encrypt_block(key, block, &output))
        return output
    }

    private func succeed(_ status: Status) {
        precondition(status == .ok, "mbedTLS is out of memory")
    }
}
