/// Lines on standard error that are redrawn in place.
struct LiveScreen {
    private var drawnLines = 0
    private var nextDraw = ContinuousClock.now

    /// Whether to redraw for new data: at most ten times a second.
    var isDue: Bool { ContinuousClock.now >= nextDraw }

    /// Replaces the lines drawn before.
    mutating func draw(_ lines: [String]) {
        let up = drawnLines > 0 ? "\u{1B}[\(drawnLines)A" : ""
        // each line clears the rest of the old line; the last one clears everything below
        Console.draw(up + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
        drawnLines = lines.count
        nextDraw = .now + .milliseconds(100)
    }

    /// The terminal's size, at least 40 columns and 8 rows.
    static var size: (columns: Int, rows: Int) {
        let size = Console.size
        return (max(40, size.columns), max(8, size.rows))
    }

    /// The part of a list that has room, with the selected place in its middle if possible.
    static func visible(_ count: Int, around place: Int?, rows: Int) -> Range<Int> {
        let first = max(0, min((place ?? 0) - rows / 2, count - rows))
        return first..<min(count, first + rows)
    }
}

extension String {
    /// Shows the line in inverse colours, filled to a width.
    mutating func mark(columns: Int) {
        let rest = String(repeating: " ", count: max(0, columns - Columns.count(self)))
        self = "\u{1B}[7m\(self)\(rest)\u{1B}[0m"
    }
}
