package import BluetoothLE
package import CAccessoryBlueZ

/// An address in the format of the kernel's sockets and management channel.
package struct KernelAddress: Hashable, Sendable {
    /// The address bytes, least significant first.
    package var bytes: [UInt8]
    /// The address type, such as `ACC_BLUEZ_LE_PUBLIC`.
    package var type: UInt8

    package init(bytes: [UInt8], type: UInt8) {
        self.bytes = bytes
        self.type = type
    }

    package init(_ address: BluetoothAddress) {
        bytes = address.littleEndian
        let isPublic = address.kind == .public || address.kind == .publicIdentity
        type = UInt8(isPublic ? ACC_BLUEZ_LE_PUBLIC : ACC_BLUEZ_LE_RANDOM)
    }

    package init(_ address: acc_bluez_address) {
        bytes = withUnsafeBytes(of: address.bytes) { Array($0) }
        type = address.type
    }

    package var address: BluetoothAddress {
        let value = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return BluetoothAddress(
            value: value,
            kind: Int(type) == ACC_BLUEZ_LE_RANDOM ? .random : .public
        )
    }

    /// The address for one call into C.
    package var c: acc_bluez_address {
        var address = acc_bluez_address()
        withUnsafeMutableBytes(of: &address.bytes) { $0.copyBytes(from: bytes) }
        address.type = type
        return address
    }
}
