public import BluetoothLE

extension SensorKey {
    /// Decrypts the Encrypted Data in an advertisement (Core Specification Supplement, part A, section 1.23): the structures
    /// in each structure of type 0x31 replace it.
    ///
    /// There is no counter, so a replayed advertisement is decrypted as well.
    ///
    /// - Returns: Nil if there is none, or the key is wrong.
    public func decryptStructures(of advertisement: Advertisement) -> Advertisement? {
        var bytes: [UInt8] = []
        var isDecrypted = false
        for structure in advertisement.structures {
            guard structure.type == 0x31 else {
                bytes += [UInt8(structure.value.count + 1), structure.type] + structure.value
                continue
            }
            guard let plain = decrypt(encryptedData: Array(structure.value)) else { return nil }
            bytes += plain
            isDecrypted = true
        }
        return isDecrypted ? Advertisement(bytes) : nil
    }

    /// A randomizer of 5 bytes, the ciphertext, and a check value of 4 bytes. The nonce is the randomizer and the
    /// initialization vector.
    ///
    /// Devices and their documents state the key and the vector in either byte order. The check value tells which one is
    /// right: of 2^32 wrong ones it accepts one.
    private func decrypt(encryptedData value: [UInt8]) -> [UInt8]? {
        guard let vector, value.count > 9 else { return nil }
        let randomizer = Array(value[..<5])
        let cipher = Array(value[5..<value.count - 4])
        let check = Array(value.suffix(4))
        for key in [bytes, bytes.reversed()] {
            for vector in [vector, vector.reversed()] {
                if let plain = Self.ccm(key, randomizer + vector, [0xEA], cipher, check) {
                    return plain
                }
            }
        }
        return nil
    }
}

extension SensorKeys {
    /// Decrypts the Encrypted Data in a device's advertisement; nil if there is none, or no key of the device fits.
    public func decryptStructures(
        of advertisement: Advertisement,
        from address: BluetoothAddress
    ) -> Advertisement? {
        keys(of: address).lazy.compactMap { $0.decryptStructures(of: advertisement) }.first
    }
}
