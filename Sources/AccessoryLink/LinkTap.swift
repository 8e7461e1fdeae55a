/// Looks at every frame that passes an end of a link, and may spoil it: for logs and for test
/// benches that misbehave.
public struct LinkTap: Sendable {
    /// Which way a frame goes, seen from the end that has the tap.
    public enum Direction: Sendable {
        case outgoing
        case incoming
    }

    /// What becomes of a frame.
    public enum Verdict: Sendable, Equatable {
        /// It goes on as it is.
        case pass
        /// It vanishes.
        case drop
        /// Its check does not match, so that the receiver finds it damaged.
        case damage
        /// It goes on with another payload of 1 to 512 bytes.
        case replace([UInt8])
    }

    /// Called with the payload of every frame, in order.
    public let judge: @Sendable (Direction, _ payload: [UInt8]) -> Verdict

    /// A tap that asks `judge`.
    public init(_ judge: @escaping @Sendable (Direction, _ payload: [UInt8]) -> Verdict) {
        self.judge = judge
    }
}
