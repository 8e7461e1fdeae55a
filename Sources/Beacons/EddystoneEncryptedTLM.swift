package import BluetoothLE
internal import CAccessory

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

extension EddystoneEncryptedTLM: BeaconFrame {
    package static var kindName: String { name(of: ACC_BEACON_EDDYSTONE_ETLM) }

    package init?(_ value: UnsafePointer<UInt8>, _ length: Int) {
        var etlm = acc_eddystone_etlm()
        guard acc_eddystone_etlm_read(value, length, &etlm) == .ok else { return nil }
        self.init(cipher: bytes(of: etlm.cipher), salt: etlm.salt, check: etlm.check)
    }

    package func add(
        to builder: inout AdvertisementBuilder
    ) throws(AdvertisementBuilder.BuildError) {
        var c = acc_eddystone_etlm()
        set(&c.cipher, cipher)
        (c.salt, c.check) = (salt, check)
        try builder.write { acc_eddystone_etlm_put(&$0, &c) }
    }

    package var fields: [BeaconField] {
        [
            BeaconField("cipher", .bytes(cipher), label: nil),
            BeaconField("salt", .integer(Int(salt)), label: nil),
            BeaconField("check", .integer(Int(check)), label: nil),
        ]
    }

    package var summary: String { "TLM, encrypted" }
}
