internal import AccessoryBase
internal import AccessoryLink
internal import AudioConversion
internal import AudioJack
internal import BluetoothLE
internal import FeasyBeacon
internal import Glibc
internal import Modem

/// Why a command failed, in one line: the cause and the next step.
struct Failure: AccessoryError, Equatable {
    var status: ExitStatus
    /// What is wrong, including the name of the file, device or option.
    var cause: String
    /// The next step for the user; nil only after a cancellation.
    var nextStep: String?
    /// The error's number in the accessory's documents, if it has one.
    var code: Int?

    init(_ status: ExitStatus, _ cause: String, nextStep: String, code: Int? = nil) {
        (self.status, self.cause, self.nextStep, self.code) = (status, cause, nextStep, code)
    }

    /// Creates the failure for any error.
    init(_ error: any Error) {
        status = ExitStatus(error)
        switch error {
        case let error as any AccessoryError:
            // what the user wrote as -
            cause =
                error is WAVError
                ? error.cause.replacing("/dev/stdin", with: "standard input") : error.cause
            nextStep = Self.commandStep(after: error) ?? error.nextStep
            code = error.code
        case is CancellationError: cause = "cancelled"
        default: (cause, nextStep) = ("\(error)", "please report this")
        }
    }

    /// Runs `work` on values of the command line: a wrong one is a usage error, where one of a file or stream is bad input.
    static func ofArguments<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            var failure = Failure(error)
            if failure.status == .badInput { failure.status = .usage }
            throw failure
        }
    }

    /// The failure with the name of the file or device that it concerns.
    func about(_ name: String) -> Failure {
        var named = self
        named.cause = "\(name): \(cause)"
        return named
    }

    /// The next step if an option or another command of this program is one.
    private static func commandStep(after error: any Error) -> String? {
        switch error {
        case RadioError.noAdapter:
            "run accessory doctor to see the adapters, or use --adapter virtual"
        case CentralError.serviceScanTimeout, CentralError.connectionTimeout,
            CentralError.serviceDiscoveryTimeout, CentralError.characteristicDiscoveryTimeout,
            CentralError.readTimeout, CentralError.writeTimeout:
            "list the devices: accessory scan"
        case CentralError.serviceNotFound, CentralError.characteristicNotFound,
            CentralError.readNotSupported, CentralError.writeNotSupported,
            CentralError.notifyNotSupported, GATTError.att(.invalidHandle, _),
            GATTError.att(.readNotPermitted, _), GATTError.att(.writeNotPermitted, _):
            "list its attributes: accessory gatt ADDRESS tree"
        case GATTError.att(.insufficientEncryption, _), GATTError.att(.encryptionKeyTooShort, _):
            "pair first: --encrypt"
        case GATTError.att(.insufficientAuthentication, _): "pair first, with a number: --pair"
        case PeripheralManagerError.advertisementTooLong, PeripheralManagerError.tableFull:
            "shorten the file's lists and values"
        case BeaconModuleError.pinNeeded: "add --pin"
        case LinkError.outputFailed, LinkError.inputFailed:
            "run accessory doctor to find the reason"
        case LinkError.timedOut: "increase --timeout, or check that it is powered on"
        case ConversionError.tooLong: "use --container raw"
        case CentralError.radio(let error): commandStep(after: error)
        case PeripheralManagerError.radio(let error): commandStep(after: error)
        case DeviceOpenError.link(let error): commandStep(after: error)
        case DeviceOpenError.connectionFailed(let reason), DeviceOpenError.unknown(let reason):
            commandStep(after: reason.error)
        case BeaconModuleError.notConnected(let error): commandStep(after: error)
        case BeaconModuleError.refused(let error): commandStep(after: error)
        case BeaconConfiguratorError.session(let error): commandStep(after: error)
        case ModuleUpgradeError.session(let error): commandStep(after: error)
        default: nil
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
            "cannot \(verb) \(name): \(systemMessage(number))",
            nextStep: number == ENOSPC ? "free some space" : nextStep
        )
    }

    /// The line for standard error.
    var line: String { "accessory: \(description)" }

    /// Writes the line or the object to standard error.
    func report(asJSON: Bool) {
        if asJSON {
            try? Console.print(json: ["error": FailureRecord(self)], dataOnOutput: true)
        } else {
            Console.note(line)
        }
    }

    /// Whether the arguments ask for an error in JSON, also those that cannot be parsed.
    static var isWantedAsJSON: Bool { CommandLine.arguments.contains("--json") }

    /// Reports the failure and ends the process.
    func end() -> Never {
        report(asJSON: Self.isWantedAsJSON)
        Glibc.exit(status.rawValue)
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
