internal import BluetoothLE
internal import CAccessory
internal import FirmwareUpdate

/// The device's view of the characteristics of the SUOTA service.
extension SuotaCharacteristic {
    /// The characteristic in the core.
    var core: acc_suota_characteristic {
        switch self {
        case .memoryDevice: .memoryDevice
        case .gpioMap: .gpioMap
        case .memoryInfo: .memoryInfo
        case .patchLength: .patchLength
        case .patchData: .patchData
        case .status: .status
        case .psm: .psm
        case .version: .version
        case .patchDataSize: .patchDataSize
        case .mtu: .mtu
        default: preconditionFailure("not of the SUOTA service")
        }
    }

    private var properties: CharacteristicProperties {
        switch self {
        case .memoryDevice, .gpioMap, .patchLength: [.read, .write]
        case .patchData: [.read, .write, .writeWithoutResponse]
        case .status: [.read, .notify]
        default: .read
        }
    }

    var isWritable: Bool { properties.contains(.write) }

    /// The characteristics of a device, in table order.
    static func offered(isOld: Bool, hasChannel: Bool) -> [SuotaCharacteristic] {
        allCases.filter {
            guard $0.group == .suotaInfo else { return false }
            return required.contains($0) || !isOld && ($0 != .psm || hasChannel)
        }
    }

    func makeMutable() -> MutableCharacteristic {
        MutableCharacteristic(uuid: uuid, properties: properties)
    }
}
