internal import AccessoryBase
internal import Foundation
internal import GatewayConfiguration
internal import Glibc

/// The token that browsers on other machines need, in a file that only its owner may read.
struct PageToken: Sendable {
    private let text: [UInt8]

    /// Reads the token from a file; creates both if they are missing.
    static func load(_ path: String) throws -> PageToken {
        if access(path, F_OK) != 0 { try make(path) }
        let text = try Files.secretLine(path).trimmingCharacters(in: .whitespaces)
        guard text.utf8.count >= 16, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw FailureReason(
                "\(path) has no token of 16 or more characters",
                nextStep: "remove the file to create a new one"
            )
        }
        return PageToken(text: Array(text.utf8))
    }

    private static func make(_ path: String) throws {
        let digits = (0..<32).map { _ in String(UInt8.random(in: 0...15), radix: 16) }
        let text = Array((digits.joined() + "\n").utf8)
        try? FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // created with mode 0600, so other users can never read it
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0, write(file, text, text.count) == text.count else {
            let reason = String(cString: strerror(errno))
            throw FailureReason(
                "cannot write the token to \(path): \(reason)",
                nextStep: "set page.token_file"
            )
        }
        close(file)
    }

    /// Compares all bytes in constant time.
    func matches(_ other: some StringProtocol) -> Bool {
        let other = Array(other.utf8)
        guard other.count == text.count else { return false }
        return zip(text, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
