import BluetoothLE

/// A report of a random address, as a radio delivers it.
func report(
    _ number: UInt64,
    _ data: [UInt8],
    rssi: Int? = -60,
    at milliseconds: Int = 0,
    properties: AdvertisementReport.Properties = [.legacy, .connectable]
) -> AdvertisementReport {
    AdvertisementReport(
        address: BluetoothAddress(value: number, kind: .random),
        properties: properties,
        rssi: rssi,
        time: .milliseconds(milliseconds),
        data: data
    )
}
