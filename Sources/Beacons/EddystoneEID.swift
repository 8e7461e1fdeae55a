/// Eddystone-EID: an ephemeral identifier, which only the identity key resolves.
public struct EddystoneEID: Sendable, Hashable {
    /// Power received at 0 m, dBm, -128 to 127.
    public var powerAt0m: Int
    /// The identifier, 8 bytes.
    public var id: [UInt8]

    /// Creates a frame.
    public init(powerAt0m: Int, id: [UInt8]) {
        self.powerAt0m = powerAt0m
        self.id = id
    }
}
