/// One end of a link at work: its carrier, and the driver of its machine.
///
/// The carrier's loop runs on this actor and calls `step`; commands come in between. While a
/// session exists or is being opened, one task performs the carrier; it ends with the session (at
/// the host) or when it is told to (at the accessory).
package actor LinkCore {
    /// Life of the carrier.
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

    /// Whether the carrier's loop has nothing more to do.
    package var isFinished: Bool {
        switch phase {
        case .stopping, .stopped: true
        case .starting: false
        case .running: driver.isOver
        }
    }

    /// Whether the link sends, waits or opens; false when it merely idles.
    package var isBusy: Bool { driver.isBusy }

    /// When `step` is next wanted, in the carrier's time; nil if only an input can move the link.
    package var deadline: Duration? {
        driver.deadline.map { .microseconds(Int64(clamping: $0)) }
    }

    /// Time has come to `time`. Also attends to what callers left in the mailbox.
    package func step(to time: Duration) {
        driver.advance(to: time)
        readMailbox()
        driver.step()
    }

    /// A frame with a correct check arrived.
    package func receive(_ payload: [UInt8]) {
        driver.receive(payload)
    }

    /// Something arrived that no frame could be made of: `decodingFailed`, `byteFormat` or
    /// `frameFormat`.
    package func garbled(_ error: LinkError) {
        driver.garbled(error)
    }

    /// Features of the carrier that both ends of the session have; 0 without a session.
    package var features: UInt8 { driver.features }

    /// The carrier has become faster or slower, in both directions; timeouts follow until the session ends.
    ///
    /// - Parameters:
    ///   - rate: Bits a second.
    ///   - latency: What both ends together add to a round trip.
    package func pace(rate: Int, latency: Duration) {
        driver.pace(rate: rate, latency: latency)
    }

    /// The wake tone was heard.
    package func heardWakeTone() {
        driver.wake()
    }

    /// What to send next, if anything. The carrier calls `sent` when it has left.
    package func takeOutput() -> LinkOutput? {
        driver.takeOutput()
    }

    /// The last output has left.
    package func sent() {
        driver.sent()
    }

    /// Plugged in.
    package func detect() {
        driver.detect()
        carrier.wake()
    }

    /// Unplugged, or the connection was lost.
    package func lost() {
        driver.lost()
        carrier.wake()
    }

    /// The connection was lost, and the carrier does not come back: who starts the end from now on is
    /// told so.
    package func ended() {
        guard phase == .running else { return lost() }
        driver.breakOff(with: carrier.kind.loss)
        phase = .stopping
        carrier.wake()
    }

    /// The carrier is in trouble.
    package func fault(_ error: LinkError) {
        driver.fault(error)
        carrier.wake()
    }

    // MARK: Opening and closing

    /// Opens a session; at the accessory, starts to wait for a host. Returns whether a session was
    /// taken up that the device still held.
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

    /// Ends the session with a signal to the other end, and releases the carrier.
    package func close() async {
        guard let loop else { return }
        isClosing = true
        try? driver.command { (machine, now) throws(LinkError) in try machine.close(at: now) }
        if phase == .starting { driver.fail(with: .cancelled) }
        poke()
        await loop.value
    }

    /// Ends the session without a word, and releases the carrier.
    package func closeResource() async {
        guard let loop else { return }
        isClosing = true
        if phase == .starting {
            driver.fail(with: .cancelled)
        } else if role == .host && state == .idle {
            // the acknowledgement of the last answer may still have to leave
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

    /// Returns when the carrier's time has gone on by `duration`, or the carrier has stopped.
    package func pass(_ duration: Duration) async {
        guard phase == .running else { return }
        driver.catchUp()
        await withCheckedContinuation {
            driver.callers.wait(until: driver.now + UInt64(max(duration.microseconds, 0)), $0)
            carrier.wake()
        }
    }

    /// At the accessory: forgets everything, as after a loss of power, and tells nobody.
    package func reset() {
        guard phase == .running else { return }
        driver.callers.failAll(with: .unknown)
        driver.restart()
        poke()
    }

    /// Nobody holds the end any more: its loop stops by itself.
    package nonisolated func abandon() {
        mailbox.abandon()
        carrier.wake()
    }

    /// Does what comes of a command.
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

    /// From the carrier's start to its stop.
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
