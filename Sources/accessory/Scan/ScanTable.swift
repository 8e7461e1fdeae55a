internal import Beacons
internal import BluetoothLE
internal import Glibc

/// The table of devices, drawn over on a terminal.
struct ScanTable {
    let isLive: Bool
    private var drawnLines = 0
    private var nextDraw = ContinuousClock.now

    init(isLive: Bool) {
        self.isLive = isLive
    }

    /// Whether it is time to draw: ten times a second at most.
    var isDue: Bool { isLive && ContinuousClock.now >= nextDraw }

    /// Draws over what was drawn before.
    mutating func draw(_ items: [PeripheralItem]) {
        let size = Self.terminalSize()
        let lines = Self.lines(Array(items.prefix(size.rows - 3)), width: size.columns)
        let hidden = items.count - (lines.count - 1)
        let all = lines + (hidden > 0 ? ["… and \(hidden) more"] : [])
        let up = drawnLines > 0 ? "\u{1B}[\(drawnLines)A" : ""
        // each line clears what a longer one left; the last clears what is below
        Console.draw(up + all.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
        drawnLines = all.count
        nextDraw = .now + .milliseconds(100)
    }

    /// A heading and a line for each device, none wider than `width` (at least 40).
    static func lines(_ items: [PeripheralItem], width: Int) -> [String] {
        let nameWidth = max(17, min(40, width - 60))
        let heading =
            fit("NAME", nameWidth) + " " + fit("KIND", 15) + " " + fit("RSSI", 4) + " "
            + fit("", 6) + " " + right("/s", 5) + " " + right("m", 6) + " HISTORY"
        return ([heading] + items.map { line($0, nameWidth) }).map { cut($0, width) }
    }

    private static func line(_ item: PeripheralItem, _ nameWidth: Int) -> String {
        let rate = item.advertisementRate.map { right($0.formatted(1), 5) } ?? "    -"
        return fit(title(item), nameWidth) + " " + fit(kindName(item), 15) + " "
            + right(item.rssi.map(String.init) ?? "-", 4) + " " + bar(item.rssi, 6) + " " + rate
            + " " + right(distance(item), 6) + " " + sparkline(item.rssiHistory)
    }

    /// Metres; with a tilde when they rest on the transmit power alone.
    private static func distance(_ item: PeripheralItem) -> String {
        guard let metres = item.distance() else { return "-" }
        return (item.powerBasis == .txPower ? "~" : "") + metres.formatted(metres < 10 ? 1 : 0)
    }

    /// The line of a device that was just found.
    static func foundLine(_ item: PeripheralItem) -> String {
        let name = item.displayedName.isEmpty ? [] : ["\"\(item.displayedName)\""]
        let values = item.reading?.measurements.prefix(4).map(\.description) ?? []
        let parts = [
            item.id.description, item.rssi.map { "\($0) dBm" } ?? "no RSSI", kindName(item),
        ]
        return (parts + name + values).joined(separator: "  ").printable
    }

    private static func title(_ item: PeripheralItem) -> String {
        item.displayedName.isEmpty ? item.id.description : item.displayedName.printable
    }

    private static func kindName(_ item: PeripheralItem) -> String {
        if let model = item.reading?.model { return model.title }
        let names = [item.advertisement, item.scanResponse].compactMap { $0?.kindName }
        return names.first { $0 != "none" } ?? "-"
    }

    /// From -100 to -40 dBm.
    static func bar(_ rssi: Int?, _ width: Int) -> String {
        let full = max(0, min(width, ((rssi ?? -100) + 100) * width / 60))
        return String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
    }

    /// One of eight heights for each value, -100 to -40 dBm.
    static func sparkline(_ values: [Int]) -> String {
        let heights = Array("▁▂▃▄▅▆▇█")
        return String(values.map { heights[max(0, min(7, ($0 + 100) * 8 / 60))] })
    }

    private static func fit(_ text: String, _ width: Int) -> String {
        let shown = columns(text) > width ? cut(text, width - 1) + "…" : text
        return shown + String(repeating: " ", count: max(0, width - columns(shown)))
    }

    /// The beginning of a text that takes at most so many columns.
    private static func cut(_ text: String, _ width: Int) -> String {
        var left = width
        return String(
            text.prefix {
                left -= columns($0)
                return left >= 0
            }
        )
    }

    /// Columns that a terminal gives a text.
    static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

    /// East Asian wide characters (Unicode Annex 11) and pictures take two.
    private static func columns(_ character: Character) -> Int {
        let wide: [ClosedRange<UInt32>] = [
            0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F000...0x1FAFF, 0x20000...0x3FFFD,
        ]
        return character.unicodeScalars.contains { scalar in
            scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation
                || wide.contains { $0.contains(scalar.value) }
        } ? 2 : 1
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func terminalSize() -> (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return (80, 24)
        }
        return (max(40, Int(size.ws_col)), max(8, Int(size.ws_row)))
    }
}
