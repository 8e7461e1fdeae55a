internal import Glibc

/// The terminal on standard input without line buffering, which delivers each key as it is pressed.
/// The old mode is restored at the end. Ctrl-C remains a signal.
final class Terminal {
    private var original = termios()

    /// Returns nil unless standard input and standard error are terminals.
    init?() {
        guard isatty(STDERR_FILENO) == 1, tcgetattr(STDIN_FILENO, &original) == 0 else {
            return nil
        }
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    }

    deinit { tcsetattr(STDIN_FILENO, TCSADRAIN, &original) }

    /// The width in columns.
    var width: Int { Console.size.columns }
}
