/// Decides which part of a file to send next: a window of frames, resent from the receiver's
/// position after a loss or a timeout. Inputs are the time and answers, outputs steps.
struct FileSender {
    enum Step: Equatable {
        case send(offset: Int, count: Int, isRetransmission: Bool)
        /// Send nothing until an answer arrives, or until this time.
        case wait(until: Duration)
        /// All bytes have been sent.
        case done
        case failed(RequestTransferError)
    }

    let path: String
    let size: Int
    /// File bytes per frame, and frames per acknowledgement.
    let packageSize, packageCount: Int
    private let timeout: Duration
    private let retries: Int
    /// The first byte that is not acknowledged, and the next one to send.
    private(set) var acknowledged: Int
    private var next: Int
    /// Bytes before this have been sent once.
    private var reached: Int
    private var tries = 0
    private var deadline: Duration?
    private var failure: RequestTransferError?

    /// - Parameter start: Bytes that the receiver kept from an earlier try.
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

    /// The end of the two windows that may be unacknowledged: the link is not idle while an
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

    /// Handles the receiver's position. May be called after `done`, if bytes at the end of the file
    /// are missing.
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
