package import BluetoothLE

/// A report of a listed device, with the values that change with each report.
package struct ListedReport: Sendable {
    /// The report.
    package let report: AdvertisementReport
    /// The device's index in the browser's table, from 0. Another device may get it later; its
    /// first report then has `isNew` set.
    package let place: Int
    /// Whether this report added the device to the list.
    package let isNew: Bool
    /// The device after this report if this report added it.
    package let item: PeripheralItem?
    /// The device after this report if it is new or anything besides signal and times changed.
    package let details: Details?
    /// The number of reports of the device so far.
    package let reportCount: Int
    /// Same as `PeripheralItem.smoothedRSSI`, dBm.
    package let smoothedRSSI: Double?
    /// Same as `PeripheralItem.advertisementInterval`.
    package let interval: Duration?

    /// What changes rarely. Building it for a report is cheap, unlike a `PeripheralItem`.
    package struct Details: Sendable {
        /// The report's data, decoded.
        package let advertisement: Advertisement
        package let advertisingName: String?
        /// Same as `PeripheralItem.displayedName`.
        package let displayedName: String
        package let isConnectable: Bool
        package let beacons: [Beacon]
        package let power: ReferencePower?
    }
}

/// The power that a device's distance is estimated from.
package struct ReferencePower: Sendable {
    /// Power received at 1 m, dBm.
    package let atOneMetre: Int
    package let basis: PeripheralItem.PowerBasis

    /// From the latest beacon that states it, else estimated from the transmit power.
    init?(
        latest: Beacon?,
        beacons: [Beacon],
        _ advertisement: Advertisement,
        _ scanResponse: Advertisement?
    ) {
        let stated =
            latest?.measuredPower ?? beacons.reversed().lazy.compactMap(\.measuredPower).first
        if let stated {
            (atOneMetre, basis) = (stated, .measuredPower)
        } else if let power = advertisement.txPower ?? scanResponse?.txPower {
            (atOneMetre, basis) = (power - PeripheralItem.assumedLoss, .txPower)
        } else {
            return nil
        }
    }
}
