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
    /// The system call failed; `reason` states why.
    case failed(String, reason: String)
}

extension SerialPortError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noSuchPort(let path): "there is no serial port \(path); plug it in"
        case .permissionDenied(let path):
            "\(path): permission denied; add this user to the group dialout"
        case .busy(let path): "\(path): another program has it open; close that program"
        case .notSerial(let path): "\(path) is not a serial port; choose another path"
        case .unsupportedBaud(let baud):
            "the port does not support \(baud) bit/s; choose another rate"
        case .unsupportedFlowControl:
            "the port has no hardware flow control; open it without flow control"
        case .failed(let path, let reason): "\(path): \(reason)"
        }
    }
}
