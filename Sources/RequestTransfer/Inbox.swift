internal import AccessoryConcurrency
internal import Synchronization

/// The requests that wait for an answer, and who hears of them.
final class Inbox: Sendable {
    private typealias Listener = AsyncStream<TransferRequest>.Continuation

    private struct State {
        var open: [String: TransferRequest] = [:]
        var isAnswering = false
        var listener: Listener?
        /// Listeners so far.
        var listeners = 0
        var backlog: [TransferRequest] = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let arrivals: AsyncStream<TransferRequest>.Continuation
    /// Requests that may wait at once.
    private static let capacity = 16

    /// - Parameter arrivals: Gets each new request, its files not fetched.
    init(_ arrivals: AsyncStream<TransferRequest>.Continuation) {
        self.arrivals = arrivals
    }

    /// An object of the device has come.
    func judge(
        _ kind: FrameKind,
        _ object: [UInt8],
        _ withdrawn: Broadcaster<String>
    ) -> ReceiptResult {
        if kind == .withdrawal {
            guard let withdrawal: Withdrawal = try? decode(object) else { return .malformed }
            if forget(withdrawal.id) { withdrawn.send(withdrawal.id) }
            return .ok
        }
        guard let request = try? decode(json: object, as: TransferRequest.self) else {
            return .malformed
        }
        let isNew = state.withLock { state -> Bool? in
            if state.open[request.id] != nil { return false }
            guard state.open.count < Self.capacity else { return nil }
            state.open[request.id] = request
            return true
        }
        if isNew == true { arrivals.yield(request) }
        return isNew == nil ? .busy : .ok
    }

    /// A new listener; the last one's stream ends.
    func listen() -> AsyncStream<TransferRequest> {
        let (stream, continuation) = AsyncStream.makeStream(of: TransferRequest.self)
        let (last, number) = state.withLock { state in
            for request in state.backlog where state.open[request.id] != nil {
                continuation.yield(request)
            }
            state.backlog = []
            defer { state.listener = continuation }
            if state.hasEnded { continuation.finish() }
            state.listeners += 1
            return (state.listener, state.listeners)
        }
        last?.finish()
        continuation.onTermination = { [weak self] _ in self?.leave(number) }
        return stream
    }

    /// A listener has gone: what comes from now on waits for the next.
    private func leave(_ number: Int) {
        let gone = state.withLock { state -> Listener? in
            guard state.listeners == number else { return nil }
            defer { state.listener = nil }
            return state.listener
        }
        _ = consume gone
    }

    /// A request is whole. Told outside the lock, which a listener's cancellation asks for.
    func deliver(_ request: TransferRequest) {
        while true {
            let (listener, number) = state.withLock { state -> (Listener?, Int) in
                guard state.open[request.id] != nil else { return (nil, 0) }
                state.open[request.id] = request
                if state.listener == nil { state.backlog.append(request) }
                return (state.listener, state.listeners)
            }
            guard let listener, case .terminated = listener.yield(request) else { return }
            leave(number)
        }
    }

    func isOpen(_ id: String) -> Bool { state.withLock { $0.open[id] != nil } }

    /// Returns whether it was there.
    @discardableResult
    func forget(_ id: String) -> Bool {
        state.withLock { $0.open.removeValue(forKey: id) != nil }
    }

    /// Begins an answer; the request as it came.
    func begin(_ request: TransferRequest) throws(RequestTransferError) -> TransferRequest {
        try state.withLock { state throws(RequestTransferError) in
            guard !state.hasEnded else { throw .notConnected }
            guard let known = state.open[request.id] else { throw .noSuchRequest(id: request.id) }
            guard known.name == request.name else {
                throw .otherName(request.name, expected: known.name)
            }
            guard !state.isAnswering else { throw .transferRunning }
            state.isAnswering = true
            return known
        }
    }

    func endAnswer() { state.withLock { $0.isAnswering = false } }

    /// The link has ended.
    func finish() {
        let listener = state.withLock { state in
            state.hasEnded = true
            defer { state.listener = nil }
            return state.listener
        }
        listener?.finish()
    }
}
