public import BluetoothLE
internal import CAccessory

extension Advertisement {
    /// What it is, in a word: "ibeacon", "eddystone-url", "bthome", "apple-nearby-info"; "none" for
    /// what is not known.
    public var kindName: String {
        String(cString: acc_beacon_kind_name(acc_beacon_kind(UInt32(index.kind))))
    }
}
