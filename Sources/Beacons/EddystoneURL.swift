package import BluetoothLE
internal import CAccessory

/// Eddystone-URL: a web address.
public struct EddystoneURL: Sendable, Hashable {
    /// Power received at 0 m, dBm, -128 to 127.
    public var powerAt0m: Int
    /// The address, http or https; its compressed form must fit in 17 bytes after the scheme.
    public var url: String

    /// Creates a frame.
    public init(powerAt0m: Int, url: String) {
        self.powerAt0m = powerAt0m
        self.url = url
    }
}

extension EddystoneURL: BeaconFrame {
    package static var kindName: String { name(of: ACC_BEACON_EDDYSTONE_URL) }

    package init?(_ value: UnsafePointer<UInt8>, _ length: Int) {
        var c = acc_eddystone_url()
        guard acc_eddystone_url_read(value, length, &c) == .ok else { return nil }
        let text = withUnsafeBytes(of: c.text) {
            String(decoding: $0.prefix(Int(c.length)), as: UTF8.self)
        }
        self.init(powerAt0m: Int(c.power), url: text)
    }

    package func add(
        to builder: inout AdvertisementBuilder
    ) throws(AdvertisementBuilder.BuildError) {
        var c = acc_eddystone_url()
        c.power = try encoded(power: powerAt0m)
        let text = Array(url.utf8)
        guard text.count <= Int(ACC_EDDYSTONE_URL_TEXT_MAX) else { throw .noRoom(left: 17) }
        set(&c.text, text)
        c.length = UInt8(text.count)
        try builder.write { acc_eddystone_url_put(&$0, &c) }
    }

    package var fields: [BeaconField] {
        [BeaconField("url", .text(url), label: "url"), .powerAt0m(powerAt0m)]
    }

    package var summary: String { url }
}
