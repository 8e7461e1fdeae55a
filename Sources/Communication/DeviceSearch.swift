internal import BluetoothLE

/// What a search tells.
public enum SearchEvent: Sendable, Hashable {
    /// A device was found, or more of one that was found before has become known: its name, or that it
    /// advertises a serial line.
    case found(DeviceInfo)
    /// The search is over.
    case complete
}

/// Why a search could not begin. All are about Bluetooth.
public enum SearchError: Error, Sendable, Hashable {
    /// There is no adapter, or it lacks Bluetooth LE.
    case unsupported
    /// The adapter is turned off.
    case poweredOff
    /// The adapter does not search, as the text says.
    case failed(String)

    /// The number in the reader interface.
    public var code: Int {
        switch self {
        case .unsupported: -1
        case .poweredOff: -2
        case .failed: -3
        }
    }

    init(_ error: OpenError) {
        switch error {
        case .unsupported: self = .unsupported
        case .poweredOff: self = .poweredOff
        default: self = .failed("\(error)")
        }
    }
}

extension SearchError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsupported: "\(OpenError.unsupported)"
        case .poweredOff: "\(OpenError.poweredOff)"
        case .failed(let reason): "devices cannot be searched: \(reason)"
        }
    }
}

/// A search that has begun: tells what it finds, and returns when it is complete.
typealias DeviceSearch = @Sendable (_ tell: @Sendable (DeviceInfo) -> Void) async -> Void
