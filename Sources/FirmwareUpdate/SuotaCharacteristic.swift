public import BluetoothLE

/// The characteristics that an update reads and writes, of the SUOTA service 0xFEF5 and of the
/// device information service 0x180A.
public enum SuotaCharacteristic: Sendable, Hashable, CaseIterable {
    /// The target of the image, or a command; four bytes.
    case memoryDevice
    /// Pins of the external memory; four bytes.
    case gpioMap
    /// Number of bytes received so far; four bytes, read.
    case memoryInfo
    /// Block size; two bytes.
    case patchLength
    /// Image data.
    case patchData
    /// Status code, one byte; notified.
    case status
    /// PSM of the L2CAP channel for the image; two bytes, read. This and the following
    /// characteristics are optional.
    case psm
    /// Version of the service; one byte, 13 is 1.3.
    case version
    /// Maximum length of one write to `patchData`; two bytes.
    case patchDataSize
    /// ATT MTU of the device; two bytes.
    case mtu

    case manufacturerName
    case modelNumber
    case serialNumber
    case hardwareRevision
    case firmwareRevision
    case softwareRevision
    case systemID
    case certificationData
    case pnpID

    /// The SUOTA service.
    public static let service: BluetoothUUID = 0xFEF5
    /// The device information service.
    public static let deviceInformationService: BluetoothUUID = 0x180A

    /// The characteristics that every SUOTA device has.
    public static let required: Set<SuotaCharacteristic> = [
        .memoryDevice, .gpioMap, .memoryInfo, .patchLength, .patchData, .status,
    ]

    /// The characteristics read with `SuotaConfiguration.readsAllDeviceInfo`, in order.
    public static let deviceInformation: [SuotaCharacteristic] = [
        .manufacturerName, .modelNumber, .serialNumber, .hardwareRevision, .firmwareRevision,
        .softwareRevision, .systemID, .certificationData, .pnpID,
    ]

    /// The characteristics read without this option.
    static let usualDeviceInformation: [SuotaCharacteristic] = [
        .manufacturerName, .modelNumber, .firmwareRevision, .softwareRevision,
    ]

    /// The characteristics that determine how to send; read before an update if the device has
    /// them.
    static let updateInformation: [SuotaCharacteristic] = [.version, .patchDataSize, .mtu, .psm]

    /// The UUID of the characteristic.
    public var uuid: BluetoothUUID { Self.uuids[self]! }

    /// The characteristic with this UUID; nil if there is none.
    public init?(_ uuid: BluetoothUUID) {
        guard let found = Self.uuids.first(where: { $0.value == uuid }) else { return nil }
        self = found.key
    }

    /// The service that contains the characteristic.
    public var service: BluetoothUUID {
        group == .deviceInfo ? Self.deviceInformationService : Self.service
    }

    /// The group of the characteristic in events.
    public var group: SuotaCharacteristicGroup {
        Self.deviceInformation.contains(self) ? .deviceInfo : .suotaInfo
    }

    private static let uuids: [SuotaCharacteristic: BluetoothUUID] = [
        .memoryDevice: long("8082CAA8-41A6-4021-91C6-56F9B954CC34"),
        .gpioMap: long("724249F0-5EC3-4B5F-8804-42345AF08651"),
        .memoryInfo: long("6C53DB25-47A1-45FE-A022-7C92FB334FD4"),
        .patchLength: long("9D84B9A3-000C-49D8-9183-855B673FDA31"),
        .patchData: long("457871E8-D516-4CA1-9116-57D0B17B9CB2"),
        .status: long("5F78DF94-798C-46F5-990A-B3EB6A065C88"),
        .psm: long("61C8849C-F639-4765-946E-5C3419BEBB2A"),
        .version: long("64B4E8B5-0DE5-401B-A21D-ACC8DB3B913A"),
        .patchDataSize: long("42C3DFDD-77BE-4D9C-8454-8F875267FB3B"),
        .mtu: long("B7DE1EEA-823D-43BB-A3AF-C4903DFCE23C"),
        .manufacturerName: 0x2A29, .modelNumber: 0x2A24, .serialNumber: 0x2A25,
        .hardwareRevision: 0x2A27, .firmwareRevision: 0x2A26, .softwareRevision: 0x2A28,
        .systemID: 0x2A23, .certificationData: 0x2A2A, .pnpID: 0x2A50,
    ]

    private static func long(_ text: String) -> BluetoothUUID { BluetoothUUID(text)! }
}

/// Groups of characteristics in events. Raw values are those of Dialog's library.
public enum SuotaCharacteristicGroup: Int, Sendable {
    case deviceInfo = 0
    case suotaInfo = 1
    case other = 2
}
