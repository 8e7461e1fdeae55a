/// Options of request transfer. The defaults are TopStep's.
public struct RequestTransferOptions: Sendable, Equatable {
    /// At a device: maximum time without progress of a request before its answer counts as missing.
    public var requestTimeout = Duration.seconds(18)
    /// Timeout of the answer to a frame, from the end of its sending.
    public var answerTimeout = Duration.seconds(5)
    /// Timeout of the link to accept one packet.
    public var packetTimeout = Duration.seconds(3)
    /// Maximum retransmissions of a frame without an answer, 0 or more.
    public var retries = 2
    /// Pause before a retransmission.
    public var retryDelay = Duration.milliseconds(500)
    /// Maximum retransmissions of a window of a file without an acknowledgement, 0 or more.
    public var frameRetries = 3
    /// File bytes per frame that this end accepts, 1 to 960.
    public var packageSize = 960
    /// Frames of a file per acknowledgement of this end, 1 or more.
    public var packageCount = 16
    /// Longest file that this end accepts in bytes, at most 2 GiB - 1.
    public var largestFile = 64 << 20
    /// Longest request or answer object that this end accepts in bytes.
    public var largestObject = 64 << 10
    /// Maximum number of files of a request or an answer.
    public var mostFiles = 32
    /// At the app: whether the device gets an answer with the error when `respond` fails. Otherwise the
    /// request stays pending, and the app must respond again before the device's `requestTimeout`.
    public var answersFailures = true
    /// Disk space in bytes that received files leave free.
    public var reservedSpace = 1 << 20

    /// Creates the defaults.
    public init() {}

    /// Creates the defaults changed by `change`.
    public init(_ change: (inout RequestTransferOptions) -> Void) {
        change(&self)
    }
}
