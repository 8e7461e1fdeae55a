/// A conversation at a terminal: the lines that are typed, and what happens meanwhile, in one order.
/// What is printed appears above the line that is being typed.
final class Shell<Event: Sendable> {
    /// What comes next.
    enum Input: Sendable {
        case line(String)
        /// Standard input has ended, or Ctrl-D was pressed.
        case end
        case event(Event)
    }

    private enum Arrival: Sendable {
        case keys([UInt8])
        case end
        case event(Event)
    }

    /// What stands before the line that is typed.
    var prompt = "> "
    private var editor = LineEditor()
    private let terminal = Terminal()

    /// Whether a person types.
    var isInteractive: Bool { terminal != nil }

    /// Hands over what comes until `handle` returns false.
    ///
    /// - Throws: What `handle` throws; `CancellationError` when the task was cancelled.
    func converse(
        _ events: AsyncStream<Event>,
        _ handle: (Input) async throws -> Bool
    ) async throws {
        let (arrivals, entry) = AsyncStream.makeStream(of: Arrival.self)
        let sources = [
            Task { for await event in events { entry.yield(.event(event)) } },
            Task {
                for await keys in StandardInput.bytes() { entry.yield(.keys(keys)) }
                entry.yield(.end)
            },
        ]
        defer {
            for source in sources { source.cancel() }
            clear()
        }
        draw()
        for await arrival in arrivals {
            for input in take(arrival) where !(try await handle(input)) { return }
            draw()
        }
        throw CancellationError()
    }

    /// Clears the line that is typed; what is printed now takes its place.
    func clear() {
        if terminal != nil { Console.draw("\r\u{1B}[K") }
    }

    private func take(_ arrival: Arrival) -> [Input] {
        switch arrival {
        case .event(let event):
            clear()
            return [.event(event)]
        case .keys(let keys): return keys.compactMap(press)
        case .end:
            let rest = String(editor.text)
            return rest.isEmpty ? [.end] : [.line(rest), .end]
        }
    }

    private func press(_ key: UInt8) -> Input? {
        switch editor.type(key) {
        case .redraw:
            draw()
            return nil
        case .line(let line):
            if terminal != nil { Console.draw("\n") }
            return .line(line)
        case .end: return .end
        case nil: return nil
        }
    }

    private func draw() {
        guard let terminal else { return }
        Console.draw(editor.drawing(prompt: prompt, width: terminal.width))
    }
}
