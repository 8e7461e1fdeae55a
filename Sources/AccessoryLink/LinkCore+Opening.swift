/// Opening and closing, and the task that runs the carrier.
extension LinkCore {
    /// Reports plug events and faults of the carrier to this core until the task is cancelled. The
    /// owner cancels it and calls `abandon`.
    package nonisolated func watchCarrier() -> Task<Void, Never> {
        Task(executorPreference: carrier.executor) { await self.carrier.watch(self) }
    }

    /// Opens a session; at the accessory, starts to wait for a host. Returns whether the device
    /// still had the session, which the link then resumed.
    package func open() async throws(LinkError) -> Bool {
        guard !Task.isCancelled else { throw .cancelled }
        while let loop, isClosing || isEnding { await loop.value }
        guard !state.isOpen, role == .host || phase != .running else { return true }
        let number = callers.nextNumber()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                callers.wait(forOpening: number, $0)
                startLoop()
            }
        } onCancel: {
            mailbox.cancelOpener(number)
            carrier.wake()
        }
        return try result.get()
    }

    /// Whether the loop ends by itself, after the last output.
    private var isEnding: Bool {
        isFinished || phase == .running && role == .host && sessionEnded
    }

    /// Ends the session with a signal to the peer, and releases the carrier.
    package func close() async {
        guard let loop else { return }
        isClosing = true
        fail(with: .cancelled)
        catchUp()
        try? machine.close(at: now)
        poke()
        await loop.value
    }

    /// Ends the session without notice to the peer, and releases the carrier.
    package func release() async {
        guard let loop else { return }
        isClosing = true
        fail(with: .cancelled)
        if role == .host && state == .idle {
            // the acknowledgement of the last answer may still be unsent
            leavesWhenQuiet = true
        } else if phase != .starting {
            catchUp()
            leaveSession()
            settle()
            if role == .accessory { phase = .stopping }
        }
        carrier.wake()
        await loop.value
    }

    /// Returns when the carrier's time has advanced by `duration`, or the carrier has stopped.
    package func pass(_ duration: Duration) async {
        guard phase == .running else { return }
        catchUp()
        await withCheckedContinuation {
            callers.wait(until: now + UInt64(max(duration.microseconds, 0)), $0)
            carrier.wake()
        }
    }

    /// Returns after `release`; throws the error that stopped the carrier.
    func end() async throws(LinkError) {
        if phase == .running {
            await withCheckedContinuation { callers.wait(until: .max, $0) }
        }
        if let failure, failure != .cancelled { throw failure }
    }

    /// Drops all state at the accessory without notice to the host, as after a loss of power.
    package func reset() {
        guard phase == .running else { return }
        callers.failAll(with: .unknown)
        restart()
        poke()
    }

    /// Stops the loop after the last reference to the end is released.
    package nonisolated func abandon() {
        mailbox.abandon()
        carrier.wake()
    }

    // MARK: The loop

    private func startLoop() {
        guard phase == .stopped else { return }
        phase = .starting
        isClosing = false
        failure = nil
        loop = Task(executorPreference: carrier.executor) { await self.runLoop() }
    }

    /// Runs the carrier from start to stop.
    private func runLoop() async {
        do throws(LinkError) {
            let isPresent = await carrier.isPresent
            if role == .host, isPresent == false { throw .noDevice }
            properties = try await carrier.start(as: role)
            now = 0
            restart(isPresent: isPresent)
            await run()
            phase = .stopping
            await carrier.stop()
        } catch {
            fail(with: error)
        }
        phase = .stopped
        loop = nil
        isClosing = false
        failCallers()
    }

    private func run() async {
        phase = .running
        do throws(LinkError) {
            try begin()
            try await carrier.run(self)
        } catch {
            breakOff(with: error)
        }
    }

    /// Opens a session; at the accessory, starts to wait for a host.
    private func begin() throws(LinkError) {
        if let failure { throw failure }
        if role == .host {
            try machine.open(at: now)
        } else {
            callers.finishOpening(.success(false))
        }
        settle()
    }

    /// Creates a new machine, which starts with a device present or absent.
    private func restart(isPresent: Bool? = nil) {
        output = nil
        isOnAir = false
        leavesWhenQuiet = false
        sessionEnded = false
        // each machine needs its own session numbers: an accessory would mistake it for the last
        // one
        restarts += 1
        var options = options
        options.seed = options.seed.map { $0 &+ restarts }
        machine = LinkMachine(role: role, carrier: properties, options: options)
        let known = isPresent ?? (role == .accessory || state != .absent)
        if known { machine.detect(at: now) }
        settle()
        if !known { move(to: .absent) }
    }

    /// Ends all calls after the carrier has stopped.
    private func failCallers() {
        output = nil
        if callers.exchangeNumber != nil { handle(.failed(failure ?? .cancelled)) }
        callers.ringAlarms(until: .max)
        callers.failAll(with: failure ?? .cancelled)
    }

    // MARK: Other inputs

    func advance(to time: Duration) {
        now = max(now, UInt64(max(time.microseconds, 0)))
    }

    /// Updates the time from a carrier whose clock runs by itself.
    func catchUp() {
        if let live = carrier.now { advance(to: live) }
    }

    /// Performs the effects of a command.
    func poke() {
        settle()
        carrier.wake()
    }

    func readMailbox() {
        let mail = mailbox.take()
        if let number = mail.cancelledExchange, callers.exchangeNumber == number {
            try? machine.cancel(at: now)
        }
        for number in mail.cancelledOpeners where callers.cancelOpener(number) {
            if !callers.hasOpeners { leaveSession() }
        }
        if mail.isAbandoned {
            leaveSession()
            phase = .stopping
        }
    }

    // MARK: Ends of sessions

    /// Records why there is no session; the first reason counts.
    private func fail(with error: LinkError) {
        failure = failure ?? error
    }

    /// Handles a broken carrier.
    func breakOff(with error: LinkError) {
        switch error {
        case .unplugged, .disconnected: machine.lost(at: now)
        default: machine.fault(error, at: now)
        }
        settle()
        fail(with: error)
        leaveSession()
        settle()
    }

    /// Ends the session at this end without notice to the peer.
    private func leaveSession() {
        if role == .host {
            try? machine.closeResource(at: now)
        } else {
            callers.failWork(with: .cancelled)
            if state.isOpen { move(to: .present) }
        }
    }

    func leaveIfQuiet() {
        guard leavesWhenQuiet, output == nil, !isOnAir else { return }
        leavesWhenQuiet = false
        leaveSession()
        settle()
    }
}
