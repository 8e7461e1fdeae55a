internal import BluetoothLE
internal import CAccessory
public import FoundationEssentials

/// A firmware file. Nothing is sent of one that `check()` refuses.
public struct SuotaFile: Sendable, Hashable {
    public let name: String
    public let bytes: [UInt8]
    /// Its header; nil when it begins as no image does.
    public let image: SuotaImage?

    /// Longest file that is read, bytes: more than any of these chips can address.
    static let limit = 64 << 20

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        image = SuotaImage(bytes)
    }

    public init(name: String, data: Data) {
        self.init(name: name, bytes: Array(data))
    }

    /// Reads the whole file.
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

    /// The firmware files (`.img`, `.bin`) of a folder, by name, upper and lower case alike.
    ///
    /// - Parameter onlyImages: Leaves out what has no right header.
    public static func list(
        in folder: URL,
        onlyImages: Bool = false
    ) throws(SuotaError) -> [SuotaFile] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw .firmwareLoadFailed("the folder \(folder.path) cannot be read")
        }
        let files = names.filter { name in
            let lower = name.lowercased()
            return (lower.hasSuffix(".img") || lower.hasSuffix(".bin")) && !name.hasPrefix(".")
        }
        var list: [SuotaFile] = []
        for name in files.sorted(by: isBefore) {
            guard let file = try? SuotaFile(contentsOf: folder.appending(path: name)) else {
                continue
            }
            if !onlyImages || file.image != nil { list.append(file) }
        }
        return list
    }

    private static func isBefore(_ one: String, _ other: String) -> Bool {
        let (lower, otherLower) = (one.lowercased(), other.lowercased())
        return lower == otherLower ? one < other : lower < otherLower
    }

    /// XOR of all bytes; it is sent behind them.
    public var checkByte: UInt8 {
        bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { acc_suota_xor(0, $0, buffer.count) } ?? 0
        }
    }

    /// What is sent: the file and its check byte.
    public var transfer: [UInt8] { bytes + [checkByte] }

    /// Header, size and checksum. The code of an encrypted image only the device can check.
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
