internal import AccessoryBase
internal import Foundation
internal import GatewayConfiguration
internal import Glibc

/// The key that clients need, in a file that only its owner may read.
enum ProxyKey {
    /// Reads the key from a file; creates both if they are missing.
    ///
    /// - Returns: 32 bytes.
    /// - Throws: `FailureReason` or `ConfigurationFault`.
    static func load(_ path: String) throws -> [UInt8] {
        guard access(path, F_OK) == 0 else { return try make(path) }
        let text = try Files.secretLine(path).trimmingCharacters(in: .whitespaces)
        guard let key = Data(base64Encoded: text), key.count == NoiseResponder.keySize else {
            throw FailureReason(
                "\(path) has no key of 32 bytes in base64",
                nextStep: "remove the file to create a new one"
            )
        }
        return Array(key)
    }

    private static func make(_ path: String) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let key = (0..<NoiseResponder.keySize).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw FailureReason(
                "cannot create the folder of \(path): \(error)",
                nextStep: "set proxy.key_file"
            )
        }
        // created with mode 0600, so other users can never read it
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw unwritable(path) }
        defer { close(file) }
        let text = Array((Data(key).base64EncodedString() + "\n").utf8)
        guard write(file, text, text.count) == text.count, fsync(file) == 0 else {
            throw unwritable(path)
        }
        return key
    }

    private static func unwritable(_ path: String) -> FailureReason {
        let reason = String(cString: strerror(errno))
        return FailureReason(
            "cannot write the proxy's key to \(path): \(reason)",
            nextStep: "set proxy.key_file"
        )
    }
}
