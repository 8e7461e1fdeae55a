/// Options of request transfer. The defaults are TopStep's. A number outside its range counts as the nearest end of the range.
public struct RequestTransferOptions: Sendable, Equatable {
    /// At a device: maximum time without progress of a request before its answer counts as missing.
    public var requestTimeout = Duration.seconds(18)
    /// Timeout of the answer to a frame, from the end of its sending.
    public var answerTimeout = Duration.seconds(5)
    /// Timeout of the link to accept one packet.
    public var packetTimeout = Duration.seconds(3)
    /// Maximum retransmissions of a frame without an answer, 0 to 1000.
    public var retries = 2
    /// Pause before a retransmission.
    public var retryDelay = Duration.milliseconds(500)
    /// Maximum retransmissions of a window of a file without an acknowledgement, 0 to 1000.
    public var frameRetries = 3
    /// File bytes per frame that this end accepts, 1 to 960.
    public var packageSize = 960
    /// Frames of a file per acknowledgement of this end, 1 to 1024.
    public var packageCount = 16
    /// Longest file that this end accepts in bytes, 0 to 2 GiB - 1.
    public var largestFile = 64 << 20
    /// Longest request or answer object that this end accepts in bytes, 1 to 16 MiB.
    public var largestObject = 64 << 10
    /// Maximum number of files of a request or an answer, 0 or more.
    public var mostFiles = 32
    /// At the app: whether the device gets an answer with the error when `respond` fails. Otherwise the
    /// request stays pending, and the app must respond again before the device's `requestTimeout`.
    public var answersFailures = true
    /// Disk space in bytes that received files leave free, 0 or more.
    public var reservedSpace = 1 << 20

    /// Creates the defaults.
    public init() {}

    /// Creates the defaults changed by `change`.
    public init(_ change: (inout RequestTransferOptions) -> Void) {
        change(&self)
    }

    /// These options, with each number in its range.
    var limited: RequestTransferOptions {
        var options = self
        options.retries = min(max(retries, 0), 1000)
        options.frameRetries = min(max(frameRetries, 0), 1000)
        options.packageSize = min(max(packageSize, 1), 960)
        options.packageCount = min(max(packageCount, 1), 1024)
        options.largestFile = min(max(largestFile, 0), Int(Int32.max))
        options.largestObject = min(max(largestObject, 1), 16 << 20)
        options.mostFiles = max(mostFiles, 0)
        options.reservedSpace = max(reservedSpace, 0)
        return options
    }
}
