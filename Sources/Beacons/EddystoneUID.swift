internal import AccessoryBase
package import BluetoothLE
internal import CAccessory

/// Eddystone-UID: the beacon's identifier. New values of its bytes are truncated or zero-padded.
public struct EddystoneUID: Sendable, Hashable {
    /// Power received at 0 m, dBm, -128 to 127.
    public var powerAt0m: Int
    /// Namespace, instance and reserved bytes, in the order of the frame.
    private var bytes = IdentifierBytes()

    /// The namespace, 10 bytes, shared by a set of beacons.
    public var namespace: [UInt8] {
        get { bytes[0..<10] }
        set { bytes[0..<10] = newValue }
    }
    /// The instance, 6 bytes that identify this beacon.
    public var instance: [UInt8] {
        get { bytes[10..<16] }
        set { bytes[10..<16] = newValue }
    }
    /// 2 bytes reserved for future use.
    public var reserved: [UInt8] {
        get { bytes[16..<18] }
        set { bytes[16..<18] = newValue }
    }

    /// - Parameters:
    ///   - powerAt0m: The RSSI at 0 m, in dBm.
    ///   - namespace: Truncated or zero-padded to 10 bytes.
    ///   - instance: Truncated or zero-padded to 6 bytes.
    ///   - reserved: The two bytes after the identifier.
    public init(powerAt0m: Int, namespace: [UInt8], instance: [UInt8], reserved: [UInt8] = [0, 0]) {
        self.powerAt0m = powerAt0m
        self.namespace = namespace
        self.instance = instance
        self.reserved = reserved
    }

    /// Whether namespace and instance are equal.
    func isSame(as other: EddystoneUID) -> Bool {
        bytes.beginsLike(other.bytes)
    }
}

extension EddystoneUID: BeaconFrame {
    package static var kindName: String { name(of: ACC_BEACON_EDDYSTONE_UID) }

    package init?(_ value: UnsafePointer<UInt8>, _ length: Int) {
        var uid = acc_eddystone_uid()
        guard acc_eddystone_uid_read(value, length, &uid) == .ok else { return nil }
        powerAt0m = Int(uid.power)
        bytes = IdentifierBytes(of: (uid.name_space, uid.instance, uid.reserved))
    }

    package func add(
        to builder: inout AdvertisementBuilder
    ) throws(AdvertisementBuilder.BuildError) {
        var c = acc_eddystone_uid()
        set(&c.name_space, namespace)
        set(&c.instance, instance)
        set(&c.reserved, reserved)
        c.power = try encoded(power: powerAt0m)
        try builder.write { acc_eddystone_uid_put(&$0, &c) }
    }

    package var fields: [BeaconField] {
        [
            BeaconField("namespace", .bytes(namespace), label: "namespace"),
            BeaconField("instance", .bytes(instance), label: "instance"), .powerAt0m(powerAt0m),
        ]
    }

    package var summary: String {
        "UID \(Hexadecimal.text(namespace)) \(Hexadecimal.text(instance))"
    }
}
