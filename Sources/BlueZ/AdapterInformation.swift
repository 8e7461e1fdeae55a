import BluetoothLE
internal import CAccessoryBlueZ

/// What the kernel says of an adapter.
struct AdapterInformation: Sendable {
    let address: BluetoothAddress
    let supportedSettings: UInt32
    let settings: UInt32
    let features: RadioFeatures
    let phys: PHYSelection?

    var isPowered: Bool { settings & UInt32(ACC_MGMT_SETTING_POWERED) != 0 }

    static func read(_ channel: ManagementChannel) async throws(RadioError) -> AdapterInformation {
        var reader = ByteReader(try await channel.send(ACC_MGMT_OP_READ_INFO))
        // address, version of Bluetooth, manufacturer
        guard let address = reader.read(6), reader.read(3) != nil,
            let supported = reader.read(UInt32.self), let settings = reader.read(UInt32.self)
        else { throw .failed("the kernel's answer is too short") }
        guard supported & UInt32(ACC_MGMT_SETTING_LE) != 0 else {
            throw .notSupported("Bluetooth LE")
        }
        let phys = PHYSelection((try? await channel.send(ACC_MGMT_OP_GET_PHY)) ?? [])
        var features = RadioFeatures()
        features.phys = phys?.supportedPHYs ?? [.le1M]
        features.hasChannels = true
        if let answer = try? await channel.send(ACC_MGMT_OP_READ_ADVERTISING_FEATURES) {
            let advertising = AdvertisingSupport(answer)
            features.advertisingSets = advertising?.instances ?? 0
            features.advertisingData = advertising?.dataSize ?? 31
        }
        return AdapterInformation(
            address: KernelAddress(bytes: address, type: UInt8(ACC_BLUEZ_LE_PUBLIC)).address,
            supportedSettings: supported,
            settings: settings,
            features: features,
            phys: phys
        )
    }
}

/// How an adapter can advertise.
struct AdvertisingSupport: Sendable, Equatable {
    /// Bits of advertising flags that the kernel takes.
    let flags: UInt32
    /// Advertising data, bytes.
    let dataSize: Int
    /// At a time.
    let instances: Int
    /// Those that are taken.
    let taken: [UInt8]

    /// - Parameter answer: To Read Advertising Features.
    init?(_ answer: [UInt8]) {
        var reader = ByteReader(answer)
        guard let flags = reader.read(UInt32.self), let data = reader.read(UInt8.self),
            reader.read(UInt8.self) != nil, let instances = reader.read(UInt8.self),
            let count = reader.read(UInt8.self), let taken = reader.read(Int(count))
        else { return nil }
        self.flags = flags
        dataSize = Int(data)
        self.instances = Int(instances)
        self.taken = taken
    }
}

/// Which physical layers an adapter uses: a choice for all of its connections and scans.
struct PHYSelection: Sendable, Equatable {
    private(set) var supported: UInt32
    private(set) var configurable: UInt32
    private(set) var selected: UInt32

    /// - Parameter answer: To Get PHY Configuration.
    init?(_ answer: [UInt8]) {
        var reader = ByteReader(answer)
        guard let supported = reader.read(UInt32.self),
            let configurable = reader.read(UInt32.self), let selected = reader.read(UInt32.self)
        else { return nil }
        self.supported = supported
        self.configurable = configurable
        self.selected = selected
    }

    /// Bits for sending and receiving on a layer.
    private static func bits(_ phy: PHY) -> UInt32 {
        switch phy {
        case .le1M: 0x0600
        case .le2M: 0x1800
        case .coded: 0x6000
        }
    }

    var supportedPHYs: Set<PHY> {
        Set(PHY.allCases.filter { supported & Self.bits($0) == Self.bits($0) })
    }

    /// Chooses layers, of those that are there; returns the parameter of Set PHY Configuration, or
    /// nil when that is the choice already.
    mutating func select(_ phys: Set<PHY>) -> [UInt8]? {
        let wanted = phys.union([.le1M]).intersection(supportedPHYs)
        let all = PHY.allCases.reduce(0) { $0 | Self.bits($1) }
        let fixed = supported & ~configurable
        let choice = selected & ~all | wanted.reduce(0) { $0 | Self.bits($1) } | fixed
        guard choice != selected else { return nil }
        selected = choice
        var writer = ByteWriter()
        writer.write(choice)
        return writer.bytes
    }
}
