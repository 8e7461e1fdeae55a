public import BluetoothLE

/// A device found by a scan. Two devices are equal if their addresses are equal.
public struct TxRxDevice: Sendable {
    /// The name used for a device without a name.
    public static let unnamed = "Unnamed device"

    /// The device's address.
    public let address: BluetoothAddress
    /// The advertised name, or `unnamed`.
    public let name: String

    /// - Parameters:
    ///   - address: The device's address.
    ///   - name: The device's name; nil if it is unknown.
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

/// The devices found by a scan, in order, limited to the newest `capacity`.
struct TxRxDeviceList {
    /// Maximum number of devices. A device that changes its address counts as new each time, so a
    /// scan that runs for days could find any number.
    static let capacity = 4096

    private(set) var devices: [TxRxDevice] = []
    /// The position of each device, counted over all devices found.
    private var places: [BluetoothAddress: Int] = [:]
    /// The number of dropped devices; the oldest are dropped first.
    private var dropped = 0

    /// Adds a report. Returns the device if it is new or its name became known; otherwise nil.
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

    /// Drops many devices at once, which keeps the cost per device low.
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

    /// The device with this address in the list.
    subscript(address: BluetoothAddress) -> TxRxDevice? {
        places[address].map { devices[$0 - dropped] }
    }

    /// The name, "_", and the device's number among all devices found by the scan, from 0; nil for a device
    /// that is not in the list.
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
