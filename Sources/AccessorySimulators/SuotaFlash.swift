public import AccessoryBase
internal import BluetoothLE
internal import CAccessory
internal import FoundationEssentials
internal import Glibc
import Synchronization

/// Two banks of flash memory, in memory or in two files of a folder. The banks keep their bytes
/// when the device resets.
public final class SuotaFlash: Sendable {
    /// The chip family of the images.
    public enum Family: String, Sendable, CaseIterable {
        case da1458x = "DA1458x"
        case da1468x = "DA1468x"
        case da1469x = "DA1469x"

        var core: acc_suota_family {
            switch self {
            case .da1458x: .da1458x
            case .da1468x: .da1468x
            case .da1469x: .da1469x
            }
        }
    }

    /// Why a folder cannot contain the banks.
    public struct FileError: AccessoryError {
        /// The file that cannot be opened, read or written.
        public let path: String

        public var cause: String { "\(path) cannot be used as a flash bank" }
        public var nextStep: String? { "choose a folder that this user can write" }
    }

    /// Bytes per bank.
    public let slotSize: Int
    /// The chip family of the images.
    public let family: Family
    private let files: [CInt]
    private let banks: Mutex<[[UInt8]]>

    /// Creates erased banks in memory.
    ///
    /// - Parameters:
    ///   - family: The chip family of the images.
    ///   - slotSize: Bytes per bank, limited to 64 bytes to 16 MiB.
    public init(family: Family, slotSize: Int = 1 << 18) {
        let slotSize = Self.limited(slotSize)
        self.family = family
        self.slotSize = slotSize
        files = []
        banks = Mutex(Array(repeating: Array(repeating: 0xFF, count: slotSize), count: 2))
    }

    /// Creates banks in the files `bank1.bin` and `bank2.bin` of a folder, which is created if
    /// missing.
    ///
    /// - Parameter slotSize: Bytes per bank, limited to 64 bytes to 16 MiB.
    public init(family: Family, slotSize: Int = 1 << 18, folder: String) throws(FileError) {
        let slotSize = Self.limited(slotSize)
        self.family = family
        self.slotSize = slotSize
        mkdir(FileName.bytes(folder), 0o755)
        var files: [CInt] = []
        var contents: [[UInt8]] = []
        for number in 1...2 {
            let path = "\(folder)/bank\(number).bin"
            let file = open(FileName.bytes(path), O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            var bytes = [UInt8](repeating: 0xFF, count: slotSize)
            if file >= 0 { files.append(file) }
            guard file >= 0, pread(file, &bytes, slotSize, 0) >= 0,
                pwrite(file, bytes, slotSize, 0) == slotSize
            else {
                for file in files { close(file) }
                throw FileError(path: path)
            }
            contents.append(bytes)
        }
        self.files = files
        banks = Mutex(contents)
    }

    deinit {
        for file in files { close(file) }
    }

    private static func limited(_ slotSize: Int) -> Int { min(max(slotSize, 64), 16 << 20) }

    /// The content of a bank.
    ///
    /// - Parameter number: 1 or 2; any other bank has no bytes.
    public func bank(_ number: Int) -> [UInt8] {
        guard 1...2 ~= number else { return [] }
        return banks.withLock { $0[number - 1] }
    }

    /// Stores an image at the start of a bank and marks it valid, as a factory does.
    ///
    /// - Parameter number: 1 or 2.
    /// - Returns: False if there is no such bank, the image is longer, or it cannot be stored.
    @discardableResult
    public func put(_ image: [UInt8], inBank number: Int) -> Bool {
        guard 1...2 ~= number, image.count <= slotSize else { return false }
        var image = image
        // the files of other families are already marked
        if family == .da1468x, image.count > 2 { image[2] |= 2 }
        return erase(slotSize, ofBank: number) && write(image, at: 0, ofBank: number)
    }

    /// The bank that a boot loader starts, 1 or 2: the newest one with a whole image and a correct
    /// checksum. Nil if the device cannot boot.
    public var bootBank: Int? {
        let images = (1...2).map { image(inBank: $0)?.header }
        guard let one = images[0] else { return images[1] == nil ? nil : 2 }
        guard let two = images[1] else { return 1 }
        // ids increase and wrap: the newer of two is at most 127 ahead
        let isSecondNewer =
            family == .da1458x ? Int8(bitPattern: two.id &- one.id) > 0 : two.time > one.time
        return isSecondNewer ? 2 : 1
    }

    /// The image that the boot loader starts. It equals its file, except for the device's marks in
    /// the header.
    public var bootImage: [UInt8]? { bootBank.flatMap { image(inBank: $0)?.bytes } }

    /// The version of `bootImage`.
    public var bootVersion: String? {
        bootBank.flatMap { image(inBank: $0) }.map { image in
            withUnsafeBytes(of: image.header.version) { field in
                String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
    }

    private func image(inBank number: Int) -> (bytes: [UInt8], header: acc_suota_image)? {
        let bank = bank(number)
        var header = acc_suota_image()
        guard survey()[number - 1].valid,
            acc_suota_image_read(bank, bank.count, &header) == .ok
        else { return nil }
        let end = Int(header.code_offset) + Int(header.code_size)
        guard end <= slotSize, acc_suota_image_check(bank, end, &header) == .ok else { return nil }
        return (Array(bank[..<end]), header)
    }

    /// Returns the headers of the banks.
    func survey() -> [acc_suota_bank] {
        banks.withLock { banks in
            banks.map { acc_suota_bank_read(family.core, $0, Int(ACC_SUOTA_MAX_HEADER)) }
        }
    }

    func erase(_ size: Int, ofBank number: Int) -> Bool {
        write([UInt8](repeating: 0xFF, count: size), at: 0, ofBank: number)
    }

    func write(_ bytes: [UInt8], at offset: Int, ofBank number: Int) -> Bool {
        guard offset + bytes.count <= slotSize else { return false }
        return banks.withLock { banks in
            banks[number - 1].replaceSubrange(offset..<offset + bytes.count, with: bytes)
            guard files.indices.contains(number - 1) else { return true }
            return pwrite(files[number - 1], bytes, bytes.count, offset) == bytes.count
        }
    }
}
