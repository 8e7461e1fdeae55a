internal import FoundationEssentials
internal import Glibc

/// Lines on standard output and standard error.
enum Console {
    /// Prints a result: one line on standard output.
    static func print(_ line: String) {
        if !write(line + "\n", to: STDOUT_FILENO) { OutputLoss.note(errno) }
    }

    /// Prints results: whole lines on standard output.
    static func print(bytes: [UInt8]) {
        if !bytes.isEmpty, !writeAll(bytes.span.bytes, to: STDOUT_FILENO) { OutputLoss.note(errno) }
    }

    /// Prints a result as one JSON object on one line.
    static func print(json value: some JSONWritable) {
        var text = JSONText()
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
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether standard output is a terminal, which has more characters than ASCII.
    static var printsToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        writeAll(Array(text.utf8).span.bytes, to: descriptor)
    }
}
