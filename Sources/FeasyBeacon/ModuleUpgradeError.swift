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

extension ModuleUpgradeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .busy: "an upgrade is already running; wait for its end"
        case .unreadable(let name): "\(name) cannot be read; choose another file"
        case .notFirmware(let name):
            "\(name) is not a module's firmware; choose a .dfu file, or an image for SUOTA"
        case .file(let error): error.description
        case .uploadModel(let model):
            "the file's upload model \(model) is unknown; only 1 (XMODEM) is supported"
        case .otherTransport(.xmodem?): "the module needs a .dfu file; choose one"
        case .otherTransport(.suota?): "the module needs an image for SUOTA; choose an .img file"
        case .otherTransport(nil):
            "the device offers neither a module's service nor SUOTA; choose a beacon module"
        case .cannotRestore:
            "SUOTA cannot restore factory settings; upgrade, then restore the module"
        case .session(let error): error.description
        case .command(let error): error.description
        case .upgrade(let error): error.description
        case .suota(let error): error.description
        }
    }
}
