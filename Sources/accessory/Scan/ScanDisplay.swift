internal import Beacons
internal import BluetoothLE

/// What `accessory scan` shows as reports come.
struct ScanDisplay {
    private let browser: BeaconBrowser
    private let order: Scan.Order
    /// Nil: lines or a table, not JSON.
    private var json: ScanJSON?
    private var table: ScanTable

    init(
        _ browser: BeaconBrowser,
        order: Scan.Order,
        sensors: SensorReader,
        options: CommonOptions
    ) {
        self.browser = browser
        self.order = order
        json = options.json ? ScanJSON(sensors: sensors) : nil
        table = ScanTable(isLive: Console.isTerminal && !options.json && !options.quiet)
    }

    /// Shows a batch of reports.
    mutating func receive(_ reports: [AdvertisementReport]) async {
        if table.isLive {
            await browser.process(reports)
        } else {
            let listed = await browser.list(reports)
            if json != nil {
                Console.print(bytes: json!.lines(of: listed))
            } else {
                for case let item? in listed.lazy.map({ $0.isNew ? $0.item : nil }) {
                    Console.print(ScanTable.foundLine(item))
                }
            }
        }
        if table.isDue { table.draw(await items()) }
    }

    /// No more reports come.
    mutating func finish() async {
        if table.isLive {
            table.draw(await items())
        } else if json == nil {
            for line in ScanTable.lines(await items(), width: 80) { Console.print(line) }
        }
    }

    private func items() async -> [PeripheralItem] {
        if order == .rssi { await browser.sortByRSSI() }
        return await browser.peripheralItems
    }
}
