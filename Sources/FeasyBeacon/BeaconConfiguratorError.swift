/// Why a `BeaconConfigurator` did not do what was asked.
public enum BeaconConfiguratorError: Error, Sendable, Hashable {
    /// This operation is under way.
    case busy(BeaconConfigurator.Operation)
    /// The session's events are with the app.
    case handedOver
    /// No configuration was loaded.
    case notLoaded
    /// A value is not one that the module takes. Nothing was sent.
    case parameter(ParameterError)
    /// More than ten advertisements, or two with this number. Nothing was sent.
    case slotTwice(Int)
    /// The module's model is none that is known.
    case unknownModel(String)
    case session(SessionError)
    /// A command failed.
    case command(ATError)
    /// A save ended half-way; the report names what was saved and what was not.
    case saveFailed(BeaconSaveReport)
}

extension BeaconConfiguratorError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .busy(let operation): "the configurator \(operation.rawValue) already; wait for it"
        case .handedOver: "the session is with the app; take it back first"
        case .notLoaded: "nothing is known of the module; load its configuration first"
        case .parameter(let error): error.description
        case .slotTwice(let number):
            "two advertisements have the number \(number); give each of the ten its own"
        case .unknownModel(let name):
            "the module calls itself \(name), which is no known model; it cannot be configured"
        case .session(let error): error.description
        case .command(let error): error.description
        case .saveFailed(let report): "the save ended half-way: \(report)"
        }
    }
}
