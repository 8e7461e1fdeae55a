import Foundation
import Testing

@testable import GatewayPage

@Suite struct PageTokenTests {
    @Test func theTokenIsCreatedOnceAndKept() throws {
        let path = NSTemporaryDirectory() + "/page-\(UUID()).token"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let token = try PageToken.load(path)
        let text = try String(contentsOfFile: path, encoding: .utf8).dropLast()
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600 && text.utf8.count == 32)
        let again = try PageToken.load(path)
        #expect(token.matches(text) && again.matches(text))
        #expect(
            !token.matches("") && !token.matches(text.dropLast() + "x")
                && !token.matches(text + "0")
        )
    }

    @Test func aTokenThatOthersCanReadIsRefused() throws {
        let path = NSTemporaryDirectory() + "/page-\(UUID()).token"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try PageToken.load(path)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: (any Error).self) { try PageToken.load(path) }
    }
}
