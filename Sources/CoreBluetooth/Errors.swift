// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AccessoryBase
internal import BluetoothLE
public import Foundation

public let CBErrorDomain = "CBErrorDomain"
public let CBATTErrorDomain = "CBATTErrorDomain"

public struct CBError: Error, CustomNSError, LocalizedError, Hashable {
    public enum Code: Int, Sendable {
        case unknown = 0
        case invalidParameters, invalidHandle, notConnected, outOfSpace, operationCancelled
        case connectionTimeout, peripheralDisconnected, uuidNotAllowed, alreadyAdvertising
        case connectionFailed, connectionLimitReached, unknownDevice, operationNotSupported
        case peerRemovedPairingInformation, encryptionTimedOut, tooManyLEPairedDevices
        case leGattExceededBackgroundNotificationLimit, leGattNearBackgroundNotificationLimit
    }

    public let code: Code
    private let text: String

    public init(_ code: Code) { self.init(code, "CoreBluetooth: \(code)") }

    init(_ code: Code, _ text: String) { (self.code, self.text) = (code, text) }

    public static var errorDomain: String { CBErrorDomain }
    public var errorCode: Int { code.rawValue }
    // `NSError` takes its description from here only
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text] }
    public var errorDescription: String? { text }

    public static func == (one: CBError, other: CBError) -> Bool { one.code == other.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public static var unknown: Code { .unknown }
    public static var invalidParameters: Code { .invalidParameters }
    public static var invalidHandle: Code { .invalidHandle }
    public static var notConnected: Code { .notConnected }
    public static var outOfSpace: Code { .outOfSpace }
    public static var operationCancelled: Code { .operationCancelled }
    public static var connectionTimeout: Code { .connectionTimeout }
    public static var peripheralDisconnected: Code { .peripheralDisconnected }
    public static var uuidNotAllowed: Code { .uuidNotAllowed }
    public static var alreadyAdvertising: Code { .alreadyAdvertising }
    public static var connectionFailed: Code { .connectionFailed }
    public static var connectionLimitReached: Code { .connectionLimitReached }
    public static var unknownDevice: Code { .unknownDevice }
    public static var operationNotSupported: Code { .operationNotSupported }
    public static var peerRemovedPairingInformation: Code { .peerRemovedPairingInformation }
    public static var encryptionTimedOut: Code { .encryptionTimedOut }
    public static var tooManyLEPairedDevices: Code { .tooManyLEPairedDevices }
}

extension CBError.Code {
    public static func ~= (code: CBError.Code, error: any Error) -> Bool {
        (error as? CBError)?.code == code
    }
}

public struct CBATTError: Error, CustomNSError, LocalizedError, Hashable {
    public enum Code: Int, Sendable {
        case success = 0
        case invalidHandle, readNotPermitted, writeNotPermitted, invalidPdu
        case insufficientAuthentication, requestNotSupported, invalidOffset
        case insufficientAuthorization, prepareQueueFull, attributeNotFound, attributeNotLong
        case insufficientEncryptionKeySize, invalidAttributeValueLength, unlikelyError
        case insufficientEncryption, unsupportedGroupType, insufficientResources
    }

    private let error: ATTError

    public init(_ code: Code) { self.init(ATTError(rawValue: UInt8(code.rawValue))) }

    init(_ error: ATTError) { self.error = error }

    /// The code; `unlikelyError` for one that Apple's list does not have. `errorCode` has each.
    public var code: Code { Code(rawValue: errorCode) ?? .unlikelyError }
    public static var errorDomain: String { CBATTErrorDomain }
    public var errorCode: Int { Int(error.rawValue) }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: error.cause] }
    public var errorDescription: String? { error.cause }

    public static var success: Code { .success }
    public static var invalidHandle: Code { .invalidHandle }
    public static var readNotPermitted: Code { .readNotPermitted }
    public static var writeNotPermitted: Code { .writeNotPermitted }
    public static var invalidPdu: Code { .invalidPdu }
    public static var insufficientAuthentication: Code { .insufficientAuthentication }
    public static var requestNotSupported: Code { .requestNotSupported }
    public static var invalidOffset: Code { .invalidOffset }
    public static var insufficientAuthorization: Code { .insufficientAuthorization }
    public static var prepareQueueFull: Code { .prepareQueueFull }
    public static var attributeNotFound: Code { .attributeNotFound }
    public static var attributeNotLong: Code { .attributeNotLong }
    public static var insufficientEncryptionKeySize: Code { .insufficientEncryptionKeySize }
    public static var invalidAttributeValueLength: Code { .invalidAttributeValueLength }
    public static var unlikelyError: Code { .unlikelyError }
    public static var insufficientEncryption: Code { .insufficientEncryption }
    public static var unsupportedGroupType: Code { .unsupportedGroupType }
    public static var insufficientResources: Code { .insufficientResources }
}

extension CBATTError.Code {
    public static func ~= (code: CBATTError.Code, error: any Error) -> Bool {
        (error as? CBATTError)?.code == code
    }
}

/// The SDK's error as Apple's.
func translated(_ error: any Error) -> any Error {
    switch error {
    case is CBError, is CBATTError: error
    case GATTError.att(let error, _): CBATTError(error)
    case GATTError.valueTooLong: CBATTError(.invalidValueLength)
    case CentralError.disconnected(let reason), CentralError.linksLost(_, let reason):
        lossOfLink(reason)
    case CentralError.forcedDisconnect, CentralError.isPoweredOff:
        CBError(.notConnected, describe(error))
    case CentralError.connectionTimeout, CentralError.mtuExchangeTimeout, CentralError.readTimeout,
        CentralError.writeTimeout, CentralError.serviceDiscoveryTimeout,
        CentralError.characteristicDiscoveryTimeout:
        CBError(.connectionTimeout, describe(error))
    case CentralError.readNotSupported: CBATTError(ATTError.readNotPermitted)
    case CentralError.writeNotSupported: CBATTError(ATTError.writeNotPermitted)
    case CentralError.notifyNotSupported: CBATTError(ATTError.requestNotSupported)
    case CentralError.servicesChanged, CentralError.invalidPeripheral:
        CBError(.invalidHandle, describe(error))
    case CentralError.radio(.notSupported), RadioError.notSupported:
        CBError(.operationNotSupported, describe(error))
    case is CancellationError: CBError(.operationCancelled)
    default: CBError(.unknown, describe(error))
    }
}

private func describe(_ error: any Error) -> String {
    (error as? any AccessoryError)?.description ?? "\(error)"
}

func lossOfLink(_ reason: DisconnectReason?) -> CBError {
    switch reason {
    case .connectionTimeout?:
        CBError(.connectionTimeout, "the connection has timed out: the device is out of range")
    case .notEstablished?:
        CBError(.connectionFailed, "the connection failed: the device did not answer")
    case .localHost?: CBError(.unknown, "the connection ended: this machine closed it")
    case nil: CBError(.notConnected, "the device is not connected")
    case let reason?: CBError(.peripheralDisconnected, "the device has disconnected: \(reason)")
    }
}
