internal import BeaconCrypto
internal import Beacons
internal import BluetoothLE
internal import GatewayConfiguration
internal import GatewayCore

/// Determines which entries of the presence list are home. Hysteresis in dB and in time prevents
/// flapping: an entry is home when its smoothed RSSI reaches `rssi`, and away after `awayAfter`
/// without a report at `rssi` minus `hysteresis` or more.
struct PresenceTable {
    fileprivate struct Entry {
        let device: Configuration.Presence.Device
        let key: ResolvingKey?
        var rssi: Double?
        /// Steady milliseconds; nil before the first report or tick.
        var lastNear: Int64?
        var isHome: Bool?
    }

    private var entries: [Entry]
    private let rules: Configuration.Presence

    /// Weight of a new RSSI: after five reports the level is reliable; an outlier of 20 dB moves it
    /// by 6 dB.
    private static let weight = 0.3

    init(_ rules: Configuration.Presence) {
        self.rules = rules
        entries = rules.devices.map { device in
            var key: ResolvingKey?
            if case .resolvingKey(let bytes) = device.identity { key = ResolvingKey(bytes) }
            return Entry(device: device, key: key)
        }
    }

    var isEmpty: Bool { entries.isEmpty }
    var homeCount: Int { entries.count { $0.isHome == true } }

    /// The entries that match an address.
    func carriers(of address: BluetoothAddress) -> [Int] {
        entries.indices.filter { at in
            switch entries[at].device.identity {
            case .address(let value): value == address.value
            case .resolvingKey: entries[at].key?.resolves(address) == true
            case .iBeacon, .eddystone: false
            }
        }
    }

    /// The name and the resolving key of the first of some entries that has a key.
    func resolved(_ carriers: [Int]) -> (name: String, key: [UInt8])? {
        for at in carriers {
            if case .resolvingKey(let key) = entries[at].device.identity {
                return (entries[at].device.name, key)
            }
        }
        return nil
    }

    /// The entries that match a beacon.
    func carriers(of advertisement: Advertisement) -> [Int] {
        guard entries.contains(where: \.isBeacon), let beacon = Beacon(advertisement) else {
            return []
        }
        return entries.indices.filter { entries[$0].matches(beacon) }
    }

    /// Records the reception of a device.
    mutating func note(_ at: Int, rssi: Int?, at now: Moment) -> PresenceChange? {
        let level = rssi.map(Double.init)
        if let level {
            entries[at].rssi = entries[at].rssi.map { $0 + Self.weight * (level - $0) } ?? level
        }
        let threshold = Double(entries[at].device.rssi ?? -128)
        let smoothed = entries[at].rssi ?? 0
        let isHome = entries[at].isHome == true
        guard smoothed >= (isHome ? threshold - Double(rules.hysteresis) : threshold) else {
            return nil
        }
        entries[at].lastNear = now.steady
        guard !isHome else { return nil }
        entries[at].isHome = true
        return change(at, now)
    }

    /// Marks the entries that are away from `now` on, and returns their changes.
    mutating func tick(_ now: Moment) -> [PresenceChange] {
        entries.indices.compactMap { at in
            guard entries[at].isHome != false else { return nil }
            guard let lastNear = entries[at].lastNear else {
                entries[at].lastNear = now.steady
                return nil
            }
            guard now.steady - lastNear >= rules.awayAfter else { return nil }
            (entries[at].isHome, entries[at].rssi) = (false, nil)
            return change(at, now)
        }
    }

    private func change(_ at: Int, _ now: Moment) -> PresenceChange {
        PresenceChange(
            name: entries[at].device.name,
            isHome: entries[at].isHome == true,
            rssi: entries[at].rssi.map { Int($0.rounded()) },
            time: now.wall
        )
    }
}

extension PresenceTable.Entry {
    fileprivate var isBeacon: Bool {
        switch device.identity {
        case .iBeacon, .eddystone: true
        case .address, .resolvingKey: false
        }
    }

    fileprivate func matches(_ beacon: Beacon) -> Bool {
        switch (device.identity, beacon) {
        case (.iBeacon(let uuid, let major, let minor), .iBeacon(let found)):
            found.uuid == uuid && (major ?? found.major) == found.major
                && (minor ?? found.minor) == found.minor
        case (.eddystone(let id), .eddystoneUID(let found)):
            (found.namespace + found.instance).starts(with: id)
        default: false
        }
    }
}
