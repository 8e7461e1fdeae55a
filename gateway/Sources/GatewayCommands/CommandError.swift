public import AccessoryBase
internal import BluetoothLE
internal import FeasyBeacon
internal import FirmwareUpdate

/// Why a request was refused or failed.
public struct CommandError: AccessoryError, Hashable {
    /// The kind of failure; its raw value is the answer's `error`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The request is invalid; nothing was done.
        case badRequest = "bad-request"
        /// The configuration does not allow it; nothing was done.
        case notAllowed = "not-allowed"
        /// Too many requests are queued.
        case busy
        /// No adapter has received the device.
        case notReceived = "not-received"
        /// The device cannot be reached, or the link was lost.
        case notConnected = "not-connected"
        /// The device did not answer in time.
        case timeout
        /// The device has no such service or characteristic, or it does not support the operation.
        case notSupported = "not-supported"
        /// The device refused the operation.
        case refused
        /// The firmware file is missing, damaged, or not for this device.
        case badFile = "bad-file"
        /// The update or the configuration of the beacon module failed.
        case failed
        /// The gateway is stopping.
        case cancelled
    }

    public var kind: Kind
    public var cause: String
    public var nextStep: String?
    /// The error code from the device: an ATT error or a SUOTA status.
    public var code: Int?

    init(_ kind: Kind, _ cause: String, nextStep: String? = nil, code: Int? = nil) {
        (self.kind, self.cause, self.nextStep, self.code) = (kind, cause, nextStep, code)
    }

    private init(_ kind: Kind, _ error: some AccessoryError) {
        self.init(kind, error.cause, nextStep: error.nextStep, code: error.code)
    }

    /// Maps an error of the lower layers to an error for the sender.
    init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as CentralError: self.init(Self.kind(error), error)
        case let error as GATTError: self.init(Self.kind(error), error)
        case let error as SuotaError: self.init(Self.kind(error), error)
        case let error as BeaconConfiguratorError: self.init(Self.kind(error), error)
        case is CancellationError:
            self.init(
                .cancelled,
                "the gateway is stopping",
                nextStep: "send the request again later"
            )
        default: self.init(.failed, FailureReason(error))
        }
    }

    private static func kind(_ error: GATTError) -> Kind {
        switch error {
        case .att: .refused
        case .disconnected: .notConnected
        case .timedOut, .unexpectedAnswer, .unexpectedError: .timeout
        case .valueTooLong, .longWriteNotSupported: .badRequest
        case .malformedAnswer, .reliableWriteMismatch, .endlessValue: .failed
        }
    }

    private static func kind(_ error: BeaconConfiguratorError) -> Kind {
        switch error {
        case .parameter, .slotTwice: .badRequest
        case .unknownModel, .session(.noModule), .session(.notWritable): .notSupported
        case .session(.pinNeeded), .session(.badPIN), .session(.pinRefused): .refused
        case .session(.notConnected), .session(.lost), .session(.notOpen): .notConnected
        case .session(.loginTimedOut): .timeout
        default: .failed
        }
    }

    private static func kind(_ error: CentralError) -> Kind {
        switch error {
        case .connectionTimeout, .readTimeout, .writeTimeout, .serviceDiscoveryTimeout,
            .characteristicDiscoveryTimeout:
            .timeout
        case .serviceNotFound, .characteristicNotFound, .readNotSupported, .writeNotSupported,
            .notifyNotSupported:
            .notSupported
        case .disconnected, .forcedDisconnect, .isPoweredOff, .radio: .notConnected
        default: .failed
        }
    }

    private static func kind(_ error: SuotaError) -> Kind {
        switch error {
        case .firmwareLoadFailed, .invalidFirmwareCRC, .refused: .badFile
        case .notSupported: .notSupported
        case .timedOut: .timeout
        case .notConnected: .notConnected
        case .badParameter: .badRequest
        default: .failed
        }
    }
}
