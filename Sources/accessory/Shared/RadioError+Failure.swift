internal import BluetoothLE

/// The exit status and message of a radio's error.
extension RadioError: Explained {
    var failure: Failure {
        switch self {
        case .noAdapter:
            Failure(
                .noDevice,
                "\(self)",
                nextStep: "run accessory doctor to see the adapters, or use --adapter virtual"
            )
        case .poweredOff:
            Failure(.noDevice, "\(self)", nextStep: "turn it on: bluetoothctl power on")
        case .blocked:
            Failure(.noDevice, "\(self)", nextStep: "unblock it: rfkill unblock bluetooth")
        case .notPermitted: Failure(.noPermission, "\(self)")
        case .owned, .busy: Failure(.deviceBusy, "\(self)", nextStep: "end the other program")
        case .notSupported: Failure(.noDevice, "\(self)", nextStep: "use another adapter")
        case .invalidParameters: Failure(.usage, "\(self)")
        case .timedOut: Failure(.timeout, "\(self)")
        case .disconnected: Failure(.deviceLost, "\(self)", nextStep: "connect again")
        case .pairingFailed: Failure(.deviceError, "\(self)", nextStep: "pair again")
        case .failed: Failure(.deviceLost, "the adapter failed: \(self)")
        case .cancelled: Failure(.cancelled, "cancelled")
        }
    }
}
