internal import BluetoothLE

extension Failure {
    /// An error in the shell or the view, which keep the connection: its next step is no other command of this program.
    init(whileConnected error: any Error) {
        self.init(error)
        switch error {
        case CentralError.disconnected: nextStep = "wait until the device is connected again"
        case CentralError.readTimeout, CentralError.writeTimeout:
            nextStep = "try again, closer to the device"
        case CentralError.readNotSupported, CentralError.writeNotSupported,
            CentralError.notifyNotSupported, GATTError.att(.readNotPermitted, _),
            GATTError.att(.writeNotPermitted, _):
            nextStep = "choose another attribute"
        default: break
        }
    }
}
