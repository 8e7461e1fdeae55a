internal import AccessoryBase
internal import BluetoothLE
internal import CAccessory
public import FoundationEssentials

/// A firmware file. A file that `check()` refuses is not sent.
public struct SuotaFile: Sendable, Hashable {
    /// The file's name.
    public let name: String
    /// The file's bytes.
    public let bytes: [UInt8]
    /// The file's header; nil if the file does not begin like an image.
    public let image: SuotaImage?

    /// Maximum size of a file in bytes, which is more than any of these chips can address.
    static let limit = 64 << 20

    /// Creates a file from bytes.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        image = SuotaImage(bytes)
    }

    /// Creates a file from data.
    public init(name: String, data: Data) {
        self.init(name: name, bytes: Array(data))
    }

    /// Reads a whole file.
    public init(contentsOf url: URL) throws(SuotaError) {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw .firmwareLoadFailed("\(url.lastPathComponent) cannot be read")
        }
        guard data.count <= Self.limit else {
            throw .firmwareLoadFailed("\(url.lastPathComponent) is larger than any firmware")
        }
        self.init(name: url.lastPathComponent, data: data)
    }

    /// The firmware files (`.img`, `.bin`) of a folder, sorted by name, ignoring case.
    ///
    /// - Parameters:
    ///   - folder: The folder to list.
    ///   - onlyImages: Whether to omit files without a valid header.
    public static func list(
        in folder: URL,
        onlyImages: Bool = false
    ) throws(SuotaError) -> [SuotaFile] {
        try list(inFolder: folder.path, onlyImages: onlyImages)
    }

    /// The same of a folder whose name may have any bytes (`FileName`).
    public static func list(
        inFolder folder: String,
        onlyImages: Bool = false
    ) throws(SuotaError) -> [SuotaFile] {
        guard let names = LocalFile.names(in: folder) else {
            throw .firmwareLoadFailed("the folder \(folder) cannot be read")
        }
        let files = names.filter { name in
            let lower = name.lowercased()
            return (lower.hasSuffix(".img") || lower.hasSuffix(".bin"))
        }
        var list: [SuotaFile] = []
        for name in files.sorted(by: isBefore) {
            guard let bytes = LocalFile.read("\(folder)/\(name)", limit: limit) else {
                continue
            }
            let file = SuotaFile(name: name, bytes: bytes)
            if !onlyImages || file.image != nil { list.append(file) }
        }
        return list
    }

    private static func isBefore(_ one: String, _ other: String) -> Bool {
        let (lower, otherLower) = (one.lowercased(), other.lowercased())
        return lower == otherLower ? one < other : lower < otherLower
    }

    /// XOR of all bytes, sent after the file.
    public var checkByte: UInt8 {
        bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { acc_suota_xor(0, $0, buffer.count) } ?? 0
        }
    }

    /// The bytes to send: the file and its check byte.
    public var transfer: [UInt8] { bytes + [checkByte] }

    /// Checks header, size and checksum. Only the device can check the code of an encrypted image.
    public func check() throws(SuotaError) {
        guard !bytes.isEmpty else { throw .firmwareLoadFailed("\(name) is empty") }
        var image: acc_suota_image = zeroed()
        let status = bytes.withUnsafeBufferPointer {
            acc_suota_image_check($0.baseAddress!, $0.count, &image)
        }
        switch status {
        case .ok: return
        case .truncated: throw .firmwareLoadFailed("\(name) ends too early")
        case .badCheck: throw .invalidFirmwareCRC
        default: throw .firmwareLoadFailed("\(name) is not an image for SUOTA")
        }
    }
}
