public import BluetoothLE

/// A device that was found. Two are equal when their addresses are.
public struct TxRxDevice: Sendable {
    /// The name of a device that states none.
    public static let unnamed = "Unnamed device"

    public let address: BluetoothAddress
    /// As advertised, or `unnamed`.
    public let name: String

    /// - Parameter name: Nil: none is known.
    public init(address: BluetoothAddress, name: String? = nil) {
        self.address = address
        self.name = name ?? Self.unnamed
    }
}

extension TxRxDevice: Hashable {
    public static func == (one: TxRxDevice, other: TxRxDevice) -> Bool {
        one.address == other.address
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(address)
    }
}

/// The devices that a scan found, in the order in which it did; of more than `capacity` the newest.
struct TxRxDeviceList {
    /// Devices that change their addresses are new each time: a scan that goes on for days would find
    /// any number.
    static let capacity = 4096

    private(set) var devices: [TxRxDevice] = []
    /// Of each device, counted over all that were found.
    private var places: [BluetoothAddress: Int] = [:]
    /// How many were dropped, the oldest first.
    private var dropped = 0

    /// The device as it stands in the list now; nil when that says nothing new. A device whose name
    /// comes later than its address is new twice.
    mutating func add(_ address: BluetoothAddress, name: String?) -> TxRxDevice? {
        let device = TxRxDevice(address: address, name: name)
        guard let place = places[address] else {
            if devices.count == Self.capacity { dropOldest() }
            places[address] = dropped + devices.count
            devices.append(device)
            return device
        }
        guard name != nil, devices[place - dropped].name == TxRxDevice.unnamed else { return nil }
        devices[place - dropped] = device
        return device
    }

    /// Many at once, so that each costs little.
    private mutating func dropOldest() {
        let count = Self.capacity / 4
        for device in devices.prefix(count) { places[device.address] = nil }
        devices.removeFirst(count)
        dropped += count
    }

    mutating func removeAll() { self = TxRxDeviceList() }

    subscript(name name: String) -> TxRxDevice? {
        devices.first { $0.name.lowercased() == name.lowercased() }
    }

    /// The device as it stands in the list.
    subscript(address: BluetoothAddress) -> TxRxDevice? {
        places[address].map { devices[$0 - dropped] }
    }

    /// The name, "_", and the place in the list, from 0 on; nil for a device that is not there.
    func indexedName(of device: TxRxDevice) -> String? {
        places[device.address].map { "\(devices[$0 - dropped].name)_\($0)" }
    }

    subscript(indexedName name: String) -> TxRxDevice? {
        guard let separator = name.lastIndex(of: "_"),
            let place = Int(name[name.index(after: separator)...]), place >= dropped,
            devices.indices ~= place - dropped,
            indexedName(of: devices[place - dropped])?.lowercased() == name.lowercased()
        else { return nil }
        return devices[place - dropped]
    }
}
