internal import AccessoryConcurrency
internal import AccessoryLink
internal import AudioJack
internal import Communication
internal import Synchronization

/// The display of an exchange: a bar for the request, one for the answer, and the device's messages
/// between them. Updated by two tasks.
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

    /// Prints a separate line.
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

/// A manager that performs exchanges and reports their progress.
protocol ExchangeManager: Sendable {
    associatedtype Event: Sendable

    var events: AsyncStream<Event> { get }
    var progress: AsyncStream<LinkProgress> { get }

    func exchange(_ request: [UInt8], timeout: Duration?) async throws -> [UInt8]

    /// The device's progress message, if the event is one.
    static func progressMessage(of event: Event) -> [UInt8]?
}

extension ExchangeManager {
    /// Performs an exchange and shows its progress and the device's progress messages.
    ///
    /// - Parameter clock: The time base of the exchange.
    func exchange(
        _ request: [UInt8],
        timeout: Duration?,
        showing options: CommonOptions,
        clock: @escaping @Sendable () -> Duration
    ) async throws -> [UInt8] {
        let display = ExchangeDisplay(options: options, clock: clock)
        let tasks = [
            Task { [progress] in for await update in progress { display.update(update) } },
            Task { [events] in
                for await event in events {
                    guard let message = Self.progressMessage(of: event) else { continue }
                    display.note("device reports: \(message.readable)")
                }
            },
        ]
        let result = await Result { try await exchange(request, timeout: timeout) }
        for task in tasks {
            task.cancel()
            await task.value
        }
        display.finish()
        return try result.get()
    }
}

extension HostLink: ExchangeManager {
    static func progressMessage(of event: LinkEvent) -> [UInt8]? {
        if case .progress(let message) = event { message } else { nil }
    }
}

extension CommunicationManager: ExchangeManager {
    static func progressMessage(of event: CommunicationEvent) -> [UInt8]? {
        if case .progress(let message) = event { message } else { nil }
    }
}

extension [UInt8] {
    /// Whether the bytes are UTF-8 without control characters except tabs and line ends.
    var isText: Bool {
        String(validating: self, as: UTF8.self)?.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x7F || ["\t", "\n", "\r"].contains($0)
        } ?? false
    }

    /// The bytes as text without the last line end if they are text, otherwise in hexadecimal
    /// digits.
    var readable: String {
        guard isText else { return HexText.text(self) }
        let text = String(decoding: self, as: UTF8.self)
        return text.last?.isNewline == true ? String(text.dropLast()) : text
    }
}
