internal import CAccessory

/// A standard beacon. Two beacons are equal if they have the same kind and the same values.
public enum Beacon: Sendable, Hashable {
    case iBeacon(IBeacon)
    case altBeacon(AltBeacon)
    case eddystoneUID(EddystoneUID)
    case eddystoneURL(EddystoneURL)
    case eddystoneTLM(EddystoneTLM)
    /// Encrypted telemetry; reading it requires the identity key.
    case eddystoneEncryptedTLM(EddystoneEncryptedTLM)
    /// An ephemeral identifier; resolving it requires the identity key.
    case eddystoneEID(EddystoneEID)

    /// The kind of a beacon. Raw values follow the vendor's document where it defines them.
    public enum Kind: Int, Sendable, CaseIterable, Codable {
        case iBeacon = 1
        case url = 2
        case uid = 3
        case tlm = 4
        case altBeacon = 5
        case encryptedTLM = 100
        case eid = 101
    }

    /// The beacon's kind.
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

    /// Decodes a structure's value of a known kind.
    static func read(
        _ kind: acc_beacon_kind,
        _ value: UnsafePointer<UInt8>,
        _ length: Int
    ) -> Beacon? {
        switch kind {
        case ACC_BEACON_IBEACON: IBeacon(value, length).map(Beacon.iBeacon)
        case ACC_BEACON_ALTBEACON: AltBeacon(value, length).map(Beacon.altBeacon)
        case ACC_BEACON_EDDYSTONE_UID: EddystoneUID(value, length).map(Beacon.eddystoneUID)
        case ACC_BEACON_EDDYSTONE_URL: EddystoneURL(value, length).map(Beacon.eddystoneURL)
        case ACC_BEACON_EDDYSTONE_TLM: EddystoneTLM(value, length).map(Beacon.eddystoneTLM)
        case ACC_BEACON_EDDYSTONE_ETLM:
            EddystoneEncryptedTLM(value, length).map(Beacon.eddystoneEncryptedTLM)
        case ACC_BEACON_EDDYSTONE_EID: EddystoneEID(value, length).map(Beacon.eddystoneEID)
        default: nil
        }
    }

    /// The frame of the beacon's format.
    package var frame: any BeaconFrame {
        switch self {
        case .iBeacon(let frame): frame
        case .altBeacon(let frame): frame
        case .eddystoneUID(let frame): frame
        case .eddystoneURL(let frame): frame
        case .eddystoneTLM(let frame): frame
        case .eddystoneEncryptedTLM(let frame): frame
        case .eddystoneEID(let frame): frame
        }
    }

    /// Power received at 1 m, dBm; nil for telemetry. Eddystone states the power at 0 m, which is
    /// 41 dB more.
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

    /// Whether both frames are of the same beacon: their identifiers are equal, ignoring power,
    /// reserved bytes and readings. Two telemetry frames are always of the same beacon, because a
    /// device has only one.
    public func isSameBeacon(as other: Beacon) -> Bool {
        switch (self, other) {
        case (.iBeacon(let one), .iBeacon(let other)):
            one.uuid == other.uuid && one.major == other.major && one.minor == other.minor
        case (.altBeacon(let one), .altBeacon(let other)): one.isSame(as: other)
        case (.eddystoneUID(let one), .eddystoneUID(let other)): one.isSame(as: other)
        case (.eddystoneURL(let one), .eddystoneURL(let other)): one.url == other.url
        case (.eddystoneEID(let one), .eddystoneEID(let other)): one.id == other.id
        case (.eddystoneTLM, .eddystoneTLM): true
        case (.eddystoneEncryptedTLM, .eddystoneEncryptedTLM): true
        default: false
        }
    }
}
