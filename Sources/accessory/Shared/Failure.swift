internal import Glibc

/// An error with an exit status. The errors of each module conform in the file of the commands that
/// use the module.
protocol Explained: Error {
    var failure: Failure { get }
}

/// Why a command failed, in one line: the cause and the next step.
struct Failure: Explained, Equatable {
    var status: ExitStatus
    /// What is wrong, including the name of the file, device or option.
    var cause: String
    /// The next step for the user.
    var nextStep: String?
    /// The error's number in the accessory's documents, if it has one.
    var code: Int?

    init(_ status: ExitStatus, _ cause: String, nextStep: String? = nil, code: Int? = nil) {
        self.status = status
        self.cause = cause
        self.nextStep = nextStep
        self.code = code
    }

    /// Splits a description "cause; next step".
    init(_ status: ExitStatus, description: String, advice: String? = nil, code: Int? = nil) {
        let parts = description.split(separator: "; ", maxSplits: 1).map(String.init)
        self.init(status, parts[0], nextStep: parts.count > 1 ? parts[1] : advice, code: code)
    }

    /// Creates the failure for any error.
    init(_ error: any Error) {
        switch error {
        case let error as any Explained: self = error.failure
        case is CancellationError: self.init(.cancelled, "cancelled")
        default: self.init(.software, String(describing: error), nextStep: "please report this")
        }
    }

    /// The failure of a system call that read a file; call it before anything else changes `errno`.
    static func reading(_ name: String) -> Failure {
        systemCall(on: name, verb: "read", .noInput, "check the path")
    }

    /// The failure of a system call that wrote a file; call it before anything else changes
    /// `errno`.
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

    /// The line for standard error.
    var line: String {
        "accessory: " + [cause, nextStep].compactMap(\.self).joined(separator: "; ")
    }

    /// Writes the line or the object to standard error.
    func report(asJSON: Bool) {
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
