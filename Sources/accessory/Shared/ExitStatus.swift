/// The exit statuses. The numbers are those of sysexits.h if it has one for the case, otherwise
/// those of timeout(1) and of the shell (128 + signal).
enum ExitStatus: Int32, CaseIterable {
    case usage = 64
    case badInput = 65
    case noInput = 66
    case noDevice = 69
    case software = 70
    case cannotWrite = 73
    case deviceLost = 74
    case deviceBusy = 75
    case deviceError = 76
    case noPermission = 77
    case timeout = 124
    case cancelled = 130

    /// A line for the table in `--help` and docs/cli.md.
    var meaning: String {
        switch self {
        case .usage: "the command line is wrong"
        case .badInput: "the input has another format or is damaged"
        case .noInput: "the input cannot be opened or read"
        case .noDevice: "no such device or helper program, or no accessory answers"
        case .software: "a fault of this program"
        case .cannotWrite: "the output cannot be written"
        case .deviceLost: "the device was lost while in use"
        case .deviceBusy: "another program holds the device"
        case .deviceError: "the accessory reported an error or broke the protocol"
        case .noPermission: "this user may not use the device or file"
        case .timeout: "the accessory did not answer in time"
        case .cancelled: "cancelled, by Ctrl-C or by the peer"
        }
    }

    /// The table, one status per line.
    static var table: String {
        (["  0  done"]
            + allCases.map { status in
                String(repeating: " ", count: 3 - String(status.rawValue).count)
                    + "\(status.rawValue)  \(status.meaning)"
            }).joined(separator: "\n")
    }
}
