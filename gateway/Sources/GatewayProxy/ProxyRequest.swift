internal import BluetoothLE

/// A request of a client. Numbers and fields are those of ESPHome's native API.
enum ProxyRequest: Equatable {
    case hello(client: String)
    case disconnect
    case ping
    case pong
    case deviceInfo
    case listEntities
    case capabilities
    case subscribeAdvertisements
    case unsubscribeAdvertisements
    case subscribeSlots
    case setScannerMode(isActive: Bool)
    case connect(BluetoothAddress, usesCache: Bool)
    case device(DeviceAction, UInt64)
    case services(UInt64)
    case read(GATTTarget)
    case write(GATTTarget, [UInt8], wantsResponse: Bool)
    case notify(GATTTarget, isOn: Bool)
    case setParameters(UInt64, ConnectionNumbers)
    /// A request that the proxy does not answer: entities, states, logs, the removed password.
    case ignored

    enum DeviceAction: Equatable { case disconnect, pair, unpair, clearCache }
}

/// An attribute of a device.
struct GATTTarget: Equatable {
    /// The device's 48-bit address.
    var address: UInt64 = 0
    var handle: UInt16 = 0
    var isDescriptor = false
}

/// Connection parameters in the units of the link layer.
struct ConnectionNumbers: Equatable {
    /// Connection interval, in steps of 1.25 ms.
    var minimum = 0, maximum = 0
    var latency = 0
    /// Supervision timeout, in steps of 10 ms.
    var timeout = 0
}

extension ProxyRequest {
    /// - Throws: `malformed` if the bytes are not a message, or a number is out of range.
    init(type: UInt64, _ payload: ArraySlice<UInt8>) throws(ProtobufError) {
        let fields = try RequestFields(payload)
        switch type {
        case 1: self = .hello(client: fields.text)
        case 5: self = .disconnect
        case 7: self = .ping
        case 8: self = .pong
        case 9: self = .deviceInfo
        case 11: self = .listEntities
        case 66: self = .subscribeAdvertisements
        case 68: self = try Self.deviceRequest(fields)
        case 70: self = .services(try fields.address())
        case 73: self = .read(try fields.target())
        case 75:
            self = .write(
                try fields.target(),
                fields.bytes[4] ?? [],
                wantsResponse: fields.numbers[3] != 0
            )
        case 76: self = .read(try fields.target(isDescriptor: true))
        case 77:
            self = .write(
                try fields.target(isDescriptor: true),
                fields.bytes[3] ?? [],
                wantsResponse: true
            )
        case 78: self = .notify(try fields.target(), isOn: fields.numbers[3] != 0)
        case 80: self = .subscribeSlots
        case 87: self = .unsubscribeAdvertisements
        case 127: self = .setScannerMode(isActive: fields.numbers[1] == 1)
        case 145: self = .setParameters(try fields.address(), try fields.connectionNumbers())
        case 149: self = .capabilities
        default: self = .ignored
        }
    }

    private static func deviceRequest(_ fields: RequestFields) throws(ProtobufError) -> Self {
        let address = try fields.address()
        // old clients do not state the address type; they connect to received devices, mostly with
        // random addresses
        let isPublic = fields.numbers[3] != 0 && fields.numbers[4] == 0
        let peer = BluetoothAddress(value: address, kind: isPublic ? .public : .random)
        return switch fields.numbers[2] {
        case 1: .device(.disconnect, address)
        case 2: .device(.pair, address)
        case 3: .device(.unpair, address)
        case 0, 4: .connect(peer, usesCache: true)
        case 5: .connect(peer, usesCache: false)
        case 6: .device(.clearCache, address)
        default: throw .malformed
        }
    }
}

/// The fields 1 to 7 of a message; no request uses higher ones.
private struct RequestFields {
    var numbers: [UInt64] = Array(repeating: 0, count: 8)
    var bytes: [[UInt8]?] = Array(repeating: nil, count: 8)

    init(_ payload: ArraySlice<UInt8>) throws(ProtobufError) {
        var reader = ProtobufReader(payload)
        while let (field, value) = try reader.next() {
            guard field < 8 else { continue }
            switch value {
            case .number(let number): numbers[Int(field)] = number
            case .bytes(let value): bytes[Int(field)] = Array(value)
            }
        }
    }

    var text: String { String(decoding: bytes[1]?.prefix(64) ?? [], as: UTF8.self) }

    func address() throws(ProtobufError) -> UInt64 {
        guard numbers[1] < 1 << 48 else { throw .malformed }
        return numbers[1]
    }

    func target(isDescriptor: Bool = false) throws(ProtobufError) -> GATTTarget {
        guard let handle = UInt16(exactly: numbers[2]) else { throw .malformed }
        return GATTTarget(address: try address(), handle: handle, isDescriptor: isDescriptor)
    }

    func connectionNumbers() throws(ProtobufError) -> ConnectionNumbers {
        guard numbers[2...5].allSatisfy({ $0 <= UInt16.max }) else { throw .malformed }
        return ConnectionNumbers(
            minimum: Int(numbers[2]),
            maximum: Int(numbers[3]),
            latency: Int(numbers[4]),
            timeout: Int(numbers[5])
        )
    }
}
