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
    case connectionFailed(String)
    /// Bluetooth: there is no adapter, or it lacks Bluetooth LE.
    case unsupported
    /// Bluetooth: the adapter is turned off.
    case poweredOff
    /// Any other failure; the text states the reason.
    case unknown(String)
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

extension DeviceOpenError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .link(let error): "\(error)"
        case .illegalAddress(let text): "'\(text)' is not a device identifier; search for devices"
        case .connectionFailed(let reason):
            "the device cannot be connected: \(reason); check that it is on and in range"
        case .unsupported: "there is no Bluetooth LE adapter; plug one in"
        case .poweredOff: "the Bluetooth adapter is turned off; turn it on"
        case .unknown(let reason): "the device cannot be opened: \(reason)"
        case .otherIsOpen(let identifier, let mode):
            "\(identifier) is open in \(mode == .duplex ? "duplex" : "master-slave") mode; close it first"
        case .modeIsFixed: "the mode of an attached device is fixed when its transport is created"
        }
    }
}
