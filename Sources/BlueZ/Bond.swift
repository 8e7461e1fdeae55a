import BluetoothLE
internal import CAccessoryBlueZ

/// A long-term key for encrypted connections (Core 5.4, Vol 3, Part H, section 2.4.1).
struct LongTermKey: Sendable, Hashable, Codable {
    var address: UInt64
    var isRandomAddress: Bool
    /// The kind. Bit 0: authenticated (protected from a man in the middle). 0 and 1: legacy
    /// pairing; 2 and 3: secure connections.
    var kind: UInt8
    /// Whether the key is for connections with this end as the central; used only in legacy
    /// pairing.
    var isCentral: Bool
    /// Number of significant key bytes.
    var size: UInt8
    var diversifier: UInt16
    var random: [UInt8]
    var value: [UInt8]

    init(_ key: acc_mgmt_ltk) {
        let device = KernelAddress(key.address).address
        address = device.value
        isRandomAddress = device.kind == .random
        kind = key.kind
        isCentral = key.central != 0
        size = key.size
        diversifier = key.diversifier
        random = withUnsafeBytes(of: key.random) { Array($0) }
        value = withUnsafeBytes(of: key.value) { Array($0) }
    }

    var device: BluetoothAddress {
        BluetoothAddress(value: address, kind: isRandomAddress ? .random : .public)
    }

    var level: LinkSecurity {
        guard kind & 1 == 1 else { return .encrypted }
        return kind == 3 && size == KeySize.range.upperBound ? .secureConnections : .authenticated
    }

    /// The entry for Load Long Term Keys.
    var packet: [UInt8] {
        var key = acc_mgmt_ltk()
        key.address = KernelAddress(device).c
        key.kind = kind
        key.central = isCentral ? 1 : 0
        key.size = size
        key.diversifier = diversifier
        withUnsafeMutableBytes(of: &key.random) { $0.copyBytes(from: random.prefix(8)) }
        withUnsafeMutableBytes(of: &key.value) { $0.copyBytes(from: value.prefix(16)) }
        return [UInt8](unsafeUninitializedCapacity: Int(ACC_MGMT_LTK_SIZE)) { buffer, count in
            count = acc_mgmt_write_ltk(buffer.baseAddress!, &key)
        }
    }
}

/// An identity resolving key, which recognizes a device behind its changing addresses.
struct IdentityKey: Sendable, Hashable, Codable {
    var address: UInt64
    var isRandomAddress: Bool
    var value: [UInt8]

    /// Bytes of a key.
    static let size = 16

    init(_ key: acc_mgmt_irk) {
        let device = KernelAddress(key.address).address
        address = device.value
        isRandomAddress = device.kind == .random
        value = withUnsafeBytes(of: key.value) { Array($0) }
    }

    var device: BluetoothAddress {
        BluetoothAddress(value: address, kind: isRandomAddress ? .random : .public)
    }

    /// The entry for Load Identity Resolving Keys.
    var packet: [UInt8] {
        var key = acc_mgmt_irk()
        key.address = KernelAddress(device).c
        withUnsafeMutableBytes(of: &key.value) { $0.copyBytes(from: value.prefix(16)) }
        return [UInt8](unsafeUninitializedCapacity: Int(ACC_MGMT_IRK_SIZE)) { buffer, count in
            count = acc_mgmt_write_irk(buffer.baseAddress!, &key)
        }
    }
}

/// The keys of all devices bonded with an adapter.
struct BondList: Sendable, Equatable, Codable {
    private(set) var keys: [LongTermKey] = []
    private(set) var identities: [IdentityKey] = []
    /// The adapter's own identity resolving key; nil until it is needed.
    var ownKey: [UInt8]?

    /// The parameters of Load Long Term Keys.
    var keyPacket: [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt16(keys.count))
        for key in keys { writer.write(key.packet) }
        return writer.bytes
    }

    /// The parameters of Load Identity Resolving Keys.
    var identityPacket: [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt16(identities.count))
        for key in identities { writer.write(key.packet) }
        return writer.bytes
    }

    /// Adds a key. It replaces the key for the same device and role.
    mutating func insert(_ key: LongTermKey) {
        keys.removeAll { $0.device == key.device && $0.isCentral == key.isCentral }
        keys.append(key)
    }

    mutating func insert(_ key: IdentityKey) {
        identities.removeAll { $0.device == key.device }
        identities.append(key)
    }

    /// Removes a device's keys. Returns whether there were any.
    mutating func remove(_ device: BluetoothAddress) -> Bool {
        let count = keys.count + identities.count
        keys.removeAll { $0.device == device }
        identities.removeAll { $0.device == device }
        return keys.count + identities.count < count
    }

    var devices: [BluetoothAddress] {
        keys.reduce(into: []) { if !$0.contains($1.device) { $0.append($1.device) } }
    }

    /// The security level of a link encrypted with a device's keys; nil: the device has no keys.
    func level(of device: BluetoothAddress) -> LinkSecurity? { key(of: device)?.level }

    /// The key of the highest level for a device; nil: the device has no keys.
    func key(of device: BluetoothAddress) -> LongTermKey? {
        keys.filter { $0.device == device }.max { $0.level < $1.level }
    }
}
