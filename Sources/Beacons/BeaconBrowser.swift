public import BluetoothLE
public import FoundationEssentials

/// Lists the devices around, from any source of advertising reports: a radio, a capture, a test.
///
/// ```swift
/// let browser = BeaconBrowser(kind: .beacon)
/// for await event in await browser.events() { ... }     // in one task
/// try await browser.scan(radio.reports)                 // in another; cancel it to stop
/// ```
public actor BeaconBrowser {
    /// Which devices are listed.
    public nonisolated let kind: BrowserKind
    /// Which of these are let in. A change counts for devices that are not listed yet.
    public var filter: BrowserFilter
    /// What the radio behind the reports can do.
    public private(set) var state = BrowserState.unknown
    /// Whether `scan` runs.
    public private(set) var isScanning = false

    private let filterFile: URL?
    private let shouldAdd: @Sendable (PeripheralItem) -> Bool
    private var core: BrowserCore
    private var serviceUUIDs: [BluetoothUUID] = []
    private var listeners: [Int: AsyncStream<BrowserEvent>.Continuation] = [:]
    private var nextListener = 0

    /// - Parameters:
    ///   - kind: Which devices are listed.
    ///   - filter: Nil takes the filter saved in `filterFile`, or lets everything in.
    ///   - filterFile: Where `saveFilter` saves.
    ///   - options: Limits.
    ///   - shouldAdd: Asked before a device is added, after the filter; again at each of its
    ///     reports while the answer is no.
    public init(
        kind: BrowserKind,
        filter: BrowserFilter? = nil,
        filterFile: URL? = nil,
        options: BrowserOptions = BrowserOptions(),
        shouldAdd: @escaping @Sendable (PeripheralItem) -> Bool = { _ in true }
    ) {
        self.kind = kind
        self.filterFile = filterFile
        self.filter = filter ?? filterFile.flatMap(BrowserFilter.saved(at:)) ?? .everything
        self.shouldAdd = shouldAdd
        core = BrowserCore(kind: kind, options: options)
    }

    /// The listed devices, in the order they were found, or as `sortByRSSI` left them.
    public var peripheralItems: [PeripheralItem] { core.items }

    /// The listed devices with an open connection.
    public var connectedPeripheralItems: [PeripheralItem] { core.items.filter(\.isConnected) }

    /// How many devices are listed.
    public var count: Int { core.count }

    /// A listed device, or nil.
    public func item(_ address: BluetoothAddress) -> PeripheralItem? { core.item(of: address) }

    /// Changes the filter.
    public func setFilter(_ filter: BrowserFilter) {
        self.filter = filter
    }

    /// Saves the filter to the file given at the start, for the next browser.
    public func saveFilter() throws {
        if let filterFile { try filter.save(to: filterFile) }
    }

    /// Tells what happens from now on. A listener that falls behind loses the oldest events beyond
    /// `limit`; the list itself is never wrong.
    public func events(limit: Int = 1024) -> AsyncStream<BrowserEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: BrowserEvent.self,
            bufferingPolicy: .bufferingNewest(limit)
        )
        let number = nextListener
        nextListener += 1
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            Task { await self.drop(number) }
        }
        return stream
    }

    private func drop(_ number: Int) {
        listeners[number] = nil
    }

    /// Clears the list and takes reports until they end or the task is cancelled.
    ///
    /// - Parameter services: When not empty, only devices that advertise one of these are added.
    public func scan<Reports: AsyncSequence & Sendable>(
        _ reports: Reports,
        services: [BluetoothUUID] = []
    ) async throws where Reports.Element == AdvertisementReport {
        clear(services: services)
        isScanning = true
        defer { isScanning = false }
        for try await report in reports {
            try Task.checkCancellation()
            process(report)
        }
    }

    /// Clears the list, for reports given by `process`.
    public func clear(services: [BluetoothUUID] = []) {
        serviceUUIDs = services
        core.clear()
        tell { .listChanged }
    }

    /// Takes one report.
    public func process(_ report: AdvertisementReport) {
        let (filter, shouldAdd) = (filter, shouldAdd)
        let change = core.hear(report, serviceUUIDs: serviceUUIDs) { item in
            filter.admits(name: item.displayedName, rssi: item.rssi) && shouldAdd(item)
        }
        guard !listeners.isEmpty else { return }
        for item in change.removed { tell { .removed(item) } }
        guard let index = change.index else { return }
        let item = core.item(at: index)
        if change.isNew {
            tell { .added(item) }
        } else {
            if change.hasNewName { tell { .advertisingNameChanged(item) } }
            tell { .rssiChanged(item) }
        }
    }

    /// Takes many reports at once.
    public func process(_ reports: [AdvertisementReport]) {
        for report in reports { process(report) }
    }

    /// Removes devices that were silent for the lifetime, as of a time on the reports' clock.
    /// `process` does the same as reports come.
    public func expire(at time: Duration) {
        guard let lifetime = core.options.lifetime else { return }
        var change = BrowserCore.Change()
        let milliseconds = UInt64(max(0, time / .milliseconds(1)))
        core.expire(now: milliseconds, lifetime: lifetime, &change)
        for item in change.removed { tell { .removed(item) } }
    }

    /// Orders the list by RSSI, the strongest first, once.
    public func sortByRSSI() {
        core.sortByRSSI()
        tell { .listChanged }
    }

    /// The radio's state changed; whoever runs the radio says so.
    public func setState(_ state: BrowserState) {
        guard state != self.state else { return }
        self.state = state
        tell { .stateChanged(state) }
    }

    /// A device gave its name over a connection.
    public func setName(_ name: String, of address: BluetoothAddress) {
        guard core.setName(name, of: address), let item = core.item(of: address) else { return }
        tell { .nameChanged(item) }
    }

    /// A connection to a device opened or closed.
    public func setConnected(_ isConnected: Bool, _ address: BluetoothAddress) {
        core.setConnected(isConnected, address)
    }

    private func tell(_ event: () -> BrowserEvent) {
        guard !listeners.isEmpty else { return }
        let event = event()
        for listener in listeners.values { listener.yield(event) }
    }
}
