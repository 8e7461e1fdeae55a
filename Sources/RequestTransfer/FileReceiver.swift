/// Decides which bytes of an arriving file to keep, and what to answer. Inputs are frames, outputs
/// actions.
struct FileReceiver {
    enum Action: Equatable {
        case ignore
        /// Store the frame's bytes at offset `received`, then call `keep`. `restarts`: the file begins
        /// again at 0.
        case keep(restarts: Bool)
        /// Send the contiguous size and this result (docs/request-transfer.md, Data): 0 continue,
        /// 1 bytes are missing, 2 the frame exceeds the file.
        case answer(Int32)
    }

    let size: Int
    /// The contiguous size: bytes received in order.
    private(set) var received: Int
    /// Frames per acknowledgement.
    private let packageCount: Int
    private var hasBegun = false
    private var sinceAnswer = 0
    /// Consecutive frames that could not be used.
    private var unusable = 0

    /// - Parameter oldSize: Bytes kept from an earlier try.
    init(size: Int, oldSize: Int, packageCount: Int) {
        self.size = size
        received = oldSize
        self.packageCount = packageCount
    }

    mutating func receive(offset: Int, count: Int, isRetransmission: Bool) -> Action {
        guard offset >= 0, count > 0, offset + count <= size else { return .answer(2) }
        if !hasBegun {
            // the sender resumes where the earlier try ended, or restarts at 0
            if offset != received { received = 0 }
            hasBegun = true
        }
        if offset == received { return .keep(restarts: offset == 0) }
        defer { unusable += 1 }
        // answer once for all frames that the sender may have in flight
        guard unusable % (2 * packageCount) == 0 else { return .ignore }
        if offset > received { return .answer(1) }
        return isRetransmission ? .answer(0) : .ignore
    }

    /// Counts stored bytes. Returns whether the receiver must acknowledge.
    mutating func keep(_ count: Int) -> Bool {
        received += count
        unusable = 0
        sinceAnswer += 1
        guard sinceAnswer >= packageCount else { return false }
        sinceAnswer = 0
        return true
    }
}
