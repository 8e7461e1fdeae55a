import GatewayConfiguration
import Testing

@testable import GatewayCommands

@Suite struct CommandTests {
    private func reason(_ json: String) -> String? {
        do throws(CommandError) {
            _ = try Command(json: Array(json.utf8))
            return nil
        } catch {
            #expect(error.kind == .badRequest)
            return error.description
        }
    }

    @Test func aRequestIsRead() throws {
        let write = try Command(
            json: Array(
                """
                {"id": "7", "do": "write", "service": "180f", "characteristic": "2a19",
                 "value": "0aFF", "response": false}
                """.utf8
            )
        )
        let attribute = Attribute(service: 0x180F, characteristic: 0x2A19)
        #expect(write.action == .write(attribute, [0x0A, 0xFF], withResponse: false))
        #expect(write.id == "7")
    }

    @Test(
        "mistakes are reported",
        arguments: [
            ("", "JSON"), ("[]", "JSON"), ("{}", "id"), (#"{"id": 1, "do": "read"}"#, "id"),
            (
                #"{"id": "", "do": "unsubscribe", "service": "1800", "characteristic": "2a00"}"#,
                "id"
            ),
            (#"{"id": "1", "do": "reboot"}"#, "read, write"),
            (#"{"id": "1", "do": "read", "service": "18", "characteristic": "2a19"}"#, "service"),
            (#"{"id": "1", "do": "read", "service": "180f"}"#, "characteristic is missing"),
            (#"{"id": "1", "do": "read", "valeu": "00"}"#, "'valeu'"),
            (
                #"{"id":"1","do":"write","service":"180f","characteristic":"2a19","value":"0"}"#,
                "value"
            ),
            (#"{"id": "1", "do": "update", "file": "a", "bank": 3}"#, "bank"),
            (#"{"id": "1", "do": "update", "file": "a", "running_bank": 0}"#, "running_bank"),
            (#"{"id": "1", "do": "update", "file": "a", "block": 70000}"#, "block"),
            (#"{"id": "1", "do": "beacon"}"#, "the request changes nothing"),
            (#"{"id": "1", "do": "beacon", "beacons": {"10": "00"}}"#, "0 to 9"),
            (#"{"id": "1", "do": "beacon", "settings": {"name": [1]}}"#, "settings"),
        ]
    ) func mistakes(json: String, word: String) throws {
        #expect(try #require(reason(json)).contains(word))
    }

    @Test func aLongRequestIsRefusedUnread() {
        let long = "{\"id\": \"1\", \"do\": \"" + String(repeating: "x", count: 20_000) + "\"}"
        #expect(reason(long)?.contains("16384") == true)
        #expect(Command.id(json: Array(long.utf8)) == nil)
    }

    @Test func theIdOfAnInvalidRequestIsFound() {
        #expect(Command.id(json: Array(#"{"id": "9", "do": 1}"#.utf8)) == "9")
    }

    @Test func theSectionIsCheckedWithLines() {
        func lines(_ yaml: String) -> [Int] {
            do {
                _ = try Configuration(yaml: yaml, sections: [CommandSettings.self])
                return []
            } catch {
                return error.faults.map(\.line)
            }
        }
        let address = "address: \"A4:C1:38:00:00:01\""
        #expect(lines("commands:\n  devices:\n    - {\(address), allow: [read]}\n") == [])
        #expect(lines("commands:\n  devices:\n    - {\(address), allow: [erase]}\n") == [3, 3])
        #expect(lines("commands:\n  devices:\n    - {\(address), allow: [update]}\n") == [3])
        #expect(lines("commands:\n  devices:\n    - {address: x, allow: [read]}\n") == [3])
        let attribute = "characteristics: [2A19]"
        #expect(
            lines("commands:\n  devices:\n    - {\(address), allow: [read], \(attribute)}\n") == [3]
        )
    }
}
