internal import AccessoryLink
internal import AudioJack
internal import Synchronization

/// What people see of an exchange: a bar for the request, then one for the answer, and between them
/// what the device says. Two tasks feed it.
private final class ExchangeDisplay: Sendable {
    private struct Bar {
        var report: ProgressReport
        let began: Duration
    }

    private struct State {
        var sending: Bar?
        var receiving: Bar?
    }

    private let options: CommonOptions
    private let clock: @Sendable () -> Duration
    private let state = Mutex(State())

    init(options: CommonOptions, clock: @escaping @Sendable () -> Duration) {
        self.options = options
        self.clock = clock
    }

    func update(_ progress: LinkProgress) {
        state.withLock { state in
            if progress.toReceive > 0 {
                state.sending?.report.finish()
                draw(&state.receiving, "receive", progress.received, of: progress.toReceive)
            } else if progress.toSend > 0 {
                draw(&state.sending, "send", progress.sent, of: progress.toSend)
            }
        }
    }

    private func draw(_ bar: inout Bar?, _ label: String, _ done: Int, of total: Int) {
        let now = clock()
        var drawn =
            bar ?? Bar(report: ProgressReport(label, total: total, options: options), began: now)
        drawn.report.update(done, after: now - drawn.began)
        bar = drawn
    }

    /// A line of its own.
    func note(_ line: String) {
        guard !options.quiet && !options.json else { return }
        finish()
        Console.note(line)
    }

    func finish() {
        state.withLock { state in
            state.sending?.report.finish()
            state.receiving?.report.finish()
        }
    }
}

extension AudioJackManager {
    /// An exchange whose progress is shown, with the progress messages of the device.
    ///
    /// - Parameter clock: The time in which the exchange goes on.
    func exchange(
        _ request: [UInt8],
        timeout: Duration?,
        showing options: CommonOptions,
        clock: @escaping @Sendable () -> Duration
    ) async throws -> [UInt8] {
        let display = ExchangeDisplay(options: options, clock: clock)
        let (updates, events) = (progress, events)
        let tasks = [
            Task { for await update in updates { display.update(update) } },
            Task {
                for await case .progress(let message) in events {
                    display.note("device says: \(message.readable)")
                }
            },
        ]
        let result: Result<[UInt8], any Error>
        do {
            result = .success(try await exchange(request, timeout: timeout))
        } catch {
            result = .failure(error)
        }
        for task in tasks {
            task.cancel()
            await task.value
        }
        display.finish()
        return try result.get()
    }
}

extension [UInt8] {
    /// As text where it is text, in hexadecimal digits otherwise.
    fileprivate var readable: String {
        if let text = String(validating: self, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        {
            return text
        }
        return hexadecimal
    }

    /// Two digits a byte.
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
