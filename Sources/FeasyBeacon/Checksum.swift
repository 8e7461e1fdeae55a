internal import CAccessory

/// The CRC-32 (IEEE 802.3) of bytes.
package func crc32(of bytes: [UInt8]) -> UInt32 {
    acc_crc32(UInt32(ACC_CRC32_INIT), bytes, bytes.count)
}
