/// The mode of a module with several modes (``TxRxProfile/ackMe``).
public struct TxRxMode: RawRepresentable, Sendable, Hashable {
    /// The value written to the device.
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Data passes through unchanged.
    public static let stream = TxRxMode(rawValue: 1)
    /// The module accepts commands from its serial side.
    public static let localCommand = TxRxMode(rawValue: 2)
    /// The module accepts commands over Bluetooth.
    public static let remoteCommand = TxRxMode(rawValue: 3)
}

/// An event of a ``TxRxManager``.
public enum TxRxEvent: Sendable, Hashable {
    /// A scan began.
    case scanBegan
    /// A scan could not start, or failed.
    case scanError(TxRxError)
    /// A scan ended.
    case scanEnded
    /// A device is in range, TxRx or not. It is reported again when its missing name becomes known.
    case deviceFound(TxRxDevice)
    /// The link could not be disconnected in time.
    case deviceError(TxRxDevice, TxRxError)
    /// The connection failed; also reported for a device that is not a TxRx device.
    case deviceConnectError(TxRxDevice, TxRxError)
    /// The link is connected.
    case deviceConnected(TxRxDevice)
    /// The device has this profile and accepts commands.
    case deviceReady(TxRxDevice, TxRxProfile)
    /// The link is disconnected.
    case deviceDisconnected(TxRxDevice)
    /// The whole command was acknowledged.
    case dataSent(TxRxDevice)
    /// The command could not be sent.
    case dataSendError(TxRxDevice, TxRxError)
    /// The device did not acknowledge the command in time.
    case dataSendTimeout(TxRxDevice)
    /// An answer, or unsolicited data, with its line ends.
    case dataReceived(TxRxDevice, [UInt8])
    /// Receiving an answer failed; also reported when no answer arrives in time.
    case dataReceiveError(TxRxDevice, TxRxError)
    /// An internal error, as in the vendor's library; this library does not emit it.
    case deviceInternalError(TxRxDevice, TxRxError)
    /// The device has several modes.
    case canChangeMode(TxRxDevice)
    /// The device acknowledged the mode.
    case modeChanged(TxRxDevice, TxRxMode)
    /// The mode could not be set.
    case modeChangeError(TxRxDevice, TxRxError)
    /// Data of the event characteristic, with its line end.
    case eventDataReceived(TxRxDevice, [UInt8])
    /// The link ended before an event was complete.
    case eventDataReceiveError(TxRxDevice, TxRxError)

    /// The name of the notification in the vendor's library.
    public var notificationName: String {
        switch self {
        case .scanBegan: "TxRxScanBegan"
        case .scanError: "TxRxScanError"
        case .scanEnded: "TxRxScanEnded"
        case .deviceFound: "TxRxDeviceFound"
        case .deviceError: "TxRxDeviceError"
        case .deviceConnectError: "TxRxDeviceConnectError"
        case .deviceConnected: "TxRxDeviceConnected"
        case .deviceReady: "TxRxDeviceReady"
        case .deviceDisconnected: "TxRxDeviceDisconnected"
        case .dataSent: "TxRxDeviceDataSent"
        case .dataSendError: "TxRxDeviceDataSendError"
        case .dataSendTimeout: "TxRxDeviceDataSendTimeout"
        case .dataReceived: "TxRxDeviceDataReceived"
        case .dataReceiveError: "TxRxDeviceDataReceiveError"
        case .deviceInternalError: "TxRxDeviceInternalError"
        case .canChangeMode: "TxRxCanChangeMode"
        case .modeChanged: "TxRxDeviceModeChanged"
        case .modeChangeError: "TxRxDeviceModeChangeError"
        case .eventDataReceived: "TxRxDeviceEventDataReceived"
        case .eventDataReceiveError: "TxRxDeviceEventDataReceiveError"
        }
    }
}
