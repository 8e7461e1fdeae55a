/// The state that outlives the process: services with their values, advertising, and the subscriptions
/// of bonded centrals.
struct SavedState: Codable, Hashable {
    struct Service: Codable, Hashable {
        var uuid: BluetoothUUID
        var isPrimary: Bool
        /// The service's handle. It is restored because centrals cache handles.
        var handle: UInt16
        /// The handles of its included services.
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
        /// Nil: 7 bytes, or saved by an earlier version.
        var minimumKeySize: Int?
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
        /// The first and last changed handle not yet reported to the central.
        var change: [UInt16]?
    }

    /// The format version; other versions are rejected.
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

    /// The address and its record; nil when invalid.
    var record: (BluetoothAddress, BondRecord)? {
        guard let address = BluetoothAddress(address, kind: kind) else { return nil }
        var record = BondRecord(subscriptions: subscriptions)
        if let change, change.count == 2, change[0] <= change[1] {
            record.change = change[0]...change[1]
        }
        return (address, record)
    }
}

/// The advertising at the time of the save.
public struct PeripheralAdvertisements: Sendable, Hashable {
    /// The parameters.
    public let parameters: AdvertisingParameters
    /// The advertised name, if any.
    public let localName: String?
    /// The advertised services.
    public let serviceUUIDs: [BluetoothUUID]

    init(_ parameters: AdvertisingParameters) {
        self.parameters = parameters
        let parts = [Advertisement(parameters.data), Advertisement(parameters.scanResponse)]
        localName = parts.lazy.compactMap(\.name).first
        serviceUUIDs = parts.flatMap(\.serviceUUIDs)
    }
}

/// The stored state of a bonded central.
struct BondRecord: Sendable, Hashable {
    var subscriptions: [UInt16: Subscription] = [:]
    /// The changed handles that the central has not confirmed yet.
    var change: ClosedRange<UInt16>?

    mutating func addChange(_ range: ClosedRange<UInt16>) {
        guard let known = change else {
            change = range
            return
        }
        change =
            min(known.lowerBound, range.lowerBound)...max(known.upperBound, range.upperBound)
    }
}
