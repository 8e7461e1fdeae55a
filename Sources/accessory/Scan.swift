internal import ArgumentParser
internal import Beacons
internal import BluetoothLE

/// `accessory scan`
struct Scan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the devices that advertise.",
        discussion: """
            On a terminal a table is drawn over while reports come: name, kind, signal strength, \
            advertisements a second, estimated distance in metres (~ when only the transmit power \
            is known), and the last 16 strengths. Elsewhere each device is a line when it is found, and the table comes at the end. With --json each \
            report of a listed device is an object.
            """
    )

    /// What to list.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case any, beacon, sensor, setting

        var browserKind: BrowserKind {
            switch self {
            case .any: .any
            case .beacon: .beacon
            case .sensor: .sensor
            case .setting: .setting
            }
        }
    }

    /// How to order.
    enum Order: String, ExpressibleByArgument, CaseIterable {
        case found, rssi
    }

    @Option(
        help: "A capture to take the reports from: btsnoop, pcap or pcapng; - for standard input."
    )
    var source: String

    @Option(help: "List any device, or those with a beacon, a sensor, or a module to set up.")
    var kind = Kind.any

    @Option(name: .customLong("filter-name"), help: "Only devices whose name contains this.")
    var filterName: String?

    @Option(
        name: .customLong("filter-rssi"),
        parsing: .unconditional,
        help: "Only devices at least this strong, dBm."
    )
    var filterRSSI: Int = -127

    @Option(
        name: .customLong("filter-service"),
        help: "Only devices that advertise this service; may be repeated."
    )
    var filterServices: [String] = []

    @Option(help: "Order of the table.")
    var sort = Order.found

    @Option(help: "Forget a device that is silent for this long, such as 30s.")
    var forget: TimeSpan?

    @Flag(help: "Take as long as the capture took.")
    var realTime = false

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let services = try filterServices.map { text in
            guard let uuid = BluetoothUUID(text) else {
                throw ValidationError("'\(text)' is no service UUID.")
            }
            return uuid
        }
        let bytes = try InputFile(source).readAll(limit: Captures.limit)
        guard let capture = try Captures.open(bytes, name: source) else {
            throw Failure(
                .badInput,
                "\(source) is no capture",
                nextStep: "make one with: btmon -w FILE"
            )
        }
        let browser = BeaconBrowser(
            kind: kind.browserKind,
            filter: BrowserFilter(
                filtersByName: filterName != nil,
                name: filterName ?? "",
                minimumRSSI: filterRSSI
            ),
            options: BrowserOptions(lifetime: forget?.duration)
        )
        await browser.clear(services: services)
        try await show(capture, in: browser)
    }

    private func show(_ capture: Capture, in browser: BeaconBrowser) async throws {
        var table = ScanTable(isLive: Console.isTerminal && !options.json && !options.quiet)
        var pace = Pace()
        var listed = 0
        var reports = capture.makeIterator()
        while let report = await reports.next(isolation: nil) {
            try Task.checkCancellation()
            if realTime { try await pace.wait(for: report.time) }
            await browser.process(report)
            let count = await browser.count
            if options.json {
                try await printJSON(report, browser)
            } else if !table.isLive, count > listed, let item = await browser.item(report.address) {
                Console.print(ScanTable.foundLine(item))
            }
            listed = count
            if table.isDue { table.draw(try await items(browser)) }
        }
        if table.isLive { table.draw(try await items(browser)) }
        if !options.json && !table.isLive {
            for line in ScanTable.lines(try await items(browser), width: 80) { Console.print(line) }
        }
        if reports.isDamaged { throw Captures.damaged(source) }
    }

    private func items(_ browser: BeaconBrowser) async throws -> [PeripheralItem] {
        if sort == .rssi { await browser.sortByRSSI() }
        return await browser.peripheralItems
    }

    private func printJSON(_ report: AdvertisementReport, _ browser: BeaconBrowser) async throws {
        guard let item = await browser.item(report.address) else { return }
        try Console.print(json: ScanRecord(item, report))
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

    init(_ item: PeripheralItem, _ report: AdvertisementReport) {
        name = item.displayedName
        smoothedRSSI = item.smoothedRSSI
        advertisementRate = item.advertisementRate
        distance = item.distance()
        distanceBasis = distance.flatMap { _ in item.powerBasis?.rawValue }
        connectable = item.isConnectable
        reports = item.reportCount
        beacons = item.beacons.map(BeaconRecord.init)
        advertisement = AdvertRecord(report.advertisement, report)
    }
}

/// Holds a capture to its own times.
private struct Pace {
    private var start: (clock: ContinuousClock.Instant, time: Duration)?

    mutating func wait(for time: Duration) async throws {
        guard let start else {
            start = (.now, time)
            return
        }
        try await Task.sleep(until: start.clock + (time - start.time), clock: .continuous)
    }
}
