/// The distribution of an advertisement over its packets. A part that does not fit beside the
/// services moves to the scan response; a part that does not fit there requires extended
/// advertising.
struct AdvertisementLayout {
    private(set) var data: [UInt8] = []
    private(set) var scanResponse: [UInt8] = []
    private(set) var isExtended = false

    /// Longest data of a connectable extended advertisement: one packet (Core 5.4, Vol 6, Part B,
    /// section 2.3.4).
    private static let connectableLimit = 245

    init(name: String?, uuids: [BluetoothUUID], features: RadioFeatures)
        throws(PeripheralManagerError)
    {
        if try layLegacy(name, uuids) { return }
        let limit = min(features.advertisingData, Self.connectableLimit)
        guard limit > 31 else { throw .advertisementTooLong(limit: 31) }
        var builder = AdvertisementBuilder(limit: limit)
        do {
            try builder.add(flags: .default)
            try builder.add(serviceUUIDs: uuids)
            if let name { try builder.add(name: name) }
        } catch {
            throw .advertisementTooLong(limit: limit)
        }
        data = builder.bytes
        isExtended = true
    }

    /// Fills the two legacy packets of 31 bytes. Returns whether the services fit. A name is
    /// shortened to the remaining space.
    private mutating func layLegacy(_ name: String?, _ uuids: [BluetoothUUID])
        throws(PeripheralManagerError) -> Bool
    {
        var first = AdvertisementBuilder()
        var second = AdvertisementBuilder()
        do {
            try first.add(flags: .default)
            try first.add(serviceUUIDs: uuids)
        } catch {
            return false
        }
        if let name, !name.isEmpty {
            let size = name.utf8.count + 2
            do {
                if first.bytes.count + size <= first.limit {
                    try first.add(name: name)
                } else {
                    try second.add(name: name)
                }
            } catch {
                throw .advertisementTooLong(limit: 31)
            }
        }
        (data, scanResponse) = (first.bytes, second.bytes)
        return true
    }
}
