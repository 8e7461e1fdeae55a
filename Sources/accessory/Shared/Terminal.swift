internal import Glibc

/// The terminal on standard input, which hands over each key as it is pressed; as it was once this is
/// gone. Ctrl-C stays a signal.
final class Terminal {
    private var original = termios()

    /// Nil when standard input or standard error is no terminal.
    init?() {
        guard isatty(STDERR_FILENO) == 1, tcgetattr(STDIN_FILENO, &original) == 0 else {
            return nil
        }
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    }

    deinit { tcsetattr(STDIN_FILENO, TCSADRAIN, &original) }

    /// Columns.
    var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
