/// Why a call of the link was refused, or how an opening or exchange ended.
///
/// `code` is the number that the reader interface has used since 2013: -1 to -4 for calls that are
/// refused, 3 to 17 and 20 for work that failed. The refusals' numbers depend on the call.
public enum LinkError: Error, Sendable, Hashable {
    // Refused calls

    /// Exchange, respond or progress: one is running, or nothing waits for it.
    case busy
    /// Cancel: nothing is running.
    case nothingToCancel
    /// The link is not open.
    case notOpen
    /// Cancel: already cancelling.
    case alreadyCancelling
    /// Nothing is plugged in.
    case noDevice
    /// The message is longer than the 1 MiB that a link carries, or than the other end takes.
    case tooLong

    // Openings that failed

    /// Sound output, or the way out, could not be opened.
    case outputFailed(String)
    /// Sound input could not be opened.
    case inputFailed(String)
    /// A device is plugged in, and did not answer the boot signal or the handshake.
    case handshakeFailed
    /// A device that was connected did not answer.
    case connectionFailed

    // Work that failed

    /// What was heard could not be decoded. Send the command again.
    case decodingFailed
    /// The message is longer than the other end's memory. Close the resource and open again.
    case outOfMemory
    /// The other end stopped answering inside an exchange. Check that it is powered on.
    case deviceSilent
    /// Bytes arrived damaged. Send the command again.
    case byteFormat
    /// Frames arrived damaged. Send the command again.
    case frameFormat
    /// The session was lost, or the cause is unknown. Close the resource and open again.
    case unknown
    /// Sound output failed. Open again.
    case writeFailed
    /// Sound input failed. Open again.
    case readFailed
    /// The two ends disagree about the state of the exchange. Send the command again.
    case wrongState
    /// Cancelled as asked.
    case cancelled
    /// The device did not answer three requests to cancel. The exchange is over all the same.
    case cancelFailed
    /// The plug was pulled.
    case unplugged
    /// Another program took the sound device.
    case focusLost
    /// The sound server ended.
    case serviceEnded
    /// Sound was interrupted.
    case interrupted
    /// The connection was lost.
    case disconnected
    /// The time given to the exchange is over.
    case timedOut

    /// The number in the reader interface; nil for `timedOut`, which has a callback of its own
    /// there, and for `tooLong`, which it does not know.
    public var code: Int? {
        switch self {
        case .busy, .nothingToCancel, .outputFailed: -1
        case .notOpen, .inputFailed, .connectionFailed: -2
        case .alreadyCancelling, .handshakeFailed: -3
        case .noDevice: -4
        case .decodingFailed: 3
        case .outOfMemory: 4
        case .deviceSilent: 5
        case .byteFormat: 6
        case .frameFormat: 7
        case .unknown: 8
        case .writeFailed: 9
        case .readFailed: 10
        case .wrongState: 11
        case .cancelled: 12
        case .cancelFailed: 13
        case .unplugged: 14
        case .focusLost: 15
        case .serviceEnded: 16
        case .interrupted: 17
        case .disconnected: 20
        case .timedOut, .tooLong: nil
        }
    }

    /// Whether nothing was done because of the state the link is in.
    public var isRefusal: Bool {
        switch self {
        case .busy, .nothingToCancel, .notOpen, .alreadyCancelling, .noDevice, .tooLong: true
        default: false
        }
    }
}

extension LinkError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .busy: "an exchange is running; wait for its end or cancel it"
        case .nothingToCancel: "nothing is running that could be cancelled"
        case .notOpen: "the device is not open; open it first"
        case .alreadyCancelling: "the exchange is being cancelled already"
        case .noDevice: "no device is plugged in"
        case .tooLong: "the message is longer than the link carries"
        case .outputFailed(let reason): "sound output cannot be opened: \(reason)"
        case .inputFailed(let reason): "sound input cannot be opened: \(reason)"
        case .handshakeFailed: "the device does not answer; check that it is charged"
        case .connectionFailed: "the device cannot be connected; check that it is on and near"
        case .decodingFailed: "the answer could not be decoded; send the command again"
        case .outOfMemory: "the message is too long for the receiver; open the device again"
        case .deviceSilent: "the device stopped answering; check that it is powered on"
        case .byteFormat: "bytes arrived damaged; send the command again"
        case .frameFormat: "frames arrived damaged; send the command again"
        case .unknown: "the session is lost; open the device again"
        case .writeFailed: "sound output failed; open the device again"
        case .readFailed: "sound input failed; open the device again"
        case .wrongState: "the device is in another state; send the command again"
        case .cancelled: "cancelled"
        case .cancelFailed: "the device did not confirm the cancel"
        case .unplugged: "the device was unplugged"
        case .focusLost: "another program took the sound device"
        case .serviceEnded: "the sound server ended"
        case .interrupted: "sound was interrupted"
        case .disconnected: "the connection was lost"
        case .timedOut: "the time for the exchange is over"
        }
    }
}
