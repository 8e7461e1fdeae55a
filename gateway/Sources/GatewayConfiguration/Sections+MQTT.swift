extension Configuration.MQTT {
    init(_ section: Section, _ files: Files) {
        section.allow(
            "brokers",
            "version",
            "client_id",
            "user",
            "password_file",
            "tls",
            "prefix",
            "layout",
            "discovery",
            "expire_after",
            "forget_after",
            "advertisements",
            "window",
            "keep_alive"
        )
        readBrokers(section)
        version = section.choice("version", version)
        readIdentity(section, files)
        tls = TLS(section.section("tls"), files)
        layout = section.choice("layout", layout)
        prefix = section.text("prefix") ?? (layout == .theengs ? "home" : prefix)
        readDiscovery(section)
        expireAfter = section.time("expire_after", expireAfter)
        forgetAfter = section.time("forget_after", forgetAfter)
        if forgetAfter < expireAfter {
            section.fault("forget_after", "must not be below expire_after")
        }
        publishesAdvertisements = section.flag("advertisements", false)
        window = section.number("window", window, in: 1...10_000)
        keepAlive = section.number("keep_alive", keepAlive, in: 5...3600)
        for level in prefix.split(separator: "/", omittingEmptySubsequences: false)
        where !Configuration.isTopicLevel(String(level)) {
            section.fault("prefix", "must not have empty levels, + # or spaces")
        }
    }

    private mutating func readBrokers(_ section: Section) {
        // not as a wrong address, because the message would show the password
        for (text, node) in section.texts("brokers") where text.contains("@") {
            section.faults.add(
                node,
                "brokers must not contain a user or a password; use user and password_file"
            )
            return
        }
        brokers = section.values(
            "brokers",
            "mqtt://HOST or mqtts://HOST, with :PORT if it is not 1883 or 8883",
            Broker.init
        )
        if brokers.isEmpty, section.list("brokers").isEmpty {
            section.fault("brokers", "is missing; name at least one, such as mqtt://localhost")
        }
    }

    private mutating func readIdentity(_ section: Section, _ files: Files) {
        clientID = section.text("client_id")
        if let clientID, !(1...65).contains(clientID.utf8.count) {
            section.fault("client_id", "must have 1 to 65 bytes")
        }
        user = section.text("user")
        guard let path = section.text("password_file").map(files.path) else { return }
        do {
            password = try Files.secretLine(path)
        } catch {
            section.fault("password_file", error.reason)
        }
        if user == nil { section.fault("password_file", "needs user, too") }
    }

    private mutating func readDiscovery(_ section: Section) {
        guard let node = section.value("discovery") else { return }
        if node.bool == false {
            discovery = nil
        } else if let text = node.string, Configuration.isTopicLevel(text) {
            discovery = text
        } else {
            section.fault("discovery", "must be Home Assistant's prefix, or false")
        }
    }
}

extension Configuration.MQTT.Broker {
    init?(_ text: String) {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts.count == 2 ? String(parts[0]) : "mqtt"
        guard ["mqtt", "mqtts"].contains(scheme), let rest = parts.last,
            let endpoint = Configuration.Endpoint(
                String(rest),
                standardPort: scheme == "mqtts" ? 8883 : 1883
            )
        else { return nil }
        self.init(endpoint: endpoint, usesTLS: scheme == "mqtts")
    }
}

extension Configuration.MQTT.TLS {
    init(_ section: Section, _ files: Files) {
        section.allow("ca", "certificate", "key", "insecure")
        func file(_ name: String) -> String? {
            guard let path = section.text(name).map(files.path) else { return nil }
            if !Files.isReadable(path) { section.fault(name, "cannot read \(path)") }
            return path
        }
        authority = file("ca")
        certificate = file("certificate")
        key = file("key")
        if (certificate == nil) != (key == nil) {
            section.fault(
                certificate == nil ? "key" : "certificate",
                "certificate and key need each other"
            )
        }
        isInsecure = section.flag("insecure", false)
    }
}
