public import AccessoryBase
internal import CAccessory

/// Why a file is not a module's firmware, or not the firmware of this module.
public enum DFUError: Error, Sendable, Hashable {
    /// The file is not a `.dfu` file.
    case notDFU
    /// The file's length differs from its header.
    case truncated
    /// The header's CRC is wrong.
    case badCRC
    /// The file has a header but no program.
    case noProgram
    /// The header's lowest version is above its highest version.
    case badVersions(lowest: Int, highest: Int)
    /// The file is for another model.
    case otherModel(file: Int, module: Int)
    /// The file may not replace the module's version.
    case versionOutside(ClosedRange<Int>, module: Int)
    /// The file's boot loader is older than the module's.
    case olderBootloader(file: Int, module: Int)
}

extension DFUError: AccessoryError {
    public var cause: String {
        switch self {
        case .notDFU: "this is not a .dfu file"
        case .truncated: "the file's length differs from its header"
        case .badCRC: "the file's header is damaged"
        case .noProgram: "the file has no program after its header"
        case .badVersions(let lowest, let highest):
            "the file's header has the invalid version range \(lowest) to \(highest)"
        case .otherModel(let file, let module):
            "the file is for model \(file), the module is a \(module)"
        case .versionOutside(let range, let module):
            "the file replaces versions \(range.lowerBound) to \(range.upperBound), the module has \(module)"
        case .olderBootloader(let file, let module):
            "the file's boot loader \(file) is older than the module's \(module)"
        }
    }

    public var nextStep: String? {
        switch self {
        case .notDFU: "choose one from the module's vendor"
        case .truncated, .badCRC, .noProgram, .badVersions: "download it again"
        case .otherModel, .versionOutside, .olderBootloader: "choose another file"
        }
    }
}

/// A `.dfu` file: a header of 32 bytes, little-endian, and an encrypted program.
public struct DFUFile: Sendable, Hashable {
    /// The whole file.
    public let bytes: [UInt8]
    /// Version of the boot loader.
    public let bootloader: Int
    /// CRC of the program. Its algorithm is not public; only the module checks it.
    public let programCRC: UInt16
    /// Versions of the module that the file may replace.
    public let versions: ClosedRange<Int>
    /// Number of the model.
    public let model: Int
    /// The transfer method; 1 is XMODEM.
    public let uploadModel: Int
    /// CRC-16/XMODEM of the header's bytes 2 to 27.
    public let headerCRC: UInt16

    static let headerSize = 32
    private static let magic: UInt16 = 0x07DD
    private static let endMagic: UInt16 = 0x07E0

    /// The model's name, such as "BP102"; nil for an unknown model.
    public var modelName: String? {
        UInt8(exactly: model).flatMap { acc_feasycom_model_name($0) }.map { String(cString: $0) }
    }

    /// Bytes of the program.
    public var length: Int { bytes.count - Self.headerSize }

    /// Decodes and checks a whole file.
    public init(_ bytes: [UInt8]) throws(DFUError) {
        func word(_ offset: Int) -> UInt16 {
            UInt16(bytes[offset + 1]) << 8 | UInt16(bytes[offset])
        }
        guard bytes.count >= 2, word(0) == Self.magic else { throw .notDFU }
        guard bytes.count >= Self.headerSize else { throw .truncated }
        guard word(30) == Self.endMagic else { throw .notDFU }
        headerCRC = word(28)
        guard headerCRC == crc16(bytes[2..<28]) else { throw .badCRC }
        bootloader = Int(word(2))
        programCRC = word(4)
        let length = Int(word(6)) | Int(word(8)) << 16
        guard length > 0 else { throw .noProgram }
        guard word(10) <= word(12) else {
            throw .badVersions(lowest: Int(word(10)), highest: Int(word(12)))
        }
        versions = Int(word(10))...Int(word(12))
        model = Int(word(14))
        uploadModel = Int(word(16))
        guard bytes.count == Self.headerSize + length else { throw .truncated }
        self.bytes = bytes
    }

    /// Builds a file with this program of at least one byte.
    public static func make(
        program: [UInt8],
        programCRC: UInt16,
        bootloader: UInt16,
        versions: ClosedRange<UInt16>,
        model: UInt16
    ) -> [UInt8] {
        let words: [UInt16] = [
            Self.magic, bootloader, programCRC, UInt16(truncatingIfNeeded: program.count),
            UInt16(truncatingIfNeeded: program.count >> 16), versions.lowerBound,
            versions.upperBound, model, 1, 0, 0, 0, 0, 0,
        ]
        var header = words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        for word in [crc16(header[2...]), endMagic] {
            header += [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)]
        }
        return header + program
    }

    /// Checks that a module may have this file; throws the reason if not.
    public func admit(on module: ModuleInfo) throws(DFUError) {
        guard model == module.model else {
            throw .otherModel(file: model, module: module.model)
        }
        guard versions ~= module.version else {
            throw .versionOutside(versions, module: module.version)
        }
        guard bootloader >= module.bootloader else {
            throw .olderBootloader(file: bootloader, module: module.bootloader)
        }
    }
}

/// A module's answer before an upgrade.
public struct ModuleInfo: Sendable, Hashable {
    /// Firmware version.
    public var version: Int
    /// Version of the boot loader.
    public var bootloader: Int
    /// Number of the model.
    public var model: Int

    /// Creates an answer.
    public init(version: Int, bootloader: Int, model: Int) {
        (self.version, self.bootloader, self.model) = (version, bootloader, model)
    }

    /// Decodes the answer: "OK" anywhere, and from the fourth character four digits each of
    /// version, boot loader and model. Nil for any other text.
    public init?(answer: some StringProtocol) {
        let characters = Array(answer.utf8)
        guard answer.contains("OK"), characters.count >= 15 else { return nil }
        func number(_ start: Int) -> Int? {
            let digits = characters[start..<start + 4]
            guard digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            return Int(String(decoding: digits, as: UTF8.self))
        }
        guard let version = number(3), let bootloader = number(7), let model = number(11) else {
            return nil
        }
        self.init(version: version, bootloader: bootloader, model: model)
    }

    /// The module's answer.
    public var answer: String {
        "OK+"
            + [version, bootloader, model].map { number in
                let text = String(number % 10_000)
                return String(repeating: "0", count: 4 - text.count) + text
            }.joined()
    }
}

/// Computes the CRC-16/XMODEM.
func crc16(_ bytes: some Sequence<UInt8>) -> UInt16 {
    let bytes = Array(bytes)
    return bytes.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map {
            acc_crc16_ccitt(UInt16(ACC_CRC16_XMODEM_INIT), $0, buffer.count)
        } ?? 0
    }
}
