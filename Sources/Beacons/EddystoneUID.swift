/// Eddystone-UID: who the beacon is.
public struct EddystoneUID: Sendable, Hashable {
    /// Power received at 0 m, dBm, -128 to 127.
    public var powerAt0m: Int
    /// 10 bytes that a set of beacons shares.
    public var namespace: [UInt8]
    /// 6 bytes of this beacon.
    public var instance: [UInt8]
    /// 2 bytes reserved for future use.
    public var reserved: [UInt8]

    /// - Parameters:
    ///   - namespace: Cut, or filled with zeros, to 10 bytes.
    ///   - instance: Cut, or filled with zeros, to 6 bytes.
    public init(powerAt0m: Int, namespace: [UInt8], instance: [UInt8], reserved: [UInt8] = [0, 0]) {
        self.powerAt0m = powerAt0m
        self.namespace = fit(namespace, 10)
        self.instance = fit(instance, 6)
        self.reserved = fit(reserved, 2)
    }
}
