internal import Glibc

/// An error that says how the program ends. Each room's errors conform in the file of the commands
/// that use the room.
protocol Explained: Error {
    var failure: Failure { get }
}

/// Why a command failed, in one line: the cause and the next step.
struct Failure: Explained, Equatable {
    var status: ExitStatus
    /// What is wrong, with the name of the thing that it is wrong with.
    var cause: String
    /// What to do about it.
    var nextStep: String?
    /// The number that the accessory's documents give the error, where they do.
    var code: Int?

    init(_ status: ExitStatus, _ cause: String, nextStep: String? = nil, code: Int? = nil) {
        self.status = status
        self.cause = cause
        self.nextStep = nextStep
        self.code = code
    }

    /// From "cause; next step".
    init(_ status: ExitStatus, description: String, advice: String? = nil, code: Int? = nil) {
        let parts = description.split(separator: "; ", maxSplits: 1).map(String.init)
        self.init(status, parts[0], nextStep: parts.count > 1 ? parts[1] : advice, code: code)
    }

    /// Any error at all.
    init(_ error: any Error) {
        switch error {
        case let error as any Explained: self = error.failure
        case is CancellationError: self.init(.cancelled, "cancelled")
        default: self.init(.software, String(describing: error), nextStep: "please report this")
        }
    }

    /// A system call on a file failed; call it before anything else changes `errno`.
    static func reading(_ name: String) -> Failure {
        systemCall(on: name, verb: "read", .noInput, "check the path")
    }

    /// A system call on an output file failed; call it before anything else changes `errno`.
    static func writing(_ name: String) -> Failure {
        systemCall(on: name, verb: "write", .cannotWrite, "choose another output path")
    }

    private static func systemCall(
        on name: String,
        verb: String,
        _ status: ExitStatus,
        _ nextStep: String
    ) -> Failure {
        let number = errno
        return Failure(
            number == EACCES || number == EPERM ? .noPermission : status,
            "cannot \(verb) \(name): \(String(cString: strerror(number)).lowercased())",
            nextStep: number == ENOSPC ? "free some space" : nextStep
        )
    }

    var failure: Failure { self }

    /// The line on standard error.
    var line: String {
        "accessory: " + [cause, nextStep].compactMap(\.self).joined(separator: "; ")
    }

    /// Writes the line, or the object, on standard error.
    func tell(asJSON: Bool) {
        if asJSON {
            try? Console.print(json: ["error": FailureRecord(self)], dataOnOutput: true)
        } else {
            Console.note(line)
        }
    }
}

/// A failure as JSON.
private struct FailureRecord: Encodable {
    let status: Int32
    let cause: String
    let nextStep: String?
    let code: Int?

    init(_ failure: Failure) {
        status = failure.status.rawValue
        cause = failure.cause
        nextStep = failure.nextStep
        code = failure.code
    }
}
