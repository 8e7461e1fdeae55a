import Foundation
import GatewayConfiguration
import Testing

@Suite struct ConfigurationTests {
    private func faults(_ yaml: String) -> [ConfigurationFault] {
        do {
            _ = try Configuration(yaml: yaml)
            return []
        } catch {
            return error.faults
        }
    }

    @Test func anEmptyFileHasTheDefaults() throws {
        let configuration = try Configuration(yaml: "")
        #expect(configuration.adapters.map(\.name) == ["hci0"])
        #expect(configuration.mqtt == nil)
    }

    @Test func everySectionIsRead() throws {
        let configuration = try Configuration(
            yaml: """
                name: attic
                adapters: [hci0, {name: hci1, scan: passive}]
                filter: {rssi: -90, deny: [name TV, kind ibeacon]}
                throttle: {interval: 30s, quantities: {temperature: {change: 0.5}}}
                presence:
                  devices: [{name: anna, irk: ec0234a357c8ad05341010a60a397d9b, rssi: -80}]
                mqtt:
                  brokers: [mqtts://one, "mqtt://[::1]:1884"]
                  version: 3.1.1
                  discovery: false
                spool: {rows: 1000, size: 1MiB, age: 1d}
                metrics: false
                """
        )
        #expect(configuration.adapters.last?.isActive == false)
        #expect(configuration.filter.minimumRSSI == -90)
        #expect(configuration.throttle.quantities["temperature"]?.change == 0.5)
        #expect(configuration.throttle.quantities["temperature"]?.interval == 30_000)
        let mqtt = try #require(configuration.mqtt)
        #expect(mqtt.brokers.map(\.endpoint.port) == [8883, 1884])
        #expect(mqtt.brokers.map(\.endpoint.host) == ["one", "::1"])
        #expect(mqtt.discovery == nil)
        #expect(configuration.spool.bytes == 1 << 20)
        #expect(configuration.metrics == nil)
    }

    @Test func mistakesComeInTheOrderOfTheFile() {
        let found = faults("nmae: x\nspool:\n  rows: 1\nmqtt: {}\nthrottle: {interval: soon}")
        #expect(found.map(\.line) == [1, 3, 4, 5], "\(found)")
    }

    @Test(
        arguments: [
            ("a: 1\nnmae: x", 1), ("\nthrottle:\n  interval: soon", 3), ("a: [", 2),
            ("mqtt: {}", 1), ("name: x\nname: y", 1), ("a: &b 1", 1), ("filter: 3", 1),
            ("spool:\n\n  rows: 1", 3), ("adapters: [hci0, hci0]", 1),
        ]
    )
    func aMistakeIsReportedWithItsLine(yaml: String, line: Int) {
        let found = faults(yaml)
        #expect(found.contains { $0.line == line }, "\(found)")
    }

    /// Nine aliases of nine aliases, seven times, as the key of a mapping: gigabytes when expanded.
    @Test func aliasesAreRefusedBeforeTheyExpand() {
        let levels = (1...7).map { level in
            "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ","))]"
        }
        let bomb =
            "adapters: [virtual]\nfilter: {a0: &a0 [x], \(levels.joined(separator: ", ")), ? *a7 : 1}"
        let found = faults(bomb)
        #expect(found.map(\.line) == [2])
        #expect(found.first?.column == 32)
        #expect(found.first?.reason.hasPrefix("aliases are not supported") == true)
    }

    @Test(
        arguments: ["*a", "? *a : 1", "- *a", "x: [1, *a]", "x:\n  *a"]
    )
    func anAliasIsRefusedAnywhere(yaml: String) {
        #expect(faults(yaml).contains { $0.reason.hasPrefix("aliases") }, "\(faults(yaml))")
    }

    /// What looks like an alias or an anchor, and is none.
    @Test(
        arguments: [
            "# topics: *everything* goes to home/", "name: a  # - *x", "name: \"*a\"", "name: '&a'",
            "name: &a garage", "adapters: # &all\n  - virtual",
        ]
    )
    func textWithAsterisksIsNoAlias(yaml: String) {
        #expect(faults("\(yaml)\nlog: info\n") == [])
    }

    @Test func allMistakesAreNamedAtOnce() {
        #expect(faults("log: loud\nfilter: {rssi: 400}\nspool: {age: old}").count == 3)
    }

    @Test func everyPrefixIsReadOrRefused() {
        let yaml =
            "name: a\nmqtt: {brokers: [mqtt://a:1], tls: {insecure: true}}"
        for end in 0...yaml.count { _ = try? Configuration(yaml: String(yaml.prefix(end))) }
    }

    /// What looks set, and is not.
    @Test(
        arguments: [
            "adapters:", "adapters: ~", "mqtt: null", "filter:\n# rssi: -80",
            "throttle: {interval: }",
            "throttle: {quantities: {temperature: }}",
            "presence: {devices: [{name: a, address: }]}",
        ]
    )
    func aSettingWithoutAValueIsAMistake(yaml: String) {
        #expect(faults(yaml).contains { $0.reason.contains("has no value") }, "\(faults(yaml))")
    }

    @Test(
        arguments: [
            "metrics: 9105", "metrics: ::1", "metrics: '::1:9105'", "mqtt: {brokers: [1883]}",
            "mqtt: {brokers: ['mqtt://::1']}", "mqtt: {brokers: ['mqtt://h:0']}",
            "mqtt: {brokers: ['mqtt://[::1']}", "mqtt: {brokers: ['mqtt://h:1883x']}",
        ]
    )
    func aPortAloneAndABareIPv6AddressAreNoAddresses(yaml: String) {
        #expect(faults(yaml).count == 1, "\(faults(yaml))")
    }

    @Test(arguments: ["mqtt://[::1]", "mqtt://10.0.0.1", "h1", "mqtts://a-b.c:1"])
    func addressesAreRead(broker: String) throws {
        #expect(faults("mqtt: {brokers: ['\(broker)']}") == [])
    }

    @Test(arguments: ["mqtt://u:sesame@h", "u:sesame@h:1883", "mqtts://sesame@[::1]:8883"])
    func aPasswordInAnAddressIsRefusedAndNotShown(broker: String) {
        let found = faults("mqtt:\n  brokers: ['\(broker)']")
        #expect(found.map(\.line) == [2])
        #expect(
            found.allSatisfy { $0.reason.contains("password_file") && !"\($0)".contains("sesame") }
        )
    }

    @Test func twoPeopleNeedTwoNames() {
        func list(_ name: String) -> String {
            "presence: {devices: [{name: anna, address: 'A4:C1:38:00:00:01'}, {name: \(name), address: 'A4:C1:38:00:00:02'}]}"
        }
        #expect(
            faults(list("anna")).map(\.reason.description).first?.contains("anna is listed twice")
                == true
        )
        #expect(faults(list("otto")) == [])
    }

    @Test(arguments: [("5min", 0), ("299s", 1), ("15min", 0)])
    func valuesExpireAfterTheHeartbeat(time: String, count: Int) {
        #expect(faults("mqtt: {brokers: [h], expire_after: \(time)}").count == count)
    }

    @Test(arguments: [("14min", 1), ("15min", 0), ("90d", 0)])
    func devicesAreForgottenAfterTheirValuesExpire(time: String, count: Int) {
        #expect(faults("mqtt: {brokers: [h], forget_after: \(time)}").count == count)
    }

    /// The modes of a password file: with root as owner and group, as systemd's credentials have them.
    @Test(
        .enabled(if: geteuid() == 0, "owners are changed"),
        arguments: [
            (0o600, 0, 0, true), (0o400, 0, 0, true), (0o440, 0, 0, true), (0o444, 0, 0, false),
            (0o460, 0, 0, false), (0o440, 0, 4242, false), (0o400, 4242, 0, false),
            (0o401, 0, 0, false),
        ] as [(Int, UInt32, UInt32, Bool)]
    )
    func aSecretIsForTheGatewayOnly(mode: Int, owner: UInt32, group: UInt32, isRead: Bool) throws {
        let path = NSTemporaryDirectory() + "/gateway-password-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(FileManager.default.createFile(atPath: path, contents: Data("p".utf8)))
        #expect(chown(path, owner, group) == 0 && chmod(path, mode_t(mode)) == 0)
        let found = faults("mqtt: {brokers: [a], user: u, password_file: \(path)}")
        #expect(found.isEmpty == isRead, "\(found)")
    }

    @Test func aPasswordThatOthersMayReadIsRefused() throws {
        let path = NSTemporaryDirectory() + "/gateway-password-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let yaml = "mqtt: {brokers: [a], user: u, password_file: \(path)}"
        let open: [FileAttributeKey: Any] = [.posixPermissions: 0o644]
        #expect(
            FileManager.default.createFile(
                atPath: path,
                contents: Data("p\n".utf8),
                attributes: open
            )
        )
        #expect(faults(yaml).contains { $0.reason.contains("chmod 600") })
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(try Configuration(yaml: yaml).mqtt?.password == "p")
    }

    /// A sink's own section of the file.
    private struct PageSettings: ConfigurationSection {
        static let name = "page"
        var port = 8080

        init(_ section: Section, _ files: Files) {
            section.allow("port")
            port = section.number("port", port, in: 1...65535)
        }
    }

    @Test func aModuleReadsItsOwnSection() throws {
        let kinds: [any ConfigurationSection.Type] = [PageSettings.self]
        let set = try Configuration(yaml: "page: {port: 81}", sections: kinds)
        #expect(set.section(PageSettings.self)?.port == 81)
        #expect(try Configuration(yaml: "", sections: kinds).section(PageSettings.self) == nil)
        let same = try Configuration(yaml: "page:\n  port: 81", sections: kinds)
        let other = try Configuration(yaml: "page: {port: 82}", sections: kinds)
        let settings = try #require(set.sections["page"])
        #expect(settings.isSame(as: try #require(same.sections["page"])))
        #expect(!settings.isSame(as: try #require(other.sections["page"])))
    }

    @Test func mistakesInAModulesSectionHaveTheirLines() {
        #expect(faults("page: {port: 81}").map(\.line) == [1])
        do {
            _ = try Configuration(
                yaml: "name: a\npage:\n  port: 0\n",
                sections: [PageSettings.self]
            )
            Issue.record("0 is no port")
        } catch {
            #expect(error.faults.map(\.line) == [3])
        }
    }
}
