/// Which part of a file to send next: a window of frames, sent again from where the receiver stands
/// when it misses one or says nothing. Time and answers in, steps out.
struct FileSender {
    enum Step: Equatable {
        case send(offset: Int, count: Int, isRetransmission: Bool)
        /// Nothing to send before an answer comes, or this time.
        case wait(until: Duration)
        /// All bytes have left.
        case done
        case failed(RequestTransferError)
    }

    let path: String
    let size: Int
    /// File bytes a frame, and frames of which the receiver acknowledges the last.
    let packageSize, packageCount: Int
    private let timeout: Duration
    private let retries: Int
    /// First byte that was never acknowledged, and the next one to send.
    private(set) var acknowledged: Int
    private var next: Int
    /// Bytes before this have left once.
    private var reached: Int
    private var tries = 0
    private var deadline: Duration?
    private var failure: RequestTransferError?

    /// - Parameter start: Bytes that the receiver has of an earlier try.
    init(
        path: String,
        size: Int,
        start: Int,
        packageSize: Int,
        packageCount: Int,
        options: RequestTransferOptions
    ) {
        self.path = path
        self.size = size
        self.packageSize = packageSize
        self.packageCount = packageCount
        timeout = options.answerTimeout
        retries = options.frameRetries
        acknowledged = start
        next = start
        reached = start
    }

    /// Two windows may be unacknowledged, so that the link does not fall idle while an
    /// acknowledgement is on its way.
    private var limit: Int { acknowledged + 2 * packageCount * packageSize }

    mutating func step(at now: Duration) -> Step {
        if let failure { return .failed(failure) }
        if next >= size { return .done }
        if next < limit {
            deadline = nil
            let count = min(packageSize, size - next)
            defer {
                next += count
                reached = max(reached, next)
            }
            return .send(offset: next, count: count, isRetransmission: next < reached)
        }
        let deadline = deadline ?? now + timeout
        self.deadline = deadline
        guard now >= deadline else { return .wait(until: deadline) }
        goBack(to: acknowledged)
        return step(at: now)
    }

    /// The receiver says how far it is. Also after `done`: the end of the file was told and bytes are
    /// missing.
    mutating func receive(_ response: FileDataResponse) {
        let received = Int(response.fileSize)
        guard (0...reached).contains(received) else { return }
        switch response.result {
        case 0:
            guard received > acknowledged else { return }
            advance(to: received)
            next = max(next, received)
        case 1:
            let hasAdvanced = received > acknowledged
            advance(to: received)
            if hasAdvanced { next = received } else { goBack(to: received) }
        case 2: failure = .wrongCheck(path: path)
        case 3: failure = .cancelled
        case 4: failure = .noSpace(path: path)
        default: failure = .protocolMismatch
        }
    }

    private mutating func advance(to received: Int) {
        if received > acknowledged { tries = 0 }
        acknowledged = received
        deadline = nil
    }

    private mutating func goBack(to offset: Int) {
        tries += 1
        if tries > retries { failure = .packetLoss }
        next = offset
        deadline = nil
    }
}
