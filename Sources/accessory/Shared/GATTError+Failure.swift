internal import BluetoothLE

/// The exit status and message of a central's error.
extension CentralError: Explained {
    var failure: Failure {
        switch self {
        case .radio(let error): error.failure
        case .isScanning: Failure(.deviceBusy, "\(self)", nextStep: "end the other program")
        case .isPoweredOff: RadioError.poweredOff.failure
        case .restoreFailed: Failure(.badInput, "\(self)", nextStep: "remove it to start again")
        case .invalidPeripheral: Failure(.usage, "\(self)")
        case .disconnected, .servicesChanged:
            Failure(.deviceLost, "\(self)", nextStep: "connect again")
        case .forcedDisconnect: Failure(.cancelled, "\(self)")
        case .serviceScanTimeout, .connectionTimeout, .serviceDiscoveryTimeout,
            .characteristicDiscoveryTimeout, .readTimeout, .writeTimeout:
            Failure(.timeout, "\(self)", nextStep: "list the devices: accessory scan")
        case .serviceNotFound, .characteristicNotFound, .readNotSupported, .writeNotSupported,
            .notifyNotSupported:
            Failure(
                .deviceError,
                "\(self)",
                nextStep: "list its attributes: accessory gatt ADDRESS tree"
            )
        }
    }
}

/// The exit status and message of a GATT server's error.
extension GATTError: Explained {
    var failure: Failure {
        switch self {
        case .att(let error, _):
            Failure(.deviceError, "\(self)", nextStep: error.nextStep, code: Int(error.code))
        case .disconnected: Failure(.deviceLost, "\(self)", nextStep: "connect again")
        case .timedOut: Failure(.timeout, "\(self)", nextStep: "connect again")
        case .malformedAnswer, .reliableWriteMismatch: Failure(.deviceError, "\(self)")
        case .valueTooLong: Failure(.usage, "\(self)", nextStep: "write less")
        }
    }
}

extension ATTError {
    fileprivate var nextStep: String? {
        switch self {
        case .insufficientEncryption, .encryptionKeyTooShort: "pair first: --encrypt"
        case .insufficientAuthentication: "pair first, with a number: --pair"
        case .invalidHandle, .readNotPermitted, .writeNotPermitted:
            "list its attributes: accessory gatt ADDRESS tree"
        default: nil
        }
    }
}

/// The exit status and message of a peripheral manager's error.
extension PeripheralManagerError: Explained {
    var failure: Failure {
        switch self {
        case .radio(let error): error.failure
        case .advertisementTooLong, .tableFull:
            Failure(.badInput, "\(self)", nextStep: "shorten the file's lists and values")
        case .restoreFailed: Failure(.badInput, "\(self)")
        case .saveFailed: Failure(.cannotWrite, "\(self)")
        case .stopAdvertisingTimeout: Failure(.timeout, "\(self)")
        case .isAdvertising: Failure(.deviceBusy, "\(self)")
        }
    }
}
