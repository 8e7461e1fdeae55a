internal import BluetoothLE
internal import CAccessory

/// The header of an image file.
public struct SuotaImage: Sendable, Hashable {
    /// Chip families with the same header format.
    public enum Family: String, Sendable, CaseIterable {
        /// DA14580 to DA14583, DA14585, DA14586 and DA14531.
        case da1458x = "DA1458x"
        /// DA14680 to DA14683.
        case da1468x = "DA1468x"
        /// DA14691 to DA14699.
        case da1469x = "DA1469x"

        /// The family of a chip name such as `DA14585`; nil for an unknown name.
        public init?(chip: some StringProtocol) {
            let name = chip.uppercased()
            switch name {
            case _ where name.hasPrefix("DA1458") || name.hasPrefix("DA1453"): self = .da1458x
            case _ where name.hasPrefix("DA1468"): self = .da1468x
            case _ where name.hasPrefix("DA1469"): self = .da1469x
            default: return nil
            }
        }
    }

    /// The chip family.
    public var family: Family
    /// Bytes of code.
    public var codeSize: Int
    /// Offset of the code in the file, bytes.
    public var codeOffset: Int
    /// CRC-32 of the code. For encrypted code it is the CRC-32 of the plain code.
    public var crc: UInt32
    /// Creation time, seconds since 1970.
    public var time: UInt32
    /// The version, at most 16 characters.
    public var version: String
    /// The flags of the family.
    public var flags: UInt16
    /// Whether the code is encrypted; only the device can then check it.
    public var isEncrypted: Bool

    /// Decodes the header at the start of a file; nil if no chip family has such a header.
    public init?(_ file: [UInt8]) {
        var image: acc_suota_image = zeroed()
        let status = file.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { acc_suota_image_read($0, buffer.count, &image) }
        }
        guard status == .ok else { return nil }
        self.init(image)
    }

    init(_ image: acc_suota_image) {
        family =
            switch image.family {
            case .da1458x: .da1458x
            case .da1468x: .da1468x
            case .da1469x: .da1469x
            }
        codeSize = Int(image.code_size)
        codeOffset = Int(image.code_offset)
        (crc, time, flags) = (image.crc, image.time, image.flags)
        isEncrypted = withUnsafePointer(to: image) { acc_suota_image_is_encrypted($0) }
        version = withUnsafeBytes(of: image.version) { field in
            String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Builds a complete image file with this code.
    ///
    /// - Parameters:
    ///   - family: The chip family, which determines the header.
    ///   - version: At most 16 bytes; 15 leave room for the terminating zero of DA1458x headers.
    ///   - time: Seconds since 1970. A device refuses an image with the version and time of its own
    ///     image.
    ///   - code: The program.
    public static func file(
        family: Family,
        version: String,
        time: UInt32,
        code: [UInt8]
    ) throws(SuotaError) -> [UInt8] {
        guard !code.isEmpty, code.count <= Int(Int32.max) else {
            throw .badParameter("an image has 1 to \(Int32.max) bytes of code")
        }
        guard version.utf8.count <= Int(ACC_SUOTA_VERSION_SIZE) - (family == .da1458x ? 1 : 0),
            version.utf8.allSatisfy({ 0x20..<0x7F ~= $0 })
        else { throw .badParameter("a version is at most 15 characters of ASCII") }
        var image: acc_suota_image = zeroed()
        switch family {
        case .da1458x: (image.family, image.valid, image.id) = (.da1458x, 0xAA, 0xFF)
        case .da1468x: image.family = .da1468x
        case .da1469x: image.family = .da1469x
        }
        image.code_size = UInt32(code.count)
        image.code_offset =
            family == .da1469x
            ? ACC_SUOTA_DA1469X_CODE_OFFSET : UInt32(acc_suota_header_size(image.family))
        image.time = time
        image.crc = code.withUnsafeBufferPointer {
            acc_crc32(ACC_CRC32_INIT, $0.baseAddress!, $0.count)
        }
        withUnsafeMutableBytes(of: &image.version) { $0.copyBytes(from: version.utf8) }
        var file = [UInt8](repeating: 0, count: Int(image.code_offset))
        _ = file.withUnsafeMutableBufferPointer {
            acc_suota_image_write(&image, $0.baseAddress!, $0.count)
        }
        return file + code
    }
}
