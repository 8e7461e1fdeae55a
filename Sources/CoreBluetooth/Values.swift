internal import BluetoothLE
@_exported public import Dispatch
@_exported public import Foundation

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
public typealias CBCentralManagerState = CBManagerState
public typealias CBPeripheralManagerState = CBManagerState

public enum CBManagerAuthorization: Int, Sendable {
    case notDetermined = 0
    case restricted, denied, allowedAlways
}

public enum CBPeripheralState: Int, Sendable {
    case disconnected = 0
    case connecting, connected, disconnecting
}

public enum CBCharacteristicWriteType: Int, Sendable {
    case withResponse = 0
    case withoutResponse
}

public enum CBConnectionEvent: Int, Sendable {
    case peerDisconnected = 0
    case peerConnected
}

public enum CBPeripheralManagerConnectionLatency: Int, Sendable {
    case low = 0
    case medium, high
}

public typealias CBL2CAPPSM = UInt16
public typealias CFAbsoluteTime = Double

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

public struct CBAttributePermissions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let readable = Self(rawValue: 1)
    public static let writeable = Self(rawValue: 2)
    public static let readEncryptionRequired = Self(rawValue: 4)
    public static let writeEncryptionRequired = Self(rawValue: 8)
}

public struct CBConnectionEventMatchingOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let serviceUUIDs = Self(rawValue: "serviceUUIDs")
    public static let peripheralUUIDs = Self(rawValue: "peripheralUUIDs")
}

open class CBUUID: NSObject, @unchecked Sendable {
    let uuid: BluetoothUUID

    init(_ uuid: BluetoothUUID) { self.uuid = uuid }

    public init(string: String) {
        guard let uuid = BluetoothUUID(string) else { preconditionFailure("\(string) is no UUID") }
        self.uuid = uuid
    }

    public init(data: Data) {
        guard let uuid = BluetoothUUID(littleEndian: data.reversed()) else {
            preconditionFailure("a UUID has 2, 4 or 16 bytes, not \(data.count)")
        }
        self.uuid = uuid
    }

    public init(nsuuid: UUID) { uuid = BluetoothUUID(nsuuid.uuidString)! }

    public var uuidString: String {
        guard uuid.short == nil, uuid.short32 != nil else { return uuid.description }
        return String(uuid.description.prefix(8))
    }

    public var data: Data {
        let bytes = Data(uuid.littleEndian.reversed())
        return bytes.count == 16 && uuid.short32 != nil ? bytes.prefix(4) : bytes
    }

    open override var hash: Int { uuid.hashValue }
    open override func isEqual(_ other: Any?) -> Bool { (other as? CBUUID)?.uuid == uuid }
    open override var description: String { uuidString }
}
