internal import CAccessory

/// Eddystone-UID: the beacon's identifier. New values of its bytes are truncated or zero-padded.
public struct EddystoneUID: Sendable, Hashable {
    /// Power received at 0 m, dBm, -128 to 127.
    public var powerAt0m: Int
    /// Namespace, instance and reserved bytes, in the order of the frame.
    private var bytes = IdentifierBytes()

    /// The namespace, 10 bytes, shared by a set of beacons.
    public var namespace: [UInt8] {
        get { bytes[0..<10] }
        set { bytes[0..<10] = newValue }
    }
    /// The instance, 6 bytes that identify this beacon.
    public var instance: [UInt8] {
        get { bytes[10..<16] }
        set { bytes[10..<16] = newValue }
    }
    /// 2 bytes reserved for future use.
    public var reserved: [UInt8] {
        get { bytes[16..<18] }
        set { bytes[16..<18] = newValue }
    }

    /// - Parameters:
    ///   - powerAt0m: The RSSI at 0 m, in dBm.
    ///   - namespace: Truncated or zero-padded to 10 bytes.
    ///   - instance: Truncated or zero-padded to 6 bytes.
    ///   - reserved: The two bytes after the identifier.
    public init(powerAt0m: Int, namespace: [UInt8], instance: [UInt8], reserved: [UInt8] = [0, 0]) {
        self.powerAt0m = powerAt0m
        self.namespace = namespace
        self.instance = instance
        self.reserved = reserved
    }

    init(_ uid: acc_eddystone_uid) {
        powerAt0m = Int(uid.power)
        bytes = IdentifierBytes(of: (uid.name_space, uid.instance, uid.reserved))
    }

    /// Whether namespace and instance are equal.
    func isSame(as other: EddystoneUID) -> Bool {
        bytes.beginsLike(other.bytes)
    }
}
