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
    ///   - total: Of the whole work.
    ///   - unit: What is counted; other things than bytes are shown without a rate.
    init(_ label: String, total: Int, unit: String = "bytes", options: CommonOptions) {
        self.label = label
        self.total = max(total, 1)
        self.unit = unit
        isQuiet = options.quiet || options.json
        isTerminal = Console.isTerminal
        interval = isTerminal ? .milliseconds(100) : .seconds(1)
        nextDraw = .now + interval
    }

    /// Tells how much is done after `elapsed`, which is the time of the work itself: on a
    /// virtual cable it runs faster than the clock on the wall.
    mutating func update(_ done: Int, after elapsed: Duration) {
        guard !isQuiet, ContinuousClock.now >= nextDraw || (isDrawn && done >= total) else {
            return
        }
        let line = Self.line(label, done: done, total: total, unit, after: elapsed)
        if isTerminal {
            // the last part clears what a longer line left behind
            Console.draw("\r" + Self.bar(done: done, total: total) + " " + line + "\u{1B}[K")
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

    /// "exchange 40 %, 26214 of 65536 bytes, 421 B/s, 1:34 left"
    static func line(
        _ label: String,
        done: Int,
        total: Int,
        _ unit: String = "bytes",
        after elapsed: Duration
    ) -> String {
        let parts = ["\(label) \(done * 100 / total) %", "\(done) of \(total) \(unit)"]
        let seconds = elapsed / .seconds(1)
        guard seconds > 0, done > 0 else { return parts.joined(separator: ", ") }
        let rate = Double(done) / seconds
        let left = Int((Double(total - done) / rate).rounded(.up))
        let speed = unit == "bytes" ? ["\(Int(rate.rounded())) B/s"] : []
        return (parts + speed + [clock(left) + " left"]).joined(separator: ", ")
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
