package import BluetoothLE

/// A report of a listed device, with the values that each report changes.
package struct ListedReport: Sendable {
    /// The report.
    package let report: AdvertisementReport
    /// The device's index in the browser's table, from 0. The index may later be reused for another
    /// device, whose first report has `isNew` set.
    package let place: Int
    /// Whether this report added the device to the list.
    package let isNew: Bool
    /// The device after this report, if this report added it.
    package let item: PeripheralItem?
    /// The device's details after this report, if it is new or anything except signal and times
    /// changed.
    package let details: Details?
    /// The number of reports of the device so far.
    package let reportCount: Int
    /// Same as `PeripheralItem.smoothedRSSI`, dBm.
    package let smoothedRSSI: Double?
    /// Same as `PeripheralItem.advertisementInterval`.
    package let interval: Duration?

    /// The details, which change rarely. They are cheap to build for a report, unlike a
    /// `PeripheralItem`.
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

/// The power from which a device's distance is estimated.
package struct ReferencePower: Sendable {
    /// Power received at 1 m, dBm.
    package let atOneMetre: Int
    package let basis: PeripheralItem.PowerBasis

    /// Uses the latest beacon that states its power, or else estimates it from the transmit power.
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
