/// Why a device could not be opened.
public enum OpenError: Error, Sendable, Hashable {
    /// What the link says. Of an attached device: `outputFailed` (-1), `inputFailed` (-2),
    /// `handshakeFailed` (-3), `noDevice` (-4). On every transport: `cancelled`, when the task was
    /// cancelled or the manager closed meanwhile.
    case link(LinkError)
    /// The identifier names no device of this transport.
    case illegalAddress(String)
    /// No connection, or the device does not offer a line for it, or it does not speak the link.
    case connectionFailed(String)
    /// Bluetooth: there is no adapter, or it lacks Bluetooth LE.
    case unsupported
    /// Bluetooth: the adapter is turned off.
    case poweredOff
    /// Anything else, as the text says.
    case unknown(String)
    /// This device is open, in this mode; another one or another mode was asked for.
    case otherIsOpen(String, LinkMode)
    /// An attached device: the mode asked for is not the one that the transport was made with.
    case modeIsFixed

    /// The number in the reader interface; nil for `modeIsFixed`, which it does not know.
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

extension OpenError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .link(let error): "\(error)"
        case .illegalAddress(let text): "'\(text)' is no identifier of a device; search for devices"
        case .connectionFailed(let reason):
            "the device cannot be connected: \(reason); check that it is on and near"
        case .unsupported: "there is no Bluetooth LE adapter; plug one in"
        case .poweredOff: "the Bluetooth adapter is turned off; turn it on"
        case .unknown(let reason): "the device cannot be opened: \(reason)"
        case .otherIsOpen(let identifier, let mode):
            "\(identifier) is open in \(mode == .duplex ? "duplex" : "master-slave") mode; close it first"
        case .modeIsFixed: "the mode of an attached device is chosen when its transport is made"
        }
    }
}
