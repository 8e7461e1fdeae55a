internal import AudioJack
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Runs the work in a task. Ctrl-C, Ctrl-\, SIGTERM or the terminal's end cancel the task, as does lost
/// standard output, see `OutputLoss`; a second signal ends the process.
func cancelledBySignals<Success: Sendable>(
    _ work: sending @escaping () async throws -> Success
) async throws -> Success {
    // the work begins when the signals are handled: a signal after its first output cancels it
    let (handling, handled) = AsyncStream.makeStream(of: Never.self)
    let task = Task {
        for await _ in handling {}
        return try await work()
    }
    OutputLoss.whenNoted { task.cancel() }
    // keep ignoring a signal that was ignored at the start (nohup)
    var disposition = sigaction()
    let endsWithIt =
        sigaction(SIGHUP, nil, &disposition) == 0
        && disposition.__sigaction_handler.sa_handler == nil
    let registrations = DispatchGroup()
    let sources = ([SIGINT, SIGTERM, SIGQUIT] + (endsWithIt ? [SIGHUP] : [])).map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            task.cancel()
            signal(number, SIG_DFL)
            Task.detached { await LateEnd.run { Failure(CancellationError()).end() } }
        }
        registrations.enter()
        source.setRegistrationHandler { registrations.leave() }
        source.resume()
        return source
    }
    registrations.notify(queue: .global()) { handled.finish() }
    defer { for source in sources { source.cancel() } }
    return try await task.value
}

/// The end of a command that uses a sound device and still runs after a signal: the peer or the card may never answer.
enum LateEnd {
    private struct Device: Sendable {
        let stop: @Sendable () async -> Void
    }

    private static let devices = Mutex<[Device]>([])

    static func add(_ stop: @escaping @Sendable () async -> Void) {
        devices.withLock { $0.append(Device(stop: stop)) }
    }

    /// Stops the devices after 0.9 s; calls `end` after another 0.9 s.
    static func run(
        on clock: some Clock<Duration> = ContinuousClock(),
        end: @Sendable () -> Void
    ) async {
        try? await clock.sleep(for: .milliseconds(900))
        let devices = devices.withLock(\.self)
        guard !devices.isEmpty else { return }
        for device in devices { Task { await device.stop() } }
        try? await clock.sleep(for: .milliseconds(900))
        end()
    }
}

extension AudioPort where Self: AnyObject {
    /// This port, which `LateEnd` stops.
    func stoppedAfterSignal() -> Self {
        LateEnd.add { [weak self] in await self?.stop() }
        return self
    }
}

/// Returns after this duration (nil: never), or at once if the task is cancelled.
func waitForEnd(after duration: Duration?) async {
    if let duration {
        try? await Task.sleep(for: duration)
    } else {
        let (stream, entry) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        entry.finish()
    }
}
