internal import BluetoothLE
internal import CAccessory

/// The characteristics of the SUOTA service, by the core's numbers.
enum SuotaAttribute: Int, CaseIterable {
    case memoryDevice, gpioMap, memoryInfo, patchLength, patchData, status
    case psm, version, patchDataSize, mtu

    static let service: BluetoothUUID = 0xFEF5

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
        }
    }

    private var properties: CharacteristicProperties {
        switch self {
        case .memoryDevice, .gpioMap, .patchLength: [.read, .write]
        case .patchData: [.read, .write, .writeWithoutResponse]
        case .status: [.read, .notify]
        case .memoryInfo, .psm, .version, .patchDataSize, .mtu: .read
        }
    }

    var isWritable: Bool { properties.contains(.write) }

    private var uuid: BluetoothUUID {
        let text =
            switch self {
            case .memoryDevice: "8082CAA8-41A6-4021-91C6-56F9B954CC34"
            case .gpioMap: "724249F0-5EC3-4B5F-8804-42345AF08651"
            case .memoryInfo: "6C53DB25-47A1-45FE-A022-7C92FB334FD4"
            case .patchLength: "9D84B9A3-000C-49D8-9183-855B673FDA31"
            case .patchData: "457871E8-D516-4CA1-9116-57D0B17B9CB2"
            case .status: "5F78DF94-798C-46F5-990A-B3EB6A065C88"
            case .psm: "61C8849C-F639-4765-946E-5C3419BEBB2A"
            case .version: "64B4E8B5-0DE5-401B-A21D-ACC8DB3B913A"
            case .patchDataSize: "42C3DFDD-77BE-4D9C-8454-8F875267FB3B"
            case .mtu: "B7DE1EEA-823D-43BB-A3AF-C4903DFCE23C"
            }
        return BluetoothUUID(text)!
    }

    /// Those that a device offers.
    static func all(isOld: Bool, hasChannel: Bool) -> [SuotaAttribute: MutableCharacteristic] {
        var all: [SuotaAttribute: MutableCharacteristic] = [:]
        for attribute in allCases {
            switch attribute {
            case .psm where !hasChannel || isOld: continue
            case .version, .patchDataSize, .mtu: if isOld { continue }
            default: break
            }
            all[attribute] = MutableCharacteristic(
                uuid: attribute.uuid,
                properties: attribute.properties
            )
        }
        return all
    }
}
