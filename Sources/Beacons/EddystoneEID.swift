internal import AccessoryBase
package import BluetoothLE
internal import CAccessory

/// Eddystone-EID: an ephemeral identifier, which only the identity key resolves.
public struct EddystoneEID: Sendable, Hashable {
    /// Power received at 0 m, dBm, -128 to 127.
    public var powerAt0m: Int
    /// The identifier, 8 bytes.
    public var id: [UInt8]

    /// Creates a frame.
    public init(powerAt0m: Int, id: [UInt8]) {
        self.powerAt0m = powerAt0m
        self.id = id
    }
}

extension EddystoneEID: BeaconFrame {
    package static var kindName: String { name(of: ACC_BEACON_EDDYSTONE_EID) }

    package init?(_ value: UnsafePointer<UInt8>, _ length: Int) {
        var eid = acc_eddystone_eid()
        guard acc_eddystone_eid_read(value, length, &eid) == .ok else { return nil }
        self.init(powerAt0m: Int(eid.power), id: bytes(of: eid.id))
    }

    package func add(
        to builder: inout AdvertisementBuilder
    ) throws(AdvertisementBuilder.BuildError) {
        var c = acc_eddystone_eid()
        set(&c.id, id)
        c.power = try encoded(power: powerAt0m)
        try builder.write { acc_eddystone_eid_put(&$0, &c) }
    }

    package var fields: [BeaconField] {
        [BeaconField("id", .bytes(id), label: "id"), .powerAt0m(powerAt0m)]
    }

    package var summary: String { "EID \(Hexadecimal.text(id))" }
}
