internal import BluetoothLE
public import Foundation

open class CBAttribute: NSObject, @unchecked Sendable {
    public let uuid: CBUUID

    init(uuid: CBUUID) { self.uuid = uuid }
}

open class CBService: CBAttribute, @unchecked Sendable {
    public internal(set) weak var peripheral: CBPeripheral?
    public let isPrimary: Bool
    @Locked var storedIncluded: [CBService]?
    @Locked var storedCharacteristics: [CBCharacteristic]?
    /// The peripheral's service; nil: a service of this program.
    let remote: Service?

    init(_ remote: Service, _ peripheral: CBPeripheral) {
        self.remote = remote
        self.peripheral = peripheral
        isPrimary = remote.isPrimary
        super.init(uuid: CBUUID(remote.uuid))
    }

    init(type: CBUUID, primary: Bool) {
        remote = nil
        isPrimary = primary
        super.init(uuid: type)
    }

    public var includedServices: [CBService]? { storedIncluded }
    public var characteristics: [CBCharacteristic]? { storedCharacteristics }
}

open class CBCharacteristic: CBAttribute, @unchecked Sendable {
    public internal(set) weak var service: CBService?
    @Locked var storedProperties: CBCharacteristicProperties
    @Locked var storedValue: Data?
    @Locked var storedDescriptors: [CBDescriptor]?
    @Locked var subscription: ValueSubscription?
    /// The peripheral's characteristic; nil: a characteristic of this program.
    let remote: Characteristic?

    init(_ remote: Characteristic, _ service: CBService) {
        self.remote = remote
        self.service = service
        storedProperties = CBCharacteristicProperties(rawValue: UInt(remote.properties.rawValue))
        super.init(uuid: CBUUID(remote.uuid))
    }

    init(type: CBUUID, properties: CBCharacteristicProperties, value: Data?) {
        remote = nil
        storedProperties = properties
        super.init(uuid: type)
        storedValue = value
    }

    public var properties: CBCharacteristicProperties { storedProperties }
    public var value: Data? { storedValue }
    public var descriptors: [CBDescriptor]? { storedDescriptors }
    public var isNotifying: Bool { subscription != nil }
}

open class CBDescriptor: CBAttribute, @unchecked Sendable {
    public internal(set) weak var characteristic: CBCharacteristic?
    @Locked var storedValue: Any?
    /// The peripheral's descriptor; nil: a descriptor of this program.
    let remote: Descriptor?

    init(_ remote: Descriptor, _ characteristic: CBCharacteristic) {
        self.remote = remote
        self.characteristic = characteristic
        super.init(uuid: CBUUID(remote.uuid))
    }

    init(type: CBUUID, value: Any?) {
        remote = nil
        super.init(uuid: type)
        storedValue = value
    }

    public var value: Any? { storedValue }

    /// Stores the bytes that the peripheral has sent, as the type of this descriptor's values.
    func store(_ bytes: [UInt8]) {
        storedValue =
            switch uuid.uuid.short {
            case 0x2901: String(decoding: bytes, as: UTF8.self)
            case 0x2900, 0x2902, 0x2903:
                NSNumber(value: bytes.reversed().reduce(UInt16(0)) { $0 << 8 | UInt16($1) })
            default: Data(bytes)
            }
    }
}
