internal import ArgumentParser
internal import Beacons
internal import BluetoothLE

/// `accessory scan`
struct Scan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "List devices that advertise.",
        discussion: """
            Scans with an adapter, or reads a capture. On a terminal a table is redrawn while reports arrive: address, name, RSSI, \
            estimated distance in metres (~ when only the transmit power is known), and the device's data; wider terminals \
            also show advertisements per second and the last 16 RSSIs. The arrow keys select a device, Enter shows its \
            details, q or Esc returns to the table. The 10 000 devices received last are kept. In a pipe, each new device is one line, and \
            the table follows at the end. --json prints an object, --csv rows, for each report of a listed device.
            """
    )

    /// The kind of devices to list.
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

    /// The order of the list.
    enum Order: String, ExpressibleByArgument, CaseIterable {
        case found, rssi
    }

    /// The primary PHY of advertising; never 2M.
    enum ScannedPHY: String, ExpressibleByArgument, CaseIterable {
        case le1M = "1M"
        case coded

        var phy: PHY { self == .coded ? .coded : .le1M }
    }

    /// Maximum number of known devices of an adapter, some 20 MB; the one received longest ago is
    /// replaced. A capture ends, so it uses the browser's default.
    private static let capacity = 10_000

    /// Reports of a capture that are shown together: their JSON, some 0.5 KiB each, fits a pipe's
    /// 64 KiB.
    private static let captureBatch = 128

    @OptionGroup var adapter: AdapterOptions

    @Option(
        help: ArgumentHelp(
            "Read reports from a capture (as for advert decode) instead of an adapter; - for standard input.",
            valueName: "file"
        ),
        completion: .file()
    )
    var source: String?

    @Flag(help: "Scan passively: request no scan responses.")
    var passive = false

    @Option(
        name: .customLong("phy"),
        help: ArgumentHelp(
            "Physical layer to scan: 1M (default) or coded (long range); may be repeated.",
            valueName: "name"
        )
    )
    var phys: [ScannedPHY] = []

    @Option(help: "Scan for this long, such as 10s; by default until Ctrl-C.")
    var duration: TimeSpan?

    @Option(help: "List all devices, or only beacons, sensors, or modules to configure.")
    var kind = Kind.any

    @Option(name: .customLong("filter-name"), help: "Only devices with this text in their name.")
    var filterName: String?

    @Option(
        name: .customLong("filter-rssi"),
        parsing: .unconditional,
        help: "Only devices with at least this RSSI in dBm."
    )
    var filterRSSI: Int = -127

    @Option(
        name: .customLong("filter-service"),
        help: "Only devices that advertise this service; may be repeated."
    )
    var filterServices: [String] = []

    @Option(help: "Order of the table.")
    var sort = Order.found

    @Option(help: "Remove a device after this long without a report, such as 30s.")
    var forget: TimeSpan?

    @Flag(help: "Replay the capture in real time.")
    var realTime = false

    @Flag(help: "Print comma-separated values: a row for each measurement of each report.")
    var csv = false

    @OptionGroup var sensorOptions: SensorOptions
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard phys.isEmpty || source == nil else {
            throw ValidationError("--phy is for an adapter, not for a capture.")
        }
        guard !csv || !options.json else {
            throw ValidationError("--csv and --json cannot be combined.")
        }
    }

    func run() async throws {
        let services = try filterServices.map { text in
            guard let uuid = BluetoothUUID(text) else {
                throw ValidationError("'\(text)' is not a service UUID.")
            }
            return uuid
        }
        // the table and the JSON decode for themselves, so each has its own counters
        let sensors = try sensorOptions.load()
        let decoder = sensors.withCounters
        // the JSON decodes the data of each report itself
        let isDecoded = !options.json || kind == .sensor
        let browser = BeaconBrowser(
            kind: kind.browserKind,
            filter: BrowserFilter(
                filtersByName: filterName != nil,
                name: filterName ?? "",
                minimumRSSI: filterRSSI
            ),
            options: source == nil
                ? BrowserOptions(capacity: Self.capacity, lifetime: forget?.duration)
                : BrowserOptions(lifetime: forget?.duration),
            sensor: { isDecoded ? decoder.readNew($0, from: $1, name: $2) : nil }
        )
        await browser.clear(services: services)
        let display = ScanDisplay(
            browser,
            order: sort,
            sensors: sensors.withCounters,
            output: csv ? .csv : options.json ? .json : .table,
            isQuiet: options.quiet
        )
        try await display.withKeys(source != "-") {
            if let source {
                try await read(source, display)
            } else {
                try await listen(display)
            }
        }
    }

    /// Shows the devices that an adapter receives.
    private func listen(_ display: ScanDisplay) async throws {
        let central = Central(radio: try await adapter.radio())
        let batches = try await central.scanBatches(
            .all,
            ScanParameters {
                $0.isActive = !passive
                if !phys.isEmpty { $0.phys = Set(phys.map(\.phy)) }
            },
            timeout: duration?.duration
        )
        do {
            for try await batch in batches { await display.receive(batch) }
        } catch CentralError.serviceScanTimeout {
            // the requested duration has passed
        }
        await display.finish()
        try Task.checkCancellation()
    }

    /// Shows the devices in a capture.
    private func read(_ source: String, _ display: ScanDisplay) async throws {
        let bytes = try Captures.read(source)
        guard let capture = try Captures.open(bytes, name: source) else {
            throw Failure(
                .badInput,
                "\(source) is not a capture",
                nextStep: "record one with: btmon -w FILE"
            )
        }
        var pace = Pace()
        var reports = capture.makeIterator()
        var batch: [AdvertisementReport] = []
        while let report = await reports.next(isolation: nil) {
            try Task.checkCancellation()
            if realTime { try await pace.wait(for: report.time) }
            batch.append(report)
            guard realTime || batch.count == Self.captureBatch else { continue }
            await display.receive(batch)
            batch.removeAll(keepingCapacity: true)
        }
        await display.receive(batch)
        await display.finish()
        if reports.isDamaged { throw Captures.damaged(source) }
    }
}

/// Paces a capture by its own timestamps.
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
