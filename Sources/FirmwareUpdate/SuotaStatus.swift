internal import AccessoryBase
internal import BluetoothLE
internal import CAccessory

/// A value of the STATUS characteristic. Unnamed values keep their number.
public struct SuotaStatus: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The device is ready for a patch, but not for an image.
    public static let serviceStarted = Self(rawValue: 0x01)
    /// The block or the whole image is accepted.
    public static let ok = Self(rawValue: 0x02)
    /// The device ended or refused the update.
    public static let serviceExit = Self(rawValue: 0x03)
    /// The checksum is wrong.
    public static let crcError = Self(rawValue: 0x04)
    /// The bytes of a block do not match its stated size, or none was stated.
    public static let patchLengthError = Self(rawValue: 0x05)
    /// Writing to the external memory failed.
    public static let externalMemoryWriteError = Self(rawValue: 0x06)
    /// The block is larger than the device's buffer.
    public static let internalMemoryError = Self(rawValue: 0x07)
    /// The memory type is invalid.
    public static let invalidMemoryType = Self(rawValue: 0x08)
    /// The device's application reported an error.
    public static let applicationError = Self(rawValue: 0x09)
    /// The device is ready for an image.
    public static let imageStarted = Self(rawValue: 0x10)
    /// The bank is invalid.
    public static let invalidImageBank = Self(rawValue: 0x11)
    /// The image header is invalid.
    public static let invalidImageHeader = Self(rawValue: 0x12)
    /// The image size is invalid.
    public static let invalidImageSize = Self(rawValue: 0x13)
    /// The product header is invalid.
    public static let invalidProductHeader = Self(rawValue: 0x14)
    /// The bank already contains this version with this time.
    public static let sameImage = Self(rawValue: 0x15)
    /// Reading the external memory failed.
    public static let externalMemoryReadError = Self(rawValue: 0x16)

    /// The name in Dialog's documents, such as "CRC_ERR".
    public var name: String? {
        acc_suota_code_name(UInt32(rawValue)).map { String(cString: $0) }
    }

    /// The next step for the user.
    var nextStep: String {
        switch self {
        case .serviceExit: "see that nothing else is connected to the device, and try again"
        case .crcError, .patchLengthError: "try again, nearer to the device"
        case .externalMemoryWriteError, .externalMemoryReadError:
            "check memory type and pins; the image may also be too large"
        case .internalMemoryError: "choose a smaller block, 240 for example"
        case .invalidMemoryType: "choose the memory type that the device has"
        case .invalidImageBank: "choose bank 0, 1 or 2"
        case .invalidImageHeader: "choose an image for this chip; a block must hold its header"
        case .invalidImageSize: "choose a smaller image"
        case .invalidProductHeader: "the device's flash must be prepared first"
        case .sameImage: "the device has this image already"
        default: "try again"
        }
    }
}

extension SuotaStatus: CustomStringConvertible {
    /// The number and name, such as `0x04 CRC_ERR`.
    public var description: String {
        let number = "0x" + Hexadecimal.text(rawValue, digits: 2)
        return name.map { "\(number) \($0)" } ?? number
    }
}
