internal import AccessoryBase
internal import Beacons
internal import BluetoothLE
internal import Foundation
internal import Logging
internal import Yams

extension Configuration {
    /// The maximum size of a file, bytes.
    static let limit = 1 << 20

    /// Reads a file.
    ///
    /// - Parameter kinds: The types of the sections that other modules decode.
    public init(
        file: String,
        sections kinds: [any ConfigurationSection.Type] = []
    ) throws(ConfigurationError) {
        let text: String
        do {
            text = try Files.text(file, limit: Self.limit)
        } catch {
            throw ConfigurationError(unreadable: file, error)
        }
        let folder = (file as NSString).deletingLastPathComponent
        try self.init(yaml: text, file: file, folder: folder, sections: kinds)
    }

    /// Parses YAML.
    ///
    /// - Parameters:
    ///   - file: The file's name, for messages.
    ///   - folder: The base of relative paths.
    ///   - kinds: The types of the sections that other modules decode.
    public init(
        yaml: String,
        file: String = "configuration",
        folder: String = "",
        sections kinds: [any ConfigurationSection.Type] = []
    ) throws(ConfigurationError) {
        self.init()
        let faults = FaultList()
        do {
            try refuseAliases(yaml)
            let root = Section(try Yams.compose(yaml: yaml), path: "", faults: faults)
            read(root, Files(folder: folder), kinds)
        } catch {
            throw ConfigurationError(file: file, faults: [Self.fault(error)])
        }
        guard faults.faults.isEmpty else {
            throw ConfigurationError(file: file, faults: faults.faults)
        }
    }

    private static func fault(_ error: any Error) -> ConfigurationFault {
        switch error {
        case let fault as ConfigurationFault: return fault
        case YamlError.scanner(_, let problem, let mark, _),
            YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            return ConfigurationFault(line: mark.line, column: mark.column, "not YAML: \(problem)")
        case YamlError.duplicatedKeysInMapping(let names, let context):
            return ConfigurationFault(
                line: context.mark.line,
                column: context.mark.column,
                "\(names.joined(separator: ", ")) is set twice; keep one"
            )
        default: return ConfigurationFault("not YAML: \(error)")
        }
    }

    private static let names = [
        "name", "state", "log", "adapters", "filter", "throttle", "presence", "keys", "sensors",
        "loose",
        "spool", "events", "mqtt", "gateways", "metrics",
    ]

    private mutating func read(
        _ root: Section,
        _ files: Files,
        _ kinds: [any ConfigurationSection.Type]
    ) {
        root.allow(Self.names + kinds.map { $0.name })
        name = root.text("name") ?? Self.hostName
        if !Self.isTopicLevel(name) {
            root.fault("name", "must not be empty or contain / + # or spaces: it is part of topics")
        }
        state = root.text("state").map(files.path) ?? Self.standardState
        readLog(root)
        readAdapters(root)
        filter = Filter(root.section("filter"))
        throttle = Throttle(root.section("throttle"))
        presence = Presence(root.section("presence"))
        keys = files.keys(root)
        sensors = files.sensors(root)
        isLoose = root.flag("loose", false)
        spool = Spool(root.section("spool"))
        events = Events(root.section("events"))
        if root.has("mqtt") { mqtt = MQTT(root.section("mqtt"), files) }
        if let mqtt, mqtt.expireAfter < throttle.heartbeat {
            root.fault(
                "mqtt",
                "expire_after must not be below throttle.heartbeat: a constant value would be unavailable in between"
            )
        }
        readGateways(root, files)
        readMetrics(root)
        for kind in kinds where root.has(kind.name) {
            sections[kind.name] = kind.init(root.section(kind.name), files)
        }
    }

    private mutating func readLog(_ root: Section) {
        guard let text = root.text("log") else { return }
        guard let level = Logger.Level(rawValue: text) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            return root.fault("log", "must be one of \(levels)")
        }
        logLevel = level
    }

    private mutating func readAdapters(_ root: Section) {
        guard root.has("adapters") else { return }
        adapters = root.list("adapters").map { node in
            if let name = node.string { return Adapter(name: name) }
            let section = Section(node, path: "adapters", faults: root.faults)
            section.allow("name", "scan")
            enum Scan: String, CaseIterable { case active, passive }
            if !section.has("name") { section.fault("name", "is missing; such as hci0") }
            return Adapter(
                name: section.text("name") ?? "",
                isActive: section.choice("scan", Scan.active) == .active
            )
        }
        for (at, adapter) in adapters.enumerated()
        where adapters[..<at].contains(where: { $0.name == adapter.name }) {
            root.fault("adapters", "\(adapter.name) is listed twice")
        }
        for adapter in adapters
        where adapter.name != "virtual" && adapter.name.wholeMatch(of: /hci[0-9]{1,4}/) == nil {
            root.fault(
                "adapters",
                "'\(adapter.name)' is not an adapter; use hci0, hci1 … or virtual"
            )
        }
    }

    private mutating func readGateways(_ root: Section, _ files: Files) {
        guard root.has("gateways") else { return }
        gateways = Gateways(root.section("gateways"), files)
        if mqtt?.layout != .accessory {
            root.fault("gateways", "needs the section mqtt with the layout accessory")
        }
    }

    private mutating func readMetrics(_ root: Section) {
        guard let node = root.value("metrics") else { return }
        if node.bool == false {
            metrics = nil
        } else if let text = node.string, let endpoint = Endpoint(text, standardPort: nil) {
            metrics = endpoint
        } else {
            root.fault("metrics", "must be an address such as 127.0.0.1:9105, or false")
        }
    }

    static var hostName: String {
        let name = ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init)
        return name.flatMap { isTopicLevel($0) ? $0 : nil } ?? "gateway"
    }

    /// The folder from systemd, else the user's own folder.
    static var standardState: String {
        if let folder = UserFolders.environment("STATE_DIRECTORY"), !folder.isEmpty {
            return folder
        }
        return UserFolders.state() + "/accessory-gateway"
    }

    /// Whether the text is valid as one level of a topic.
    package static func isTopicLevel(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.value != 0x7F && !"/+#\"\\".unicodeScalars.contains($0)
            }
    }
}
