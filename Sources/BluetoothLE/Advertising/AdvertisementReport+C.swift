internal import CAccessory

extension AdvertisementReport {
    /// Copies what the core read.
    init(_ report: acc_report, time: Duration) {
        let address = report.address
        let bytes = [address.0, address.1, address.2, address.3, address.4, address.5]
        self.init(
            address: BluetoothAddress(
                value: bytes.reduce(0) { $0 << 8 | UInt64($1) },
                kind: BluetoothAddress.Kind(rawValue: report.address_type) ?? .random
            ),
            properties: Properties(rawValue: report.type),
            rssi: Int32(report.rssi) == ACC_RSSI_NONE ? nil : Int(report.rssi),
            txPower: Int32(report.tx_power) == ACC_RSSI_NONE ? nil : Int(report.tx_power),
            set: report.sid == UInt8(ACC_SID_NONE) ? nil : Int(report.sid),
            time: time,
            data: Array(UnsafeBufferPointer(start: report.data, count: Int(report.length)))
        )
    }
}
