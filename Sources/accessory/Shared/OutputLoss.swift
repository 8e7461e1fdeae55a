internal import Glibc
internal import Synchronization

/// Handles lost standard output: the disk is full, or the program that read it has ended. Cancels
/// the command, which then releases its devices and ends with `failure`.
enum OutputLoss {
    private struct State {
        /// The first `errno`.
        var number: CInt?
        var cancel: (@Sendable () -> Void)?
    }

    private static let state = Mutex(State())

    /// Enables detection of losses: a broken pipe no longer ends the program at once, and a file
    /// opened later cannot take the descriptor of a closed standard stream.
    static func watch() {
        signal(SIGPIPE, SIG_IGN)
        // opened in the wrong direction, so that reads and writes fail as with a closed stream
        let directions = [STDIN_FILENO: O_WRONLY, STDOUT_FILENO: O_RDONLY, STDERR_FILENO: O_RDONLY]
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", directions[descriptor]!)
        }
    }

    /// Calls `cancel` once output is lost.
    static func whenNoted(_ cancel: @escaping @Sendable () -> Void) {
        let isLost = state.withLock { state in
            state.cancel = cancel
            return state.number != nil
        }
        if isLost { cancel() }
    }

    /// Records a failed write to standard output with its `errno`.
    static func note(_ number: CInt) {
        let cancel = state.withLock { state in
            state.number = state.number ?? number
            return state.cancel
        }
        cancel?()
    }

    /// The loss as a failure, if any. For a broken pipe, this raises SIGPIPE, which ends the program
    /// without a message, as is usual in a shell.
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
