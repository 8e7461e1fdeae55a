internal import Beacons
internal import BluetoothLE

/// What `accessory scan` shows as reports come.
struct ScanDisplay {
    private let browser: BeaconBrowser
    private let order: Scan.Order
    private let sensors: SensorReader
    private let printsJSON: Bool
    private var table: ScanTable

    init(
        _ browser: BeaconBrowser,
        order: Scan.Order,
        sensors: SensorReader,
        options: CommonOptions
    ) {
        self.browser = browser
        self.sensors = sensors
        self.order = order
        printsJSON = options.json
        table = ScanTable(isLive: Console.isTerminal && !options.json && !options.quiet)
    }

    mutating func hear(_ report: AdvertisementReport) async throws {
        let isKnown = await browser.item(report.address) != nil
        await browser.process(report)
        if !table.isLive, let item = await browser.item(report.address) {
            if printsJSON {
                try Console.print(json: ScanRecord(item, report, sensors))
            } else if !isKnown {
                Console.print(ScanTable.foundLine(item))
            }
        }
        if table.isDue { table.draw(await items()) }
    }

    /// No more reports come.
    mutating func finish() async {
        if table.isLive {
            table.draw(await items())
        } else if !printsJSON {
            for line in ScanTable.lines(await items(), width: 80) { Console.print(line) }
        }
    }

    private func items() async -> [PeripheralItem] {
        if order == .rssi { await browser.sortByRSSI() }
        return await browser.peripheralItems
    }
}

/// One report of a listed device.
private struct ScanRecord: Encodable {
    let name: String
    let smoothedRSSI: Double?
    let advertisementRate: Double?
    /// Metres, estimated.
    let distance: Double?
    let distanceBasis: String?
    let connectable: Bool
    let reports: Int
    let beacons: [BeaconRecord]
    let advertisement: AdvertRecord

    init(_ item: PeripheralItem, _ report: AdvertisementReport, _ sensors: SensorReader) {
        name = item.displayedName
        smoothedRSSI = item.smoothedRSSI
        advertisementRate = item.advertisementRate
        distance = item.distance()
        distanceBasis = distance.flatMap { _ in item.powerBasis?.rawValue }
        connectable = item.isConnectable
        reports = item.reportCount
        beacons = item.beacons.map(BeaconRecord.init)
        advertisement = AdvertRecord(
            report.advertisement,
            report,
            name: item.advertisingName,
            sensors: sensors
        )
    }
}
