internal import BluetoothLE
internal import FeasyBeacon
internal import FirmwareUpdate

/// Why a request was refused or failed.
public struct CommandError: Error, Sendable, Hashable {
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
    /// The cause and the next step.
    public var reason: String
    /// The error code from the device: an ATT error or a SUOTA status.
    public var code: Int?

    init(_ kind: Kind, _ reason: String, code: Int? = nil) {
        (self.kind, self.reason, self.code) = (kind, reason, code)
    }

    /// Maps an error of the lower layers to an error for the sender.
    init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as CentralError: self.init(Self.kind(error), "\(error)")
        case let error as GATTError: self.init(gatt: error)
        case let error as SuotaError: self.init(Self.kind(error), "\(error)", code: error.code)
        case let error as BeaconConfiguratorError: self.init(beacon: error)
        case is CancellationError:
            self.init(.cancelled, "the gateway is stopping; send the request again later")
        default: self.init(.failed, "\(error)")
        }
    }

    private init(gatt error: GATTError) {
        switch error {
        case .att(let refusal, _): self.init(.refused, "\(error)", code: Int(refusal.code))
        case .disconnected: self.init(.notConnected, "\(error)")
        case .timedOut: self.init(.timeout, "\(error)")
        case .valueTooLong: self.init(.badRequest, "\(error)")
        case .malformedAnswer, .reliableWriteMismatch: self.init(.failed, "\(error)")
        }
    }

    private init(beacon error: BeaconConfiguratorError) {
        let kind: Kind =
            switch error {
            case .parameter, .slotTwice: .badRequest
            case .unknownModel, .session(.noModule), .session(.notWritable): .notSupported
            case .session(.pinNeeded), .session(.badPIN), .session(.pinRefused): .refused
            case .session(.notConnected), .session(.lost), .session(.notOpen): .notConnected
            case .session(.loginTimedOut): .timeout
            default: .failed
            }
        self.init(kind, "\(error)")
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
