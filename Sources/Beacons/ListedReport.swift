package import BluetoothLE

/// A report of a listed device, with what changes from report to report.
package struct ListedReport: Sendable {
    /// The report.
    package let report: AdvertisementReport
    /// The device's place in the browser's table, from 0; another device may take it later, which is then new.
    package let place: Int
    /// The device was added to the list by this report.
    package let isNew: Bool
    /// The device after the report, when it is new or something besides signal and times changed; else as it was.
    package let item: PeripheralItem?
    /// Reports of the device so far.
    package let reportCount: Int
    /// As `PeripheralItem.smoothedRSSI`, dBm.
    package let smoothedRSSI: Double?
    /// As `PeripheralItem.advertisementInterval`.
    package let interval: Duration?
}
