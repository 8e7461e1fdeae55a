public import BluetoothLE
internal import CAccessory

extension Advertisement {
    /// The kind of advertisement as a short name: "ibeacon", "eddystone-url", "bthome",
    /// "apple-nearby-info"; "none" for unknown data.
    public var kindName: String {
        String(cString: acc_beacon_kind_name(acc_beacon_kind(UInt32(index.kind))))
    }
}
