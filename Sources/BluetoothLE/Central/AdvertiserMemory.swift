internal import DequeModule

/// The last advertisement and scan response of each advertiser.
struct AdvertiserMemory {
    private struct Entry {
        var advertisement: [UInt8] = []
        var scanResponse: [UInt8] = []
    }

    private var entries: [BluetoothAddress: Entry] = [:]
    private var order: Deque<BluetoothAddress> = []
    /// Maximum number of advertisers; the oldest are dropped.
    private let capacity: Int

    init(capacity: Int = 1024) {
        self.capacity = capacity
    }

    /// Stores a report.
    mutating func receive(_ report: AdvertisementReport) {
        var entry = entries[report.address] ?? begin(report.address)
        if report.properties.contains(.scanResponse) {
            entry.scanResponse = report.data
        } else {
            entry.advertisement = report.data
        }
        entries[report.address] = entry
    }

    /// The last advertisement and scan response of an advertiser, combined.
    func advertisement(of address: BluetoothAddress) -> Advertisement {
        Advertisement(entries[address].map { $0.advertisement + $0.scanResponse } ?? [])
    }

    private mutating func begin(_ address: BluetoothAddress) -> Entry {
        if order.count == capacity, let oldest = order.popFirst() { entries[oldest] = nil }
        order.append(address)
        return Entry()
    }
}
