public import AccessoryBase
public import BluetoothLE

/// Why an update failed or was refused. `code` is the number in Dialog's library.
public enum SuotaError: Error, Sendable, Hashable {
    /// The step that the sender was waiting for.
    public enum Step: String, Sendable {
        case reading = "device information"
        case subscribing = "the subscription to the status"
        case memoryDevice = "the memory device"
        case gpioMap = "the pins"
        case patchLength = "the block size"
        case block = "a block"
        case channel = "the channel"
        case end = "the end of the image"
    }

    /// The device reported a status that ends the update.
    case device(SuotaStatus)
    /// 0xFFFF: the device lacks the service or one of its characteristics.
    case notSupported
    /// 0xFFFE: the discovery of the services failed.
    case serviceDiscoveryFailed
    /// 0xFFFD: a write or subscription failed, with the device's answer; nil if there was none.
    case gattOperationFailed(Step, ATTError? = nil)
    /// 0xFFFC: the device did not answer the MTU request, or answered it incorrectly. A device that
    /// supports only the default MTU does not cause this error; the update sends it 20 bytes at a
    /// time.
    case mtuRequestFailed
    /// 0xFFFB: the file cannot be read or is not an image.
    case firmwareLoadFailed(FailureReason)
    /// 0xFFFA: the image's checksum is wrong.
    case invalidFirmwareCRC
    /// 0xFFF9: the device did not answer.
    case timedOut(Step)
    /// 0xFFF8: the device sent an unexpected answer.
    case protocolError(SuotaStatus, Step)
    /// 0xFFF7: not connected, or the link was lost.
    case notConnected
    /// The caller cancelled the update.
    case aborted
    /// `SuotaManager.Options.prepare` failed, with its error. The call throws
    /// that error itself.
    case preparationFailed(FailureReason)
    /// The checks before an update failed; see `SuotaRefusal`.
    case refused([SuotaRefusal])
    /// A size, bank or pin is out of range.
    case badParameter(FailureReason)

    /// The number in Dialog's library: a device status, or 0xFFF7 to 0xFFFF. Nil for errors that
    /// the library does not have.
    public var code: Int? {
        switch self {
        case .device(let status): Int(status.rawValue)
        case .notSupported: 0xFFFF
        case .serviceDiscoveryFailed: 0xFFFE
        case .gattOperationFailed: 0xFFFD
        case .mtuRequestFailed: 0xFFFC
        case .firmwareLoadFailed: 0xFFFB
        case .invalidFirmwareCRC: 0xFFFA
        case .timedOut: 0xFFF9
        case .protocolError: 0xFFF8
        case .notConnected: 0xFFF7
        case .aborted, .preparationFailed, .refused, .badParameter: nil
        }
    }
}

extension SuotaError: AccessoryError {
    /// The cause.
    public var cause: String {
        switch self {
        case .device(let status): "the device reports \(status)"
        case .notSupported: "the device does not offer SUOTA"
        case .serviceDiscoveryFailed: "the device's services could not be read"
        case .gattOperationFailed(let step, let error?):
            "the device refused \(step.rawValue): \(error.cause)"
        case .gattOperationFailed(let step, nil): "\(step.rawValue) could not be sent"
        case .mtuRequestFailed: "the device did not answer the request for larger packets"
        case .firmwareLoadFailed(let reason): reason.cause
        case .invalidFirmwareCRC: "the image's checksum is wrong"
        case .timedOut(let step): "the device did not answer \(step.rawValue) in time"
        case .protocolError(let status, let step):
            "the device answered \(step.rawValue) with \(status)"
        case .notConnected: "the connection was lost"
        case .aborted: "the update was aborted"
        case .preparationFailed(let reason): "the device could not be prepared: \(reason.cause)"
        case .refused(let reasons): reasons.map(\.description).joined(separator: ", and ")
        case .badParameter(let reason): reason.cause
        }
    }

    /// The next step for the user.
    public var nextStep: String? {
        switch self {
        case .device(let status): status.nextStep
        case .notSupported: "put the device into its update mode, or choose another"
        case .firmwareLoadFailed(let reason): reason.nextStep ?? "choose another file"
        case .invalidFirmwareCRC: "get the file again"
        case .refused(let reasons) where reasons.allSatisfy(\.isAboutBank):
            "let the device choose the bank, state which one runs, or force the update"
        case .refused: "choose another image, or force the update"
        case .badParameter(let reason): reason.nextStep ?? "choose another value"
        case .aborted: "start again"
        case .preparationFailed(let reason):
            reason.nextStep ?? "nothing was sent; correct this and start again"
        case .gattOperationFailed(_, let error?) where error.requiresLogin:
            "log in with its PIN, or pair, then start again"
        case .gattOperationFailed(_, .some):
            "check what it allows, then start again"
        case .serviceDiscoveryFailed, .gattOperationFailed, .mtuRequestFailed, .timedOut,
            .protocolError, .notConnected:
            "try again, closer to the device"
        }
    }
}

extension ATTError {
    /// Whether the operation may succeed after a login or pairing.
    package var requiresLogin: Bool {
        let codes: [ATTError] = [
            .insufficientAuthentication, .insufficientAuthorization, .insufficientEncryption,
            .encryptionKeyTooShort,
        ]
        return codes.contains(self)
    }
}
