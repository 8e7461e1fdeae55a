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

extension BeaconConfiguratorError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .busy(let operation): "the configurator \(operation.rawValue) already; wait for it"
        case .handedOver: "the application has the session; return it first"
        case .notLoaded: "the module's configuration is unknown; load it first"
        case .parameter(let error): error.description
        case .slotTwice(let number):
            "two advertisements have the number \(number); give each of the ten its own"
        case .unknownModel(let name):
            "the module's model \(name) is unknown; it cannot be configured"
        case .session(let error): error.description
        case .command(let error): error.description
        case .saveFailed(let report): "the save is incomplete: \(report)"
        }
    }
}
