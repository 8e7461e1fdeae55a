/// Shows how far a piece of work is, with rate and time left: a bar that is drawn over on a
/// terminal, a line for each tenth elsewhere (and at most one a second), nothing with `--quiet`.
struct ProgressReport {
    /// What the line begins with.
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
    ///   - total: Of the whole work, 0: not known. Then a terminal sees what is done, without a bar.
    ///   - unit: What is counted; other things than bytes are shown without a rate.
    init(_ label: String, total: Int, unit: String = "bytes", options: CommonOptions) {
        self.label = label
        self.total = total
        self.unit = unit
        isQuiet = options.quiet || options.json
        isTerminal = Console.isTerminal
        interval = isTerminal ? .milliseconds(100) : .seconds(1)
        nextDraw = .now + interval
    }

    /// Tells how much is done after `elapsed`, which is the time of the work itself: on a
    /// virtual cable it runs faster than the clock on the wall.
    mutating func update(_ done: Int, after elapsed: Duration) {
        let isDue = ContinuousClock.now >= nextDraw || (isDrawn && total > 0 && done >= total)
        guard !isQuiet, isDue, total > 0 || isTerminal else { return }
        let line = Self.line(label, done: done, total: total, unit, after: elapsed)
        if isTerminal {
            // the last part clears what a longer line left behind
            let bar = total > 0 ? Self.bar(done: done, total: total) + " " : ""
            Console.draw("\r" + bar + line + "\u{1B}[K")
            isDrawn = true
        } else {
            let tenth = done * 10 / total
            guard tenth > shownTenth else { return }
            shownTenth = tenth
            Console.note(line)
        }
        nextDraw = .now + interval
    }

    /// Takes the line that was drawn over away, for a line of another kind.
    func clear() {
        if isDrawn { Console.draw("\r\u{1B}[K") }
    }

    /// Ends the line that was drawn over.
    mutating func finish() {
        guard isDrawn else { return }
        Console.draw("\n")
        isDrawn = false
    }

    /// "exchange 40 %, 26214 of 65536 bytes, 421 B/s, 1:34 left"; "convert, 26214 bytes, 421 B/s"
    static func line(
        _ label: String,
        done: Int,
        total: Int,
        _ unit: String = "bytes",
        after elapsed: Duration
    ) -> String {
        // what was measured before may have become more
        let total = total > 0 ? max(total, done) : 0
        var parts =
            total > 0
            ? ["\(label) \(done * 100 / total) %", "\(done) of \(total) \(unit)"]
            : [label, "\(done) \(unit)"]
        let seconds = elapsed / .seconds(1)
        guard seconds > 0, done > 0 else { return parts.joined(separator: ", ") }
        let rate = Double(done) / seconds
        if unit == "bytes" { parts.append("\(Int(rate.rounded())) B/s") }
        if total > 0 {
            parts.append(clock(Int((Double(total - done) / rate).rounded(.up))) + " left")
        }
        return parts.joined(separator: ", ")
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
