internal import Glibc
internal import Synchronization

/// Standard output that takes no more: its disk is full, or the program that read it has ended. The command is then
/// cancelled, so that it releases its devices, and ends as `end` says.
enum OutputLoss {
    private struct State {
        /// The first `errno`.
        var number: CInt?
        var cancel: (@Sendable () -> Void)?
    }

    private static let state = Mutex(State())

    /// Makes losses known: a broken pipe no longer ends the program at once, and a standard stream that was closed is
    /// not taken for a file that is opened later.
    static func watch() {
        signal(SIGPIPE, SIG_IGN)
        // of the wrong direction, so that reading and writing them fail as before
        let directions = [STDIN_FILENO: O_WRONLY, STDOUT_FILENO: O_RDONLY, STDERR_FILENO: O_RDONLY]
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", directions[descriptor]!)
        }
    }

    /// Calls `cancel` once something is lost.
    static func whenNoted(_ cancel: @escaping @Sendable () -> Void) {
        let isLost = state.withLock { state in
            state.cancel = cancel
            return state.number != nil
        }
        if isLost { cancel() }
    }

    /// Standard output was not written, by this `errno`.
    static func note(_ number: CInt) {
        let cancel = state.withLock { state in
            state.number = state.number ?? number
            return state.cancel
        }
        cancel?()
    }

    /// What was lost, if anything. A broken pipe ends the program here, as it ends others: by its signal, without a word.
    static var failure: Failure? {
        guard let number = state.withLock({ $0.number }) else { return nil }
        if number == EPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        errno = number
        return Failure.writing("standard output")
    }
}
