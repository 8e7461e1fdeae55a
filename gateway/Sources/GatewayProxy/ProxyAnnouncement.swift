package import GatewayConfiguration

/// The proxy's entry in multicast DNS, with which Home Assistant discovers it.
package struct ProxyAnnouncement {
    let identity: ProxyIdentity
    let port: Int
    let isEncrypted: Bool

    /// Nil if other machines cannot reach the proxy.
    package init?(_ configuration: Configuration) {
        guard let settings = configuration.section(ProxySettings.self), !settings.isLocal
        else { return nil }
        self.init(
            identity: ProxyIdentity(gateway: configuration.name, hostName: settings.hostName),
            port: settings.endpoint.port,
            isEncrypted: settings.isEncrypted
        )
    }

    init(identity: ProxyIdentity, port: Int, isEncrypted: Bool) {
        (self.identity, self.port, self.isEncrypted) = (identity, port, isEncrypted)
    }

    /// The texts that Home Assistant and ESPHome's tools read; `mac` is required.
    private var texts: [(String, String)] {
        var texts = [
            ("mac", identity.address.plainDigits), ("friendly_name", identity.friendlyName),
            ("version", ProxyMessage.esphomeVersion), ("network", "ethernet"),
            ("project_name", ProxyMessage.project), ("project_version", identity.version),
        ]
        if isEncrypted { texts.append(("api_encryption", NoiseResponder.protocolName)) }
        return texts
    }

    /// A service file for avahi-daemon (avahi.service(5)).
    package var serviceFile: String {
        let records = texts.map { "    <txt-record>\($0)=\($1.escaped)</txt-record>\n" }
        return """
            <?xml version="1.0" standalone="no"?>
            <!DOCTYPE service-group SYSTEM "avahi-service.dtd">
            <service-group>
              <name>\(identity.name)</name>
              <service>
                <type>_esphomelib._tcp</type>
                <port>\(port)</port>
            \(records.joined())  </service>
            </service-group>

            """
    }
}

extension String {
    /// The text for XML.
    fileprivate var escaped: String {
        let names: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
        return map { names[$0] ?? String($0) }.joined()
    }
}
