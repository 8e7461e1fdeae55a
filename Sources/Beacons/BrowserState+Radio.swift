internal import BluetoothLE

extension BrowserState {
    /// Converts the state of a radio.
    init(_ state: RadioState) {
        self =
            switch state {
            case .unknown: .unknown
            case .resetting: .resetting
            case .unsupported: .unsupported
            case .unauthorized: .unauthorized
            case .poweredOff: .poweredOff
            case .poweredOn: .poweredOn
            }
    }
}
