internal import AccessoryBase
internal import FoundationEssentials
internal import Glibc

/// Lines on standard output and standard error.
enum Console {
    /// Takes the output in place of the standard streams; for tests, which run commands in their own process.
    struct Receiver: Sendable {
        /// Whether it is a terminal, of 80 columns and 24 rows.
        var isTerminal = false
        let take: @Sendable (_ bytes: [UInt8], _ descriptor: CInt) -> Void
    }

    @TaskLocal static var receiver: Receiver?

    /// Prints a result: one line on standard output.
    static func print(_ line: String) {
        if !write(line + "\n", to: STDOUT_FILENO) { OutputLoss.note(errno) }
    }

    /// Prints results: whole lines on standard output.
    static func print(bytes: [UInt8]) {
        if !bytes.isEmpty, !write(bytes, to: STDOUT_FILENO) { OutputLoss.note(errno) }
    }

    /// Prints a result as one JSON object on one line.
    static func print(json value: some JSONWritable) {
        var text = JSONWriter(isExact: true)
        value.write(&text)
        text.endLine()
        print(bytes: text.bytes)
    }

    /// Prints a message to the user: one line on standard error.
    static func note(_ line: String) {
        write(line + "\n", to: STDERR_FILENO)
    }

    /// Prints part of a line on standard error.
    static func draw(_ text: String) {
        write(text, to: STDERR_FILENO)
    }

    /// Prints a result as one JSON object on one line, on standard error if standard output carries
    /// the command's data.
    static func print(json value: some Encodable, dataOnOutput: Bool = false) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = String(decoding: try encoder.encode(value), as: UTF8.self)
        dataOnOutput ? note(line) : print(line)
    }

    /// Whether standard error is a terminal, on which a line can be redrawn.
    static var isTerminal: Bool { receiver?.isTerminal ?? (isatty(STDERR_FILENO) == 1) }

    /// Whether standard output is a terminal, which has more characters than ASCII.
    static var printsToTerminal: Bool { receiver?.isTerminal ?? (isatty(STDOUT_FILENO) == 1) }

    /// The size of the terminal on standard error.
    static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard receiver == nil, ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    @discardableResult
    private static func write(_ text: String, to descriptor: CInt) -> Bool {
        write(Array(FileName.printable(text).utf8), to: descriptor)
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        guard let receiver else { return writeAll(bytes.span.bytes, to: descriptor) }
        receiver.take(bytes, descriptor)
        return true
    }
}
