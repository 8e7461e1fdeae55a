/// The callers that wait for operations on one end of a link.
struct LinkCallers {
    typealias Outcome<Value> = CheckedContinuation<Result<Value, LinkError>, Never>

    private var openers: [Int: Outcome<Bool>] = [:]
    private var exchange: (number: Int, outcome: Outcome<[UInt8]>, report: LinkReport?)?
    private var delivery: Outcome<Void>?
    private var progressDelivery: Outcome<Void>?
    private var alarms: [(time: UInt64, waiter: CheckedContinuation<Void, Never>)] = []
    private var count = 0

    /// Returns a new number for an opening or exchange.
    mutating func nextNumber() -> Int {
        count += 1
        return count
    }

    // MARK: Opening

    var hasOpeners: Bool { !openers.isEmpty }

    mutating func wait(forOpening number: Int, _ outcome: Outcome<Bool>) {
        openers[number] = outcome
    }

    /// - Parameter result: Whether the device still had the session, which the link then resumed.
    mutating func finishOpening(_ result: Result<Bool, LinkError>) {
        let waiting = openers.values
        openers = [:]
        for opener in waiting { opener.resume(returning: result) }
    }

    /// Cancels a waiting opener. Returns whether it was waiting.
    mutating func cancelOpener(_ number: Int) -> Bool {
        guard let opener = openers.removeValue(forKey: number) else { return false }
        opener.resume(returning: .failure(.cancelled))
        return true
    }

    // MARK: Work

    /// Number of the running exchange, if any.
    var exchangeNumber: Int? { exchange?.number }
    var isDelivering: Bool { delivery != nil }
    var isDeliveringProgress: Bool { progressDelivery != nil }

    mutating func wait(
        forExchange number: Int,
        _ outcome: Outcome<[UInt8]>,
        _ report: LinkReport?
    ) {
        exchange = (number, outcome, report)
    }

    /// Reports an event of the exchange.
    func report(_ event: LinkEvent) { exchange?.report?(event) }

    mutating func wait(forDelivery outcome: Outcome<Void>) {
        delivery = outcome
    }

    mutating func wait(forProgressDelivery outcome: Outcome<Void>) {
        progressDelivery = outcome
    }

    mutating func finishExchange(_ result: Result<[UInt8], LinkError>) {
        exchange.take()?.outcome.resume(returning: result)
    }

    mutating func finishDelivery(_ result: Result<Void, LinkError>) {
        delivery.take()?.resume(returning: result)
    }

    mutating func finishProgressDelivery(_ result: Result<Void, LinkError>) {
        progressDelivery.take()?.resume(returning: result)
    }

    mutating func failWork(with error: LinkError) {
        finishExchange(.failure(error))
        finishDelivery(.failure(error))
        finishProgressDelivery(.failure(error))
    }

    mutating func failAll(with error: LinkError) {
        failWork(with: error)
        finishOpening(.failure(error))
    }

    // MARK: Time

    /// Time of the next alarm, microseconds. Those at `.max` wait for the end of the link, which is no work.
    var nextAlarm: UInt64? { alarms.map(\.time).filter { $0 < .max }.min() }

    mutating func wait(until time: UInt64, _ waiter: CheckedContinuation<Void, Never>) {
        alarms.append((time, waiter))
    }

    mutating func ringAlarms(until time: UInt64) {
        for alarm in alarms where alarm.time <= time { alarm.waiter.resume() }
        alarms.removeAll { $0.time <= time }
    }
}
