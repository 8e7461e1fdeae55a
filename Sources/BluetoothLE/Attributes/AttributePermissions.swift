/// The permissions of an attribute, and the required link security.
public struct AttributePermissions: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Any client may read the value.
    public static let readable = AttributePermissions(rawValue: 0x01)
    /// Any client may write the value.
    public static let writeable = AttributePermissions(rawValue: 0x02)
    /// Reading requires an encrypted link.
    public static let readEncryptionRequired = AttributePermissions(rawValue: 0x04)
    /// Writing requires an encrypted link.
    public static let writeEncryptionRequired = AttributePermissions(rawValue: 0x08)
    /// Reading requires a link paired with protection against a man in the middle.
    public static let readAuthenticationRequired = AttributePermissions(rawValue: 0x10)
    /// Writing requires a link paired with protection against a man in the middle.
    public static let writeAuthenticationRequired = AttributePermissions(rawValue: 0x20)
    /// Reading and subscribing require the application's authorization of the client.
    public static let readAuthorizationRequired = AttributePermissions(rawValue: 0x40)
    /// Writing requires the application's authorization of the client.
    public static let writeAuthorizationRequired = AttributePermissions(rawValue: 0x80)
    /// Reading requires a link at the level `LinkSecurity.secureConnections`.
    public static let readSecureConnectionsRequired = AttributePermissions(rawValue: 0x100)
    /// Writing requires a link at the level `LinkSecurity.secureConnections`.
    public static let writeSecureConnectionsRequired = AttributePermissions(rawValue: 0x200)
    /// Any client may subscribe. Without this permission and the next three, subscribing requires what
    /// reading requires.
    public static let subscribable = AttributePermissions(rawValue: 0x400)
    /// Subscribing requires an encrypted link.
    public static let subscribeEncryptionRequired = AttributePermissions(rawValue: 0x800)
    /// Subscribing requires a link paired with protection against a man in the middle.
    public static let subscribeAuthenticationRequired = AttributePermissions(rawValue: 0x1000)
    /// Subscribing requires a link at the level `LinkSecurity.secureConnections`.
    public static let subscribeSecureConnectionsRequired = AttributePermissions(rawValue: 0x2000)
}

/// An operation of a client on an attribute.
package enum AttributeOperation: Sendable, CaseIterable {
    case read, write, subscribe
}

extension AttributePermissions {
    /// The permissions of one operation, by the level that each needs.
    private struct Levels {
        let open: AttributePermissions
        let encrypted: AttributePermissions
        let authenticated: AttributePermissions
        let secureConnections: AttributePermissions

        static let read = Levels(
            open: [.readable, .readAuthorizationRequired],
            encrypted: .readEncryptionRequired,
            authenticated: .readAuthenticationRequired,
            secureConnections: .readSecureConnectionsRequired
        )
        static let write = Levels(
            open: [.writeable, .writeAuthorizationRequired],
            encrypted: .writeEncryptionRequired,
            authenticated: .writeAuthenticationRequired,
            secureConnections: .writeSecureConnectionsRequired
        )
        static let subscribe = Levels(
            open: .subscribable,
            encrypted: .subscribeEncryptionRequired,
            authenticated: .subscribeAuthenticationRequired,
            secureConnections: .subscribeSecureConnectionsRequired
        )

        /// The strictest level among some permissions; nil: none belongs to the operation.
        func strictest(in permissions: AttributePermissions) -> LinkSecurity? {
            if permissions.contains(secureConnections) { return .secureConnections }
            if permissions.contains(authenticated) { return .authenticated }
            if permissions.contains(encrypted) { return .encrypted }
            return permissions.isDisjoint(with: open) ? nil : LinkSecurity.none
        }
    }

    /// The level that an operation needs; nil: not permitted. Without a permission to subscribe, those of
    /// reading apply.
    package func level(for operation: AttributeOperation) -> LinkSecurity? {
        switch operation {
        case .read: Levels.read.strictest(in: self)
        case .write: Levels.write.strictest(in: self)
        case .subscribe: Levels.subscribe.strictest(in: self) ?? Levels.read.strictest(in: self)
        }
    }

    /// Whether an operation needs the application's authorization.
    func needsAuthorization(for operation: AttributeOperation) -> Bool {
        contains(operation == .write ? .writeAuthorizationRequired : .readAuthorizationRequired)
    }

    /// The permission to write at a level.
    static func writing(at level: LinkSecurity) -> AttributePermissions {
        switch level {
        case .none: .writeable
        case .encrypted: .writeEncryptionRequired
        case .authenticated: .writeAuthenticationRequired
        case .secureConnections: .writeSecureConnectionsRequired
        }
    }

    /// These permissions without those of an operation.
    func without(_ operation: AttributeOperation) -> AttributePermissions {
        let levels = operation == .write ? Levels.write : operation == .read ? .read : .subscribe
        return subtracting(levels.open)
            .subtracting([levels.encrypted, levels.authenticated, levels.secureConnections])
    }
}
