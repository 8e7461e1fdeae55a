/// An interactive terminal: typed lines and other events in one sequence. Output appears above the
/// line being typed.
final class Shell<Event: Sendable> {
    /// An input of the shell.
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

    /// The prompt before the typed line.
    var prompt = "> "
    private var editor = LineEditor()
    /// The lines that the text before the cursor may become when Tab is pressed.
    var complete: (String) -> [String] {
        get { editor.complete }
        set { editor.complete = newValue }
    }
    private let terminal = Terminal()

    /// Whether input comes from a terminal.
    var isInteractive: Bool { terminal != nil }

    /// Passes inputs to `handle` until it returns false.
    ///
    /// - Throws: Errors of `handle`; `CancellationError` if the task was cancelled.
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
            for input in inputs(of: arrival) where !(try await handle(input)) { return }
            draw()
        }
        throw CancellationError()
    }

    /// Clears the typed line; the next output replaces it.
    func clear() {
        if terminal != nil { Console.draw("\r\u{1B}[K") }
    }

    private func inputs(of arrival: Arrival) -> [Input] {
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
