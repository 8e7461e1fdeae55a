/// The timeouts of the steps of a conversation.
public struct TxRxTimeouts: Sendable, Hashable {
    /// The steps, with the names of the vendor's libraries.
    public enum Name: String, Sendable, CaseIterable {
        case connect = "tmConnect"
        case receiveFirstPacket = "tmReceiveFirstPacket"
        case receivePackets = "tmReceivePackets"
        case sendPackets = "tmSendPackets"
    }

    /// Time to connect until the device is ready, and time to disconnect.
    public var connect = Duration.seconds(20)
    /// Time from a command's last acknowledgement to the first packet of its answer.
    public var receiveFirstPacket = Duration.seconds(2)
    /// The silence that ends an answer.
    public var receivePackets = Duration.milliseconds(200)
    /// Time from a write to its acknowledgement.
    public var sendPackets = Duration.milliseconds(1500)

    /// Creates the defaults.
    public init() {}

    /// The defaults of 2017, for devices of that time.
    public static let of2017: TxRxTimeouts = {
        var timeouts = TxRxTimeouts()
        timeouts.receivePackets = .milliseconds(500)
        timeouts.sendPackets = .milliseconds(500)
        return timeouts
    }()

    /// The timeout of a step.
    public subscript(name: Name) -> Duration {
        get { self[keyPath: Self.path(name)] }
        set { self[keyPath: Self.path(name)] = newValue }
    }

    private static func path(_ name: Name) -> WritableKeyPath<TxRxTimeouts, Duration> {
        switch name {
        case .connect: \.connect
        case .receiveFirstPacket: \.receiveFirstPacket
        case .receivePackets: \.receivePackets
        case .sendPackets: \.sendPackets
        }
    }
}
