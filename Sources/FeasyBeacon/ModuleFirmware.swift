public import FirmwareUpdate
public import FoundationEssentials

/// A firmware file for a module.
public enum ModuleFirmware: Sendable, Hashable {
    /// A file for older modules, sent by XMODEM-1K.
    case dfu(DFUFile)
    /// A file for modules with a DA14531, sent by SUOTA.
    case image(SuotaFile)

    /// Largest accepted file in bytes.
    private static let limit = 64 << 20

    /// Decodes and checks a file of either kind.
    ///
    /// - Throws: `file` for a damaged `.dfu` file, `suota` for a damaged image, `notFirmware`.
    public init(name: String, bytes: [UInt8]) throws(ModuleUpgradeError) {
        do throws(DFUError) {
            self = .dfu(try DFUFile(bytes))
            return
        } catch {
            guard error == .notDFU else { throw .file(error) }
        }
        let file = SuotaFile(name: name, bytes: bytes)
        guard file.image != nil else { throw .notFirmware(name) }
        do throws(SuotaError) {
            try file.check()
        } catch {
            throw .suota(error)
        }
        self = .image(file)
    }

    /// Reads the file at `url`.
    public init(contentsOf url: URL) throws(ModuleUpgradeError) {
        guard let data = try? Data(contentsOf: url), data.count <= Self.limit else {
            throw .unreadable(url.lastPathComponent)
        }
        try self.init(name: url.lastPathComponent, bytes: Array(data))
    }

    /// The transport of the file.
    public var transport: UpgradeTransport {
        switch self {
        case .dfu: .xmodem
        case .image: .suota
        }
    }
}

/// The method by which a module receives firmware.
public enum UpgradeTransport: String, Sendable, CaseIterable {
    /// XMODEM through the AT engine, with a `.dfu` file.
    case xmodem
    /// SUOTA through the service 0xFEF5, with an image.
    case suota
}

/// A module's description before an upgrade.
public struct UpgradeInfo: Sendable, Hashable {
    /// The model's name, as stated by the module.
    public let model: String
    /// The firmware version.
    public let firmwareVersion: String
    /// The version of its Bluetooth part; nil if unknown.
    public let bluetoothVersion: String?
    /// The transport of the upgrade.
    public let transport: UpgradeTransport
}
