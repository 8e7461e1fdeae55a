import BluetoothLE
import Foundation
import Testing

@testable import accessory

/// The files of `accessory peripheral`.
@Suite struct PeripheralFileTests {
    private func parse(_ json: String) throws -> PeripheralFile {
        let scratch = try Scratch()
        try Data(json.utf8).write(to: scratch.url("f.json"))
        return try PeripheralFile.read(scratch.url("f.json").path)
    }

    @Test func everyMember() throws {
        let file = try parse(
            """
            {"name": "Door", "appearance": 833, "advertise": ["180F"], "services": [
              {"uuid": "180F", "characteristics": [
                {"uuid": "2A19", "properties": ["read", "notify"], "permissions": ["read"],
                 "value": "0x64", "descriptors": [
                   {"uuid": "2901", "text": "Level", "permissions": ["read", "write"]},
                   {"uuid": "2904", "value": "04 00"}]},
                {"uuid": "2A1A", "properties": ["write"]}]},
              {"uuid": "180A", "primary": false, "characteristics": []}]}
            """
        )
        #expect(file.name == "Door" && file.appearance == 833)
        #expect(file.advertise == [BluetoothUUID(0x180F)] && file.services.count == 2)
        let (battery, other) = (file.services[0], file.services[1])
        #expect(battery.uuid == BluetoothUUID(0x180F) && battery.isPrimary)
        #expect(!other.isPrimary && other.characteristics.isEmpty)
        let level = battery.characteristics[0]
        #expect(level.uuid == BluetoothUUID(0x2A19) && level.properties == [.read, .notify])
        #expect(level.permissions == .readable && level.value == [0x64])
        #expect(level.descriptors.map(\.uuid) == [BluetoothUUID(0x2901), BluetoothUUID(0x2904)])
        #expect(level.descriptors[0].value == Array("Level".utf8))
        #expect(level.descriptors[0].permissions == [.readable, .writeable])
        #expect(level.descriptors[1].value == [4, 0])
        #expect(level.descriptors[1].permissions == .readable)
        let state = battery.characteristics[1]
        #expect(state.permissions == [.readable, .writeable] && state.value == [])
        #expect(state.descriptors.isEmpty)
        let services = file.mutableServices()
        #expect(services.map(\.uuid) == file.services.map(\.uuid))
        #expect(services.map(\.isPrimary) == [true, false])
        #expect(services[0].characteristics.map(\.uuid) == battery.characteristics.map(\.uuid))
        #expect(services[0].characteristics[0].properties == [.read, .notify])
        let least = try parse(#"{"services": []}"#)
        #expect(least.name == nil && least.appearance == nil && least.advertise == nil)
    }

    /// A file with one characteristic that has these members.
    private static func characteristic(_ members: String) -> String {
        #"{"services": [{"uuid": "180F", "characteristics": [{"uuid": "2A19", \#(members)}]}]}"#
    }

    private static let read = #""properties": ["read"]"#

    @Test func sizes() throws {
        for (count, isFine) in [(0, false), (1, true), (248, true), (249, false)] {
            let name = String(repeating: "a", count: count)
            let json = #"{"name": "\#(name)", "services": []}"#
            #expect(((try? parse(json)) != nil) == isFine, "\(count)")
        }
        for (count, isFine) in [(0, true), (512, true), (513, false)] {
            let hex = String(repeating: "ab", count: count)
            let json = Self.characteristic(#"\#(Self.read), "value": "\#(hex)""#)
            #expect(((try? parse(json)) != nil) == isFine, "\(count)")
            let text = String(repeating: "a", count: count)
            let words = Self.characteristic(#"\#(Self.read), "text": "\#(text)""#)
            #expect(((try? parse(words)) != nil) == isFine, "\(count)")
        }
    }

    private static let faults: [(String, String)] = [
        (#"{"name": "", "services": []}"#, "name: a name has 1 to 248 bytes"),
        (
            #"{"nam": "a", "services": []}"#,
            "'nam' is none of name, appearance, advertise, services"
        ),
        (#"{}"#, "services: it is missing"),
        (#"{"services": [{"characteristics": []}]}"#, "services[0].uuid: it is missing"),
        (
            #"{"services": [{"uuid": "180F", "primry": true, "characteristics": []}]}"#,
            "services[0]: 'primry' is none of uuid, primary, includes, characteristics"
        ),
        (characteristic(#""properties": []"#), "properties: at least one is required"),
        (characteristic(#""value": "00""#), "properties: at least one is required"),
        (
            characteristic(#""properties": ["raed"]"#),
            "properties: 'raed' is none of broadcast, read"
        ),
        (
            characteristic(#"\#(read), "permissions": ["x"]"#),
            "permissions: 'x' is none of read, write"
        ),
        (characteristic(#"\#(read), "value": "0", "text": "a""#), "text: the value is given twice"),
        (characteristic(#"\#(read), "value": "0""#), "value: it has an odd number of hexadecimal"),
        (
            characteristic(#"\#(read), "descriptors": [{"uuid": "2902"}]"#),
            "descriptors[0].uuid: 2902 is added automatically for notify and indicate"
        ),
        (
            characteristic(#"\#(read), "descriptors": [{"uuid": "2901", "txt": "a"}]"#),
            "descriptors[0]: 'txt' is none of uuid, permissions, value, text"
        ),
    ]

    /// Services that include those at these positions.
    private static func including(_ lists: [[Int]]) -> String {
        let services = lists.enumerated().map { position, list in
            #"{"uuid": "FFF\#(position)", "includes": \#(list), "characteristics": []}"#
        }
        return #"{"services": [\#(services.joined(separator: ", "))]}"#
    }

    @Test func includedServicesComeFirst() throws {
        let services = try parse(Self.including([[2, 1], [], [3], []])).mutableServices()
        #expect(services.map(\.uuid) == [0xFFF1, 0xFFF3, 0xFFF2, 0xFFF0])
        #expect(services[3].includedServices.map(\.uuid) == [0xFFF2, 0xFFF1])
        #expect(services[2].includedServices.map(\.uuid) == [0xFFF3])
    }

    @Test(
        arguments: [
            ([[1]], "service 0 includes 1; the last service is 0"),
            ([[], [-1]], "service 1 includes -1; the last service is 1"),
            ([[0]], "a service includes itself"),
            ([[], [2], [3], [1]], "a service includes itself"),
        ] as [([[Int]], String)]
    )
    func wrongIncludes(lists: [[Int]], message: String) {
        let failure = #expect(throws: Failure.self) { try parse(Self.including(lists)) }
        #expect(failure?.cause.contains(message) == true, "\(String(describing: failure))")
    }

    @Test(arguments: faults)
    func faultsStateTheirPlace(json: String, text: String) {
        #expect {
            _ = try parse(json)
        } throws: { error in
            let failure = error as? Failure
            return failure?.status == .badInput && failure?.cause.contains(text) == true
        }
    }
}
