internal import BluetoothLE
internal import CAccessory
internal import Crypto
internal import Foundation

/// How the proxy introduces itself.
struct ProxyIdentity: Sendable, Equatable {
    /// Host name of at most 31 characters, lower case.
    var name: String
    /// As people read it.
    var friendlyName: String
    var version: String
    /// Identifies this gateway for Home Assistant; must never change.
    var address: BluetoothAddress
    /// The first adapter's address.
    var adapter: BluetoothAddress

    init(name: String, friendlyName: String, version: String, address: BluetoothAddress) {
        (self.name, self.friendlyName, self.version) = (name, friendlyName, version)
        (self.address, adapter) = (address, address)
    }

    /// The identity of this machine's gateway of that name.
    init(gateway: String, hostName: String?) {
        let machine = (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? ""
        self.init(
            name: hostName ?? Self.hostName(gateway),
            friendlyName: gateway,
            version: ACC_VERSION,
            address: Self.address(machine: machine, gateway: gateway)
        )
    }

    /// A host name made of any text.
    static func hostName(_ text: String) -> String {
        let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-"
        let name = text.lowercased().map { allowed.contains($0) ? $0 : "-" }.prefix(31)
        return name.allSatisfy { $0 == "-" } ? "gateway" : String(name)
    }

    /// An address of the range for local use: adapters come and go, Home Assistant's entry stays.
    static func address(machine: String, gateway: String) -> BluetoothAddress {
        let hash = SHA256.hash(data: Array("accessory-gateway\n\(machine)\n\(gateway)".utf8))
        let value = hash.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return BluetoothAddress(value: value & ~(0x03 << 40) | 0x02 << 40)
    }
}
