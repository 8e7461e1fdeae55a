public import AccessoryBase

/// Why a request, an answer or a file failed. `number` is TopStep's number.
public enum RequestTransferError: Error, Sendable, Hashable {
    /// The link has ended. Connect again, on a new link.
    case notConnected
    /// The receiver has no room for the file.
    case noSpace(path: String)
    /// The peer is busy with another transfer.
    case busy
    /// The answer has no pending request.
    case noSuchRequest(id: String)
    /// The answer's name differs from the request's.
    case otherName(String, expected: String)
    /// The answer has files, but neither the answer nor the request states their folder.
    case noStoragePath
    /// The path breaks a rule, or its owner refuses it.
    case pathRefused(String, RequestPathFault)
    /// A file or object is longer than the receiver accepts.
    case tooLarge(String)
    /// There are more files than this limit.
    case tooMany(limit: Int)
    /// The peer has no such file.
    case noSuchFile(String)
    /// A file on this machine cannot be read, with its errno.
    case cannotRead(String, errno: Int32)
    /// A file on this machine cannot be written, with its errno.
    case cannotWrite(String, errno: Int32)
    /// The received data is not a request or an answer, or the peer reports this about the sent
    /// data.
    case malformed
    /// A transfer in this direction is already running.
    case transferRunning
    /// The peer did not answer in time.
    case timedOut
    /// The link was lost during the transfer. The next try resumes where this one ended.
    case interrupted
    /// The whole answer was sent but not confirmed: the device may have it.
    case unconfirmed(MissingConfirmation)
    /// The file arrived with a wrong CRC-32.
    case wrongCheck(path: String)
    /// Frames were lost repeatedly.
    case packetLoss
    /// The peer's answer is not part of the protocol.
    case protocolMismatch
    /// The transfer was cancelled at either end.
    case cancelled

    public var code: Int? { number }

    /// The number in TopStep's list of errors, for `TransferAnswer.errorCode`.
    public var number: Int {
        switch self {
        case .notConnected: 2003
        case .noSpace: 2005
        case .busy: 2006
        case .noSuchRequest, .otherName: 3001
        case .noStoragePath, .pathRefused: 3002
        case .tooLarge, .tooMany: 3004
        case .noSuchFile, .cannotRead: 4001
        case .cannotWrite: 4002
        case .malformed: 4003
        case .transferRunning: 5001
        case .timedOut, .unconfirmed(.silent): 6001
        case .interrupted, .unconfirmed(.lost): 6002
        case .wrongCheck: 6003
        case .packetLoss: 6004
        case .protocolMismatch: 6005
        case .cancelled: 7001
        }
    }
}

/// Why there is no confirmation.
public enum MissingConfirmation: Sendable, Hashable {
    /// The link was lost.
    case lost
    /// The device did not answer in time.
    case silent
}

/// The rule that a path breaks.
public enum RequestPathFault: String, Sendable, Hashable {
    case notAbsolute = "it does not start with /"
    case emptyPart = "a part of it is empty"
    case relativePart = "a part of it is . or .. or starts with a dot"
    case controlCharacter = "it contains a control character"
    case notText = "it is not UTF-8"
    case folderTooLong = "a folder's name is longer than 31 bytes"
    case fileTooLong = "the file's name is longer than 63 bytes"
    case tooLong = "it is longer than 127 bytes"
    case tooDeep = "it has more than two folders"
    case notAFile = "a part of it is a symbolic link or not a folder, or it is not a file"
    case sameName = "two files have the same name"
    case refused = "the peer refuses it"
}

extension RequestTransferError: AccessoryError {
    public var cause: String {
        switch self {
        case .notConnected: "the link has ended"
        case .noSpace(let path): "the receiver has no space for \(path)"
        case .busy: "the peer is busy with another transfer"
        case .noSuchRequest(let id): "no request \(id) is pending"
        case .otherName(let name, let expected):
            "the answer is named \(name), the request \(expected)"
        case .noStoragePath: "neither the answer nor its request states a folder for files"
        case .pathRefused(let path, let fault): "the path \(path) is refused: \(fault.rawValue)"
        case .tooLarge(let what): "\(what) is longer than the receiver accepts"
        case .tooMany(let limit): "there are more than \(limit) files"
        case .noSuchFile(let path): "the peer has no file \(path)"
        case .cannotRead(let path, let number): "cannot read \(path): \(systemMessage(number))"
        case .cannotWrite(let path, let number): "cannot write \(path): \(systemMessage(number))"
        case .malformed: "the received data is not a request or answer"
        case .transferRunning: "a transfer is already running"
        case .timedOut: "the peer did not answer in time"
        case .interrupted: "the link was lost"
        case .unconfirmed(.lost): "the link was lost before the device confirmed the answer"
        case .unconfirmed(.silent): "the device did not confirm the answer in time"
        case .wrongCheck(let path): "\(path) arrived damaged"
        case .packetLoss: "frames were lost repeatedly"
        case .protocolMismatch: "the peer uses another protocol"
        case .cancelled: "cancelled"
        }
    }

    public var nextStep: String? {
        switch self {
        case .notConnected: "connect again"
        case .noSpace: "delete files there"
        case .busy: "try again later"
        case .noSuchRequest: "copy the request's id"
        case .otherName: "copy the request's name"
        case .noStoragePath: "set deviceStoragePath"
        case .pathRefused: "choose another path"
        case .tooLarge: "send less"
        case .tooMany: "send fewer"
        case .noSuchFile, .cannotRead: "check the path"
        case .cannotWrite: "choose another folder"
        case .malformed, .protocolMismatch: "check both ends' versions"
        case .transferRunning: "wait for its end"
        case .timedOut: "check that it is on and in range"
        case .interrupted: "connect and try again"
        case .unconfirmed: "it may have received it"
        case .wrongCheck: "send it again"
        case .packetLoss: "move the two ends closer together"
        case .cancelled: nil
        }
    }
}
