internal import AccessoryConcurrency
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

/// Does `exchange`, and shows how far it is and what the device says meanwhile.
///
/// - Parameters:
///   - clock: The time in which the exchange goes on.
///   - messages: The device's progress messages.
func showingExchange<Value: Sendable>(
    _ options: CommonOptions,
    clock: @escaping @Sendable () -> Duration,
    progress: AsyncStream<LinkProgress>,
    messages: AsyncStream<[UInt8]>,
    _ exchange: @Sendable () async throws -> Value
) async throws -> Value {
    let display = ExchangeDisplay(options: options, clock: clock)
    let tasks = [
        Task { for await update in progress { display.update(update) } },
        Task {
            for await message in messages { display.note("device says: \(message.readable)") }
        },
    ]
    let result = await Result { try await exchange() }
    for task in tasks {
        task.cancel()
        await task.value
    }
    display.finish()
    return try result.get()
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
        try await showingExchange(
            options,
            clock: clock,
            progress: progress,
            messages: events.compact {
                if case .progress(let message) = $0 { message } else { nil }
            }
        ) {
            try await exchange(request, timeout: timeout)
        }
    }
}

extension AsyncStream where Element: Sendable {
    /// What `transform` makes of the elements, without nil.
    func compact<Output: Sendable>(
        _ transform: @escaping @Sendable (Element) -> Output?
    ) -> AsyncStream<Output> {
        AsyncStream<Output> { [self] in
            for await element in self {
                if let output = transform(element) { return output }
            }
            return nil
        }
    }
}

extension [UInt8] {
    /// Whether it is UTF-8 without controls.
    var isText: Bool {
        String(validating: self, as: UTF8.self)?.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x7F
        } ?? false
    }

    /// As text where it is text, in hexadecimal digits otherwise.
    var readable: String { isText ? String(decoding: self, as: UTF8.self) : HexText.text(self) }
}
