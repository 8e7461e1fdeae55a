internal import BluetoothLE
public import Foundation

open class CBMutableService: CBService, @unchecked Sendable {
    /// The published service.
    @Locked var own: MutableService?

    public override init(type: CBUUID, primary: Bool) { super.init(type: type, primary: primary) }

    public override var characteristics: [CBCharacteristic]? {
        get { storedCharacteristics }
        set {
            storedCharacteristics = newValue
            for one in newValue ?? [] { one.service = self }
        }
    }

    public override var includedServices: [CBService]? {
        get { storedIncluded }
        set { storedIncluded = newValue }
    }

    var mutableCharacteristics: [CBMutableCharacteristic] {
        (characteristics ?? []).compactMap { $0 as? CBMutableCharacteristic }
    }

    /// Creates the service to publish.
    func publish() -> MutableService {
        let service = MutableService(
            uuid: uuid.uuid,
            isPrimary: isPrimary,
            characteristics: mutableCharacteristics.map { $0.publish() },
            includedServices: (includedServices ?? []).compactMap {
                ($0 as? CBMutableService)?.own
            }
        )
        own = service
        return service
    }
}

open class CBMutableCharacteristic: CBCharacteristic, @unchecked Sendable {
    @Locked private var storedPermissions: CBAttributePermissions
    @Locked private var subscribers: [CBCentral] = []
    /// The published characteristic.
    @Locked var own: MutableCharacteristic?
    /// Whether the system answers reads.
    private let isFixed: Bool

    public init(
        type: CBUUID,
        properties: CBCharacteristicProperties,
        value: Data?,
        permissions: CBAttributePermissions
    ) {
        isFixed = value != nil
        storedPermissions = permissions
        super.init(type: type, properties: properties, value: value)
    }

    public var permissions: CBAttributePermissions {
        get { storedPermissions }
        set { storedPermissions = newValue }
    }

    public override var properties: CBCharacteristicProperties {
        get { storedProperties }
        set { storedProperties = newValue }
    }

    public override var value: Data? {
        get { storedValue }
        set { storedValue = newValue }
    }

    public override var descriptors: [CBDescriptor]? {
        get { storedDescriptors }
        set {
            storedDescriptors = newValue
            for one in newValue ?? [] { one.characteristic = self }
        }
    }

    public var subscribedCentrals: [CBCentral]? { subscribers }

    /// The value that the system answers reads with; nil: the program answers them.
    var fixedValue: Data? { isFixed ? value : nil }

    /// Whether a fixed value can only be read.
    var isValid: Bool {
        !isFixed
            || properties == .read
                && permissions.isDisjoint(with: [.writeable, .writeEncryptionRequired])
    }

    func publish() -> MutableCharacteristic {
        // 0x2902 is the server's
        let descriptors = (descriptors ?? []).filter { $0.uuid.uuid != 0x2902 }
        let own = MutableCharacteristic(
            uuid: uuid.uuid,
            properties: CharacteristicProperties(rawValue: UInt16(properties.rawValue)),
            permissions: AttributePermissions(rawValue: UInt16(permissions.rawValue)),
            value: Array(value ?? Data()),
            descriptors: descriptors.map { DescriptorDefinition($0.uuid.uuid, value: $0.bytes) },
            passesRequests: !isFixed
        )
        self.own = own
        return own
    }

    /// Changes a central's subscription. Returns whether it is a change.
    func setSubscribed(_ isSubscribed: Bool, _ central: CBCentral) -> Bool {
        $subscribers.change { list in
            guard list.contains(where: { $0 === central }) != isSubscribed else { return false }
            if isSubscribed { list.append(central) } else { list.removeAll { $0 === central } }
            return true
        }
    }
}

open class CBMutableDescriptor: CBDescriptor, @unchecked Sendable {
    public override init(type: CBUUID, value: Any?) { super.init(type: type, value: value) }
}

extension CBDescriptor {
    /// The value as it is sent.
    fileprivate var bytes: [UInt8] {
        switch value {
        case let text as String: Array(text.utf8)
        case let data as Data: Array(data)
        case let number as NSNumber:
            [UInt8(truncatingIfNeeded: number.uint16Value), UInt8(number.uint16Value >> 8)]
        default: []
        }
    }
}

/// A device that uses this program's services.
open class CBCentral: CBPeer, @unchecked Sendable {
    let remote: RemoteCentral

    init(_ remote: RemoteCentral, _ identifier: UUID) {
        self.remote = remote
        super.init(identifier)
    }

    public var maximumUpdateValueLength: Int { remote.mtu - 3 }
}

/// A central's read or write.
open class CBATTRequest: NSObject, @unchecked Sendable {
    enum Answer {
        case read(ReadRequest)
        case write([WriteRequest])
    }

    public let central: CBCentral
    public let characteristic: CBCharacteristic
    public let offset: Int
    @Locked private var storedValue: Data?
    /// Nil for all parts of a request but the first, which answers for all.
    @Locked private var answer: Answer?

    init(
        _ central: CBCentral,
        _ characteristic: CBCharacteristic,
        offset: Int,
        value: Data?,
        _ answer: Answer?
    ) {
        self.central = central
        self.characteristic = characteristic
        self.offset = offset
        super.init()
        storedValue = value
        self.answer = answer
    }

    public var value: Data? {
        get { storedValue }
        set { storedValue = newValue }
    }

    func respond(_ code: CBATTError.Code) {
        let error = code == .success ? nil : ATTError(rawValue: UInt8(code.rawValue))
        let answer = $answer.change { answer in
            defer { answer = nil }
            return answer
        }
        switch answer {
        case .read(let request)?:
            request.respond(error.map { .failure($0) } ?? .success(Array(value ?? Data())))
        case .write(let requests)?:
            for request in requests { request.characteristic.respond(to: request, with: error) }
        case nil: misuse("respond: a request is answered once, by its first part")
        }
    }
}
