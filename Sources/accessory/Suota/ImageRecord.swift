internal import AccessoryBase
internal import BluetoothLE
internal import FirmwareUpdate
internal import FoundationEssentials

/// An image file as `suota inspect` and `suota list` show it.
struct ImageRecord: Encodable {
    let file: String
    let bytes: Int
    let family: String?
    let version: String?
    /// Creation time, ISO 8601.
    let time: String?
    let codeBytes: Int?
    let codeOffset: Int?
    /// CRC-32 of the code in the header, hexadecimal.
    let crc: String?
    let isEncrypted: Bool?
    /// XOR of all bytes; sent after them.
    let checkByte: String
    /// The file's fault; nil if it has none.
    let problem: String?

    init(_ file: SuotaFile) {
        self.file = file.name
        bytes = file.bytes.count
        let image = file.image
        family = image?.family.rawValue
        version = image?.version
        time = image.map {
            Date(timeIntervalSince1970: Double($0.time)).formatted(.iso8601)
        }
        codeBytes = image?.codeSize
        codeOffset = image?.codeOffset
        crc = image.map { Hexadecimal.text($0.crc, digits: 8, uppercase: false) }
        isEncrypted = image?.isEncrypted
        checkByte = Hexadecimal.text(file.checkByte, digits: 2, uppercase: false)
        do throws(SuotaError) {
            try file.check()
            problem = nil
        } catch {
            problem = error.cause
        }
    }

    /// One line for `list`.
    var line: String {
        let name = file.replacing("\n", with: "?")
        guard let family, let version, let time else { return "\(name)  \(bytes) bytes, no image" }
        return "\(name)  \(family) \(version), \(time), \(bytes) bytes"
            + (problem.map { ": \($0)" } ?? "")
    }

    /// The lines of `inspect`.
    var lines: [String] {
        guard let family, let version, let time, let codeBytes, let codeOffset, let crc else {
            return []
        }
        let check = problem ?? (isEncrypted == true ? "encrypted, the device checks it" : "correct")
        return [
            "chips      \(family)", "version    \(version)", "made       \(time)",
            "code       \(codeBytes) bytes from byte \(codeOffset)", "CRC-32     \(crc) (\(check))",
            "sent       \(bytes) bytes, then the check byte \(checkByte)",
        ]
    }
}
