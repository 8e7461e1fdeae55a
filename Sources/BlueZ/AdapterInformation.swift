import BluetoothLE
internal import CAccessoryBlueZ

/// The kernel's description of an adapter.
struct AdapterInformation: Sendable {
    let address: BluetoothAddress
    let supportedSettings: UInt32
    let settings: UInt32
    let features: RadioFeatures
    let phys: PHYSelection?

    var isPowered: Bool { settings & UInt32(ACC_MGMT_SETTING_POWERED) != 0 }

    static func read(_ channel: ManagementChannel) async throws(RadioError) -> AdapterInformation {
        var reader = ByteReader(try await channel.send(ACC_MGMT_OP_READ_INFO))
        // skip address, Bluetooth version and manufacturer
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

/// The advertising features of an adapter.
struct AdvertisingSupport: Sendable, Equatable {
    /// Advertising flags that the kernel accepts, as bits.
    let flags: UInt32
    /// Maximum advertising data, in bytes.
    let dataSize: Int
    /// Maximum number of simultaneous instances.
    let instances: Int
    /// Instances in use.
    let taken: [UInt8]

    /// - Parameter answer: The answer to Read Advertising Features.
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

/// The physical layers of an adapter, selected for all of its connections and scans.
struct PHYSelection: Sendable, Equatable {
    private(set) var supported: UInt32
    private(set) var configurable: UInt32
    private(set) var selected: UInt32

    /// - Parameter answer: The answer to Get PHY Configuration.
    init?(_ answer: [UInt8]) {
        var reader = ByteReader(answer)
        guard let supported = reader.read(UInt32.self),
            let configurable = reader.read(UInt32.self), let selected = reader.read(UInt32.self)
        else { return nil }
        self.supported = supported
        self.configurable = configurable
        self.selected = selected
    }

    /// The bits for sending and receiving on a layer.
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

    /// Selects layers among the supported ones. Returns the parameter of Set PHY Configuration, or nil
    /// when they are selected already.
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
