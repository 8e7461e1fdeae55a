public import AccessoryBase

/// Why a call was refused, or how an opening or exchange failed.
///
/// `code` is the number in the reader interface since 2013: -1 to -4 for refused calls, 3 to 17 and
/// 20 for failed work. The numbers of refusals depend on the call.
public enum LinkError: Error, Sendable, Hashable {
    // Refused calls

    /// Exchange, respond or progress: an exchange is running, or no request waits for an answer.
    case busy
    /// Cancel: no exchange is running.
    case nothingToCancel
    /// The link is not open.
    case notOpen
    /// Cancel: already cancelling.
    case alreadyCancelling
    /// No device is plugged in.
    case noDevice
    /// The message is longer than the link's limit of 1 MiB, or than the peer accepts.
    case tooLong

    // Openings that failed

    /// The sound output, or the path to the device, could not be opened.
    case outputFailed(FailureReason)
    /// The sound input could not be opened.
    case inputFailed(FailureReason)
    /// A plugged-in device did not answer the boot signal or the handshake.
    case handshakeFailed
    /// A connected device did not answer.
    case connectionFailed

    // Work that failed

    /// The received data could not be decoded. Send the command again.
    case decodingFailed
    /// The message is longer than the peer's memory. Close the resource and open again.
    case outOfMemory
    /// The peer stopped answering during an exchange. Check that it is powered on.
    case deviceSilent
    /// Bytes arrived damaged. Send the command again.
    case byteFormat
    /// Frames arrived damaged. Send the command again.
    case frameFormat
    /// The session was lost, or the cause is unknown. Close the resource and open again.
    case unknown
    /// The sound output failed. Open again.
    case writeFailed
    /// The sound input failed. Open again.
    case readFailed
    /// The two ends disagree about the state of the exchange. Send the command again.
    case wrongState
    /// The exchange was cancelled by `cancelExchange`, `close` or `release`, or by the host.
    case cancelled
    /// The device did not answer three cancel requests. The exchange has ended in any case.
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
    /// The timeout of the exchange expired.
    case timedOut

    /// The number in the reader interface; nil for `timedOut`, which has its own callback there,
    /// and for `tooLong`, which the interface does not have.
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

    /// Whether the call was refused because of the link's state, without any effect.
    public var isRefusal: Bool {
        switch self {
        case .busy, .nothingToCancel, .notOpen, .alreadyCancelling, .noDevice, .tooLong: true
        default: false
        }
    }
}

/// Performs a call of a link that can be cancelled with its task.
///
/// - Throws: `CancellationError` for a call that ended because its task was cancelled.
nonisolated(nonsending) func cancellable<Value>(
    _ call: nonisolated(nonsending) () async throws(LinkError) -> Value
) async throws -> Value {
    do {
        return try await call()
    } catch {
        if error == .cancelled, Task.isCancelled { throw CancellationError() }
        throw error
    }
}

extension LinkError: AccessoryError {
    public var cause: String {
        switch self {
        case .busy: "an exchange is running"
        case .nothingToCancel: "nothing is running that could be cancelled"
        case .notOpen: "the device is not open"
        case .alreadyCancelling: "the exchange is already being cancelled"
        case .noDevice: "no device is plugged in"
        case .tooLong: "the message is longer than the link's limit"
        case .outputFailed(let reason): "sound output cannot be opened: \(reason.cause)"
        case .inputFailed(let reason): "sound input cannot be opened: \(reason.cause)"
        case .handshakeFailed: "the device does not answer"
        case .connectionFailed: "the device cannot be connected"
        case .decodingFailed: "the answer could not be decoded"
        case .outOfMemory: "the message is too long for the receiver"
        case .deviceSilent: "the device stopped answering"
        case .byteFormat: "bytes arrived damaged"
        case .frameFormat: "frames arrived damaged"
        case .unknown: "the session is lost"
        case .writeFailed: "sound output failed"
        case .readFailed: "sound input failed"
        case .wrongState: "the device is in another state"
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

    public var nextStep: String? {
        switch self {
        case .busy: "wait for its end or cancel it"
        case .nothingToCancel: "start an exchange first"
        case .notOpen: "open it first"
        case .alreadyCancelling: "wait for its end"
        case .noDevice, .unplugged: "plug it in and try again"
        case .tooLong: "send it in parts"
        case .outputFailed(let reason), .inputFailed(let reason):
            reason.nextStep ?? "choose another sound device"
        case .handshakeFailed: "check that it is charged"
        case .connectionFailed: "check that it is on and in range"
        case .decodingFailed, .byteFormat, .frameFormat, .wrongState: "send the command again"
        case .outOfMemory, .unknown, .writeFailed, .readFailed: "open the device again"
        case .deviceSilent, .cancelFailed: "check that it is powered on"
        case .cancelled: nil
        case .focusLost: "close that program"
        case .serviceEnded, .interrupted, .disconnected: "try again"
        case .timedOut: "allow more time, or check that it is powered on"
        }
    }
}
