/// What outlives the process: the services with their values, the advertising, and what bonded
/// centrals asked for.
struct SavedState: Codable, Hashable {
    struct Service: Codable, Hashable {
        var uuid: BluetoothUUID
        var isPrimary: Bool
        /// Centrals remember handles: the service comes back where it was.
        var handle: UInt16
        /// Where the services are that it includes.
        var included: [UInt16]
        var characteristics: [Characteristic]
    }

    struct Characteristic: Codable, Hashable {
        var uuid: BluetoothUUID
        var properties: CharacteristicProperties
        var permissions: AttributePermissions
        var value: [UInt8]
        var descriptors: [DescriptorDefinition]
        var storesWrites: Bool
    }

    struct Advertising: Codable, Hashable {
        var data: [UInt8]
        var scanResponse: [UInt8]
        var isConnectable: Bool
        var shortestInterval: Duration
        var longestInterval: Duration
        var txPower: Int?
        var isExtended: Bool
        var primaryPHY: PHY
        var secondaryPHY: PHY
    }

    struct Bond: Codable, Hashable {
        var address: String
        var kind: BluetoothAddress.Kind
        var subscriptions: [UInt16: Subscription]
        /// First and last handle that it has not been told of.
        var change: [UInt16]?
    }

    /// Of this form; another is refused.
    var version = 1
    var services: [Service] = []
    var advertising: Advertising?
    var bonds: [Bond] = []
}

extension SavedState.Advertising {
    init(_ parameters: AdvertisingParameters) {
        data = parameters.data
        scanResponse = parameters.scanResponse
        isConnectable = parameters.isConnectable
        shortestInterval = parameters.interval.lowerBound
        longestInterval = parameters.interval.upperBound
        txPower = parameters.txPower
        isExtended = parameters.isExtended
        primaryPHY = parameters.primaryPHY
        secondaryPHY = parameters.secondaryPHY
    }

    var parameters: AdvertisingParameters {
        AdvertisingParameters(data: data) {
            $0.scanResponse = scanResponse
            $0.isConnectable = isConnectable
            $0.interval = min(shortestInterval, longestInterval)...longestInterval
            $0.txPower = txPower
            $0.isExtended = isExtended
            $0.primaryPHY = primaryPHY
            $0.secondaryPHY = secondaryPHY
        }
    }
}

extension SavedState.Bond {
    init(_ address: BluetoothAddress, _ record: BondRecord) {
        self.address = address.description
        kind = address.kind
        subscriptions = record.subscriptions
        change = record.change.map { [$0.lowerBound, $0.upperBound] }
    }

    /// Nil when it makes no sense.
    var record: (BluetoothAddress, BondRecord)? {
        guard let address = BluetoothAddress(address, kind: kind) else { return nil }
        var record = BondRecord(subscriptions: subscriptions)
        if let change, change.count == 2, change[0] <= change[1] {
            record.change = change[0]...change[1]
        }
        return (address, record)
    }
}

/// What was advertised when the state was saved.
public struct PeripheralAdvertisements: Sendable, Hashable {
    /// All of it.
    public let parameters: AdvertisingParameters
    /// The name, if one was advertised.
    public let localName: String?
    /// The services that were advertised.
    public let serviceUUIDs: [BluetoothUUID]

    init(_ parameters: AdvertisingParameters) {
        self.parameters = parameters
        let parts = [Advertisement(parameters.data), Advertisement(parameters.scanResponse)]
        localName = parts.lazy.compactMap(\.name).first
        serviceUUIDs = parts.flatMap(\.serviceUUIDs)
    }
}
