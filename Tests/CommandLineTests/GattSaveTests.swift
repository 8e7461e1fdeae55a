import BluetoothLE
import Foundation
import Testing

@testable import accessory

/// `accessory gatt DEVICE save FILE`, and `accessory peripheral FILE` with that file.
@Suite(.timeLimit(.minutes(20))) struct GattSaveTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func run(_ words: [String], on air: VirtualAir) async -> LocalTool.End {
        await LocalTool.run(words + ["--adapter", "virtual"], on: air)
    }

    /// The address that a simulator or a peripheral advertises.
    private func address(of tool: LocalTool) async throws -> String {
        let line = try #require(await tool.line(with: "C0:DE:"))
        let word = line.split(whereSeparator: { " ,".contains($0) }).first {
            $0.hasPrefix("C0:DE:")
        }
        return String(try #require(word))
    }

    /// What a central sees: the tree, without the subscription that this central's own library makes, without the database
    /// hash that only a served file has, and with handles counted from behind it.
    private func tree(_ address: String, on air: VirtualAir) async -> [String] {
        var lines = await run(["gatt", address, "tree"], on: air).output.filter {
            $0.hasPrefix("Service ") || $0.hasPrefix("Secondary") || $0.hasPrefix("  ")
        }
        guard let hash = lines.firstIndex(where: { $0.contains("2B2A") }) else { return lines }
        lines.removeSubrange(hash...(hash + 1))
        return lines.map { line in
            line.replacing(/0x[0-9a-f]{4}/) { match in
                let handle = Int(match.output.dropFirst(2), radix: 16) ?? 0
                let digits = String(handle > 9 ? handle - 2 : handle, radix: 16)
                return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }

    private static let simulators =
        [
            ["sensortag"], ["beacon-module"], ["suota-target"],
            ["reader", "--bluetooth", "Card"],
        ]
        + TxRxProfileArgument.allCases.map { ["txrx", "--profile", $0.rawValue, "--name", "Card"] }

    @Test(arguments: simulators)
    func simulatorsAreCloned(words: [String]) async throws {
        let (air, other) = (VirtualAir(), VirtualAir())
        let file = scratch.url("clone.json").path
        let simulator = LocalTool(["simulate"] + words + ["--adapter", "virtual"], on: air)
        let original: String
        if words.last == "Card" {
            _ = try #require(await simulator.line(with: "ready"))
            original = "Card"
        } else {
            original = try await address(of: simulator)
        }
        let before = await tree(original, on: air)
        // a serial service is shorter than the others
        #expect(before.count > (original == "Card" ? 4 : 8), "\(before)")
        let saved = await run(["gatt", original, "save", file], on: air)
        #expect(saved.failure == nil, "\(String(describing: saved.failure))")
        simulator.cancel()
        _ = await simulator.finish()
        let clone = LocalTool(["peripheral", file, "--adapter", "virtual"], on: other)
        #expect(await tree(try await address(of: clone), on: other) == before)
        clone.cancel()
        let end = await clone.finish()
        #expect(end.failure == Failure(CancellationError()))
    }

    @Test func includedServicesAreSaved() async throws {
        let (air, other) = (VirtualAir(), VirtualAir())
        let description = """
            {"services": [
              {"uuid": "FFF0", "includes": [1], "characteristics": []},
              {"uuid": "FFF1", "primary": false, "characteristics": []},
              {"uuid": "FFF2", "includes": [0, 1], "characteristics": []}]}
            """
        try Data(description.utf8).write(to: scratch.url("a.json"))
        let tool = LocalTool(
            ["peripheral", scratch.url("a.json").path, "--adapter", "virtual"],
            on: air
        )
        let original = try await address(of: tool)
        let before = await tree(original, on: air)
        #expect(before.count { $0.hasPrefix("  Includes") } == 3, "\(before)")
        let file = scratch.url("copy.json")
        #expect(await run(["gatt", original, "save", file.path], on: air).failure == nil)
        tool.cancel()
        let found = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let services = try #require((found as? [String: Any])?["services"] as? [[String: Any]])
        // the secondary service was added first
        #expect(services.map { $0["uuid"] as? String } == ["FFF1", "FFF0", "FFF2"])
        #expect(services.map { $0["includes"] as? [Int] } == [nil, [0], [1, 0]])
        let clone = LocalTool(["peripheral", file.path, "--adapter", "virtual"], on: other)
        #expect(await tree(try await address(of: clone), on: other) == before)
        clone.cancel()
    }

    @Test func permissionsAndDescriptorsAreSaved() async throws {
        let air = VirtualAir()
        let description = """
            {"name": "Safe", "appearance": 768, "advertise": ["180F"], "services": [
              {"uuid": "180F", "primary": true, "characteristics": [
                {"uuid": "2A19", "properties": ["read", "notify"], "permissions": ["read"], "value": "64"}]},
              {"uuid": "FFF0", "primary": true, "characteristics": [
                {"uuid": "FFF1", "properties": ["read", "write"], "permissions": ["write", "encrypt-read"]},
                {"uuid": "FFF2", "properties": ["read"], "permissions": ["encrypt-authenticated-read"]},
                {"uuid": "FFF3", "properties": ["write-without-response"], "permissions": ["write"],
                 "descriptors": [{"uuid": "2901", "permissions": ["read"], "value": "4f6e"}]},
                {"uuid": "FFF4", "properties": ["read"], "permissions": []}]}]}
            """
        try Data(description.utf8).write(to: scratch.url("a.json"))
        let tool = LocalTool(
            ["peripheral", scratch.url("a.json").path, "--adapter", "virtual"],
            on: air
        )
        let address = try await address(of: tool)
        let copy = scratch.url("copy.json")
        #expect(await run(["gatt", address, "save", copy.path], on: air).failure == nil)
        let text = try String(contentsOf: copy, encoding: .utf8)
        let found = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
        var wanted = try #require(
            try JSONSerialization.jsonObject(with: Data(description.utf8)) as? [String: Any]
        )
        wanted["advertise"] = ["180F", "FFF0"]
        #expect(found == wanted as NSDictionary, "\(text)")
        let quiet = await run(["gatt", address, "save", scratch.url("b").path, "--quiet"], on: air)
        #expect(quiet.failure == nil && !quiet.output.contains { $0.contains("saved") })
        let loud = await run(["gatt", address, "save", scratch.url("b").path], on: air)
        #expect(loud.output.contains("saved 2 services"))
        tool.cancel()
    }
}
