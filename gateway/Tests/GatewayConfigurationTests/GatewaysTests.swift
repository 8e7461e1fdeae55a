import Foundation
import Testing

@testable import GatewayConfiguration

@Suite struct GatewaysTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"

    private func configuration(
        _ section: String,
        key: String = String(repeating: "k", count: 32) + "\n",
        mode: Int = 0o600,
        mqtt: String = "mqtt: {brokers: [h]}"
    ) throws -> Configuration {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/group.key"
        try key.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let yaml = "\(mqtt)\ngateways: {\(section)}"
        return try Configuration(yaml: yaml, folder: folder)
    }

    private func fault(
        _ section: String,
        key: String = String(repeating: "k", count: 32),
        mode: Int = 0o600,
        mqtt: String = "mqtt: {brokers: [h]}"
    ) -> String {
        do {
            _ = try configuration(section, key: key, mode: mode, mqtt: mqtt)
            return ""
        } catch {
            return "\(error)"
        }
    }

    private let whole = "key_file: group.key, members: [attic, kitchen]"

    @Test func theSectionNamesTheKeyAndTheMembers() throws {
        let set = try #require(try configuration(whole + ", room: Bad, hold: 1s").gateways)
        #expect(
            set.key == String(repeating: "k", count: 32) && set.members == ["attic", "kitchen"]
        )
        #expect(set.room == "Bad" && set.hold == 1000)
        let short = try #require(try configuration(whole).gateways)
        #expect(short.room == nil && short.hold == 200)
        #expect(try Configuration(yaml: "mqtt: {brokers: [h]}").gateways == nil)
    }

    @Test func mistakesAreNamed() {
        #expect(fault("members: [a]").contains("key_file: is missing"))
        #expect(fault("key_file: group.key").contains("members: is missing"))
        #expect(fault("key_file: group.key, members: [a/b]").contains("'a/b'"))
        #expect(fault(whole, key: String(repeating: "k", count: 31)).contains("at least 32"))
        #expect(
            fault(whole, key: "two words " + String(repeating: "k", count: 32)).contains("one word")
        )
        #expect(fault(whole, mode: 0o644).contains("chmod 600"))
        #expect(fault(whole + ", hold: 99ms").contains("from 100ms"))
        #expect(fault(whole + ", hold: 61s").contains("60s"))
        #expect(fault(whole, mqtt: "log: info").contains("needs the section mqtt"))
        #expect(
            fault(whole, mqtt: "mqtt: {brokers: [h], layout: theengs}").contains("layout accessory")
        )
    }
}
