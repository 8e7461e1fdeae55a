internal import AccessoryBase
package import BluetoothLE
internal import CAccessory

/// An AltBeacon 1.0 frame.
public struct AltBeacon: Sendable, Hashable {
    /// Power received at 1 m, dBm, -128 to 127.
    public var measuredPower: Int
    // in this order, the frame is as small as the other beacons: 32 bytes
    private var identifier = IdentifierBytes()
    /// The manufacturer's company number.
    public var company: UInt16
    /// A byte for the manufacturer's use.
    public var reserved: UInt8

    /// The identifier, 20 bytes: by convention a 16-byte organisation id and two big-endian 16-bit
    /// numbers. A new value is truncated or zero-padded.
    public var id: [UInt8] {
        get { identifier[0..<20] }
        set { identifier[0..<20] = newValue }
    }

    /// - Parameters:
    ///   - company: The company identifier.
    ///   - id: Truncated or zero-padded to 20 bytes.
    ///   - measuredPower: The RSSI at 1 m, in dBm.
    ///   - reserved: The byte for the manufacturer's use.
    public init(company: UInt16, id: [UInt8], measuredPower: Int = -59, reserved: UInt8 = 0) {
        self.company = company
        self.measuredPower = measuredPower
        self.reserved = reserved
        self.id = id
    }

    /// Whether company and identifier are equal.
    func isSame(as other: AltBeacon) -> Bool {
        company == other.company && identifier == other.identifier
    }
}

extension AltBeacon: BeaconFrame {
    package static var kindName: String { name(of: ACC_BEACON_ALTBEACON) }

    package init?(_ value: UnsafePointer<UInt8>, _ length: Int) {
        var beacon = acc_altbeacon()
        guard acc_altbeacon_read(value, length, UInt16(ACC_ALTBEACON_CODE), &beacon) == .ok
        else { return nil }
        (company, measuredPower, reserved) = (beacon.company, Int(beacon.power), beacon.reserved)
        identifier = IdentifierBytes(of: beacon.id)
    }

    package func add(
        to builder: inout AdvertisementBuilder
    ) throws(AdvertisementBuilder.BuildError) {
        var c = acc_altbeacon()
        set(&c.id, id)
        (c.company, c.reserved) = (company, reserved)
        c.power = try encoded(power: measuredPower)
        try builder.write { acc_altbeacon_put(&$0, &c) }
    }

    package var fields: [BeaconField] {
        [
            BeaconField("company", .integer(Int(company)), label: "company"),
            BeaconField("id", .bytes(id), label: "id"), .measuredPower(measuredPower),
            BeaconField("reserved", .integer(Int(reserved)), label: nil),
        ]
    }

    package var summary: String { "AltBeacon \(Hexadecimal.text(id))" }
}
