/// What can be chosen about request transfer. The defaults are TopStep's.
public struct RequestTransferOptions: Sendable, Equatable {
    /// How long a device waits for its answer while nothing of the request moves.
    public var requestTimeout = Duration.seconds(18)
    /// How long a frame waits for its answer, from when it has left.
    public var answerTimeout = Duration.seconds(5)
    /// How long the link may take over one packet.
    public var packetTimeout = Duration.seconds(3)
    /// How often a frame without an answer is sent again, 0 or more.
    public var retries = 2
    /// Pause before that.
    public var retryDelay = Duration.milliseconds(500)
    /// How often a window of a file without an answer is sent again, 0 or more.
    public var frameRetries = 3
    /// File bytes in a frame that this end takes, 1 to 960.
    public var packageSize = 960
    /// Frames of a file for each acknowledgement that this end sends, 1 or more.
    public var packageCount = 16
    /// Longest file that this end takes, bytes, at most 2 GiB - 1.
    public var largestFile = 64 << 20
    /// Longest request or answer object that this end takes, bytes.
    public var largestObject = 64 << 10
    /// Most files of a request or of an answer.
    public var mostFiles = 32
    /// Bytes on the disk that files leave free.
    public var reservedSpace = 1 << 20

    /// The defaults.
    public init() {}

    /// The defaults changed by `change`.
    public init(_ change: (inout RequestTransferOptions) -> Void) {
        change(&self)
    }
}
