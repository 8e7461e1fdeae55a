/// A device that a search has found.
public struct FoundDevice: Sendable, Hashable {
    /// Where it was found.
    public let transport: TransportKind
    /// The name that it states; nil where it states none.
    public let name: String?
    /// What connects to it, such as a Bluetooth address or the name of a serial port; nil where
    /// there is one device at most.
    public let identifier: String?
    /// Whether the device is known to offer a line that the transport can open. One that does not say
    /// so may offer it all the same.
    public let advertisesProfile: Bool

    public init(
        _ transport: TransportKind,
        name: String? = nil,
        identifier: String? = nil,
        advertisesProfile: Bool = true
    ) {
        self.transport = transport
        self.name = name
        self.identifier = identifier
        self.advertisesProfile = advertisesProfile
    }
}
