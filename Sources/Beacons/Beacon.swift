/// A standard beacon. Two are equal when they are of one kind and send the same values.
public enum Beacon: Sendable, Hashable {
    case iBeacon(IBeacon)
    case altBeacon(AltBeacon)
    case eddystoneUID(EddystoneUID)
    case eddystoneURL(EddystoneURL)
    case eddystoneTLM(EddystoneTLM)
    /// Telemetry that only the holder of the identity key reads.
    case eddystoneEncryptedTLM(EddystoneEncryptedTLM)
    /// An identifier that only the holder of the identity key resolves.
    case eddystoneEID(EddystoneEID)

    /// The kind, by its number in the vendor's document where it has one.
    public enum Kind: Int, Sendable, CaseIterable, Codable {
        case iBeacon = 1
        case url = 2
        case uid = 3
        case tlm = 4
        case altBeacon = 5
        case encryptedTLM = 100
        case eid = 101
    }

    /// Which it is.
    public var kind: Kind {
        switch self {
        case .iBeacon: .iBeacon
        case .altBeacon: .altBeacon
        case .eddystoneUID: .uid
        case .eddystoneURL: .url
        case .eddystoneTLM: .tlm
        case .eddystoneEncryptedTLM: .encryptedTLM
        case .eddystoneEID: .eid
        }
    }

    /// Power received at 1 m, dBm; Eddystone states it for 0 m, which is 41 dB more. Nil for
    /// telemetry.
    public var measuredPower: Int? {
        switch self {
        case .iBeacon(let beacon): beacon.measuredPower
        case .altBeacon(let beacon): beacon.measuredPower
        case .eddystoneUID(let beacon): beacon.powerAt0m - 41
        case .eddystoneURL(let beacon): beacon.powerAt0m - 41
        case .eddystoneEID(let beacon): beacon.powerAt0m - 41
        case .eddystoneTLM, .eddystoneEncryptedTLM: nil
        }
    }

    /// The same beacon, though what it sends may have changed: its identifier without power,
    /// reserved bytes and readings. A device has one telemetry frame, whatever it says.
    public func isSameBeacon(as other: Beacon) -> Bool {
        switch (self, other) {
        case (.iBeacon(let one), .iBeacon(let other)):
            one.uuid == other.uuid && one.major == other.major && one.minor == other.minor
        case (.altBeacon(let one), .altBeacon(let other)):
            one.company == other.company && one.id == other.id
        case (.eddystoneUID(let one), .eddystoneUID(let other)):
            one.namespace == other.namespace && one.instance == other.instance
        case (.eddystoneURL(let one), .eddystoneURL(let other)): one.url == other.url
        case (.eddystoneEID(let one), .eddystoneEID(let other)): one.id == other.id
        case (.eddystoneTLM, .eddystoneTLM): true
        case (.eddystoneEncryptedTLM, .eddystoneEncryptedTLM): true
        default: false
        }
    }
}
