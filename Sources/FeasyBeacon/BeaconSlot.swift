internal import AccessoryBase
public import Beacons
public import BluetoothLE

/// One of a module's ten advertisements, as in `BADVDATA`.
public struct BeaconSlot: Sendable, Hashable {
    /// The number, 0 to 9.
    public let number: Int
    /// Complete advertising data, at most 31 bytes.
    public let advertisement: [UInt8]
    /// Whether the module sends the advertisement.
    public var isEnabled: Bool

    /// Creates a slot; nil for another number, or for more than 31 bytes.
    public init?(number: Int, advertisement: [UInt8], isEnabled: Bool = true) {
        guard BeaconConfiguration.slots ~= number, advertisement.count <= 31 else { return nil }
        (self.number, self.advertisement, self.isEnabled) = (number, advertisement, isEnabled)
    }

    /// Creates a slot with the flags and a beacon; nil for another number.
    public init?(
        number: Int,
        beacon: Beacon,
        isEnabled: Bool = true
    ) throws(AdvertisementBuilder.BuildError) {
        self.init(
            number: number,
            advertisement: try beacon.advertisementData(),
            isEnabled: isEnabled
        )
    }

    /// The beacon in the advertisement; nil if its kind is unknown.
    public var beacon: Beacon? { Beacon(Advertisement(advertisement)) }

    /// The text after `AT+BADVDATA=`.
    public var wire: String {
        let digits = Hexadecimal.text(advertisement, uppercase: true)
        return "\(number),\(digits),\(isEnabled ? 1 : 0)"
    }

    /// Decodes the text after `+BADVDATA=`, with or without the leading comma that modules write.
    public init?(wire: some StringProtocol) {
        var fields = wire.split(separator: ",", omittingEmptySubsequences: false)
        if fields.count == 4, fields[0].isEmpty { fields.removeFirst() }
        guard fields.count == 3, let number = Int(fields[0]), ["0", "1"].contains(fields[2]),
            let bytes = Hexadecimal.bytes(fields[1])
        else { return nil }
        self.init(number: number, advertisement: bytes, isEnabled: fields[2] == "1")
    }
}
