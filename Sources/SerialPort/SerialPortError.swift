public import AccessoryBase

/// Why a serial port could not be opened.
public enum SerialPortError: Error, Sendable, Hashable {
    /// The file does not exist.
    case noSuchPort(String)
    /// This user may not open the port.
    case permissionDenied(String)
    /// Another program has the port open.
    case busy(String)
    /// The file is not a terminal device.
    case notSerial(String)
    /// The port does not support this bit rate.
    case unsupportedBaud(Int)
    /// The port has no lines for hardware flow control.
    case unsupportedFlowControl
    /// A system call failed, with its errno.
    case failed(String, errno: Int32)
}

extension SerialPortError: AccessoryError {
    public var cause: String {
        switch self {
        case .noSuchPort(let path): "there is no serial port \(path)"
        case .permissionDenied(let path): "\(path): permission denied"
        case .busy(let path): "\(path): another program has it open"
        case .notSerial(let path): "\(path) is not a serial port"
        case .unsupportedBaud(let baud): "the port does not support \(baud) bit/s"
        case .unsupportedFlowControl: "the port has no hardware flow control"
        case .failed(let path, let number): "\(path): \(systemMessage(number))"
        }
    }

    public var nextStep: String? {
        switch self {
        case .noSuchPort: "plug it in"
        case .permissionDenied: "add this user to the group dialout"
        case .busy: "close that program"
        case .notSerial: "choose another path"
        case .unsupportedBaud: "choose another rate"
        case .unsupportedFlowControl: "open it without flow control"
        case .failed: "plug it in again"
        }
    }
}
