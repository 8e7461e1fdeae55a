public import AccessoryBase
public import BluetoothLE

/// Why an operation of a TxRx device or a scan failed.
///
/// `code` and `name` are those of the vendor's library of 2023 ("Tertium TxRx BLE device library").
public enum TxRxError: Error, Sendable, Hashable {
    /// Bluetooth is off, or the link was lost.
    case bluetoothNotReadyOrLost
    /// Scan: Bluetooth is off.
    case unableToScanBluetoothDisabled
    /// Scan: a scan is already running.
    case scanAlreadyStarted
    /// Stop: no scan is running.
    case scanNotStarted
    /// The operation is not possible during a scan.
    case unableToPerformDuringScan
    /// The device did not connect, or did not report its services, in time.
    case connectTimedOut
    /// Connect: the device is already connecting.
    case alreadyConnecting
    /// Connect: the device is already connected.
    case alreadyConnected
    /// The device is connected, but not ready yet.
    case servicesNotDiscoveredYet
    /// The device is not a TxRx device.
    case servicesNotFound
    /// The device is being disconnected.
    case alreadyDisconnecting
    /// The link did not end in time.
    case disconnectTimedOut
    /// The device is not connected.
    case notConnected
    /// Send: no command is being sent.
    case notSendingData
    /// Send: a command is already being sent.
    case alreadySendingData
    /// Send: the command is empty.
    case invalidData
    /// The device did not acknowledge the command in time.
    case sendingTimedOut
    /// Send: the answer to the last command is pending.
    case waitingForAnswer
    /// No answer arrived in time.
    case receivingTimedOut
    /// No event arrived in time.
    case receivingEventTimedOut
    /// The mode is already being set.
    case alreadySettingMode
    /// No such device was found.
    case deviceNotFound
    /// The system's Bluetooth failed.
    case system(FailureReason)
    /// An internal error of this library.
    case internalError(FailureReason)
    /// The mode could not be set.
    case setModeFailed(FailureReason)
    /// The device did not acknowledge the mode in time.
    case setModeTimedOut
    /// The device refused the mode with this answer.
    case setModeRefused(ATTError)
    /// The device has only one mode.
    case noModeCharacteristic
    /// Set mode: a command is running.
    case setModeDuringOperation

    /// The number, 0 to 28.
    public var code: Int? { number }

    private var number: Int {
        switch self {
        case .bluetoothNotReadyOrLost: 0
        case .unableToScanBluetoothDisabled: 1
        case .scanAlreadyStarted: 2
        case .scanNotStarted: 3
        case .unableToPerformDuringScan: 4
        case .connectTimedOut: 5
        case .alreadyConnecting: 6
        case .alreadyConnected: 7
        case .servicesNotDiscoveredYet: 8
        case .servicesNotFound: 9
        case .alreadyDisconnecting: 10
        case .disconnectTimedOut: 11
        case .notConnected: 12
        case .notSendingData: 13
        case .alreadySendingData: 14
        case .invalidData: 15
        case .sendingTimedOut: 16
        case .waitingForAnswer: 17
        case .receivingTimedOut: 18
        case .receivingEventTimedOut: 19
        case .alreadySettingMode: 20
        case .deviceNotFound: 21
        case .system: 22
        case .internalError: 23
        case .setModeFailed: 24
        case .setModeTimedOut: 25
        case .setModeRefused: 26
        case .noModeCharacteristic: 27
        case .setModeDuringOperation: 28
        }
    }

    /// The vendor's name, such as `DEVICE_NOT_CONNECTED`.
    public var name: String { Self.names[number] }

    /// The vendor's names in the order of their numbers.
    private static let names = [
        "BLUETOOTH_NOT_READY_OR_LOST",
        "UNABLE_TO_SCAN_BLUETOOTH_DISABLED",
        "DEVICE_SCAN_ALREADY_STARTED",
        "DEVICE_SCAN_NOT_STARTED",
        "DEVICE_UNABLE_TO_PERFORM_DURING_SCAN",
        "DEVICE_CONNECT_TIMED_OUT",
        "DEVICE_ALREADY_CONNECTING",
        "DEVICE_ALREADY_CONNECTED",
        "DEVICE_SERVICE_OR_CHARACTERISTICS_NOT_DISCOVERED_YET",
        "DEVICE_SERVICE_OR_CHARACTERISTICS_NOT_FOUND",
        "DEVICE_ALREADY_DISCONNECTING",
        "DEVICE_DISCONNECT_TIMED_OUT",
        "DEVICE_NOT_CONNECTED",
        "DEVICE_NOT_SENDING_DATA",
        "DEVICE_SENDING_DATA_ALREADY",
        "DEVICE_SENDING_DATA_PARAMETER_ERROR",
        "DEVICE_SENDING_DATA_TIMEOUT",
        "DEVICE_WAITING_COMMAND_ANSWER",
        "DEVICE_RECEIVING_DATA_TIMEOUT",
        "DEVICE_RECEIVING_EVENT_DATA_TIMEOUT",
        "DEVICE_ALREADY_SETTING_MODE",
        "DEVICE_NOT_FOUND",
        "IOS_ERROR",
        "INTERNAL_ERROR",
        "SET_MODE",
        "SET_MODE_TIMEOUT",
        "SET_MODE_BLE_DEVICE_ERROR",
        "SET_MODE_INVALID_CHARACTERISTIC",
        "SET_MODE_OPERATION_IN_PROGRESS",
    ]
}

extension TxRxError: AccessoryError {
    public var cause: String {
        switch self {
        case .bluetoothNotReadyOrLost: "Bluetooth is off or the link was lost"
        case .unableToScanBluetoothDisabled: "Bluetooth is off"
        case .scanAlreadyStarted: "a scan is already running"
        case .scanNotStarted: "no scan is running"
        case .unableToPerformDuringScan: "this operation is not possible during a scan"
        case .connectTimedOut: "the device did not answer in time"
        case .alreadyConnecting: "the device is already connecting"
        case .alreadyConnected: "the device is already connected"
        case .servicesNotDiscoveredYet: "the device is not ready yet"
        case .servicesNotFound: "the device is not a TxRx device: it has none of the known services"
        case .alreadyDisconnecting: "the device is disconnecting"
        case .disconnectTimedOut: "the link did not end in time"
        case .notConnected: "the device is not connected"
        case .notSendingData: "nothing is being sent"
        case .alreadySendingData: "a command is being sent"
        case .invalidData: "there is nothing to send"
        case .sendingTimedOut: "the device did not acknowledge the command in time"
        case .waitingForAnswer: "the last command's answer is pending"
        case .receivingTimedOut: "the device did not answer the command in time"
        case .receivingEventTimedOut: "no event arrived in time"
        case .alreadySettingMode: "the mode is being set"
        case .deviceNotFound: "no such device was found"
        case .system(let reason): "Bluetooth failed: \(reason.cause)"
        case .internalError(let reason): "internal error: \(reason.cause)"
        case .setModeFailed(let reason): "the mode could not be set: \(reason.cause)"
        case .setModeTimedOut: "the device did not acknowledge the mode in time"
        case .setModeRefused(let answer): "the device refused the mode: \(answer.cause)"
        case .noModeCharacteristic: "the device has only one mode"
        case .setModeDuringOperation: "a command is running"
        }
    }

    public var nextStep: String? {
        switch self {
        case .bluetoothNotReadyOrLost: "turn it on and connect again"
        case .unableToScanBluetoothDisabled: "turn it on, then scan"
        case .scanAlreadyStarted: "stop it first"
        case .scanNotStarted: "start one first"
        case .unableToPerformDuringScan: "stop the scan first"
        case .connectTimedOut: "check that it is on and in range"
        case .alreadyConnecting, .servicesNotDiscoveredYet: "wait until it is ready"
        case .alreadyConnected: "use it, or disconnect first"
        case .servicesNotFound: "choose another device"
        case .alreadyDisconnecting: "wait until it has disconnected"
        case .disconnectTimedOut: "turn the adapter off and on"
        case .notConnected: "connect first"
        case .notSendingData, .invalidData: "send a command"
        case .alreadySendingData, .alreadySettingMode, .setModeDuringOperation: "wait for its end"
        case .waitingForAnswer: "wait for it"
        case .sendingTimedOut, .receivingTimedOut, .setModeTimedOut: "move closer and try again"
        case .receivingEventTimedOut: "allow more time"
        case .deviceNotFound: "scan again"
        case .system(let reason), .setModeFailed(let reason): reason.nextStep ?? "try again"
        case .internalError: "please report this"
        case .setModeRefused(let answer): answer.nextStep
        case .noModeCharacteristic: "omit the mode"
        }
    }
}
