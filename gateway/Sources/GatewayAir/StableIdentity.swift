internal import Beacons
internal import BluetoothLE
internal import GatewayCore

extension BluetoothAddress {
    /// Whether the device changes the address every few minutes: a private address (Core 5.4, Vol 6, Part B,
    /// section 1.3.2.2), or none.
    var isRotating: Bool { kind == .anonymous || kind == .random && value >> 46 < 2 }

    /// An address made from another identity of a device, in the form of a static random one. It is a hash, so it is
    /// the same on each gateway.
    private init(identity: [UInt8]) {
        var hash = StableHash()
        hash.add(identity)
        self.init(value: hash.value >> 18 | 3 << 46, kind: .random)
    }

    init(resolvingKey: [UInt8]) { self.init(identity: [1] + resolvingKey) }

    init(_ beacon: IBeacon) {
        let numbers = [
            beacon.major >> 8, beacon.major & 255, beacon.minor >> 8, beacon.minor & 255,
        ]
        self.init(identity: [2] + Array(beacon.uuid.description.utf8) + numbers.map(UInt8.init))
    }

    init(name: String) { self.init(identity: [3] + Array(name.utf8)) }
}
