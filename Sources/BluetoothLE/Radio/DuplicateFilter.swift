/// Accepts each advertisement and each scan response of a sender once, for as long as the sender is
/// remembered.
package struct DuplicateFilter: Sendable {
    private struct Key: Hashable {
        let address: BluetoothAddress
        let set: Int?
        let isScanResponse: Bool
    }

    private var seen = RecentSet<Key>()

    package init() {}

    package mutating func isNew(_ report: AdvertisementReport) -> Bool {
        let isScanResponse = report.properties.contains(.scanResponse)
        return seen.insert(
            Key(address: report.address, set: report.set, isScanResponse: isScanResponse)
        )
    }
}
