/// Which bytes of an arriving file to keep and what to tell the sender. Frames in, actions out.
struct FileReceiver {
    enum Action: Equatable {
        case ignore
        /// Keep the frame's bytes at `received`, then tell it; `restarts`: at the file's start.
        case keep(restarts: Bool)
        /// Tell the sender, with this result, how far the file is.
        case tell(Int32)
    }

    let size: Int
    /// Bytes that have arrived in order.
    private(set) var received: Int
    private let packageCount: Int
    private var hasBegun = false
    private var sinceAnswer = 0
    /// Frames in a row that could not be used.
    private var unusable = 0

    /// - Parameter oldSize: Bytes that are there from an earlier try.
    init(size: Int, oldSize: Int, packageCount: Int) {
        self.size = size
        received = oldSize
        self.packageCount = packageCount
    }

    mutating func receive(offset: Int, count: Int, isRetransmission: Bool) -> Action {
        guard offset >= 0, count > 0, offset + count <= size else { return .tell(2) }
        if !hasBegun {
            // the sender goes on where the earlier try ended, or begins again at 0
            if offset != received { received = 0 }
            hasBegun = true
        }
        if offset == received { return .keep(restarts: offset == 0) }
        defer { unusable += 1 }
        // once for all that the sender may have on its way
        guard unusable % (2 * packageCount) == 0 else { return .ignore }
        if offset > received { return .tell(1) }
        return isRetransmission ? .tell(0) : .ignore
    }

    /// The bytes are kept. Returns whether to acknowledge.
    mutating func keep(_ count: Int) -> Bool {
        received += count
        unusable = 0
        sinceAnswer += 1
        guard sinceAnswer >= packageCount else { return false }
        sinceAnswer = 0
        return true
    }
}
