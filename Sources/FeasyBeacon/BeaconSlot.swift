public import Beacons
public import BluetoothLE

/// One of a module's ten advertisements, in the form of `BADVDATA`.
public struct BeaconSlot: Sendable, Hashable {
    /// 0 to 9.
    public let number: Int
    /// Complete advertising data, at most 31 bytes.
    public let advertisement: [UInt8]
    public var isEnabled: Bool

    /// Returns nil for another number, or for more than 31 bytes.
    public init?(number: Int, advertisement: [UInt8], isEnabled: Bool = true) {
        guard BeaconConfiguration.slots ~= number, advertisement.count <= 31 else { return nil }
        (self.number, self.advertisement, self.isEnabled) = (number, advertisement, isEnabled)
    }

    /// A beacon, preceded by the flags. Returns nil for another number.
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

    /// The beacon in it; nil if it is of no known kind.
    public var beacon: Beacon? { Beacon(Advertisement(advertisement)) }

    /// The text after `AT+BADVDATA=`.
    public var wire: String {
        let digits = advertisement.map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }
        return "\(number),\(digits.joined()),\(isEnabled ? 1 : 0)"
    }

    /// Decodes the text after `+BADVDATA=`, also with the leading comma that modules write.
    public init?(wire: some StringProtocol) {
        var fields = wire.split(separator: ",", omittingEmptySubsequences: false)
        if fields.count == 4, fields[0].isEmpty { fields.removeFirst() }
        guard fields.count == 3, let number = Int(fields[0]), ["0", "1"].contains(fields[2]),
            fields[1].utf8.count.isMultiple(of: 2)
        else { return nil }
        var bytes: [UInt8] = []
        var digits = fields[1]
        while !digits.isEmpty {
            let pair = digits.prefix(2)
            guard pair.utf8.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
                let byte = UInt8(pair, radix: 16)
            else { return nil }
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        self.init(number: number, advertisement: bytes, isEnabled: fields[2] == "1")
    }
}
