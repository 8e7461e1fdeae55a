/// Eddystone-URL: a web address.
public struct EddystoneURL: Sendable, Hashable {
    /// Power received at 0 m, dBm, -128 to 127.
    public var powerAt0m: Int
    /// The address, http or https; its compressed form must fit in 17 bytes after the scheme.
    public var url: String

    /// Creates a frame.
    public init(powerAt0m: Int, url: String) {
        self.powerAt0m = powerAt0m
        self.url = url
    }
}
