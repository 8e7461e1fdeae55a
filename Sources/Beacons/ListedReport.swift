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
    /// The device after this report if it is new or anything besides signal and times changed;
    /// otherwise its earlier state.
    package let item: PeripheralItem?
    /// The number of reports of the device so far.
    package let reportCount: Int
    /// Same as `PeripheralItem.smoothedRSSI`, dBm.
    package let smoothedRSSI: Double?
    /// Same as `PeripheralItem.advertisementInterval`.
    package let interval: Duration?
}
