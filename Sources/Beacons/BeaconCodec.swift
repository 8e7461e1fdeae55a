public import BluetoothLE
internal import CAccessory

extension Beacon {
    /// Decodes the beacon in one structure of an advertisement; nil if there is none.
    ///
    /// - Parameters:
    ///   - type: AD type; beacons use manufacturer data (0xFF) and service data (0x16).
    ///   - value: The data, starting with the company or UUID.
    public init?(type: UInt8, value: Span<UInt8>) {
        let read = value.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { start in
                Self.read(acc_beacon_kind_of(type, start, buffer.count), start, buffer.count)
            }
        }
        guard let read else { return nil }
        self = read
    }

    /// Decodes the first beacon of an advertisement; nil if there is none.
    @inlinable public init?(_ advertisement: borrowing Advertisement) {
        guard advertisement.index.hasStandardBeacon,
            let beacon = advertisement.standardBeacon()
        else { return nil }
        self = beacon
    }

    /// Decodes every beacon of an advertisement, in order.
    public static func all(in advertisement: Advertisement) -> [Beacon] {
        guard advertisement.index.kind != 0 else { return [] }
        guard advertisement.index.mayHaveSeveralFrames else {
            return Beacon(advertisement).map { [$0] } ?? []
        }
        return advertisement.structures.compactMap { Beacon(type: $0.type, value: $0.value.span) }
    }

    /// Appends the beacon's structures to advertising data, without flags.
    public func add(
        to builder: inout AdvertisementBuilder
    ) throws(AdvertisementBuilder.BuildError) {
        try frame.add(to: &builder)
    }

    /// Returns complete advertising data: flags, then the beacon.
    public func advertisementData(
        flags: AdvertisementFlags? = .default
    ) throws(AdvertisementBuilder.BuildError) -> [UInt8] {
        var builder = AdvertisementBuilder()
        if let flags { try builder.add(flags: flags) }
        try add(to: &builder)
        return builder.bytes
    }
}

extension Advertisement {
    /// Decodes the first beacon of an advertisement that has one.
    @usableFromInline borrowing func standardBeacon() -> Beacon? {
        let (place, kind) = (index.beacon, acc_beacon_kind(UInt32(index.kind)))
        return bytes.withUnsafeBufferPointer { buffer in
            Beacon.read(kind, buffer.baseAddress! + place, Int(buffer[place - 2]) - 1)
        }
    }
}
