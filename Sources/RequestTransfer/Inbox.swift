internal import AccessoryConcurrency
internal import Synchronization

/// The pending requests, and their listener.
final class Inbox: Sendable {
    /// A request whose files must be fetched. A request that is withdrawn and sent again is a new
    /// arrival.
    struct Arrival: Sendable {
        let number: Int
        let request: TransferRequest
    }

    private struct State {
        var open: [String: Arrival] = [:]
        /// Number of requests so far.
        var count = 0
        /// Number of arrivals that are not fetched yet.
        var waiting = 0
        var isAnswering = false
        /// Number of listeners so far; the last one reads.
        var listeners = 0
        /// Wakes the listener that reads.
        var alarm = Alarm()
        /// Complete requests that the listener has not read yet.
        var unread: [TransferRequest] = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let arrivals: AsyncStream<Arrival>.Continuation
    /// Limit of pending requests.
    private static let capacity = 16

    /// - Parameter arrivals: Receives each new request, before its files are fetched.
    init(_ arrivals: AsyncStream<Arrival>.Continuation) {
        self.arrivals = arrivals
    }

    /// Handles an object from the device and returns the result for its receipt.
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
        let (isTaken, arrival) = state.withLock { state -> (Bool, Arrival?) in
            if state.open[request.id] != nil { return (true, nil) }
            // a withdrawn request counts until its turn
            guard state.open.count < Self.capacity, state.waiting < Self.capacity else {
                return (false, nil)
            }
            state.count += 1
            state.waiting += 1
            let arrival = Arrival(number: state.count, request: request)
            state.open[request.id] = arrival
            return (true, arrival)
        }
        if let arrival { arrivals.yield(arrival) }
        return isTaken ? .ok : .busy
    }

    /// Starts an arrival. Returns whether it is still pending.
    func begin(_ arrival: Arrival) -> Bool {
        state.withLock { state in
            state.waiting -= 1
            return state.open[arrival.request.id]?.number == arrival.number
        }
    }

    /// Whether this request is pending, and no later one with the same id.
    func isOpen(_ arrival: Arrival) -> Bool {
        state.withLock { $0.open[arrival.request.id]?.number == arrival.number }
    }

    /// Adds a listener. The stream of the previous one ends, and its unread requests go to the new
    /// one.
    func listen() -> AsyncStream<TransferRequest> {
        let (number, alarm, last) = state.withLock { state in
            let last = state.alarm
            state.listeners += 1
            state.alarm = Alarm()
            return (state.listeners, state.alarm, last)
        }
        last.ring()
        return AsyncStream { await self.next(for: number, alarm) }
    }

    /// The next request for a listener; nil at the end.
    private func next(for number: Int, _ alarm: Alarm) async -> TransferRequest? {
        while !Task.isCancelled {
            let (request, isOver) = state.withLock { state -> (TransferRequest?, Bool) in
                guard state.listeners == number else { return (nil, true) }
                guard state.unread.isEmpty else { return (state.unread.removeFirst(), false) }
                return (nil, state.hasEnded)
            }
            if request != nil || isOver { return request }
            await withTaskCancellationHandler {
                await alarm.wait()
            } onCancel: {
                alarm.ring()
            }
        }
        return nil
    }

    /// Delivers a complete request; `request` has its files.
    func deliver(_ request: TransferRequest, of arrival: Arrival) {
        let alarm = state.withLock { state -> Alarm? in
            guard state.open[request.id]?.number == arrival.number else { return nil }
            state.open[request.id] = Arrival(number: arrival.number, request: request)
            state.unread.append(request)
            return state.alarm
        }
        alarm?.ring()
    }

    func isOpen(_ id: String) -> Bool { state.withLock { $0.open[id] != nil } }

    /// Returns whether the request was pending.
    @discardableResult
    func forget(_ id: String) -> Bool {
        state.withLock { state in
            state.unread.removeAll { $0.id == id }
            return state.open.removeValue(forKey: id) != nil
        }
    }

    /// Starts an answer; returns the request as received.
    func begin(_ request: TransferRequest) throws(RequestTransferError) -> TransferRequest {
        try state.withLock { state throws(RequestTransferError) in
            guard !state.hasEnded else { throw .notConnected }
            guard let known = state.open[request.id]?.request else {
                throw .noSuchRequest(id: request.id)
            }
            guard known.name == request.name else {
                throw .otherName(request.name, expected: known.name)
            }
            guard !state.isAnswering else { throw .transferRunning }
            state.isAnswering = true
            return known
        }
    }

    func endAnswer() { state.withLock { $0.isAnswering = false } }

    /// Ends the streams after the link has ended.
    func finish() {
        let alarm = state.withLock { state in
            state.hasEnded = true
            return state.alarm
        }
        alarm.ring()
    }
}
