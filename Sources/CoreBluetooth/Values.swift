internal import BluetoothLE
@_exported public import Dispatch
@_exported public import Foundation

/// State of a manager's radio.
public enum CBManagerState: Int, Sendable {
    case unknown = 0
    case resetting, unsupported, unauthorized, poweredOff, poweredOn

    init(_ state: RadioState) {
        self =
            switch state {
            case .unknown: .unknown
            case .resetting: .resetting
            case .unsupported: .unsupported
            case .unauthorized: .unauthorized
            case .poweredOff: .poweredOff
            case .poweredOn: .poweredOn
            }
    }
}
/// The name of a central manager's state before iOS 10.
public typealias CBCentralManagerState = CBManagerState
/// The name of a peripheral manager's state before iOS 10.
public typealias CBPeripheralManagerState = CBManagerState

/// Whether the user lets the program use Bluetooth. On Linux always `allowedAlways`; missing rights are a state of the radio.
public enum CBManagerAuthorization: Int, Sendable {
    case notDetermined = 0
    case restricted, denied, allowedAlways
}

/// State of a peripheral's connection.
public enum CBPeripheralState: Int, Sendable {
    case disconnected = 0
    case connecting, connected, disconnecting
}

/// Whether the device answers a write.
public enum CBCharacteristicWriteType: Int, Sendable {
    case withResponse = 0
    case withoutResponse
}

/// A connection of any program to a peripheral.
public enum CBConnectionEvent: Int, Sendable {
    case peerDisconnected = 0
    case peerConnected
}

/// The connection interval that a peripheral asks for.
public enum CBPeripheralManagerConnectionLatency: Int, Sendable {
    case low = 0
    case medium, high
}

/// Number of an L2CAP channel on a device. Published channels have 128 to 255.
public typealias CBL2CAPPSM = UInt16
/// Seconds since 1 January 2001, UTC.
public typealias CFAbsoluteTime = Double

/// Operations that a characteristic offers (Core Specification, Vol 3 Part G 3.3.1.1); the last two are Apple's.
public struct CBCharacteristicProperties: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let broadcast = Self(rawValue: 1)
    public static let read = Self(rawValue: 2)
    public static let writeWithoutResponse = Self(rawValue: 4)
    public static let write = Self(rawValue: 8)
    public static let notify = Self(rawValue: 16)
    public static let indicate = Self(rawValue: 32)
    public static let authenticatedSignedWrites = Self(rawValue: 64)
    public static let extendedProperties = Self(rawValue: 128)
    public static let notifyEncryptionRequired = Self(rawValue: 256)
    public static let indicateEncryptionRequired = Self(rawValue: 512)
}

/// Operations that a local attribute allows, and which of them need an encrypted link.
public struct CBAttributePermissions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let readable = Self(rawValue: 1)
    public static let writeable = Self(rawValue: 2)
    public static let readEncryptionRequired = Self(rawValue: 4)
    public static let writeEncryptionRequired = Self(rawValue: 8)
}

/// Which connections are reported: those to given services, or to given peripherals.
public struct CBConnectionEventMatchingOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let serviceUUIDs = Self(rawValue: "serviceUUIDs")
    public static let peripheralUUIDs = Self(rawValue: "peripheralUUIDs")
}

/// A Bluetooth UUID of 16, 32 or 128 bits. Equal UUIDs of different lengths are equal.
open class CBUUID: NSObject, @unchecked Sendable {
    let uuid: BluetoothUUID

    init(_ uuid: BluetoothUUID) { self.uuid = uuid }

    /// - Parameter string: 4, 8 or 32 hexadecimal digits, with or without hyphens, such as `180D`. The program ends for another text.
    public init(string: String) {
        guard let uuid = BluetoothUUID(string) else { preconditionFailure("\(string) is no UUID") }
        self.uuid = uuid
    }

    /// - Parameter data: 2, 4 or 16 bytes, highest first. The program ends for another length.
    public init(data: Data) {
        guard let uuid = BluetoothUUID(littleEndian: data.reversed()) else {
            preconditionFailure("a UUID has 2, 4 or 16 bytes, not \(data.count)")
        }
        self.uuid = uuid
    }

    /// A UUID of 128 bits.
    public init(nsuuid: UUID) { uuid = BluetoothUUID(nsuuid.uuidString)! }

    /// The shortest form, with capital digits.
    public var uuidString: String {
        guard uuid.short == nil, uuid.short32 != nil else { return uuid.description }
        return String(uuid.description.prefix(8))
    }

    /// The bytes of the shortest form, highest first.
    public var data: Data {
        let bytes = Data(uuid.littleEndian.reversed())
        return bytes.count == 16 && uuid.short32 != nil ? bytes.prefix(4) : bytes
    }

    open override var hash: Int { uuid.hashValue }
    open override func isEqual(_ other: Any?) -> Bool { (other as? CBUUID)?.uuid == uuid }
    open override var description: String { uuidString }
}
