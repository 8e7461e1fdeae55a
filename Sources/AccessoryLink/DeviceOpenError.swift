public import AccessoryBase

/// Why a device could not be opened.
public enum DeviceOpenError: Error, Sendable, Hashable {
    /// The link failed. For an attached device: `outputFailed` (-1), `inputFailed` (-2),
    /// `handshakeFailed` (-3), `noDevice` (-4). On every transport: `cancelled`, when the task was
    /// cancelled or the manager was closed meanwhile.
    case link(LinkError)
    /// The identifier is not valid for this transport.
    case illegalAddress(String)
    /// There is no connection, or the device has no suitable serial profile, or it does not use the
    /// link protocol.
    case connectionFailed(FailureReason)
    /// Bluetooth: there is no adapter, or it lacks Bluetooth LE.
    case unsupported
    /// Bluetooth: the adapter is turned off.
    case poweredOff
    /// Any other failure.
    case unknown(FailureReason)
    /// A session is open with this device in this mode, but another device or mode was requested.
    case otherIsOpen(String, LinkMode)
    /// An attached device: the requested mode differs from the transport's mode.
    case modeIsFixed

    /// The number in the reader interface; nil for `modeIsFixed`, which the interface does not have.
    public var code: Int? {
        switch self {
        case .link(let error): error.code
        case .illegalAddress: -1
        case .connectionFailed, .otherIsOpen: -2
        case .unsupported: -4
        case .poweredOff: -5
        case .unknown: -6
        case .modeIsFixed: nil
        }
    }
}

extension DeviceOpenError: AccessoryError {
    public var cause: String {
        switch self {
        case .link(let error): error.cause
        case .illegalAddress(let text): "'\(text)' is not a device identifier"
        case .connectionFailed(let reason): "the device cannot be connected: \(reason.cause)"
        case .unsupported: "there is no Bluetooth LE adapter"
        case .poweredOff: "the Bluetooth adapter is turned off"
        case .unknown(let reason): "the device cannot be opened: \(reason.cause)"
        case .otherIsOpen(let identifier, let mode):
            "\(identifier) is open in \(mode == .duplex ? "duplex" : "master-slave") mode"
        case .modeIsFixed: "the mode of an attached device is fixed when its transport is created"
        }
    }

    public var nextStep: String? {
        switch self {
        case .link(let error): error.nextStep
        case .illegalAddress: "search for devices"
        case .connectionFailed(let reason): reason.nextStep ?? "check that it is on and in range"
        case .unsupported: "plug one in"
        case .poweredOff: "turn it on"
        case .unknown(let reason): reason.nextStep ?? "try again"
        case .otherIsOpen: "close it first"
        case .modeIsFixed: "open it in that mode"
        }
    }
}
