public import AccessoryLink
internal import BluetoothLE

/// Why a device could not be opened.
public enum OpenError: Error, Sendable, Hashable {
    /// What the link says. On the audio jack: `outputFailed` (-1), `inputFailed` (-2),
    /// `handshakeFailed` (-3), `noDevice` (-4). On both channels: `cancelled`, when the task was
    /// cancelled or the manager closed meanwhile.
    case link(LinkError)
    /// Bluetooth: the identifier names no device.
    case illegalAddress(String)
    /// Bluetooth: no connection, or the device offers none of the profiles, or it does not speak the
    /// link.
    case connectionFailed(String)
    /// Bluetooth: there is no adapter, or it lacks Bluetooth LE.
    case unsupported
    /// Bluetooth: the adapter is turned off.
    case poweredOff
    /// Bluetooth: anything else, as the text says.
    case unknown(String)
    /// Bluetooth: this device is open, in this mode; another one or another mode was asked for.
    case otherIsOpen(String, LinkMode)
    /// Audio jack: the mode asked for is not the one that the manager was made with.
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

    /// Whatever went wrong while a Bluetooth device was opened.
    init(_ error: any Error) {
        switch error {
        case let error as OpenError: self = error
        case is CancellationError, LinkError.cancelled: self = .link(.cancelled)
        case is LinkError: self = .connectionFailed("it does not answer on its serial line")
        case let error as CentralError: self.init(error)
        case is GATTError: self = .connectionFailed("\(error)")
        case RadioError.cancelled: self = .link(.cancelled)
        // of a serial line over classic Bluetooth
        case RadioError.timedOut, RadioError.disconnected, RadioError.failed:
            self = .connectionFailed("\(error)")
        case let error as RadioError: self.init(CentralError.radio(error))
        default: self = .unknown("\(error)")
        }
    }

    private init(_ error: CentralError) {
        switch error {
        case .isPoweredOff, .radio(.poweredOff), .radio(.blocked): self = .poweredOff
        case .radio(.noAdapter), .radio(.notSupported): self = .unsupported
        case .invalidPeripheral: self = .illegalAddress("\(error)")
        case .radio, .isScanning, .restoreFailed: self = .unknown("\(error)")
        default: self = .connectionFailed("\(error)")
        }
    }

    /// Why an adapter in this state cannot connect; nil when it can.
    init?(_ state: RadioState) {
        switch state {
        case .poweredOn: return nil
        case .poweredOff: self = .poweredOff
        case .unsupported: self = .unsupported
        case .unauthorized: self = .unknown("this user may not use the Bluetooth adapter")
        case .resetting, .unknown: self = .unknown("the Bluetooth adapter is not ready yet")
        }
    }
}

extension OpenError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .link(let error): "\(error)"
        case .illegalAddress(let text): "'\(text)' is no Bluetooth address; search for devices"
        case .connectionFailed(let reason):
            "the device cannot be connected: \(reason); check that it is on and near"
        case .unsupported: "there is no Bluetooth LE adapter; plug one in"
        case .poweredOff: "the Bluetooth adapter is turned off; turn it on"
        case .unknown(let reason): "the device cannot be opened: \(reason)"
        case .otherIsOpen(let identifier, let mode):
            "\(identifier) is open in \(mode == .duplex ? "duplex" : "master-slave") mode; close it first"
        case .modeIsFixed: "the jack's mode is chosen when its manager is made"
        }
    }
}
