/// One running end of a link: its carrier, and the driver of its state machine.
///
/// The carrier's loop runs on this actor and calls `step`; commands run in between. While a session
/// is open or opening, one task runs the carrier. The task ends with the session at the host, and
/// on `stop` at the accessory.
package actor LinkCore {
    /// The carrier's life cycle.
    private enum Phase {
        case stopped, starting, running, stopping
    }

    package nonisolated let carrier: any LinkCarrier
    package nonisolated let role: LinkRole
    package nonisolated let mode: LinkMode
    nonisolated let news: LinkNews
    nonisolated let mailbox = LinkMailbox()
    var driver: LinkDriver
    private var phase = Phase.stopped
    private var loop: Task<Void, Never>?
    private var isClosing = false

    package init(
        role: LinkRole,
        carrier: any LinkCarrier,
        options: LinkOptions,
        tap: LinkTap? = nil,
        holdsTimeForRequests: Bool = false
    ) {
        self.role = role
        self.carrier = carrier
        mode = options.mode
        let news = LinkNews()
        self.news = news
        driver = LinkDriver(
            role: role,
            carrier: carrier,
            options: options,
            news: news,
            tap: tap,
            holdsTimeForRequests: holdsTimeForRequests
        )
    }

    var state: LinkState { driver.state }
    var progress: LinkProgress { driver.progress }
    var statistics: LinkStatistics { driver.statistics }

    // MARK: For carriers

    /// Whether the carrier's loop has no more work.
    package var isFinished: Bool {
        switch phase {
        case .stopping, .stopped: true
        case .starting: false
        case .running: driver.isOver
        }
    }

    /// Whether the link sends, waits or opens; false when it is idle.
    package var isBusy: Bool { driver.isBusy }

    /// When `step` must be called next, in the carrier's time; nil if only an input can cause work.
    package var deadline: Duration? {
        driver.deadline.map { .microseconds(Int64(clamping: $0)) }
    }

    /// Advances the time to `time`. Also handles the callers' messages in the mailbox.
    package func step(to time: Duration) {
        driver.advance(to: time)
        readMailbox()
        driver.step()
    }

    /// Handles a received frame with a correct checksum.
    package func receive(_ payload: [UInt8]) {
        driver.receive(payload)
    }

    /// Handles received data that is not a valid frame: `decodingFailed`, `byteFormat` or `frameFormat`.
    package func garbled(_ error: LinkError) {
        driver.garbled(error)
    }

    /// Carrier features that both ends of the session have; 0 without a session.
    package var features: UInt8 { driver.features }

    /// Changes the carrier's speed in both directions; timeouts follow it until the session ends.
    ///
    /// - Parameters:
    ///   - rate: Bit rate in bit/s.
    ///   - latency: Latency that both ends together add to a round trip.
    package func pace(rate: Int, latency: Duration) {
        driver.pace(rate: rate, latency: latency)
    }

    /// Handles a received wake tone.
    package func heardWakeTone() {
        driver.wake()
    }

    /// Returns the next output, if any. The carrier calls `sent` when it has been sent.
    package func takeOutput() -> LinkOutput? {
        driver.takeOutput()
    }

    /// Handles the end of the last output.
    package func sent() {
        driver.sent()
    }

    /// Handles a plugged-in device.
    package func detect() {
        driver.detect()
        carrier.wake()
    }

    /// Handles a pulled plug or a lost connection.
    package func lost() {
        driver.lost()
        carrier.wake()
    }

    /// Handles a permanent loss of the connection: later starts of this end fail.
    package func ended() {
        guard phase == .running else { return lost() }
        driver.breakOff(with: carrier.kind.loss)
        phase = .stopping
        carrier.wake()
    }

    /// Handles a fault of the carrier.
    package func fault(_ error: LinkError) {
        driver.fault(error)
        carrier.wake()
    }

    // MARK: Opening and closing

    /// Opens a session; at the accessory, starts to wait for a host. Returns whether the device
    /// still held the session, which was resumed.
    package func open() async throws(LinkError) -> Bool {
        guard !Task.isCancelled else { throw .cancelled }
        while let loop, isClosing || isFinished { await loop.value }
        guard !state.isOpen, role == .host || phase != .running else { return true }
        let number = driver.callers.nextNumber()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                driver.callers.wait(forOpening: number, $0)
                startLoop()
            }
        } onCancel: {
            mailbox.cancelOpener(number)
            carrier.wake()
        }
        return try result.get()
    }

    /// Ends the session with a signal to the peer, and releases the carrier.
    package func close() async {
        guard let loop else { return }
        isClosing = true
        try? driver.command { (machine, now) throws(LinkError) in try machine.close(at: now) }
        if phase == .starting { driver.fail(with: .cancelled) }
        poke()
        await loop.value
    }

    /// Ends the session without notice to the peer, and releases the carrier.
    package func closeResource() async {
        guard let loop else { return }
        isClosing = true
        if phase == .starting {
            driver.fail(with: .cancelled)
        } else if role == .host && state == .idle {
            // the acknowledgement of the last answer may still be unsent
            driver.leaveWhenQuiet()
        } else {
            driver.catchUp()
            driver.leaveSession()
            driver.settle()
            if role == .accessory { phase = .stopping }
        }
        carrier.wake()
        await loop.value
    }

    /// Returns when the carrier's time has advanced by `duration`, or the carrier has stopped.
    package func pass(_ duration: Duration) async {
        guard phase == .running else { return }
        driver.catchUp()
        await withCheckedContinuation {
            driver.callers.wait(until: driver.now + UInt64(max(duration.microseconds, 0)), $0)
            carrier.wake()
        }
    }

    /// Drops all state at the accessory without notice to the host, as after a loss of power.
    package func reset() {
        guard phase == .running else { return }
        driver.callers.failAll(with: .unknown)
        driver.restart()
        poke()
    }

    /// Stops the loop after the last reference to the end is released.
    package nonisolated func abandon() {
        mailbox.abandon()
        carrier.wake()
    }

    /// Performs the effects of a command.
    func poke() {
        driver.settle()
        carrier.wake()
    }
}

// MARK: - The loop

extension LinkCore {
    private func startLoop() {
        guard phase == .stopped else { return }
        phase = .starting
        isClosing = false
        driver.prepare()
        loop = Task(executorPreference: carrier.executor) { await self.perform() }
    }

    /// Runs the carrier from start to stop.
    private func perform() async {
        do throws(LinkError) {
            let isPresent = await carrier.isPresent
            if role == .host, isPresent == false { throw .noDevice }
            let properties = try await carrier.start(as: role)
            driver.start(properties, isPresent: isPresent)
            await run()
            phase = .stopping
            await carrier.stop()
        } catch {
            driver.fail(with: error)
        }
        phase = .stopped
        loop = nil
        isClosing = false
        driver.stop()
    }

    private func run() async {
        phase = .running
        do throws(LinkError) {
            try driver.open()
            try await carrier.run(self)
        } catch {
            driver.breakOff(with: error)
        }
    }

    private func readMailbox() {
        let mail = mailbox.take()
        if let number = mail.cancelledExchange { driver.cancelExchange(number) }
        for number in mail.cancelledOpeners where driver.callers.cancelOpener(number) {
            if !driver.callers.hasOpeners { driver.leaveSession() }
        }
        if mail.isAbandoned {
            driver.leaveSession()
            phase = .stopping
        }
    }
}
