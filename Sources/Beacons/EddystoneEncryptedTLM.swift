/// Eddystone-TLM version 1: telemetry encrypted with the identity key.
public struct EddystoneEncryptedTLM: Sendable, Hashable {
    /// The ciphertext, 12 bytes.
    public var cipher: [UInt8]
    /// The salt of the nonce.
    public var salt: UInt16
    /// Message integrity check.
    public var check: UInt16

    /// Creates a frame.
    public init(cipher: [UInt8], salt: UInt16, check: UInt16) {
        self.cipher = cipher
        self.salt = salt
        self.check = check
    }
}
