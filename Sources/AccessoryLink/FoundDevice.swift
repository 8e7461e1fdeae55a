/// A device found by a search.
public struct FoundDevice: Sendable, Hashable {
    /// The transport that found it.
    public let transport: TransportKind
    /// The device's name; nil for a device without a name.
    public let name: String?
    /// The identifier to connect with, such as a Bluetooth address or the name of a serial port;
    /// nil for a transport with at most one device.
    public let identifier: String?
    /// Whether the device advertises a serial profile that the transport can open. A device may
    /// have such a profile without advertising it.
    public let advertisesProfile: Bool

    /// Creates a device, by default one that advertises its serial profile.
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
