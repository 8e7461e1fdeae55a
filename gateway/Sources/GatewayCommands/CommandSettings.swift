public import BluetoothLE
public import GatewayConfiguration

/// The section `commands`: the devices that may be used through a broker, and the allowed
/// operations. Without it there are no commands.
public struct CommandSettings: ConfigurationSection {
    public static let name = "commands"

    /// An operation.
    public enum Verb: String, Sendable, Hashable, CaseIterable, Codable {
        case read, write, subscribe, unsubscribe, update, beacon

        /// The required permission: `subscribe` also permits `unsubscribe`.
        var permission: Verb { self == .unsubscribe ? .subscribe : self }
    }

    /// The permissions of one device.
    public struct Device: Sendable, Hashable {
        /// The 48-bit address.
        public var address: UInt64 = 0
        /// The allowed operations.
        public var allowed: Set<Verb> = []
        /// The characteristics that may be read, written or subscribed; empty: all.
        public var characteristics: [Attribute] = []
        /// The PIN of a beacon module.
        public var pin: String?

        func allows(_ attribute: Attribute) -> Bool {
            characteristics.isEmpty || characteristics.contains(attribute)
        }
    }

    public var devices: [Device] = []
    /// The folder of the images for `update`; nil: no updates.
    public var firmware: String?

    public init(_ section: Section, _ files: Files) {
        section.allow("devices", "firmware")
        firmware = section.text("firmware").map(files.path)
        devices = section.sections("devices").compactMap { Device($0, files) }
        for (at, device) in devices.enumerated()
        where devices[..<at].contains(where: { $0.address == device.address }) {
            section.fault("devices", "an address is listed twice; keep one")
        }
        if firmware == nil, devices.contains(where: { $0.allowed.contains(.update) }) {
            section.fault("devices", "update needs the setting firmware: the folder of the images")
        }
    }
}

/// A characteristic of a service.
public struct Attribute: Sendable, Hashable, CustomStringConvertible {
    public let service: BluetoothUUID
    public let characteristic: BluetoothUUID

    public init(service: BluetoothUUID, characteristic: BluetoothUUID) {
        (self.service, self.characteristic) = (service, characteristic)
    }

    /// Parses `180F/2A19`; returns nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let service = BluetoothUUID(String(parts[0])),
            let characteristic = BluetoothUUID(String(parts[1]))
        else { return nil }
        self.init(service: service, characteristic: characteristic)
    }

    public var description: String { "\(service)/\(characteristic)" }
}

extension CommandSettings.Device {
    init?(_ section: Section, _ files: Files) {
        section.allow("address", "allow", "characteristics", "pin_file")
        guard let address = section.text("address").flatMap({ BluetoothAddress($0) }) else {
            section.fault("address", "must be an address such as A4:C1:38:00:00:01")
            return nil
        }
        self.address = address.value
        let verbs = CommandSettings.Verb.allCases.filter { $0.permission == $0 }
        let names = verbs.map(\.rawValue).joined(separator: ", ")
        let list = section.values("allow", "one of \(names)") { text in
            verbs.first { $0.rawValue == text }
        }
        allowed = Set(list)
        if allowed.isEmpty { section.fault("allow", "must name at least one of \(names)") }
        characteristics = section.values(
            "characteristics",
            "SERVICE/CHARACTERISTIC, such as 180F/2A19",
            Attribute.init
        )
        guard let path = section.text("pin_file").map(files.path) else { return }
        do {
            let digits = try Files.secretLine(path)
            pin = digits
            if digits.utf8.count != 6 || !digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
                section.fault("pin_file", "\(path) must contain six digits")
            }
        } catch {
            section.fault("pin_file", error.reason)
        }
    }
}
