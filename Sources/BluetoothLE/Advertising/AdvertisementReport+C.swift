internal import CAccessory

extension AdvertisementReport {
    /// Copies a report from the core.
    init(_ report: acc_report, time: Duration) {
        // most significant byte first, as in text; no array, because every report passes here
        var value: UInt64 = 0
        withUnsafeBytes(of: report.address) { for byte in $0 { value = value << 8 | UInt64(byte) } }
        self.init(
            address: BluetoothAddress(
                value: value,
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
