import AccessoryBase
import Foundation
import Glibc
import Testing

@testable import GatewayConfiguration

/// Text files of the gateway: line ends of all systems, byte order marks, and names that are not UTF-8.
@Suite struct TextInputTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/gateway-text-\(UUID())"

    private func write(_ name: String, _ text: String) throws {
        mkdir(folder, 0o700)
        let file = open(FileName.bytes("\(folder)/\(name)"), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(file >= 0)
        #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count && close(file) == 0)
    }

    @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
    func lineEndsAndMarks(end: String, mark: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func lines(_ lines: String...) -> String { mark + lines.joined(separator: end) + end }
        let name = FileName.text([0x67, CChar(bitPattern: 0xFF), CChar(bitPattern: 0xFE)])
        try write("password", lines("pass word"))
        let key = String(repeating: "5a", count: 32)
        try write("key", lines(key))
        try write(
            "keys.json",
            lines("{", "\"A4:C1:38:00:00:01\":", "\"00112233445566778899aabbccddeeff\"", "}")
        )
        try write(
            "sensors.json",
            lines(
                #"[{"id": "a", "brand": "B", "name": "a", "models": ["M"], "match": {"all": [{"company": "FFFF"},"#,
                #"{"in": "mfr", "at": 0, "hex": "4757"}]}, "fields":"#,
                #"[{"quantity": "humidity", "in": "mfr", "at": 4, "type": "u8", "max": 100}]}]"#
            )
        )
        let yaml = [
            "# a comment", "name: attic # the name", "keys: keys.json", "sensors: [sensors.json]",
            "mqtt:",
            "  brokers: [a]", "  user: u", "  password_file: password", "gateways:",
            "  members: [attic, cellar]", "  key_file: key",
        ]
        try write(name, mark + yaml.joined(separator: end) + end)
        let configuration = try Configuration(file: "\(folder)/\(name)")
        #expect(configuration.name == "attic" && configuration.sensors != nil)
        #expect(
            configuration.mqtt?.password == "pass word" && configuration.mqtt?.brokers.count == 1
        )
        #expect(configuration.gateways?.key == key)
        // faults are counted in lines
        try write(name, mark + (yaml + ["  nmae: x"]).joined(separator: end))
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration(file: "\(folder)/\(name)")
        }
        #expect(error?.faults.map(\.line) == [12])
    }

    @Test func aSecretHasOneLine() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let separator = "p\u{2028}q\u{0B}"
        for (text, secret) in [
            ("", ""), ("p", "p"), (" p \n", " p "), ("\r\n", ""), (separator, separator),
        ] {
            try write("password", text)
            #expect(try Files.secretLine("\(folder)/password") == secret)
        }
        try write("password", "p\nq\n")
        let fault = #expect(throws: ConfigurationFault.self) {
            try Files.secretLine("\(folder)/password")
        }
        #expect(fault?.reason.contains("2 lines") == true)
    }

    @Test func filesThatCannotBeRead() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try write("long", String(repeating: "a", count: 101))
        for (name, reason) in [
            ("", "is a folder"), ("long", "is longer than 100 bytes"), ("none", "No such file"),
        ] {
            let fault = #expect(throws: ConfigurationFault.self) {
                try Files.text("\(folder)/\(name)", limit: 100)
            }
            #expect(fault?.reason.contains(reason) == true, "\(fault as Any)")
        }
    }

    @Test func aFileThatCannotBeReadIsNamedOnce() throws {
        let path = "\(folder)/none"
        let error = #expect(throws: ConfigurationError.self) { try Configuration(file: path) }
        #expect(error?.description == "cannot read \(path): No such file or directory")
        let yaml = #expect(throws: ConfigurationError.self) {
            try Configuration(yaml: "keys: none", folder: folder)
        }
        #expect(
            yaml?.faults.map(\.reason) == ["keys: cannot read \(path): No such file or directory"]
        )
    }

    @Test("a mark may come directly before the first key", arguments: ["name: x", "---", "# x"])
    func aMarkBeforeTheFirstLine(line: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try write("c.yaml", "\u{FEFF}\(line)\nmqtt:\n  brokers: [a]\n")
        #expect(try Configuration(file: "\(folder)/c.yaml").mqtt?.brokers.count == 1)
    }

    @Test("a fault in JSON has its place and value")
    func faultsInJSON() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let format =
            #"[{"id": "a", "match": {"company": "FFFF"}, "fields":"# + "\n"
            + #"[{"quantity": "humidity", "in": "mfr", "at": "#
        for (file, text, fault) in [
            (
                "keys", #"{"A4:C1:38:00:00:01": 5}"#,
                "line 1, column 23: A4:C1:38:00:00:01: 5 is not"
            ),
            ("keys", "{\n\"A4\": \"00\"}", "line 2, column 7: 'A4' is not an address"),
            ("keys", "{,", "not valid JSON at line 1, column 2"),
            ("sensors", format + #"200, "type": "u8"}]}]"#, "the number 200 at line 2, column 46:"),
            (
                "sensors", format + #"1e999, "type": "u8"}]}]"#,
                "the number 1e999 at line 2, column 46:"
            ),
            ("sensors", #"[{"id": 5}]"#, "the number 5 at line 1, column 9:"),
            ("sensors", "[{]", "not valid JSON at line 1, column 3"),
        ] {
            try write("f.json", text)
            let yaml = file == "keys" ? "keys: f.json" : "sensors: [f.json]"
            let error = #expect(throws: ConfigurationError.self) {
                try Configuration(yaml: yaml, folder: folder)
            }
            let name = file == "keys" ? "keys: \(folder)/f.json: " : "sensors: f.json: "
            let reason = error?.faults.first?.reason ?? ""
            #expect(reason.hasPrefix(name + fault), "\(reason)")
        }
    }
}
