public import FirmwareUpdate
public import FoundationEssentials

/// A firmware file for a module.
public enum ModuleFirmware: Sendable, Hashable {
    /// For older modules, sent by XMODEM-1K.
    case dfu(DFUFile)
    /// For modules on a DA14531, sent by SUOTA.
    case image(SuotaFile)

    /// Longest file that is read, bytes.
    private static let limit = 64 << 20

    /// Reads and checks a file, of whatever kind it is.
    ///
    /// - Throws: `file` for a damaged `.dfu` file, `suota` for a damaged image, `notFirmware`.
    public init(name: String, bytes: [UInt8]) throws(UpgradeError) {
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
    public init(contentsOf url: URL) throws(UpgradeError) {
        guard let data = try? Data(contentsOf: url), data.count <= Self.limit else {
            throw .unreadable(url.lastPathComponent)
        }
        try self.init(name: url.lastPathComponent, bytes: Array(data))
    }

    /// How it is sent.
    public var transport: UpgradeTransport {
        switch self {
        case .dfu: .xmodem
        case .image: .suota
        }
    }
}

/// How firmware gets to a module.
public enum UpgradeTransport: String, Sendable, CaseIterable {
    /// By its AT engine, as a `.dfu` file.
    case xmodem
    /// By the service 0xFEF5, as an image.
    case suota
}

/// What a module says of itself before an upgrade.
public struct UpgradeInfo: Sendable, Hashable {
    /// Its model, as it calls it.
    public let model: String
    public let firmwareVersion: String
    /// Version of its Bluetooth part; nil when it does not say.
    public let bluetoothVersion: String?
    /// How it is upgraded.
    public let transport: UpgradeTransport
}
