public import AccessoryBase
public import FirmwareUpdate

/// Why an upgrade failed or was refused. The module then has its old firmware, except after
/// `upgrade(.transfer(.endNotAcknowledged))`, when it may have either.
public enum ModuleUpgradeError: Error, Sendable, Hashable {
    /// An upgrade already runs.
    case busy
    /// The file cannot be read.
    case unreadable(String)
    /// The file is neither a `.dfu` file nor an image.
    case notFirmware(String)
    /// A `.dfu` file is damaged.
    case file(DFUError)
    /// The `.dfu` file requires an unknown transfer method, with this upload model.
    case uploadModel(Int)
    /// The module accepts another kind of file; nil: no kind.
    case otherTransport(UpgradeTransport?)
    /// SUOTA cannot restore factory settings.
    case cannotRestore
    case session(BeaconModuleError)
    /// The module did not describe itself.
    case command(ATCommandError)
    /// The transfer by XMODEM failed.
    case upgrade(DFUUpgradeError)
    /// The transfer by SUOTA failed.
    case suota(SuotaError)
}

extension ModuleUpgradeError: AccessoryError {
    public var cause: String {
        switch self {
        case .busy: "an upgrade is already running"
        case .unreadable(let name): "\(name) cannot be read"
        case .notFirmware(let name): "\(name) is not a module's firmware"
        case .uploadModel(let model): "the file's upload model \(model) is unknown"
        case .otherTransport(.xmodem?): "the module needs a .dfu file"
        case .otherTransport(.suota?): "the module needs an image for SUOTA"
        case .otherTransport(nil): "the device offers neither a module's service nor SUOTA"
        case .cannotRestore: "SUOTA cannot restore factory settings"
        case .file, .session, .command, .upgrade, .suota: inner?.cause ?? ""
        }
    }

    public var nextStep: String? {
        switch self {
        case .busy: "wait for its end"
        case .unreadable: "choose another file"
        case .notFirmware: "choose a .dfu file, or an image for SUOTA"
        case .uploadModel: "choose a file with the model 1 (XMODEM)"
        case .otherTransport(.xmodem?): "choose one"
        case .otherTransport(.suota?): "choose an .img file"
        case .otherTransport(nil): "choose a beacon module"
        case .cannotRestore: "upgrade, then restore the module"
        case .file, .session, .command, .upgrade, .suota: inner?.nextStep
        }
    }

    public var code: Int? { inner?.code }

    /// The error of a lower layer that this one contains.
    private var inner: (any AccessoryError)? {
        switch self {
        case .file(let error): error
        case .session(let error): error
        case .command(let error): error
        case .upgrade(let error): error
        case .suota(let error): error
        default: nil
        }
    }
}
