public import BluetoothLE
internal import CAccessoryMbedTLS

extension PeripheralManager {
    /// The hash for `Options.databaseHash`: AES-CMAC with a key of 16 zero bytes (Core 5.4, Vol 3,
    /// Part G, section 7.3.1).
    ///
    ///     let manager = PeripheralManager(
    ///         radio: radio,
    ///         options: .init { $0.databaseHash = PeripheralManager.aesDatabaseHash }
    ///     )
    public static let aesDatabaseHash: DatabaseHash = { structure in
        var hash = [UInt8](repeating: 0, count: 16)
        let key = hash
        let status = acc_aes_cmac(key, structure, structure.count, &hash)
        precondition(status == .ok, "mbedTLS fails only when out of memory")
        return hash
    }
}
