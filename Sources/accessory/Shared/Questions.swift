internal import AccessoryConcurrency
internal import Glibc
internal import Synchronization

/// Asks the user at the terminal, one question at a time; each is answered by a line.
final class Questions: Sendable {
    private struct State {
        var isReading = false
        var waiter: CheckedContinuation<String?, Never>?
    }

    private let turn = AsyncLock()
    private let state = Mutex(State())

    private init() {}

    /// Nil unless standard input and standard error are a terminal.
    static let atTerminal =
        isatty(STDIN_FILENO) == 1 && Console.isTerminal ? Questions() : nil

    /// Returns the answer; nil at the end of the input, or if the task is cancelled.
    func ask(_ question: String) async -> String? {
        let answer = try? await turn.withLock {
            Console.draw(question + " ")
            return await nextLine()
        }
        // start further output on a new line
        if answer == nil { Console.note("") }
        return answer
    }

    /// Asks a yes-or-no question.
    func agrees(_ question: String) async -> Bool {
        let answer = await ask(question + " [y/N]")?.lowercased()
        return answer == "y" || answer == "yes"
    }

    private func nextLine() async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // checked under the lock, so a later cancellation finds the waiter
                let begins = state.withLock { state -> Bool? in
                    if Task.isCancelled { return nil }
                    state.waiter = continuation
                    defer { state.isReading = true }
                    return !state.isReading
                }
                guard let begins else { return continuation.resume(returning: nil) }
                if begins { readLine() }
            }
        } onCancel: {
            resume(nil, isRead: false)
        }
    }

    /// Reads a line, or continues the read of a cancelled question for the next one.
    private func readLine() {
        StandardInput.line { [self] in resume($0, isRead: true) }
    }

    private func resume(_ line: String?, isRead: Bool) {
        let waiter = state.withLock { state in
            if isRead { state.isReading = false }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: line)
    }
}
