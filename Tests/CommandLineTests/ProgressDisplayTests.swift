import Testing

@testable import accessory

/// The display of progress on a terminal and elsewhere.
@Suite struct ProgressDisplayTests {
    private static let start = ContinuousClock.now

    /// Updates: the amount, and the time in milliseconds.
    private func shown(
        _ updates: [(Int, Int)],
        of total: Int = 100,
        isTerminal: Bool,
        _ arguments: [String] = [],
        end: (inout ProgressReport) -> Void = { _ in }
    ) throws -> String {
        let options = try CommonOptions.parse(arguments)
        return LocalTool.errors(isTerminal: isTerminal) {
            var report = ProgressReport("a", total: total, options: options, at: Self.start)
            for (done, time) in updates {
                let now = Self.start + .milliseconds(time)
                report.update(done, after: .seconds(1), at: now)
            }
            end(&report)
        }
    }

    private func bar(_ done: Int, _ rest: String = "") -> String {
        let line = ProgressReport.line("a", done: done, total: 100, after: .seconds(1))
        return "\r" + ProgressReport.bar(done: done, total: 100) + " " + line + "\u{1B}[K"
    }

    /// At most ten times a second; the end is always drawn.
    @Test func aTerminalRedrawsABar() throws {
        let updates = [
            (10, 99), (20, 100), (30, 199), (40, 200), (50, 299), (100, 299), (100, 300),
        ]
        #expect(
            try shown(updates, isTerminal: true) == bar(20) + bar(40) + bar(100) + bar(100)
        )
        // nothing was drawn before, so the end is not either
        #expect(try shown([(100, 99)], isTerminal: true) == "")
        #expect(try shown([(20, 100)], isTerminal: true) { $0.finish() } == bar(20) + "\n")
        #expect(
            try shown([(20, 100)], isTerminal: true) {
                $0.finish()
                $0.finish()
            } == bar(20) + "\n"
        )
        #expect(try shown([(20, 100)], isTerminal: true) { $0.clear() } == bar(20) + "\r\u{1B}[K")
        #expect(
            try shown([(20, 99)], isTerminal: true) {
                $0.clear()
                $0.finish()
            } == ""
        )
    }

    @Test func anUnknownTotalHasNoBar() throws {
        let text = "\ra, 20 bytes, 20 B/s\u{1B}[K"
        #expect(try shown([(20, 100)], of: 0, isTerminal: true) == text)
        #expect(try shown([(20, 1000)], of: 0, isTerminal: false) == "")
    }

    /// A line for each tenth, at most one per second.
    @Test func elsewhereTenthsAreLines() throws {
        func line(_ done: Int) -> String {
            ProgressReport.line("a", done: done, total: 100, after: .seconds(1)) + "\n"
        }
        let updates = [
            (50, 999), (9, 1000), (10, 1001), (30, 2000), (39, 2001), (39, 3100), (40, 3101),
            (100, 3102), (100, 4101),
        ]
        #expect(
            try shown(updates, isTerminal: false) { $0.finish() }
                == line(10) + line(39) + line(40) + line(100)
        )
    }

    @Test func quietAndJSONShowNothing() throws {
        for option in ["--quiet", "--json"] {
            for isTerminal in [true, false] {
                let updates = [(20, 5000), (100, 9000)]
                #expect(
                    try shown(updates, isTerminal: isTerminal, [option]) { $0.finish() } == ""
                )
            }
        }
    }

    /// Nothing is wrapped, at any width; what matters most stays longest.
    @Test func theLineFitsATerminalOfAnyWidth() {
        for label in ["exchange", "update a-device-with-a-long-name", "日本 update"] {
            for total in [0, 65_536, 1_000_000_000] {
                for width in 1...200 {
                    let line = ProgressReport.line(
                        label,
                        done: total / 3 + 7,
                        total: total,
                        after: .seconds(64),
                        width: width
                    )
                    #expect(Columns.count(line) <= width, "\(width): \(line)")
                    #expect(width < 120 || line.hasSuffix(total > 0 ? " left" : " B/s"))
                }
            }
        }
        func line(_ width: Int) -> String {
            ProgressReport.line(
                "exchange",
                done: 26_214,
                total: 65_536,
                after: .seconds(62),
                width: width
            )
        }
        let parts = ["exchange 39 %", "26214 of 65536 bytes", "423 B/s", "1:34 left"]
        #expect(
            line(79) == ProgressReport.bar(done: 26_214, total: 65_536) + " "
                + parts.joined(separator: ", ")
        )
        #expect(line(60) == parts.joined(separator: ", "))
        #expect(line(50) == parts[..<3].joined(separator: ", "))
        #expect(line(40) == parts[..<2].joined(separator: ", "))
        #expect(line(20) == parts[0] && line(10) == "exchange 3")
    }
}
