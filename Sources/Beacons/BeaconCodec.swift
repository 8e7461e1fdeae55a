public import BluetoothLE
internal import CAccessory

extension Beacon {
    /// Decodes the beacon in one structure of an advertisement; nil if there is none.
    ///
    /// - Parameters:
    ///   - type: AD type; beacons use manufacturer data (0xFF) and service data (0x16).
    ///   - value: The data, starting with the company or UUID.
    public init?(type: UInt8, value: Span<UInt8>) {
        let read = value.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { start in
                Self.read(acc_beacon_kind_of(type, start, buffer.count), start, buffer.count)
            }
        }
        guard let read else { return nil }
        self = read
    }

    /// Decodes the first beacon of an advertisement; nil if there is none.
    @inlinable public init?(_ advertisement: borrowing Advertisement) {
        guard advertisement.index.hasStandardBeacon,
            let beacon = advertisement.standardBeacon()
        else { return nil }
        self = beacon
    }

    /// Decodes every beacon of an advertisement, in order.
    public static func all(in advertisement: Advertisement) -> [Beacon] {
        guard advertisement.index.kind != 0 else { return [] }
        guard advertisement.index.mayHaveSeveralFrames else {
            return Beacon(advertisement).map { [$0] } ?? []
        }
        return advertisement.structures.compactMap { Beacon(type: $0.type, value: $0.value.span) }
    }

    static func read(
        _ kind: acc_beacon_kind,
        _ value: UnsafePointer<UInt8>,
        _ length: Int
    ) -> Beacon? {
        switch kind {
        case ACC_BEACON_IBEACON:
            var beacon = acc_ibeacon()
            guard acc_ibeacon_read(value, length, &beacon) == .ok else { return nil }
            return .iBeacon(IBeacon(beacon))
        case ACC_BEACON_ALTBEACON:
            var beacon = acc_altbeacon()
            guard acc_altbeacon_read(value, length, UInt16(ACC_ALTBEACON_CODE), &beacon) == .ok
            else { return nil }
            return .altBeacon(AltBeacon(beacon))
        default: return readEddystone(kind, value, length)
        }
    }

    private static func readEddystone(
        _ kind: acc_beacon_kind,
        _ value: UnsafePointer<UInt8>,
        _ length: Int
    ) -> Beacon? {
        switch kind {
        case ACC_BEACON_EDDYSTONE_UID:
            var uid = acc_eddystone_uid()
            guard acc_eddystone_uid_read(value, length, &uid) == .ok else { return nil }
            return .eddystoneUID(EddystoneUID(uid))
        case ACC_BEACON_EDDYSTONE_URL:
            var url = acc_eddystone_url()
            guard acc_eddystone_url_read(value, length, &url) == .ok else { return nil }
            let text = withUnsafeBytes(of: url.text) {
                String(decoding: $0.prefix(Int(url.length)), as: UTF8.self)
            }
            return .eddystoneURL(EddystoneURL(powerAt0m: Int(url.power), url: text))
        case ACC_BEACON_EDDYSTONE_TLM:
            var tlm = acc_eddystone_tlm()
            guard acc_eddystone_tlm_read(value, length, &tlm) == .ok else { return nil }
            return .eddystoneTLM(EddystoneTLM(tlm))
        case ACC_BEACON_EDDYSTONE_ETLM:
            var etlm = acc_eddystone_etlm()
            guard acc_eddystone_etlm_read(value, length, &etlm) == .ok else { return nil }
            return .eddystoneEncryptedTLM(
                EddystoneEncryptedTLM(
                    cipher: bytes(of: etlm.cipher),
                    salt: etlm.salt,
                    check: etlm.check
                )
            )
        case ACC_BEACON_EDDYSTONE_EID:
            var eid = acc_eddystone_eid()
            guard acc_eddystone_eid_read(value, length, &eid) == .ok else { return nil }
            return .eddystoneEID(EddystoneEID(powerAt0m: Int(eid.power), id: bytes(of: eid.id)))
        default: return nil
        }
    }

    /// Appends the beacon's structures to advertising data, without flags.
    public func add(
        to builder: inout AdvertisementBuilder
    ) throws(AdvertisementBuilder.BuildError) {
        let power = try self.power()
        switch self {
        case .iBeacon(let beacon):
            var c = acc_ibeacon()
            set(&c.uuid, beacon.uuid.littleEndian128.reversed())
            (c.major, c.minor, c.power) = (beacon.major, beacon.minor, power)
            try builder.write { acc_ibeacon_put(&$0, &c) }
        case .altBeacon(let beacon):
            var c = acc_altbeacon()
            set(&c.id, beacon.id)
            (c.company, c.power, c.reserved) = (beacon.company, power, beacon.reserved)
            try builder.write { acc_altbeacon_put(&$0, &c) }
        case .eddystoneUID(let uid):
            var c = acc_eddystone_uid()
            set(&c.name_space, uid.namespace)
            set(&c.instance, uid.instance)
            set(&c.reserved, uid.reserved)
            c.power = power
            try builder.write { acc_eddystone_uid_put(&$0, &c) }
        case .eddystoneURL(let url):
            var c = acc_eddystone_url()
            let text = Array(url.url.utf8)
            guard text.count <= Int(ACC_EDDYSTONE_URL_TEXT_MAX) else { throw .noRoom(left: 17) }
            set(&c.text, text)
            (c.power, c.length) = (power, UInt8(text.count))
            try builder.write { acc_eddystone_url_put(&$0, &c) }
        case .eddystoneTLM(let tlm):
            var c = try acc_eddystone_tlm(tlm)
            try builder.write { acc_eddystone_tlm_put(&$0, &c) }
        case .eddystoneEncryptedTLM(let etlm):
            var c = acc_eddystone_etlm()
            set(&c.cipher, etlm.cipher)
            (c.salt, c.check) = (etlm.salt, etlm.check)
            try builder.write { acc_eddystone_etlm_put(&$0, &c) }
        case .eddystoneEID(let eid):
            var c = acc_eddystone_eid()
            set(&c.id, eid.id)
            c.power = power
            try builder.write { acc_eddystone_eid_put(&$0, &c) }
        }
    }

    /// Returns complete advertising data: flags, then the beacon.
    public func advertisementData(
        flags: AdvertisementFlags? = .default
    ) throws(AdvertisementBuilder.BuildError) -> [UInt8] {
        var builder = AdvertisementBuilder()
        if let flags { try builder.add(flags: flags) }
        try add(to: &builder)
        return builder.bytes
    }

    /// The encoded power; 0 for beacons without a power.
    private func power() throws(AdvertisementBuilder.BuildError) -> Int8 {
        let power =
            switch self {
            case .iBeacon(let beacon): beacon.measuredPower
            case .altBeacon(let beacon): beacon.measuredPower
            case .eddystoneUID(let beacon): beacon.powerAt0m
            case .eddystoneURL(let beacon): beacon.powerAt0m
            case .eddystoneEID(let beacon): beacon.powerAt0m
            case .eddystoneTLM, .eddystoneEncryptedTLM: 0
            }
        guard let exact = Int8(exactly: power) else { throw .outOfRange }
        return exact
    }
}

extension IBeacon {
    fileprivate init(_ beacon: acc_ibeacon) {
        let uuid = withUnsafeBytes(of: beacon.uuid) {
            BluetoothUUID(
                high: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        self.init(
            uuid: uuid,
            major: beacon.major,
            minor: beacon.minor,
            measuredPower: Int(beacon.power)
        )
    }
}

extension EddystoneTLM {
    fileprivate init(_ tlm: acc_eddystone_tlm) {
        self.init(
            batteryVoltage: tlm.battery == 0 ? nil : Int(tlm.battery),
            temperature: tlm.temperature == .min ? nil : Double(tlm.temperature) / 256,
            advertisementCount: tlm.count,
            uptime: .milliseconds(Int64(tlm.time) * 100),
            version: tlm.version
        )
    }
}

extension acc_eddystone_tlm {
    fileprivate init(_ tlm: EddystoneTLM) throws(AdvertisementBuilder.BuildError) {
        self.init()
        let steps = tlm.temperature.map { ($0 * 256).rounded() } ?? Double(Int16.min)
        let tenths = tlm.uptime / .milliseconds(100)
        guard let battery = UInt16(exactly: tlm.batteryVoltage ?? 0),
            let temperature = Int16(exactly: steps),
            let time = UInt32(exactly: tenths.rounded())
        else { throw .outOfRange }
        (version, count) = (tlm.version, tlm.advertisementCount)
        (self.battery, self.temperature, self.time) = (battery, temperature, time)
    }
}

/// The bytes of a C array.
func bytes<CArray: BitwiseCopyable>(of array: CArray) -> [UInt8] {
    withUnsafeBytes(of: array) { Array($0) }
}

/// Fills a C array from its start.
func set<CArray: BitwiseCopyable>(_ array: inout CArray, _ bytes: [UInt8]) {
    withUnsafeMutableBytes(of: &array) { $0.copyBytes(from: bytes.prefix($0.count)) }
}

extension Advertisement {
    /// Decodes the first beacon of an advertisement that has one.
    @usableFromInline borrowing func standardBeacon() -> Beacon? {
        let (place, kind) = (index.beacon, acc_beacon_kind(UInt32(index.kind)))
        return bytes.withUnsafeBufferPointer { buffer in
            Beacon.read(kind, buffer.baseAddress! + place, Int(buffer[place - 2]) - 1)
        }
    }
}
