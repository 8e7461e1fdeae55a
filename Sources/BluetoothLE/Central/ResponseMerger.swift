internal import DequeModule

/// Joins each advertiser's scan response to its advertisement.
///
/// The first advertisement of a scannable device waits for its scan response, or, if the device sends none, for its
/// next advertisement. Later ones are reported at once, with the last response.
struct ResponseMerger {
    private struct Entry {
        var advertisement: AdvertisementReport?
        var isWaiting = false
        var response: [UInt8]?
    }

    private var entries: [BluetoothAddress: Entry] = [:]
    private var order: Deque<BluetoothAddress> = []
    /// Maximum number of advertisers; the oldest are forgotten.
    private let capacity: Int

    init(capacity: Int = 1024) {
        self.capacity = capacity
    }

    /// The reports to deliver after one is received: at most two.
    mutating func receive(_ report: AdvertisementReport) -> [AdvertisementReport] {
        // these are complete already, or never get a response
        guard !report.isRebuilt, report.address.kind != .anonymous else { return [report] }
        var due: [AdvertisementReport] = []
        if entries[report.address] == nil { due += begin(report.address) }
        var entry = entries[report.address] ?? Entry()
        if report.properties.contains(.scanResponse) {
            due += Self.respond(report, &entry)
        } else {
            due += Self.advertise(report, &entry)
        }
        entries[report.address] = entry
        return due
    }

    private static func respond(
        _ report: AdvertisementReport,
        _ entry: inout Entry
    ) -> [AdvertisementReport] {
        // the advertisement was reported with the same response
        guard entry.isWaiting || entry.response != report.data else { return [] }
        entry.isWaiting = false
        entry.response = report.data
        guard var merged = entry.advertisement else { return [report] }
        merged.rssi = report.rssi
        merged.time = report.time
        merged.data += report.data
        return [merged]
    }

    private static func advertise(
        _ report: AdvertisementReport,
        _ entry: inout Entry
    ) -> [AdvertisementReport] {
        defer { entry.advertisement = report }
        if let response = entry.response {
            var merged = report
            merged.data += response
            return [merged]
        }
        guard report.properties.contains(.scannable) else { return [report] }
        if entry.isWaiting {
            // no response came
            entry.isWaiting = false
            return [entry.advertisement, report].compactMap(\.self)
        }
        if entry.advertisement != nil { return [report] }
        entry.isWaiting = true
        return []
    }

    /// Makes room for an advertiser. Returns the report that still waited for the oldest one.
    private mutating func begin(_ address: BluetoothAddress) -> [AdvertisementReport] {
        defer { order.append(address) }
        guard order.count == capacity, let oldest = order.popFirst(),
            let entry = entries.removeValue(forKey: oldest), entry.isWaiting
        else { return [] }
        return [entry.advertisement].compactMap(\.self)
    }
}
