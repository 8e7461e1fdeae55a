internal import Beacons
internal import BluetoothLE

/// The table of devices, redrawn in place on a terminal.
struct ScanTable {
    let isLive: Bool
    private var screen = LiveScreen()

    init(isLive: Bool) {
        self.isLive = isLive
    }

    /// Whether to redraw now.
    var isDue: Bool { isLive && screen.isDue }

    /// Redraws the devices in place; the selected one is marked and visible.
    mutating func draw(_ items: [PeripheralItem], selected: BluetoothAddress? = nil) {
        screen.draw(Self.screen(items, selected: selected, LiveScreen.size))
    }

    /// The lines of the table on a terminal of this size.
    static func screen(
        _ items: [PeripheralItem],
        selected: BluetoothAddress?,
        _ size: (columns: Int, rows: Int)
    ) -> [String] {
        let place = selected.flatMap { address in items.firstIndex { $0.id == address } }
        let shown = LiveScreen.visible(items.count, around: place, rows: size.rows - 3)
        var lines = lines(Array(items[shown]), width: size.columns)
        if let place {
            lines[place - shown.lowerBound + 1].mark(columns: size.columns - 1)
        }
        let hidden = items.count - shown.count
        return lines + (hidden > 0 ? ["… and \(hidden) more"] : [])
    }

    /// Redraws one device in place.
    mutating func draw(_ item: PeripheralItem, _ history: ScanHistory) {
        let size = LiveScreen.size
        let lines = ScanDetails.lines(item, history, width: size.columns - 1)
        screen.draw(Array(lines.prefix(size.rows - 2)))
    }

    /// A heading and a line for each device, at most `width` columns (at least 40): address, name,
    /// RSSI; from 100 columns on the rate, from 120 on the last RSSI values; then the summary of
    /// the device's data.
    static func lines(_ items: [PeripheralItem], width: Int) -> [String] {
        let nameWidth = max(6, min(24, width / 6))
        let heading =
            fit("ADDRESS", 17) + " " + fit("NAME", nameWidth) + " RSSI " + right("m", 5)
            + (width >= 100 ? " " + right("/s", 5) : "")
            + (width >= 120 ? " " + fit("HISTORY", 16) : "") + " SENDS"
        return ([heading] + items.map { line($0, nameWidth, width) }).map {
            columns($0) > width ? cut($0, width - 1) + "…" : $0
        }
    }

    private static func line(_ item: PeripheralItem, _ nameWidth: Int, _ width: Int) -> String {
        let rate = item.advertisementRate.map { right($0.formatted(1), 5) } ?? "    -"
        return fit(item.id.description, 17) + " " + fit(item.displayedName.printable, nameWidth)
            + " " + right(item.rssi.map(String.init) ?? "-", 4) + " " + right(distance(item), 5)
            + (width >= 100 ? " " + rate : "")
            + (width >= 120 ? " " + fit(sparkline(item.rssiHistory), 16) : "") + " "
            + ScanSummary.text(item)
    }

    /// Metres, with a tilde if estimated from the transmit power.
    private static func distance(_ item: PeripheralItem) -> String {
        guard let metres = item.distance() else { return "-" }
        return (item.powerBasis == .txPower ? "~" : "") + metres.formatted(metres < 10 ? 1 : 0)
    }

    /// The line of a newly discovered device.
    static func foundLine(_ item: PeripheralItem) -> String {
        let name = item.displayedName.isEmpty ? [] : ["\"\(item.displayedName)\""]
        let parts = [
            item.id.description, item.rssi.map { "\($0) dBm" } ?? "no RSSI",
            ScanSummary.text(item),
        ]
        return (parts + name).joined(separator: "  ").printable
    }

    /// A sparkline with one of eight heights for each value, -100 to -40 dBm.
    static func sparkline(_ values: [Int]) -> String {
        let heights = Array("▁▂▃▄▅▆▇█")
        return String(values.map { heights[max(0, min(7, ($0 + 100) * 8 / 60))] })
    }

    /// A sparkline with one of eight heights for each value, from minimum to maximum.
    static func sparkline(_ values: [Double]) -> String {
        guard values.count > 1, let least = values.min(), let most = values.max() else { return "" }
        let heights = Array("▁▂▃▄▅▆▇█")
        let span = most - least
        return String(
            values.map { heights[span > 0 ? Int((($0 - least) / span * 7).rounded()) : 3] }
        )
    }

    static func fit(_ text: String, _ width: Int) -> String {
        let shown = columns(text) > width ? cut(text, width - 1) + "…" : text
        return shown + String(repeating: " ", count: max(0, width - columns(shown)))
    }

    /// The beginning of a text, limited to a number of columns.
    static func cut(_ text: String, _ width: Int) -> String {
        var left = width
        return String(
            text.prefix {
                left -= columns($0)
                return left >= 0
            }
        )
    }

    /// Splits a text into lines of at most `width` columns (at least 2), at spaces if possible.
    static func wrap(_ text: String, _ width: Int) -> [String] {
        let width = max(2, width)
        var (lines, rest) = ([String](), Substring(text))
        while columns(String(rest)) > width {
            let piece = cut(String(rest), width)
            let line = piece.lastIndex(of: " ").map { piece[...$0] } ?? piece[...]
            lines.append(String(line))
            rest = rest.dropFirst(line.count)
        }
        return lines + [String(rest)]
    }

    /// The number of terminal columns of a text.
    static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

    /// East Asian wide characters (Unicode Annex 11) and emoji take two.
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
}
