/// Why a search could not start.
public enum DeviceSearchError: Error, Sendable, Hashable {
    /// Bluetooth: there is no adapter, or it lacks Bluetooth LE.
    case unsupported
    /// Bluetooth: the adapter is turned off.
    case poweredOff
    /// The transport cannot search; the text states the reason.
    case failed(String)

    /// The number in the reader interface.
    public var code: Int {
        switch self {
        case .unsupported: -1
        case .poweredOff: -2
        case .failed: -3
        }
    }

    /// Converts the error of a failed opening.
    package init(_ error: DeviceOpenError) {
        switch error {
        case .unsupported: self = .unsupported
        case .poweredOff: self = .poweredOff
        default: self = .failed("\(error)")
        }
    }
}

extension DeviceSearchError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsupported: "\(DeviceOpenError.unsupported)"
        case .poweredOff: "\(DeviceOpenError.poweredOff)"
        case .failed(let reason): "the search for devices failed: \(reason)"
        }
    }
}
