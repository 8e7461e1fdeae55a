internal import AccessoryBase
internal import AccessoryLink
internal import AudioConversion
internal import AudioJack
internal import Beacons
internal import BluetoothLE
internal import BluetoothProfiles
internal import FeasyBeacon
internal import FirmwareUpdate
internal import Glibc
internal import Modem
internal import RequestTransfer
internal import SerialPort
internal import TxRx

/// An error that determines the exit status.
private protocol Ending: AccessoryError {
    var status: ExitStatus { get }
}

extension ExitStatus {
    /// The status for any error.
    init(_ error: any Error) {
        self =
            switch error {
            case is CancellationError: .cancelled
            case let error as any Ending: error.status
            default: .software
            }
    }
}

extension Failure: Ending {}

extension FailureReason: Ending {
    fileprivate var status: ExitStatus { ExitStatus(error) }
}

// MARK: Readers

extension LinkError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .noDevice, .outputFailed, .inputFailed, .handshakeFailed, .connectionFailed: .noDevice
        case .deviceSilent, .timedOut: .timeout
        case .cancelled, .cancelFailed: .cancelled
        case .unplugged, .serviceEnded, .interrupted, .disconnected, .writeFailed, .readFailed:
            .deviceLost
        case .focusLost: .deviceBusy
        case .tooLong: .badInput
        case .decodingFailed, .outOfMemory, .byteFormat, .frameFormat, .unknown, .wrongState:
            .deviceError
        case .busy, .nothingToCancel, .notOpen, .alreadyCancelling: .software
        }
    }
}

extension DeviceOpenError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .link(let error): error.status
        case .illegalAddress, .modeIsFixed: .usage
        case .otherIsOpen: .deviceBusy
        case .connectionFailed, .unsupported, .poweredOff: .noDevice
        case .unknown: .deviceError
        }
    }
}

extension DeviceSearchError: Ending {
    fileprivate var status: ExitStatus { .noDevice }
}

extension AudioPortError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .noSuchDevice, .outputFailed, .inputFailed: .noDevice
        case .permissionDenied: .noPermission
        case .deviceBusy: .deviceBusy
        case .deviceLost: .deviceLost
        case .stopped: .cancelled
        }
    }
}

extension SerialPortError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .noSuchPort, .failed: .noDevice
        case .permissionDenied: .noPermission
        case .busy: .deviceBusy
        case .notSerial, .unsupportedBaud, .unsupportedFlowControl: .usage
        }
    }
}

extension RequestTransferError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .notConnected, .interrupted, .packetLoss, .unconfirmed(.lost): .deviceLost
        case .noSpace, .noSuchFile, .wrongCheck, .protocolMismatch: .deviceError
        case .busy, .transferRunning: .deviceBusy
        case .noSuchRequest, .otherName, .noStoragePath, .pathRefused, .tooLarge, .tooMany,
            .malformed:
            .badInput
        case .cannotRead: .noInput
        case .cannotWrite: .cannotWrite
        case .timedOut, .unconfirmed(.silent): .timeout
        case .cancelled: .cancelled
        }
    }
}

// MARK: Files

extension WAVError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .cannotOpen(_, EACCES), .cannotRead(_, EACCES), .cannotWrite(_, EACCES): .noPermission
        case .cannotOpen, .cannotRead: .noInput
        case .cannotWrite: .cannotWrite
        case .libraryMissing: .noDevice
        case .notWAV, .empty, .truncated, .malformed, .unsupported, .cutShort, .tooLong: .badInput
        case .noChannel, .invalidFormat: .usage
        }
    }
}

extension ConversionError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .unreadable(EACCES), .cannotCreate(EACCES): .noPermission
        case .unreadable: .noInput
        case .empty, .noSound, .notMP3: .badInput
        case .sameFile, .unsupportedFormat: .usage
        case .cannotCreate, .cannotWrite, .tooLong: .cannotWrite
        case .outOfMemory: .software
        }
    }
}

extension DFUError: Ending {
    fileprivate var status: ExitStatus { .badInput }
}

extension SensorFault: Ending {
    fileprivate var status: ExitStatus { .badInput }
}

extension ModemError: Ending {
    fileprivate var status: ExitStatus {
        if case .character = self { .badInput } else { .usage }
    }
}

extension ModemProfile.Failure: Ending {
    fileprivate var status: ExitStatus { .usage }
}

// MARK: Bluetooth

extension RadioError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .noAdapter, .poweredOff, .blocked, .notSupported: .noDevice
        case .notPermitted: .noPermission
        case .owned, .busy: .deviceBusy
        case .invalidParameters: .usage
        case .timedOut: .timeout
        case .disconnected, .failed: .deviceLost
        case .pairingFailed: .deviceError
        case .cancelled: .cancelled
        }
    }
}

extension CentralError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .radio(let error): error.status
        case .isScanning: .deviceBusy
        case .isPoweredOff: .noDevice
        case .restoreFailed: .badInput
        case .invalidPeripheral: .usage
        case .disconnected, .linksLost, .servicesChanged, .servicesKeepChanging: .deviceLost
        case .forcedDisconnect: .cancelled
        case .serviceScanTimeout, .connectionTimeout, .mtuExchangeTimeout,
            .serviceDiscoveryTimeout, .characteristicDiscoveryTimeout, .readTimeout, .writeTimeout:
            .timeout
        case .serviceNotFound, .characteristicNotFound, .readNotSupported, .writeNotSupported,
            .notifyNotSupported:
            .deviceError
        }
    }
}

extension GATTError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .att, .malformedAnswer, .unexpectedAnswer, .unexpectedError, .endlessValue,
            .longWriteNotSupported, .reliableWriteMismatch:
            .deviceError
        case .disconnected: .deviceLost
        case .timedOut: .timeout
        case .valueTooLong: .usage
        }
    }
}

extension GATTValueError: Ending {
    fileprivate var status: ExitStatus { .badInput }
}

extension PeripheralManagerError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .radio(let error): error.status
        case .advertisementTooLong, .tableFull, .restoreFailed: .badInput
        case .saveFailed: .cannotWrite
        case .stopAdvertisingTimeout: .timeout
        case .isAdvertising: .deviceBusy
        }
    }
}

extension SuotaError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .gattOperationFailed(_, let error?) where error.requiresLogin: .noPermission
        case .device, .protocolError, .gattOperationFailed, .mtuRequestFailed, .preparationFailed:
            .deviceError
        case .notSupported, .serviceDiscoveryFailed: .noDevice
        case .firmwareLoadFailed, .invalidFirmwareCRC, .refused: .badInput
        case .timedOut: .timeout
        case .notConnected: .deviceLost
        case .aborted: .cancelled
        case .badParameter: .usage
        }
    }
}

extension TxRxError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .connectTimedOut, .disconnectTimedOut, .sendingTimedOut, .receivingTimedOut,
            .receivingEventTimedOut, .setModeTimedOut:
            .timeout
        case .unableToScanBluetoothDisabled, .deviceNotFound, .servicesNotFound,
            .noModeCharacteristic:
            .noDevice
        case .bluetoothNotReadyOrLost, .notConnected: .deviceLost
        case .invalidData: .usage
        case .system, .setModeRefused, .setModeFailed: .deviceError
        case .scanAlreadyStarted, .scanNotStarted, .unableToPerformDuringScan, .alreadyConnecting,
            .alreadyConnected, .servicesNotDiscoveredYet, .alreadyDisconnecting, .notSendingData,
            .alreadySendingData, .waitingForAnswer, .alreadySettingMode, .setModeDuringOperation,
            .internalError:
            .software
        }
    }
}

// MARK: Beacon modules

extension BeaconModuleError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .noModule: .noDevice
        case .notWritable: .deviceError
        case .pinNeeded, .badPIN: .usage
        case .noLoginProvider, .loginFailed: .software
        case .pinRefused: .noPermission
        case .loginTimedOut: .timeout
        case .notConnected(let error): error.status
        case .refused(let error): error.status
        case .lost: .deviceLost
        case .notOpen: .cancelled
        }
    }
}

extension BeaconConfiguratorError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .session(let error): error.status
        case .parameter, .slotTwice: .badInput
        case .unknownModel: .deviceError
        case .command(let error): error.outcome.status
        case .saveFailed(let report): report.outcome?.status ?? .cancelled
        case .busy, .handedOver, .notLoaded: .software
        }
    }
}

extension ATOutcome {
    var status: ExitStatus {
        switch self {
        case .timedOut: .timeout
        case .failed(.disconnected): .deviceLost
        case .failed(.badText): .badInput
        case .failed(.refused), .failed(.differs), .ok, .notNeeded: .deviceError
        }
    }
}

extension ModuleUpgradeError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .busy: .software
        case .unreadable: .noInput
        case .notFirmware, .file, .uploadModel: .badInput
        case .otherTransport(nil): .noDevice
        case .otherTransport, .cannotRestore: .usage
        case .session(let error): error.status
        case .command(let error): error.outcome.status
        case .upgrade(let error): error.status
        case .suota(let error): error.status
        }
    }
}

extension DFUUpgradeError: Ending {
    fileprivate var status: ExitStatus {
        switch self {
        case .noInfo: .deviceError
        case .refused: .badInput
        case .transfer(.noAnswer): .timeout
        case .transfer: .deviceError
        case .disconnected: .deviceLost
        }
    }
}
