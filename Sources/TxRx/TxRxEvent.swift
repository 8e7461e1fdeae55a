/// A module's mode, of devices that have several (``TxRxProfile/ackMe``).
public struct TxRxMode: RawRepresentable, Sendable, Hashable {
    /// What is written to the device.
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Bytes pass through.
    public static let stream = TxRxMode(rawValue: 1)
    /// The module takes commands from its serial side.
    public static let localCommand = TxRxMode(rawValue: 2)
    /// The module takes commands from this side.
    public static let remoteCommand = TxRxMode(rawValue: 3)
}

/// What a ``TxRxManager`` has to tell.
public enum TxRxEvent: Sendable, Hashable {
    case scanBegan
    case scanError(TxRxError)
    case scanEnded
    /// A device is near, TxRx or not. Comes a second time when a name is heard that was missing.
    case deviceFound(TxRxDevice)
    /// The link could not be ended in time.
    case deviceError(TxRxDevice, TxRxError)
    /// Connecting failed; also of a device that is no TxRx device.
    case deviceConnectError(TxRxDevice, TxRxError)
    /// There is a link.
    case deviceConnected(TxRxDevice)
    /// The device is of this profile and takes commands.
    case deviceReady(TxRxDevice, TxRxProfile)
    /// The link has ended.
    case deviceDisconnected(TxRxDevice)
    /// A command was acknowledged whole.
    case dataSent(TxRxDevice)
    case dataSendError(TxRxDevice, TxRxError)
    case dataSendTimeout(TxRxDevice)
    /// An answer, or what the device sent unasked; with its line ends.
    case dataReceived(TxRxDevice, [UInt8])
    /// Also when no answer came in time.
    case dataReceiveError(TxRxDevice, TxRxError)
    case deviceInternalError(TxRxDevice, TxRxError)
    /// The device has several modes.
    case canChangeMode(TxRxDevice)
    case modeChanged(TxRxDevice, TxRxMode)
    case modeChangeError(TxRxDevice, TxRxError)
    /// What came by the event characteristic; with its line end.
    case eventDataReceived(TxRxDevice, [UInt8])
    /// An event was cut off by the end of the link.
    case eventDataReceiveError(TxRxDevice, TxRxError)

    /// The name that the maker's library gives the notification.
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
