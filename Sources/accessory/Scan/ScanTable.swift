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
            Columns.fit("ADDRESS", 17) + " " + Columns.fit("NAME", nameWidth) + " RSSI "
            + Columns.right("m", 5)
            + (width >= 100 ? " " + Columns.right("/s", 5) : "")
            + (width >= 120 ? " " + Columns.fit("HISTORY", 16) : "") + " SENDS"
        return ([heading] + items.map { line($0, nameWidth, width) }).map {
            Columns.count($0) > width ? Columns.cut($0, width - 1) + "…" : $0
        }
    }

    private static func line(_ item: PeripheralItem, _ nameWidth: Int, _ width: Int) -> String {
        let rate = item.advertisementRate.map { Columns.right($0.formatted(1), 5) } ?? "    -"
        return Columns.fit(item.id.description, 17) + " "
            + Columns.fit(item.displayedName.printable, nameWidth)
            + " " + Columns.right(item.rssi.map(String.init) ?? "-", 4) + " "
            + Columns.right(distance(item), 5)
            + (width >= 100 ? " " + rate : "")
            + (width >= 120 ? " " + Columns.fit(Columns.sparkline(item.rssiHistory), 16) : "") + " "
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
}
