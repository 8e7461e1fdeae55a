/// Why a radio did not do what was asked of it.
public enum RadioError: Error, Hashable, Sendable, Codable {
    /// There is no such adapter, or it was taken away.
    case noAdapter(String)
    /// The adapter is turned off.
    case poweredOff
    /// A switch, in hardware or by `rfkill`, keeps the adapter off.
    case blocked
    /// This process lacks the right, which the text names.
    case notPermitted(String)
    /// Another program holds what was asked for; the text names it.
    case owned(by: String)
    /// The radio is at this already.
    case busy
    /// The adapter, or its driver, cannot do this.
    case notSupported(String)
    /// A value is outside of what the specification allows.
    case invalidParameters(String)
    /// Nobody answered in time.
    case timedOut
    /// The connection could not be made, or ended.
    case disconnected(DisconnectReason)
    /// The devices could not agree on keys.
    case pairingFailed(String)
    /// The controller or the kernel refused, for a reason that has no case of its own.
    case failed(String)
    /// The caller gave up.
    case cancelled
}

extension RadioError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noAdapter(let name): "there is no Bluetooth adapter \(name)"
        case .poweredOff: "the Bluetooth adapter is turned off"
        case .blocked: "the Bluetooth adapter is blocked by a switch"
        case .notPermitted(let right): "not permitted: \(right)"
        case .owned(let owner): "\(owner) holds it"
        case .busy: "the radio is at this already"
        case .notSupported(let feature): "the adapter does not support \(feature)"
        case .invalidParameters(let reason): "\(reason)"
        case .timedOut: "no answer in time"
        case .disconnected(let reason): "\(reason)"
        case .pairingFailed(let reason): "pairing failed: \(reason)"
        case .failed(let reason): "\(reason)"
        case .cancelled: "cancelled"
        }
    }
}

/// Why a connection ended: an HCI error code (Core 5.4, Vol 1, Part F, section 1.3).
public struct DisconnectReason: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The key is not there or wrong, or pairing was refused.
    public static let authenticationFailure = DisconnectReason(rawValue: 0x05)
    /// Nothing was heard of the device for the supervision timeout.
    public static let connectionTimeout = DisconnectReason(rawValue: 0x08)
    /// The other end closed it.
    public static let remoteUser = DisconnectReason(rawValue: 0x13)
    /// The other end is out of resources.
    public static let remoteLowResources = DisconnectReason(rawValue: 0x14)
    /// The other end was turned off.
    public static let remotePowerOff = DisconnectReason(rawValue: 0x15)
    /// This end closed it.
    public static let localHost = DisconnectReason(rawValue: 0x16)
    /// A packet's integrity check was wrong.
    public static let integrityFailure = DisconnectReason(rawValue: 0x3D)
    /// The device did not answer the connection's first packets.
    public static let notEstablished = DisconnectReason(rawValue: 0x3E)
}

extension DisconnectReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .authenticationFailure: "authentication failed"
        case .connectionTimeout: "the device is out of reach"
        case .remoteUser: "the other end disconnected"
        case .remoteLowResources: "the other end is out of resources"
        case .remotePowerOff: "the other end was turned off"
        case .localHost: "disconnected"
        case .integrityFailure: "a packet's integrity check failed"
        case .notEstablished: "the connection could not be established"
        default: "disconnected, reason 0x" + String(rawValue, radix: 16)
        }
    }
}
