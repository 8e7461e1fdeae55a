public import AccessoryBase

/// Why an operation of a `BeaconConfigurator` failed.
public enum BeaconConfiguratorError: Error, Sendable, Hashable {
    /// This operation is already running.
    case busy(BeaconConfigurator.Operation)
    /// The application has the session.
    case handedOver
    /// No configuration was loaded.
    case notLoaded
    /// A value is out of the module's range. Nothing was sent.
    case parameter(BeaconParameterError)
    /// More than ten advertisements, or two with this number. Nothing was sent.
    case slotTwice(Int)
    /// The module's model is unknown.
    case unknownModel(String)
    case session(BeaconModuleError)
    /// A command failed.
    case command(ATCommandError)
    /// A save failed before all values were saved; the report has the saved and unsaved values.
    case saveFailed(BeaconSaveReport)
}

extension BeaconConfiguratorError: AccessoryError {
    public var cause: String {
        switch self {
        case .busy(let operation): "the configurator \(operation.rawValue) already"
        case .handedOver: "the application has the session"
        case .notLoaded: "the module's configuration is unknown"
        case .parameter(let error): error.cause
        case .slotTwice(let number): "two advertisements have the number \(number)"
        case .unknownModel(let name): "the module's model \(name) is unknown"
        case .session(let error): error.cause
        case .command(let error): error.cause
        case .saveFailed(let report): "the save is incomplete: \(report)"
        }
    }

    public var nextStep: String? {
        switch self {
        case .busy: "wait for it"
        case .handedOver: "return it first"
        case .notLoaded: "load it first"
        case .parameter(let error): error.nextStep
        case .slotTwice: "give each of the ten its own"
        case .unknownModel: "configure it with its vendor's app"
        case .session(let error): error.nextStep
        case .command(let error): error.nextStep
        case .saveFailed(let report): report.outcome?.nextStep ?? "save again"
        }
    }

    public var code: Int? { if case .session(let error) = self { error.code } else { nil } }
}
