public import AccessoryBase

/// An error response of an attribute server (Core 5.4, Vol 3, Part F, table 3.4; common profile errors:
/// Core Specification Supplement, Part B). 0x80 to 0x9F are application errors; other codes are reserved.
public struct ATTError: RawRepresentable, Hashable, Sendable {
    /// The error code in the packet.
    public let rawValue: UInt8

    /// Creates an error with a code of the packet.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// No attribute has this handle.
    public static let invalidHandle = ATTError(rawValue: 0x01)
    /// The attribute cannot be read.
    public static let readNotPermitted = ATTError(rawValue: 0x02)
    /// The attribute cannot be written.
    public static let writeNotPermitted = ATTError(rawValue: 0x03)
    /// The packet violates the protocol.
    public static let invalidPDU = ATTError(rawValue: 0x04)
    /// The link must be authenticated first, by pairing with protection against a man in the middle.
    public static let insufficientAuthentication = ATTError(rawValue: 0x05)
    /// The server does not support this request.
    public static let requestNotSupported = ATTError(rawValue: 0x06)
    /// The offset is beyond the end of the value.
    public static let invalidOffset = ATTError(rawValue: 0x07)
    /// The application has not authorized this client.
    public static let insufficientAuthorization = ATTError(rawValue: 0x08)
    /// Too many prepared writes are queued.
    public static let prepareQueueFull = ATTError(rawValue: 0x09)
    /// No attribute in the range matches the request.
    public static let attributeNotFound = ATTError(rawValue: 0x0A)
    /// The value cannot be read in parts.
    public static let attributeNotLong = ATTError(rawValue: 0x0B)
    /// The link's key is too short for this attribute.
    public static let encryptionKeyTooShort = ATTError(rawValue: 0x0C)
    /// The value's length is invalid for the attribute.
    public static let invalidValueLength = ATTError(rawValue: 0x0D)
    /// An unexpected error in the server.
    public static let unlikely = ATTError(rawValue: 0x0E)
    /// The link must be encrypted first.
    public static let insufficientEncryption = ATTError(rawValue: 0x0F)
    /// The server does not support listing groups of this attribute type.
    public static let unsupportedGroupType = ATTError(rawValue: 0x10)
    /// The server is out of resources.
    public static let insufficientResources = ATTError(rawValue: 0x11)
    /// The client's copy of the database is out of date.
    public static let databaseOutOfSync = ATTError(rawValue: 0x12)
    /// The attribute does not allow this value.
    public static let valueNotAllowed = ATTError(rawValue: 0x13)
    /// The write was rejected for a profile-specific reason.
    public static let writeRequestRejected = ATTError(rawValue: 0xFC)
    /// The client characteristic configuration does not permit the request.
    public static let cccdImproperlyConfigured = ATTError(rawValue: 0xFD)
    /// A procedure is already running.
    public static let procedureInProgress = ATTError(rawValue: 0xFE)
    /// The value is out of range.
    public static let outOfRange = ATTError(rawValue: 0xFF)

    private static let names: [UInt8: String] = [
        0x01: "invalid handle", 0x02: "read not permitted", 0x03: "write not permitted",
        0x04: "invalid PDU", 0x05: "insufficient authentication", 0x06: "request not supported",
        0x07: "invalid offset", 0x08: "insufficient authorization", 0x09: "prepare queue full",
        0x0A: "attribute not found", 0x0B: "attribute not long",
        0x0C: "encryption key too short", 0x0D: "invalid attribute value length",
        0x0E: "unlikely error", 0x0F: "insufficient encryption",
        0x10: "unsupported group type", 0x11: "insufficient resources",
        0x12: "database out of sync", 0x13: "value not allowed",
        0xFC: "write request rejected", 0xFD: "CCCD improperly configured",
        0xFE: "procedure already in progress", 0xFF: "out of range",
    ]
}

extension ATTError: AccessoryError {
    /// The name in the specification, or the code of an application error or of a reserved one.
    public var cause: String {
        if let name = Self.names[rawValue] { return name }
        let kind = (0x80...0x9F).contains(rawValue) ? "application" : "reserved"
        return "\(kind) error 0x" + Hexadecimal.text(rawValue, digits: 2)
    }

    /// Whether the link must be paired or authorized first.
    var needsSecurity: Bool {
        [
            .insufficientAuthentication, .insufficientAuthorization, .encryptionKeyTooShort,
            .insufficientEncryption,
        ].contains(self)
    }

    public var nextStep: String? {
        switch self {
        case .insufficientEncryption, .encryptionKeyTooShort: "pair first"
        case .insufficientAuthentication: "pair first, with a number"
        case .insufficientAuthorization: "log in to the device first"
        case .invalidHandle, .attributeNotFound, .databaseOutOfSync: "discover its services again"
        case .readNotPermitted, .writeNotPermitted, .requestNotSupported, .attributeNotLong,
            .unsupportedGroupType, .cccdImproperlyConfigured:
            "check the attribute's properties"
        case .invalidOffset, .invalidValueLength, .valueNotAllowed, .outOfRange:
            "write another value"
        case .prepareQueueFull, .insufficientResources, .procedureInProgress: "try again later"
        default: "see the device's documentation"
        }
    }

    public var code: Int? { Int(rawValue) }
}
