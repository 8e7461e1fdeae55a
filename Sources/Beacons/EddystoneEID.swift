/// Eddystone-EID: an ephemeral identifier that only the holder of the identity key can resolve.
public struct EddystoneEID: Sendable, Hashable {
    /// Power received at 0 m, dBm, -128 to 127.
    public var powerAt0m: Int
    /// 8 bytes.
    public var id: [UInt8]

    public init(powerAt0m: Int, id: [UInt8]) {
        self.powerAt0m = powerAt0m
        self.id = id
    }
}
