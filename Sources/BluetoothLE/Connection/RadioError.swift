public import AccessoryBase

/// An error of a radio.
public enum RadioError: Error, Hashable, Sendable, Codable {
    /// There is no such adapter, or it was removed.
    case noAdapter(String)
    /// The adapter is turned off.
    case poweredOff
    /// The adapter is blocked by a hardware switch or `rfkill`.
    case blocked
    /// This process lacks a right, which the reason names.
    case notPermitted(FailureReason)
    /// Another program owns the resource; the text names the program.
    case owned(by: String)
    /// The radio is already performing this operation.
    case busy
    /// The adapter, or its driver, does not support this.
    case notSupported(FailureReason)
    /// A value is outside the range of the specification.
    case invalidParameters(FailureReason)
    /// The operation timed out.
    case timedOut
    /// The connection failed or ended.
    case disconnected(DisconnectReason)
    /// The devices could not agree on keys.
    case pairingFailed(FailureReason)
    /// Any other error of the controller or the kernel.
    case failed(FailureReason)
    /// The caller cancelled the operation.
    case cancelled
}

extension RadioError: AccessoryError {
    public var cause: String {
        switch self {
        case .noAdapter(let name): "there is no Bluetooth adapter \(name)"
        case .poweredOff: "the Bluetooth adapter is turned off"
        case .blocked: "the Bluetooth adapter is blocked by a switch"
        case .notPermitted(let reason): "not permitted: \(reason.cause)"
        case .owned(let owner): "\(owner) holds it"
        case .busy: "the radio is already performing this operation"
        case .notSupported(let feature): "the adapter does not support \(feature.cause)"
        case .invalidParameters(let reason): reason.cause
        case .timedOut: "the adapter or the device did not answer in time"
        case .disconnected(let reason): "\(reason)"
        case .pairingFailed(let reason): "pairing failed: \(reason.cause)"
        case .failed(let reason): reason.cause
        case .cancelled: "cancelled"
        }
    }

    public var nextStep: String? {
        switch self {
        case .noAdapter("virtual"): "start the air that programs share: accessory air"
        case .noAdapter: "plug it in, or choose another"
        case .poweredOff: "turn it on: bluetoothctl power on"
        case .blocked: "unblock it: rfkill unblock bluetooth"
        case .notPermitted(let reason):
            reason.nextStep ?? "grant the right, or use bluetoothd's radio"
        case .owned: "end the other program"
        case .busy: "wait for its end"
        case .notSupported(let feature): feature.nextStep ?? "use another adapter"
        case .invalidParameters(let reason): reason.nextStep ?? "choose another value"
        case .timedOut: "check that the device is on and in range"
        case .disconnected: "connect again"
        case .pairingFailed(let reason): reason.nextStep ?? "pair again"
        case .failed(let reason): reason.nextStep ?? "try again"
        case .cancelled: nil
        }
    }
}

extension RadioError {
    /// Neither device can show or enter what the other needs to authenticate it.
    package static let cannotAuthenticate = RadioError.pairingFailed(
        "the devices have no means to authenticate each other"
    )
    /// Pairing cannot reach `LinkSecurity.secureConnections`.
    package static let noSecureConnections = RadioError.pairingFailed(
        FailureReason(
            "one of the devices has no LE Secure Connections with keys of 16 bytes",
            nextStep: "use another adapter, or a value that needs less"
        )
    )
}

/// The reason for a disconnection: an HCI error code (Core 5.4, Vol 1, Part F, section 1.3).
public struct DisconnectReason: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The key is missing or wrong, or pairing was rejected.
    public static let authenticationFailure = DisconnectReason(rawValue: 0x05)
    /// No signal from the device for the supervision timeout.
    public static let connectionTimeout = DisconnectReason(rawValue: 0x08)
    /// The peer closed the connection.
    public static let remoteUser = DisconnectReason(rawValue: 0x13)
    /// The peer is out of resources.
    public static let remoteLowResources = DisconnectReason(rawValue: 0x14)
    /// The peer was turned off.
    public static let remotePowerOff = DisconnectReason(rawValue: 0x15)
    /// This end closed the connection.
    public static let localHost = DisconnectReason(rawValue: 0x16)
    /// A packet failed its integrity check.
    public static let integrityFailure = DisconnectReason(rawValue: 0x3D)
    /// The device did not answer the connection's first packets.
    public static let notEstablished = DisconnectReason(rawValue: 0x3E)

    /// Whether another attempt to connect may succeed.
    var mayPass: Bool {
        switch self {
        // 0x06: the key is missing
        case .authenticationFailure, DisconnectReason(rawValue: 0x06), .remotePowerOff, .localHost:
            false
        default: true
        }
    }
}

extension DisconnectReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .authenticationFailure: "authentication failed"
        case .connectionTimeout: "the device is out of range"
        case .remoteUser: "the peer disconnected"
        case .remoteLowResources: "the peer is out of resources"
        case .remotePowerOff: "the peer was turned off"
        case .localHost: "disconnected"
        case .integrityFailure: "a packet's integrity check failed"
        case .notEstablished: "the connection could not be established"
        default: "disconnected, reason 0x" + String(rawValue, radix: 16)
        }
    }
}
