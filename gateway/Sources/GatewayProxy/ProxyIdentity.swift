internal import BluetoothLE
internal import CAccessory
internal import Crypto
internal import Foundation

/// The identity that the proxy reports to clients.
struct ProxyIdentity: Sendable, Equatable {
    /// Host name, at most 31 characters, lower case.
    var name: String
    /// The display name.
    var friendlyName: String
    var version: String
    /// The identity of this gateway in Home Assistant; must never change.
    var address: BluetoothAddress
    /// The first adapter's address.
    var adapter: BluetoothAddress

    init(name: String, friendlyName: String, version: String, address: BluetoothAddress) {
        (self.name, self.friendlyName, self.version) = (name, friendlyName, version)
        (self.address, adapter) = (address, address)
    }

    /// Creates the identity of this machine's gateway with this name.
    init(gateway: String, hostName: String?) {
        let machine = (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? ""
        self.init(
            name: hostName ?? Self.hostName(gateway),
            friendlyName: gateway,
            version: ACC_VERSION,
            address: Self.address(machine: machine, gateway: gateway)
        )
    }

    /// Converts any text to a host name.
    static func hostName(_ text: String) -> String {
        let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-"
        let name = text.lowercased().map { allowed.contains($0) ? $0 : "-" }.prefix(31)
        return name.allSatisfy { $0 == "-" } ? "gateway" : String(name)
    }

    /// A locally administered address, independent of the adapters, so that Home Assistant's entry
    /// stays valid when they change.
    static func address(machine: String, gateway: String) -> BluetoothAddress {
        let hash = SHA256.hash(data: Array("accessory-gateway\n\(machine)\n\(gateway)".utf8))
        let value = hash.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return BluetoothAddress(value: value & ~(0x03 << 40) | 0x02 << 40)
    }
}
