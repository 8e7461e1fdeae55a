/// The two mandatory services of a server (Core 5.4, Vol 3, Part C, section 12, and Part G, section 7),
/// and the handles of their values.
struct OwnAttributes: Sendable {
    let deviceName: UInt16
    let serviceChanged: UInt16
    let databaseHash: UInt16?

    init(in table: inout AttributeTable, name: String, appearance: UInt16, hash: DatabaseHash?) {
        let access = ServiceDefinition(
            0x1800,
            characteristics: [
                CharacteristicDefinition(
                    0x2A00,
                    properties: .read,
                    permissions: .readable,
                    value: Array(name.utf8.prefix(248))
                ),
                CharacteristicDefinition(
                    0x2A01,
                    properties: .read,
                    permissions: .readable,
                    value: littleEndian(appearance)
                ),
            ]
        )
        var attribute = ServiceDefinition(
            0x1801,
            characteristics: [
                CharacteristicDefinition(0x2A05, properties: .indicate, permissions: [])
            ]
        )
        if hash != nil {
            attribute.characteristics.append(
                CharacteristicDefinition(0x2B2A, properties: .read, permissions: .readable)
            )
        }
        guard let first = try? table.add(access), let second = try? table.add(attribute) else {
            preconditionFailure("an empty table has room")
        }
        deviceName = first.characteristics[0].value
        serviceChanged = second.characteristics[0].value
        databaseHash = hash == nil ? nil : second.characteristics[1].value
        updateHash(hash, in: &table)
    }

    func updateHash(_ hash: DatabaseHash?, in table: inout AttributeTable) {
        guard let hash, let databaseHash else { return }
        // a 128-bit number: least significant byte first in the packet
        table.setValue(hash(table.hashedBytes).reversed(), of: databaseHash)
    }
}

/// Computes the AES-CMAC of the data with a key of 16 zero bytes: 16 bytes, most significant first.
/// `BeaconCrypto` provides it as `PeripheralManager.aesDatabaseHash`.
public typealias DatabaseHash = @Sendable ([UInt8]) -> [UInt8]

extension AttributeTable {
    /// The input of the database hash (Core 5.4, Vol 3, Part G, section 7.3.1): the structure, without
    /// the values.
    var hashedBytes: [UInt8] {
        attributes.flatMap { attribute -> [UInt8] in
            guard let type = attribute.type.short else { return [] }
            switch type {
            case 0x2800...0x2803, 0x2900:
                return littleEndian(attribute.handle) + littleEndian(type) + attribute.value
            case 0x2901...0x2905:
                return littleEndian(attribute.handle) + littleEndian(type)
            default:
                return []
            }
        }
    }
}

/// The server of a radio without a `PeripheralManager`. All values are in the table.
final class MandatoryServices: AttributeHost {
    let table: AttributeTable
    private let serviceChanged: UInt16

    init() {
        var table = AttributeTable()
        serviceChanged =
            OwnAttributes(in: &table, name: "accessory", appearance: 0, hash: nil).serviceChanged
        self.table = table
    }

    /// Reports the end of the earlier host's services.
    func serve(_ link: any LocalGATT, over connection: any RadioConnection) {
        let subscription = link.subscriptions[serviceChanged]
        link.forgetSubscriptions(in: serviceChanged + 1...(.max))
        guard subscription?.contains(.indications) == true else { return }
        link.indicate([0x01, 0x00, 0xFF, 0xFF], handle: serviceChanged)
    }

    func read(handle: UInt16, offset: Int, by link: any LocalGATT) -> Result<[UInt8], ATTError>? {
        .failure(.readNotPermitted)
    }

    func write(_ writes: [AttributeWrite], wantsResponse: Bool, by link: any LocalGATT) {
        if wantsResponse { link.respondToWrites(.writeNotPermitted, failedHandle: nil) }
    }

    func subscription(to handle: UInt16, is subscription: Subscription, of link: any LocalGATT) {}
    func confirmed(handle: UInt16, by link: any LocalGATT) {}
}
