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

/// The devices that a scan found, in the order in which it did.
struct TxRxDeviceList {
    private(set) var devices: [TxRxDevice] = []

    /// The device as it stands in the list now; nil when that says nothing new. A device whose name
    /// comes later than its address is new twice.
    mutating func hear(_ address: BluetoothAddress, name: String?) -> TxRxDevice? {
        let device = TxRxDevice(address: address, name: name)
        guard let place = devices.firstIndex(of: device) else {
            devices.append(device)
            return device
        }
        guard name != nil, devices[place].name == TxRxDevice.unnamed else { return nil }
        devices[place] = device
        return device
    }

    mutating func removeAll() { devices = [] }

    subscript(name name: String) -> TxRxDevice? {
        devices.first { $0.name.lowercased() == name.lowercased() }
    }

    /// The name, "_", and the place in the list, from 0 on; nil for a device that is not there.
    func indexedName(of device: TxRxDevice) -> String? {
        devices.firstIndex(of: device).map { "\(devices[$0].name)_\($0)" }
    }

    subscript(indexedName name: String) -> TxRxDevice? {
        guard let separator = name.lastIndex(of: "_"),
            let place = Int(name[name.index(after: separator)...]), devices.indices ~= place,
            indexedName(of: devices[place])?.lowercased() == name.lowercased()
        else { return nil }
        return devices[place]
    }
}
