/// Options of request transfer. The defaults are TopStep's.
public struct RequestTransferOptions: Sendable, Equatable {
    /// How long a device waits for its answer without any progress of the request.
    public var requestTimeout = Duration.seconds(18)
    /// How long a frame waits for its answer, after it was sent.
    public var answerTimeout = Duration.seconds(5)
    /// How long the link may take to accept one packet.
    public var packetTimeout = Duration.seconds(3)
    /// Retransmissions of a frame without an answer, 0 or more.
    public var retries = 2
    /// Pause before a retransmission.
    public var retryDelay = Duration.milliseconds(500)
    /// Retransmissions of a window of a file without an acknowledgement, 0 or more.
    public var frameRetries = 3
    /// File bytes per frame that this end accepts, 1 to 960.
    public var packageSize = 960
    /// Frames of a file per acknowledgement of this end, 1 or more.
    public var packageCount = 16
    /// Longest file that this end accepts in bytes, at most 2 GiB - 1.
    public var largestFile = 64 << 20
    /// Longest request or answer object that this end accepts, bytes.
    public var largestObject = 64 << 10
    /// Most files of a request or of an answer.
    public var mostFiles = 32
    /// Bytes on disk that files leave free.
    public var reservedSpace = 1 << 20

    /// The defaults.
    public init() {}

    /// The defaults changed by `change`.
    public init(_ change: (inout RequestTransferOptions) -> Void) {
        change(&self)
    }
}
