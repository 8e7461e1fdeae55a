/// Eddystone-UID: the beacon's identifier.
public struct EddystoneUID: Sendable, Hashable {
    /// Power received at 0 m, dBm, -128 to 127.
    public var powerAt0m: Int
    /// The namespace, 10 bytes, shared by a set of beacons.
    public var namespace: [UInt8]
    /// The instance, 6 bytes that identify this beacon.
    public var instance: [UInt8]
    /// 2 bytes reserved for future use.
    public var reserved: [UInt8]

    /// - Parameters:
    ///   - powerAt0m: The RSSI at 0 m, in dBm.
    ///   - namespace: Truncated or zero-padded to 10 bytes.
    ///   - instance: Truncated or zero-padded to 6 bytes.
    ///   - reserved: The two bytes after the identifier.
    public init(powerAt0m: Int, namespace: [UInt8], instance: [UInt8], reserved: [UInt8] = [0, 0]) {
        self.powerAt0m = powerAt0m
        self.namespace = fit(namespace, 10)
        self.instance = fit(instance, 6)
        self.reserved = fit(reserved, 2)
    }
}
