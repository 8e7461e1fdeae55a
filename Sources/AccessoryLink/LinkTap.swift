/// A tap that sees every frame at one end of a link, and may corrupt it: for logs, and for test
/// benches with faults.
public struct LinkTap: Sendable {
    /// Direction of a frame, seen from the end with the tap.
    public enum Direction: Sendable {
        /// Sent by this end.
        case outgoing
        /// Received by this end.
        case incoming
    }

    /// The action on a frame.
    public enum Verdict: Sendable, Equatable {
        /// The frame passes unchanged.
        case pass
        /// The frame is lost.
        case drop
        /// The frame gets a wrong checksum, so that the receiver counts it as damaged.
        case damage
        /// The frame gets another payload of 1 to 512 bytes.
        case replace([UInt8])
    }

    /// Called with the payload of every frame, in order.
    public let judge: @Sendable (Direction, _ payload: [UInt8]) -> Verdict

    /// Creates a tap that calls `judge`.
    public init(_ judge: @escaping @Sendable (Direction, _ payload: [UInt8]) -> Verdict) {
        self.judge = judge
    }
}
