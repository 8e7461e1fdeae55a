/// Commands of an end with an open session.
extension LinkCore {
    package func exchange(
        _ request: [UInt8],
        timeout: Duration?,
        report: LinkReport? = nil
    ) async throws(LinkError) -> [UInt8] {
        guard !Task.isCancelled else { throw .cancelled }
        try await requireOpen()
        guard callers.exchangeNumber == nil else { throw .busy }
        try issue { (machine, now) throws(LinkError) in
            try machine.exchange(request, timeout: timeout, at: now)
        }
        let number = callers.nextNumber()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                callers.wait(forExchange: number, $0, report)
                poke()
            }
        } onCancel: {
            mailbox.cancelExchange(number)
            carrier.wake()
        }
        return try result.get()
    }

    /// Sends a message in duplex mode, at the accessory; returns when the host has it.
    package func send(_ message: [UInt8]) async throws(LinkError) {
        try await requireOpen()
        try await deliver { (machine, now) throws(LinkError) in
            try machine.send(message, at: now)
        }
    }

    /// - Parameter request: Number of the request, from 1; nil: the last one. An answer to an
    ///   earlier request is refused, so that it cannot answer the wrong request.
    package func respond(_ answer: [UInt8], to request: Int? = nil) async throws(LinkError) {
        try await requireOpen()
        try requireLast(request)
        try await deliver { (machine, now) throws(LinkError) in
            try machine.respond(answer, at: now)
        }
    }

    private func deliver(
        _ command: (inout LinkMachine, UInt64) throws(LinkError) -> Void
    ) async throws(LinkError) {
        guard !callers.isDelivering else { throw .busy }
        try issue(command)
        try await withCheckedContinuation {
            callers.wait(forDelivery: $0)
            poke()
        }.get()
    }

    package func sendProgress(
        _ message: [UInt8],
        for request: Int? = nil
    ) async throws(LinkError) {
        try await requireOpen()
        try requireLast(request)
        guard !callers.isDeliveringProgress else { throw .busy }
        try issue { (machine, now) throws(LinkError) in
            try machine.progress(message, at: now)
        }
        try await withCheckedContinuation {
            callers.wait(forProgressDelivery: $0)
            poke()
        }.get()
    }

    package func refuse(with error: LinkError) async throws(LinkError) {
        try await perform { (machine, now) throws(LinkError) in
            try machine.refuse(with: error, at: now)
        }
    }

    package func cancelExchange() async throws(LinkError) {
        try await perform { (machine, now) throws(LinkError) in try machine.cancel(at: now) }
    }

    /// Notifies the host and sleeps, at the accessory.
    package func sleep() async throws(LinkError) {
        try await perform { (machine, now) throws(LinkError) in try machine.sleep(at: now) }
    }

    /// Performs a command without waiting for a result.
    private func perform(
        _ command: (inout LinkMachine, UInt64) throws(LinkError) -> Void
    ) async throws(LinkError) {
        try await requireOpen()
        try issue(command)
        poke()
    }

    /// Passes a command with the current time to the machine; `settle` performs its effects.
    private func issue(
        _ command: (inout LinkMachine, _ now: UInt64) throws(LinkError) -> Void
    ) throws(LinkError) {
        catchUp()
        try command(&machine, now)
    }

    private func requireOpen() async throws(LinkError) {
        guard !state.isOpen || leavesWhenQuiet else { return }
        throw await carrier.isPresent == false ? .noDevice : .notOpen
    }

    private func requireLast(_ request: Int?) throws(LinkError) {
        guard request ?? requests == requests else { throw .cancelled }
    }
}
