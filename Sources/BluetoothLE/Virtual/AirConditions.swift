/// What happens to packets on a virtual air.
public struct AirConditions: Sendable, Hashable {
    /// Chance that a packet of the link layer, or an advertisement, is not received, 0 to 1. Links send
    /// it again; an advertisement is gone.
    public var loss = 0.0
    /// Chance that an advertisement is reported twice, 0 to 1.
    public var duplication = 0.0
    /// Chance, for each packet that arrives, that the connection is lost at that moment, 0 to 1.
    public var disconnects = 0.0
    /// What the signal loses between any two adapters, dB.
    public var pathLoss = 60
    /// The signal's strength varies by up to this, dB in both directions.
    public var fading = 0
    /// From a packet's arrival at an adapter to the earliest time at which an answer can leave it.
    public var latency = Duration.milliseconds(1)

    /// A still air: nothing is lost.
    public init() {}

    /// The defaults changed by `change`.
    public init(_ change: (inout AirConditions) -> Void) {
        change(&self)
    }
}

/// A packet of an upper layer that is about to arrive over a virtual air.
public struct AirPacket: Sendable {
    /// Who sent it.
    public let sender: BluetoothAddress
    /// Who is to receive it.
    public let receiver: BluetoothAddress
    /// Which of the air's packets it is, from 1 on.
    public let number: Int
    /// The packet: an ATT PDU, or an SDU of a channel.
    public let bytes: [UInt8]
}

/// What becomes of a packet.
public enum AirPacketFate: Sendable {
    /// It arrives.
    case delivered
    /// It does not, and the connection ends at both ends.
    case disconnected(DisconnectReason)
}
