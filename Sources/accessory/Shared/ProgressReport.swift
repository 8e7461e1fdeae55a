/// Shows the progress of an operation with rate and remaining time: on a terminal a bar that is
/// redrawn, elsewhere a line for each tenth (at most one per second), nothing with `--quiet`.
struct ProgressReport {
    /// The start of the line.
    var label: String
    private let total: Int
    private let unit: String
    private let isTerminal: Bool
    private let isQuiet: Bool
    private var shownTenth = 0
    private let interval: Duration
    private var nextDraw: ContinuousClock.Instant
    private var isDrawn = false

    /// - Parameters:
    ///   - total: The total amount, 0 if unknown; a terminal then shows the amount without a bar.
    ///   - unit: The unit of the amount; only bytes are shown with a rate.
    init(
        _ label: String,
        total: Int,
        unit: String = "bytes",
        options: CommonOptions,
        at now: ContinuousClock.Instant = .now
    ) {
        self.label = label
        self.total = total
        self.unit = unit
        isQuiet = options.quiet || options.json
        isTerminal = Console.isTerminal
        interval = isTerminal ? .milliseconds(100) : .seconds(1)
        nextDraw = now + interval
    }

    /// Reports the amount done after `elapsed`. This is the operation's own time, which runs faster
    /// than real time on a virtual cable.
    mutating func update(
        _ done: Int,
        after elapsed: Duration,
        at now: ContinuousClock.Instant = .now
    ) {
        let isDue = now >= nextDraw || (isDrawn && total > 0 && done >= total)
        guard !isQuiet, isDue, total > 0 || isTerminal else { return }
        // a cursor behind the last column would be in the next row
        let width = isTerminal ? Console.size.columns - 1 : nil
        let line = Self.line(label, done: done, total: total, unit, after: elapsed, width: width)
        if isTerminal {
            // the last part clears the rest of a longer line
            Console.draw("\r" + line + "\u{1B}[K")
            isDrawn = true
        } else {
            let tenth = done * 10 / total
            guard tenth > shownTenth else { return }
            shownTenth = tenth
            Console.note(line)
        }
        nextDraw = now + interval
    }

    /// Clears the redrawn line for other output.
    func clear() {
        if isDrawn { Console.draw("\r\u{1B}[K") }
    }

    /// Ends the redrawn line.
    mutating func finish() {
        guard isDrawn else { return }
        Console.draw("\n")
        isDrawn = false
    }

    /// "exchange 40 %, 26214 of 65536 bytes, 421 B/s, 1:34 left"; "convert, 26214 bytes, 421 B/s"
    ///
    /// - Parameter width: The columns of a terminal, which gets a bar in front. A line that is longer has no bar, then not
    ///   the last parts, and is cut.
    static func line(
        _ label: String,
        done: Int,
        total: Int,
        _ unit: String = "bytes",
        after elapsed: Duration,
        width: Int? = nil
    ) -> String {
        var parts = parts(label, done: done, total: total, unit, after: elapsed)
        var line: String { parts.joined(separator: ", ") }
        guard let width else { return line }
        let bar = total > 0 ? bar(done: done, total: total) + " " : ""
        if Columns.count(bar + line) <= width { return bar + line }
        while Columns.count(line) > width, parts.count > 1 { parts.removeLast() }
        return Columns.cut(line, width)
    }

    private static func parts(
        _ label: String,
        done: Int,
        total: Int,
        _ unit: String,
        after elapsed: Duration
    ) -> [String] {
        // the amount may exceed the total measured before
        let total = total > 0 ? max(total, done) : 0
        var parts =
            total > 0
            ? ["\(label) \(done * 100 / total) %", "\(done) of \(total) \(unit)"]
            : [label, "\(done) \(unit)"]
        let seconds = elapsed / .seconds(1)
        guard seconds > 0, done > 0 else { return parts }
        let rate = Double(done) / seconds
        if unit == "bytes" { parts.append("\(Int(rate.rounded())) B/s") }
        if total > 0 {
            parts.append(clock(Int((Double(total - done) / rate).rounded(.up))) + " left")
        }
        return parts
    }

    /// "[########------------]"
    static func bar(done: Int, total: Int, width: Int = 20) -> String {
        let full = min(width, done * width / total)
        return "[" + String(repeating: "#", count: full)
            + String(repeating: "-", count: width - full) + "]"
    }

    /// "0:07", "12:30", "1:00:00"
    static func clock(_ seconds: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return seconds < 3600
            ? "\(seconds / 60):\(two(seconds % 60))"
            : "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}
