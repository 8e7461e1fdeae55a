/// The conditions for packets on a virtual air.
public struct AirConditions: Sendable, Hashable {
    /// Probability that a link layer packet or an advertisement is lost, 0 to 1. Links retransmit
    /// lost packets; advertisements are not retransmitted.
    public var loss = 0.0
    /// Probability that an advertisement is reported twice, 0 to 1.
    public var duplication = 0.0
    /// Probability that the connection is lost at the arrival of a packet, 0 to 1.
    public var disconnects = 0.0
    /// Path loss between any two adapters in dB.
    public var pathLoss = 60
    /// Maximum random variation of the RSSI in dB, in both directions.
    public var fading = 0
    /// Minimum time from a packet's arrival at an adapter to the adapter's answer.
    public var latency = Duration.milliseconds(1)

    /// Creates ideal conditions without losses.
    public init() {}

    /// Creates ideal conditions changed by `change`.
    public init(_ change: (inout AirConditions) -> Void) {
        change(&self)
    }
}

/// An upper-layer packet that is about to arrive over a virtual air.
public struct AirPacket: Sendable {
    /// The sender.
    public let sender: BluetoothAddress
    /// The receiver.
    public let receiver: BluetoothAddress
    /// The packet's number on this air, from 1.
    public let number: Int
    /// The packet: an ATT PDU, or an SDU of a channel.
    public let bytes: [UInt8]
}

/// The result for a packet.
public enum AirPacketFate: Sendable {
    /// The packet arrives.
    case delivered
    /// The packet is lost, and the connection ends at both ends.
    case disconnected(DisconnectReason)
}
