/// An error response of an attribute server (Core 5.4, Vol 3, Part F, table 3.4; common profile errors:
/// Core Specification Supplement, Part B). Other codes are application errors.
public struct ATTError: Error, Hashable, Sendable {
    /// The error code in the packet.
    public let code: UInt8

    /// Creates an error with a code of the packet.
    public init(code: UInt8) {
        self.code = code
    }

    /// No attribute has this handle.
    public static let invalidHandle = ATTError(code: 0x01)
    /// The attribute cannot be read.
    public static let readNotPermitted = ATTError(code: 0x02)
    /// The attribute cannot be written.
    public static let writeNotPermitted = ATTError(code: 0x03)
    /// The packet violates the protocol.
    public static let invalidPDU = ATTError(code: 0x04)
    /// The link must be authenticated first, by pairing with protection against a man in the middle.
    public static let insufficientAuthentication = ATTError(code: 0x05)
    /// The server does not support this request.
    public static let requestNotSupported = ATTError(code: 0x06)
    /// The offset is beyond the end of the value.
    public static let invalidOffset = ATTError(code: 0x07)
    /// The application has not authorized this client.
    public static let insufficientAuthorization = ATTError(code: 0x08)
    /// Too many prepared writes are queued.
    public static let prepareQueueFull = ATTError(code: 0x09)
    /// No attribute in the range matches the request.
    public static let attributeNotFound = ATTError(code: 0x0A)
    /// The value cannot be read in parts.
    public static let attributeNotLong = ATTError(code: 0x0B)
    /// The link's key is too short for this attribute.
    public static let encryptionKeyTooShort = ATTError(code: 0x0C)
    /// The value's length is invalid for the attribute.
    public static let invalidValueLength = ATTError(code: 0x0D)
    /// An unexpected error in the server.
    public static let unlikely = ATTError(code: 0x0E)
    /// The link must be encrypted first.
    public static let insufficientEncryption = ATTError(code: 0x0F)
    /// The server does not support listing groups of this attribute type.
    public static let unsupportedGroupType = ATTError(code: 0x10)
    /// The server is out of resources.
    public static let insufficientResources = ATTError(code: 0x11)
    /// The client's copy of the database is out of date.
    public static let databaseOutOfSync = ATTError(code: 0x12)
    /// The attribute does not allow this value.
    public static let valueNotAllowed = ATTError(code: 0x13)
    /// The write was rejected for a profile-specific reason.
    public static let writeRequestRejected = ATTError(code: 0xFC)
    /// The client characteristic configuration does not permit the request.
    public static let cccdImproperlyConfigured = ATTError(code: 0xFD)
    /// A procedure is already running.
    public static let procedureInProgress = ATTError(code: 0xFE)
    /// The value is out of range.
    public static let outOfRange = ATTError(code: 0xFF)

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

extension ATTError: CustomStringConvertible {
    /// The name in the specification, or the code of an application error.
    public var description: String {
        Self.names[code] ?? "application error 0x" + Hexadecimal.text(code, digits: 2)
    }
}
