public import GatewayConfiguration
public import GatewayCore

/// The section `proxy` of the configuration.
public struct ProxySettings: SinkSettings {
    public static let name = "proxy"

    var endpoint = Configuration.Endpoint(host: "0.0.0.0", port: 6053)
    /// False only for a network without other users.
    var isEncrypted = true
    /// The key file; nil: `proxy.key` in the state folder.
    var keyFile: String?
    /// Maximum number of links.
    var connections = 8
    /// Host name in Home Assistant; nil: derived from the gateway's name.
    var hostName: String?

    public init(_ section: Section, _ files: Files) {
        section.allow("listen", "encryption", "key_file", "connections", "name")
        if let text = section.text("listen") {
            if let endpoint = Configuration.Endpoint(text, standardPort: 6053) {
                self.endpoint = endpoint
            } else {
                section.fault(
                    "listen",
                    "must be an address such as 0.0.0.0 or 192.168.1.5:6053, not a port alone"
                )
            }
        }
        isEncrypted = section.flag("encryption", isEncrypted)
        keyFile = section.text("key_file").map(files.path)
        connections = section.number("connections", connections, in: 1...64)
        if let name = section.text("name") {
            if ProxyIdentity.hostName(name) != name {
                section.fault("name", "must be 1 to 31 of a-z, 0-9 and hyphens")
            }
            hostName = name
        }
    }

    /// Whether the proxy is reachable from this machine only.
    var isLocal: Bool {
        endpoint.host == "localhost" || endpoint.host == "::1" || endpoint.host.hasPrefix("127.")
    }

    public func makeSink(_ context: SinkContext) throws -> any Sink {
        var protection = ProxyWire.Protection.plaintext
        let path = keyFile ?? "\(context.state)/proxy.key"
        if isEncrypted { protection = .noise(key: try ProxyKey.load(path)) }
        return ProxySink(self, protection, keyPath: path, context)
    }
}
