/// An error that an attribute server answers with (Core 5.4, Vol 3, Part F, table 3.4; common
/// profile errors: Core Specification Supplement, Part B). Any other number is the application's.
public struct ATTError: Error, Hashable, Sendable {
    /// The number on the air.
    public let code: UInt8

    public init(code: UInt8) {
        self.code = code
    }

    /// No attribute has that handle.
    public static let invalidHandle = ATTError(code: 0x01)
    /// The attribute cannot be read.
    public static let readNotPermitted = ATTError(code: 0x02)
    /// The attribute cannot be written.
    public static let writeNotPermitted = ATTError(code: 0x03)
    /// The packet breaks the protocol's rules.
    public static let invalidPDU = ATTError(code: 0x04)
    /// The link has to be authenticated first: pair with protection against a man in the middle.
    public static let insufficientAuthentication = ATTError(code: 0x05)
    /// The server does not know this kind of request.
    public static let requestNotSupported = ATTError(code: 0x06)
    /// The offset lies behind the end of the value.
    public static let invalidOffset = ATTError(code: 0x07)
    /// The application has not authorised this client.
    public static let insufficientAuthorization = ATTError(code: 0x08)
    /// Too many prepared writes wait.
    public static let prepareQueueFull = ATTError(code: 0x09)
    /// No attribute in the range fits the request.
    public static let attributeNotFound = ATTError(code: 0x0A)
    /// The value cannot be read in parts.
    public static let attributeNotLong = ATTError(code: 0x0B)
    /// The link's key is too short for this attribute.
    public static let encryptionKeyTooShort = ATTError(code: 0x0C)
    /// The value's length does not suit the attribute.
    public static let invalidValueLength = ATTError(code: 0x0D)
    /// Something the server did not foresee.
    public static let unlikely = ATTError(code: 0x0E)
    /// The link has to be encrypted first.
    public static let insufficientEncryption = ATTError(code: 0x0F)
    /// The attribute type is no group that the server can list.
    public static let unsupportedGroupType = ATTError(code: 0x10)
    /// The server has run out of something.
    public static let insufficientResources = ATTError(code: 0x11)
    /// The client's picture of the database is out of date.
    public static let databaseOutOfSync = ATTError(code: 0x12)
    /// The value is not one that the attribute may take.
    public static let valueNotAllowed = ATTError(code: 0x13)
    /// The write was refused for a reason of the profile's.
    public static let writeRequestRejected = ATTError(code: 0xFC)
    /// The client characteristic configuration does not allow this.
    public static let cccdImproperlyConfigured = ATTError(code: 0xFD)
    /// A procedure is running already.
    public static let procedureInProgress = ATTError(code: 0xFE)
    /// The value lies outside its range.
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
    /// The name in the specification's words, or the number of an application's error.
    public var description: String {
        Self.names[code] ?? "application error 0x" + Hexadecimal.text(code, digits: 2)
    }
}
