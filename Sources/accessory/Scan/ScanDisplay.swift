internal import Beacons
internal import BluetoothLE

/// The output of `accessory scan`.
actor ScanDisplay {
    /// The format of standard output.
    enum Output {
        case table, json, csv
    }

    private let browser: BeaconBrowser
    private let order: Scan.Order
    private let output: Output
    private var json: ScanJSON
    private var table: ScanTable
    private var history = ScanHistory()
    private var keys = ScanKeys()
    /// The device selected with the arrow keys.
    private var selected: BluetoothAddress?
    private var showsDetails = false

    init(
        _ browser: BeaconBrowser,
        order: Scan.Order,
        sensors: SensorReader,
        output: Output,
        isQuiet: Bool
    ) {
        self.browser = browser
        json = ScanJSON(sensors: sensors)
        self.order = order
        self.output = output
        table = ScanTable(isLive: Console.isTerminal && output == .table && !isQuiet)
        if output == .csv { Console.print(ScanCSV.heading) }
    }

    /// Handles keys while `body` delivers reports, if standard input is a terminal and not used
    /// otherwise.
    nonisolated func withKeys(_ isWanted: Bool, _ body: () async throws -> Void) async throws {
        guard isWanted, await table.isLive, let terminal = Terminal() else {
            return try await body()
        }
        let task = Task { for await bytes in StandardInput.bytes() { await self.type(bytes) } }
        defer {
            task.cancel()
            withExtendedLifetime(terminal) {}
        }
        try await body()
    }

    /// Shows a batch of reports.
    func receive(_ reports: [AdvertisementReport]) async {
        if table.isLive {
            await browser.process(reports)
            for address in Set(reports.map(\.address)) {
                guard let item = await browser.item(address) else { continue }
                history.add(item.reading, of: item.id)
            }
            if table.isDue { await draw() }
        } else {
            await show(await browser.list(reports))
        }
    }

    private func show(_ listed: [ListedReport]) async {
        switch output {
        case .json: Console.print(bytes: json.lines(of: listed))
        case .csv:
            for report in listed.map(\.report) {
                guard let item = await browser.item(report.address) else { continue }
                for row in ScanCSV.rows(item, report) { Console.print(row) }
            }
        case .table:
            for case let item? in listed.lazy.map({ $0.isNew ? $0.item : nil }) {
                Console.print(ScanTable.foundLine(item))
            }
        }
    }

    /// Completes the output after the last report.
    func finish() async {
        if table.isLive {
            (showsDetails, selected) = (false, nil)
            await draw()
        } else if output == .table {
            for line in ScanTable.lines(await items(), width: 80) { Console.print(line) }
        }
    }

    private func type(_ bytes: [UInt8]) async {
        let pressed = keys.type(bytes)
        for key in pressed { await press(key) }
        if !pressed.isEmpty { await draw() }
    }

    private func press(_ key: ScanKeys.Key) async {
        switch key {
        case .up: await move(by: -1)
        case .down: await move(by: 1)
        case .enter: showsDetails = selected != nil
        case .back where showsDetails: showsDetails = false
        case .back: selected = nil
        case .letter: break
        }
    }

    private func move(by step: Int) async {
        let items = await items()
        let place = items.firstIndex { $0.id == selected }
        let next = place.map { max(0, min(items.count - 1, $0 + step)) } ?? 0
        selected = items.isEmpty ? nil : items[next].id
    }

    private func draw() async {
        let items = await items()
        history.keep(Set(items.map(\.id)))
        if showsDetails, let item = items.first(where: { $0.id == selected }) {
            table.draw(item, history)
        } else {
            table.draw(items, selected: selected)
        }
    }

    private func items() async -> [PeripheralItem] {
        if order == .rssi { await browser.sortByRSSI() }
        return await browser.peripheralItems
    }
}
